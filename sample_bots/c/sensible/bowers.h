/*
 * Cards by the rank and suit they count as in Five Hundred, where bowers and the joker are trumps.
 *
 * The rest of this bot does not know about bowers. Before it thinks about a trick, it makes a copy of the table in
 * which every card has the name it counts as: with hearts as trumps, `JK`, `JH` and `JD` become `BH`, `RH` and `LH`. In
 * no trump, the joker is a suit of its own that beats all others, as if it were the only trump.
 */

#ifndef BOWERS_H
#define BOWERS_H

#include "table.h"

/* Return the joker under its printed name. */
int joker(void);

/* Return what a card counts as, with this trump or this suit declared for the joker; either may be NO_SUIT. */
int counted(int card, int trump, int joker_suit);

/* Return what cards count as. */
struct cards counted_cards(const struct cards *cards, int trump, int joker_suit);

/* Return the cards in play under their printed names. */
struct cards pack_of(const struct table *table);

/* Return a copy of the table in which every card is what it counts as. */
struct table as_it_counts(const struct table *table);

#endif
