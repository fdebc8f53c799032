import java.util.List;

/** What the bot answers: this is yours to fill in. Use System.err for notes; standard output is for the arena. */
class Choose {
    /**
     * Returns one of the legal words.
     *
     * @param seat what is known of the game (Seat.java), such as seat.hand, seat.table and seat.trump
     * @param kind what is asked, such as "bid" or "play"; the rules of the game name the kinds
     * @param legal the words that may be answered, such as "pass" and "6", or "AS" and "KS"
     */
    static String choose(Seat seat, String kind, List<String> legal) {
        return legal.get(0);
    }
}
