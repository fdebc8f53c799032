/* What a hand of Five Hundred is worth: the value of each bid, and the chance to make it. */

#ifndef BIDS_H
#define BIDS_H

#include "table.h"

/* Say whether a bid is one to win no trick. */
bool is_losing(const char *bid);

/* Return what a bid scores when it is made, and costs when it is not. */
int value(const struct table *table, const char *bid);

/* Return the number of tricks bid; 0 for a bid to win none. */
int tricks_of(const char *bid);

/* Return the trump of a bid: a suit or NO_SUIT. */
int trump_of(const char *bid);

/* Guess the tricks of my side, in tenths, if I play this bid. */
int hand_tricks(const struct table *table, const char *bid);

/* Return the card without which a hand would lose tricks most safely; the highest of several, spades first. */
int worst(const struct cards *hand, const struct cards *pack);

/* Return the danger of a hand without as many cards as the widow lets its owner put away. */
int danger_left(const struct table *table);

#endif
