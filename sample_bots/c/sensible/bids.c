/*
 * Hands are valued in tenths of a trick before the widow is seen; the average gain from the widow is part of the base.
 * The weights are a least-squares fit to the tricks of contractors in thousands of deals between these bots.
 */

#include "bids.h"
#include "bowers.h"

#include <stdlib.h>
#include <string.h>

/* There are two weights: for trump contracts and for no trump. */
enum { WITH_TRUMP, NO_TRUMP, BOTH_KINDS };

/* Tenths of a trick in a trump contract: for each trump, for high cards of other suits. */
enum { PER_TRUMP = 6, ACE = 7, KING = 4 };

/* Tenths of a trick in no trump: for the joker, for an ace with its king, for each card of a suit beyond three. */
enum { JOKER_ALONE = 20, BOTH = 8, LONG = 3 };

/* What a second partner adds (five players). */
enum { SECOND_PARTNER = 12 };

/* What a pack without a joker adds; what each card of the widow beyond the usual number adds. */
static const int WITHOUT_JOKER[BOTH_KINDS] = {1, 4}, LARGER_WIDOW[BOTH_KINDS] = {2, 2};

enum { JOKER_DANGER = 20 };

bool is_losing(const char *bid)
{
    return strcmp(bid, "nullo") == 0 || strcmp(bid, "misere") == 0 || strcmp(bid, "open-misere") == 0 ||
           strcmp(bid, "granola") == 0;
}

int tricks_of(const char *bid)
{
    return atoi(bid);
}

int trump_of(const char *bid)
{
    return tricks_of(bid) > 0 ? suit_of(bid + strspn(bid, "0123456789")) : NO_SUIT;
}

int value(const struct table *table, const char *bid)
{
    static const int STANDARD_STEP[SUITS] = {[SPADES] = 0, [CLUBS] = 1, [DIAMONDS] = 2, [HEARTS] = 3};
    static const int INVERTED_STEP[SUITS] = {[CLUBS] = 0, [SPADES] = 1, [HEARTS] = 2, [DIAMONDS] = 3};
    const int *steps = table->schedule == INVERTED ? INVERTED_STEP : STANDARD_STEP;
    int step = 40 + 20 * (trump_of(bid) == NO_SUIT ? SUITS : steps[trump_of(bid)]);

    if (is_losing(bid))
        return strcmp(bid, "granola") == 0 ? 510 : strcmp(bid, "open-misere") == 0 ? 500 : 250;
    return table->schedule == AVONDALE ? step + 100 * (tricks_of(bid) - 6) : step * (tricks_of(bid) - 5);
}

/* Return the number of cards that the contractor puts away; `usual` is the usual number for this pack. */
static int widow(const struct table *table, int usual)
{
    if (table->american)
        return 5;
    return table->seats == 2 && table->short_pack ? 4 : usual;
}

static int usual_widow(const struct table *table)
{
    return table->without_joker ? 2 : 3;
}

/* Return the tenths of a trick of a hand without any strength: from partners, the widow and the first lead. */
static int base(const struct table *table, int kind, int tricks)
{
    static const int BASE[][BOTH_KINDS] = {[2] = {23, 33}, [3] = {6, 16}, [4] = {22, 34}, [5] = {21, 35}};
    int usual = usual_widow(table);
    int worth = LARGER_WIDOW[kind] * (widow(table, usual) - usual);

    if (table->seats >= 2 && table->seats <= 5)
        worth += BASE[table->seats][kind];
    if (table->without_joker)
        worth += WITHOUT_JOKER[kind];
    if (table->seats == 5 && tricks >= 8)
        worth += SECOND_PARTNER;
    return worth;
}


/* Return what the strength of a hand adds in a trump contract, in tenths; cards are what they count as. */
static int suit_tricks(const struct cards *hand, int trump)
{
    static const struct {
        char rank;
        int worth;
    } HIGH[] = {{'B', 7}, {'R', 6}, {'L', 5}, {'A', 4}, {'K', 2}, {'Q', 2}};
    int worth = PER_TRUMP * length(hand, trump);

    for (size_t i = 0; i < sizeof HIGH / sizeof HIGH[0]; i++)
        worth += HIGH[i].worth * hand->has[ranked(trump, HIGH[i].rank)];
    for (int s = 0; s < SUITS; s++) {
        int cards = length(hand, s);

        if (s != trump)
            worth += ACE * hand->has[ranked(s, 'A')] + KING * (hand->has[ranked(s, 'K')] && cards > 1) +
                     shortness(cards, 3, 1);
    }
    return worth;
}

/* Return what the strength of a hand adds in no trump, in tenths; ace to jack count if they are guarded. */
static int no_trump_tricks(const struct cards *hand)
{
    static const char RANKS_HIGH[] = "AKQJ";
    static const int GUARDED[] = {7, 2, 2, 1};
    int worth = JOKER_ALONE * hand->has[joker()];

    for (int s = 0; s < SUITS; s++) {
        int cards = length(hand, s);
        bool ace = hand->has[ranked(s, 'A')], king = hand->has[ranked(s, 'K')];

        for (int guards = 0; guards < 4; guards++)
            worth += GUARDED[guards] * (hand->has[ranked(s, RANKS_HIGH[guards])] && cards > guards);
        worth += BOTH * (ace && king);
        if ((ace || king) && cards > 3)
            worth += LONG * (cards - 3);
    }
    return worth;
}

int hand_tricks(const struct table *table, const char *bid)
{
    int trump = trump_of(bid), kind = trump == NO_SUIT ? NO_TRUMP : WITH_TRUMP;
    struct cards hand = counted_cards(&table->hand, trump, NO_SUIT);
    int worth = kind == NO_TRUMP ? no_trump_tricks(&hand) : suit_tricks(&hand, trump);

    return worth + base(table, kind, tricks_of(bid));
}

/* Return the danger from one suit of a hand. */
static int exposed(const struct cards *hand, const struct cards *pack, int s)
{
    int lower = 0, place = 0, sum = 0; /* lower cards that others may hold; lower cards of mine */

    for (int card = ranked(s, '2'); card <= ranked(s, 'A'); card++) {
        if (hand->has[card]) {
            if (lower > place)
                sum += lower - place;
            place++;
        } else {
            lower += pack->has[card];
        }
    }
    return sum;
}

/*
 * Return the danger that a hand wins a trick that it wants to lose; 0 if it can lose every trick. A suit is safe if the
 * other hands have no card below the lowest card, at most one below the next, and so on. Then it can always be played
 * below theirs.
 */
static int danger(const struct cards *hand, const struct cards *pack)
{
    int sum = JOKER_DANGER * hand->has[joker()];

    for (int s = 0; s < SUITS; s++)
        sum += exposed(hand, pack, s);
    return sum;
}

int worst(const struct cards *hand, const struct cards *pack)
{
    int found = NO_CARD, least = 0;

    for (int card = 0; card < CARDS; card++) {
        struct cards others = *hand;
        int left;

        if (!hand->has[card])
            continue;
        others.has[card] = false;
        left = danger(&others, pack);
        if (found == NO_CARD || left < least || (left == least && height(card) > height(found))) {
            found = card;
            least = left;
        }
    }
    return found;
}

int danger_left(const struct table *table)
{
    struct cards pack = pack_of(table), hand = table->hand;

    for (int left = widow(table, usual_widow(table)); left > 0; left--) {
        int card = worst(&hand, &pack);

        if (card != NO_CARD)
            hand.has[card] = false;
    }
    return danger(&hand, &pack);
}
