/* Who is going to win the trick? Chances are in per cent, and whole: the same in every language. */

#ifndef TRICKS_H
#define TRICKS_H

#include "table.h"

/* Say whether nobody else can hold a higher card of the suit. */
bool is_highest(int card, const struct cards *unseen);

/* What a trump costs: to follow with it, to draw the others' trumps, to lead it otherwise. */
struct trump_prices {
    int follow, draw, lead;
};

int trump_price(const struct table *table, int seat, const struct cards *unseen, struct trump_prices prices);

/* What a game says of a card: the points that go to the winner of the trick if it is played, or its price. */
typedef int weigh(const struct table *table, int seat, int card, const struct cards *unseen);

/*
 * Return the card that gains most: what it wins or loses now, less its price. The stake is in points; the price is what
 * not holding the card any longer costs, in hundredths of a point.
 */
const char *best_card(const struct table *table, int seat, struct words legal, const struct cards *unseen,
                      weigh *stake, weigh *price);

#endif
