/* Who will win the trick? Chances are whole numbers in per cent, so they are the same in every language. */

#ifndef TRICKS_H
#define TRICKS_H

#include "table.h"

/* Return whether no other hand can hold a higher card of the suit. */
bool is_highest(int card, const struct cards *unseen);

/* What the cards of a game cost, in hundredths of a point: what they would be good for later. */
struct prices {
    int per_rank; /* for each step above the two */
    int highest;  /* for the highest card of its suit that is still out */
    int follow;   /* for a trump that is not led */
    int draw;     /* for a trump that is led to draw the trumps of others */
    int lead;     /* for a trump that is led for another reason */
};

/* Return the price of a card: what `seat` loses by not holding it any longer. */
int card_price(const struct prices *prices, const struct table *table, int seat, int card, const struct cards *unseen);

/* What a game computes for a card: the points for the winner of the trick if it is played, or its price. */
typedef int weigh(const struct table *table, int seat, int card, const struct cards *unseen);

/*
 * Return the card with the highest gain: the expected gain from this trick less the price of the card. `stake` returns
 * the points for the winner of the trick if a card is played; `price` returns its price, in hundredths of a point.
 */
const char *best_card(const struct table *table, int seat, struct words legal, const struct cards *unseen,
                      weigh *stake, weigh *price);

#endif
