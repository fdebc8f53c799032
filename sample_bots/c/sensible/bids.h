/* What a hand of Five Hundred is worth: the value of each bid, and the tricks that the hand takes. */

#ifndef BIDS_H
#define BIDS_H

#include "table.h"

/* Return whether a bid is a bid to lose every trick. */
bool is_losing(const char *bid);

/* Return the points of a bid: won if the contract is made, lost if it is not. */
int value(const struct table *table, const char *bid);

/* Return the number of tricks bid; 0 for a bid to lose every trick. */
int tricks_of(const char *bid);

/* Return the trump of a bid: a suit or NO_SUIT. */
int trump_of(const char *bid);

/* Estimate the tricks of my side, in tenths, if I play this bid. */
int hand_tricks(const struct table *table, const char *bid);

/* Return the card whose removal leaves the least danger; of several, the highest, spades first. */
int worst(const struct cards *hand, const struct cards *pack);

/* Return the danger of my hand after the contractor has put away the most dangerous cards. */
int danger_left(const struct table *table);

#endif
