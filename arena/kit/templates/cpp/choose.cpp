// What the bot answers: this is yours to fill in. Write notes to std::cerr; standard output is for the arena.
#include "seat.hpp"

// Return one of the legal words.
//
// seat: what is known of the game (seat.hpp), such as seat.hand, seat.table and seat.trump.
// kind: what is asked, such as "bid" or "play"; the rules of the game name the kinds.
// legal: the words that may be answered, such as {"pass", "6"} or {"AS", "KS"}.
std::string choose(const Seat &seat, const std::string &kind, const Words &legal) {
    (void)seat, (void)kind; // not used yet
    return legal[0];
}
