/* What the module of a game has: a function for each kind of question. */

#ifndef GAMES_H
#define GAMES_H

#include "table.h"

/* Choose one of the legal words; `seat` is the seat whose hand the question is about. */
typedef const char *chooser(const struct table *table, int seat, struct words legal);

struct game {
    const char *name;
    chooser *bid, *trump, *call, *discard, *play; /* NULL if the game never asks this */
    chooser *claim, *annul, *partner, *joker_suit, *name_suit;
};

extern const struct game kaiser, two_hundred, five_hundred, american_five_hundred;

#endif
