/*
 * Cards. The arena writes them as rank, then suit (`AS`, `TH`, `5D`); here they are numbers.
 *
 * Three more ranks are for trumps that count for more than is printed on them (bowers.h): the left bower `L`, the right
 * bower `R`, and the joker, the best bower `B`. A joker `JK` is a suit of its own.
 */

#ifndef CARDS_H
#define CARDS_H

#include <stdbool.h>

enum { SPADES, HEARTS, DIAMONDS, CLUBS, SUITS, JOKERS = SUITS, ALL_SUITS, NO_SUIT = -1 };
enum { RANKS = 16, CARDS = ALL_SUITS * RANKS, NO_CARD = -1 };

/* A set of cards: for every card, whether it is in the set. */
struct cards {
    bool has[CARDS];
};

/* Return the suit that a word such as "H" names; NO_SUIT for anything else, such as "NT". */
int suit_of(const char *word);

/* Return the card that a word such as "AS" names; NO_CARD for anything else. */
int card_of(const char *word);

/* Return a card by its suit and the letter of its rank, such as HEARTS and 'A'. */
int ranked(int suit, char rank);

/* Return the word for a suit. */
const char *suit_name(int suit);

/* Return the word for a card; it is valid until the next call. */
const char *card_name(int card);

int suit(int card);

/* Return the height of a card in its suit: 0 for a two, 12 for an ace, more for bowers. */
int height(int card);

/* Return whether a card takes the trick from a card that was played before it. */
bool beats(int card, int other, int trump);

/* Return the number of cards of a suit. */
int length(const struct cards *cards, int of);

/*
 * Return what a short side suit adds to a hand, because it is soon ruffed: `none` without cards, `one` with a single
 * card, else 0.
 */
int shortness(int cards, int none, int one);

/* Return whether a card, such as "5H", is in a set. */
bool includes(const struct cards *cards, const char *word);

/* Return the trump with which a hand is worth most, by the function of the game. */
int best_trump(const struct cards *hand, int suit_worth(const struct cards *hand, int trump));

#endif
