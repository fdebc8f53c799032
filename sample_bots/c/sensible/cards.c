#include "cards.h"

#include <string.h>

static const char SUIT_LETTERS[] = "SHDCK";
static const char RANK_LETTERS[] = "23456789TJQKALRB"; /* low to high */

/* Return the position of a letter in a string, or -1. */
static int place(const char *letters, char letter)
{
    const char *found = letter == '\0' ? NULL : strchr(letters, letter);

    return found == NULL ? -1 : (int)(found - letters);
}

int suit_of(const char *word)
{
    return strlen(word) == 1 ? place(SUIT_LETTERS, word[0]) : NO_SUIT;
}

const char *suit_name(int suit)
{
    static const char *const NAMES[ALL_SUITS] = {"S", "H", "D", "C", "K"};

    return NAMES[suit];
}

const char *card_name(int card)
{
    static char name[3];

    name[0] = RANK_LETTERS[height(card)];
    name[1] = SUIT_LETTERS[suit(card)];
    return name;
}

int card_of(const char *word)
{
    int suit = strlen(word) == 2 ? place(SUIT_LETTERS, word[1]) : NO_SUIT;

    return suit == NO_SUIT ? NO_CARD : ranked(suit, word[0]);
}

int ranked(int suit, char rank)
{
    int height = place(RANK_LETTERS, rank);

    return height < 0 ? NO_CARD : suit * RANKS + height;
}

int suit(int card)
{
    return card / RANKS;
}

int height(int card)
{
    return card % RANKS;
}

bool beats(int card, int other, int trump)
{
    if (suit(card) == suit(other))
        return height(card) > height(other);
    return suit(card) == trump;
}

int length(const struct cards *cards, int of)
{
    int number = 0;

    for (int card = ranked(of, '2'); card <= ranked(of, 'B'); card++)
        number += cards->has[card];
    return number;
}

int shortness(int cards, int none, int one)
{
    return cards == 0 ? none : cards == 1 ? one : 0;
}

bool includes(const struct cards *cards, const char *word)
{
    return cards->has[card_of(word)];
}

int best_trump(const struct cards *hand, int suit_worth(const struct cards *hand, int trump))
{
    int best = SPADES;

    for (int trump = HEARTS; trump < SUITS; trump++)
        if (suit_worth(hand, trump) > suit_worth(hand, best))
            best = trump;
    return best;
}
