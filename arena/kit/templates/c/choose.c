/* What the bot answers: this is yours to fill in. Write notes to stderr; standard output is for the arena. */
#include "seat.h"

/* Return one of the legal words.
 *
 * seat: what is known of the game (seat.h), such as seat->hand, seat->table and seat->trump.
 * kind: what is asked, such as "bid" or "play"; the rules of the game name the kinds.
 * legal, count: the words that may be answered, such as "pass" and "6", or "AS" and "KS".
 */
const char *choose(const Seat *seat, const char *kind, char **legal, int count) {
    (void)seat, (void)kind, (void)count; /* not used yet */
    return legal[0];
}
