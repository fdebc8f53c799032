import java.util.Arrays;
import java.util.List;

/** A test: run it with javac -d classes *.java && java -cp classes TestChoose. */
class TestChoose {
    private static final String[] LINES = {
        "game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000",
        "note deal 1 dealer=0",
        "show hand 2 AS KH 5H",
        "note trump D",
        "did 1 play 7D",
        "did 2 play AS",
    };

    public static void main(String[] arguments) {
        Seat seat = new Seat();
        for (String line : LINES) {
            List<String> words = Arrays.asList(line.split(" "));
            seat.hear(words.get(0), words.subList(1, words.size()));
        }
        check(seat.hand.equals(List.of("KH", "5H")), "hand");
        check(seat.table.equals(List.of("1 7D", "2 AS")), "table");
        check(seat.trump.equals("D") && seat.ms == 1000, "trump and time");
        check(List.of("KH", "5H").contains(Choose.choose(seat, "play", List.of("KH", "5H"))), "answer");
        System.out.println("ok");
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
