import java.io.BufferedReader;
import java.io.InputStreamReader;

/** An honest bot: the last legal word, always. */
public class First {
    public static void main(String[] given) throws Exception {
        System.out.println("bot java 1");
        var in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; )
            if (line.startsWith("ask ")) System.out.println(line.substring(line.lastIndexOf(' ') + 1));
    }
}
