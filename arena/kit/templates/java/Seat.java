import java.util.ArrayList;
import java.util.List;

/** What the seat knows: kept from the lines of the arena, for any game. */
class Seat {
    /** The name of the game. */
    String game = "";
    /** My seat. */
    String me = "0";
    /** How many seats there are. */
    int seats;
    /** The time for an answer in ms; 0 if there is no limit. */
    int ms;
    /** The scores of the sides after the last deal. */
    List<Integer> scores = new ArrayList<>();
    /** Such as "S"; "" while there is none. */
    String trump = "";
    /** My cards. */
    List<String> hand = new ArrayList<>();
    /** The cards of this trick, each after its seat and a space, such as "1 7D". */
    List<String> table = new ArrayList<>();
    /** The cards played in this deal. */
    List<String> gone = new ArrayList<>();

    /** Takes in a line: its first word, and the others. Whatever is not known is ignored. */
    void hear(String verb, List<String> words) {
        int count = words.size();
        switch (verb) {
            case "game": // game ID NAME KEY=VALUE...
                sitDown(words);
                break;
            case "clock": // clock MOVE_MS BANK_MS
                ms = Integer.parseInt(words.get(0));
                break;
            case "note": // note KIND VALUE...
                note(words.get(0), words.subList(1, count));
                break;
            case "show": // show KIND OWNER CARD...
                see(words.get(0), words.get(1), words.subList(2, count));
                break;
            case "did": // did SEAT KIND WORD
                watch(words.get(0), words.get(1), words.get(2));
                break;
            default:
        }
    }

    private void sitDown(List<String> words) {
        game = words.get(1);
        ms = 0;
        scores.clear();
        newDeal();
        for (String word : words.subList(2, words.size())) {
            String value = word.substring(word.indexOf('=') + 1);
            if (word.startsWith("seat=")) {
                me = value;
            } else if (word.startsWith("seats=")) {
                seats = Integer.parseInt(value);
            } else if (word.startsWith("move_ms=")) {
                ms = Integer.parseInt(value);
            }
        }
    }

    private void newDeal() {
        trump = "";
        hand.clear();
        table.clear();
        gone.clear();
    }

    /** Takes in a public fact. */
    private void note(String kind, List<String> values) {
        switch (kind) {
            case "deal":
                newDeal();
                break;
            case "trump":
                trump = values.get(0);
                break;
            case "trick":
                table.clear();
                break;
            case "scores":
                scores.clear();
                for (String value : values) {
                    scores.add(Integer.valueOf(value));
                }
                break;
            default:
        }
    }

    /** Takes in cards that I see now: my hand, and what comes to it. */
    private void see(String kind, String owner, List<String> cards) {
        boolean mine = owner.equals(me);
        boolean comes = List.of("kitty", "hole").contains(kind) || mine && List.of("drawn", "taken").contains(kind);
        if (mine && kind.equals("hand")) {
            hand.clear();
        } else if (!comes) {
            return;
        }
        hand.addAll(cards);
    }

    /** Takes in what a seat did. My own answers come back in this way too. */
    private void watch(String seat, String kind, String word) {
        if (kind.equals("play") && !Character.isLowerCase(word.charAt(0))) { // a word such as truc is no card
            table.add(seat + " " + word);
            gone.add(word);
        }
        if (seat.equals(me) && !kind.equals("bid") && !kind.equals("call")) {
            hand.remove(word);
        }
    }
}
