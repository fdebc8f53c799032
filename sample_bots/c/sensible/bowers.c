#include "bowers.h"

/* The other suit of the same colour. */
static const int MATE[SUITS] = {CLUBS, DIAMONDS, HEARTS, SPADES};

int joker(void)
{
    return ranked(JOKERS, 'J');
}

int counted(int card, int trump, int joker_suit)
{
    int own = trump != NO_SUIT ? trump : joker_suit;

    if (card == joker())
        return own != NO_SUIT ? ranked(own, 'B') : card;
    if (trump != NO_SUIT && card == ranked(trump, 'J'))
        return ranked(trump, 'R');
    if (trump != NO_SUIT && card == ranked(MATE[trump], 'J'))
        return ranked(trump, 'L');
    return card;
}

struct cards counted_cards(const struct cards *cards, int trump, int joker_suit)
{
    struct cards named = {{false}};

    for (int card = 0; card < CARDS; card++)
        if (cards->has[card])
            named.has[counted(card, trump, joker_suit)] = true;
    return named;
}

/* Return the lowest rank in the pack. */
static char least_rank(const struct table *table)
{
    if (table->seats == 2 && table->short_pack)
        return '9';
    if (table->seats == 4)
        return '4';
    return table->seats <= 3 ? '7' : '2';
}

struct cards pack_of(const struct table *table)
{
    struct cards pack = {{false}};

    for (int s = 0; s < SUITS; s++) {
        bool black = s == SPADES || s == CLUBS;
        char least = table->seats == 4 && black && !table->american ? '5' : least_rank(table);

        for (int card = ranked(s, least); card <= ranked(s, 'A'); card++)
            pack.has[card] = true;
    }
    pack.has[joker()] = !table->without_joker;
    return pack;
}

/* Return the suit to follow: the suit of the card led, or the suit named for a joker. */
static int led_by(const struct table *table, int lead)
{
    return lead == joker() && table->named != NO_SUIT ? table->named : suit(lead);
}

/* Compute the chance that another hand as long as mine holds none of 0, 1, 2, ... unseen cards. */
static void find_chances(const struct table *table, int none_of[CARDS])
{
    struct cards pack = pack_of(table), unseen = unseen_of(table, &pack);
    int elsewhere = 0, other, none = 10000;

    for (int card = 0; card < CARDS; card++)
        elsewhere += unseen.has[card];
    other = elsewhere; /* unseen cards that are in no hand or in a third hand */
    for (int card = 0; card < CARDS; card++)
        other -= table->hand.has[card];
    for (int number = 0; number < CARDS; number++, other--, elsewhere--) {
        none_of[number] = none / 100;
        none = none * (other > 0 ? other : 0) / (elsewhere > 1 ? elsewhere : 1);
    }
}

struct table as_it_counts(const struct table *table)
{
    struct table seen = *table;

    if (table->trump == NO_SUIT)
        seen.trump = JOKERS;
    seen.hand = counted_cards(&table->hand, table->trump, table->joker_suit);
    seen.gone = counted_cards(&table->gone, table->trump, table->joker_suit);
    for (int i = 0; i < table->laid; i++)
        seen.trick[i].card = counted(table->trick[i].card, table->trump, table->joker_suit);
    for (int seat = 0; seat < table->seats; seat++) {
        seen.faces[seat] = counted_cards(&table->faces[seat], table->trump, table->joker_suit);
        for (int s = 0; s < ALL_SUITS; s++)
            seen.voids[seat][s] = false;
    }
    for (int i = 0; i < table->plays; i++) {
        int card = counted(table->played[i].card, table->trump, table->joker_suit);
        int led = led_by(table, counted(table->played[i].lead, table->trump, table->joker_suit));

        if (suit(card) != led)
            seen.voids[table->played[i].seat][led] = true;
    }
    find_chances(table, seen.none_of);
    return seen;
}
