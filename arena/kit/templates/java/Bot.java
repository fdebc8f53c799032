import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.List;

/** The loop: reads what the arena says, line by line, and answers its questions. You need not change it. */
class Bot {
    public static void main(String[] arguments) throws IOException {
        Seat seat = new Seat();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("bot @NAME@ 1"); // System.out sends each line at once
        for (String line = in.readLine(); line != null; line = in.readLine()) { // ends with the input
            List<String> words = Arrays.asList(line.split(" "));
            String verb = words.get(0);
            if (verb.equals("bye") || verb.equals("fault")) {
                break;
            } else if (verb.equals("ask")) { // ask SEAT KIND WORD...
                System.out.println(Choose.choose(seat, words.get(2), words.subList(3, words.size())));
            } else {
                seat.hear(verb, words.subList(1, words.size()));
            }
        }
    }
}
