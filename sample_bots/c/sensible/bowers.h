/*
 * Cards as they count in Five Hundred: bowers and the joker are trumps, whatever is printed on them.
 *
 * Nothing else in this bot has to know. Before it thinks about a trick, the table is written down once more with every
 * card under the name that it counts for: with hearts as trumps `JK`, `JH` and `JD` become `BH`, `RH` and `LH`. Without
 * trumps the joker is a suit of its own that beats all others: a trump, the only one.
 */

#ifndef BOWERS_H
#define BOWERS_H

#include "table.h"

/* Return the joker, as it is printed. */
int joker(void);

/* Return a card as it counts with this trump, or with this suit declared for the joker; either may be NO_SUIT. */
int counted(int card, int trump, int joker_suit);

/* Return cards as they count. */
struct cards counted_cards(const struct cards *cards, int trump, int joker_suit);

/* Return the cards in play, as they are printed. */
struct cards pack_of(const struct table *table);

/* Return the table with every card under the name that it counts for. */
struct table as_it_counts(const struct table *table);

#endif
