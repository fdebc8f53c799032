/*
 * Two Hundred: what to bid, which trump to name, what to discard, which card to play.
 *
 * Hands are weighed in points. The weights are a least-squares fit to what contractors took in thousands of deals that
 * these bots played among themselves.
 */

#include "games.h"
#include "tricks.h"

/* What four more cards and four discards add to a hand. */
enum { KITTY = 18 };

/* So near to the target, opponents score only if they have bid: who has not, may bid this much more than he holds. */
enum { NEAR = 100, MUST_BID = 10 };

/* The price of a card, in hundredths of a point: what it would have been good for later. */
enum { PER_RANK = 10, HIGHEST = 600, KING = 150, TEN = 400, FIVE = 100 };

static const struct trump_prices TRUMP = {1000, -1500, 2000};

/* Points that each seat still to play adds to a trick. */
enum { TO_COME = 4 };

static struct cards pack(const struct table *table)
{
    struct cards pack = {{false}};

    for (int s = 0; s < SUITS; s++)
        for (const char *rank = table->kitty > 0 ? "AKQJT98765" : "AKQJT9875"; *rank != '\0'; rank++)
            pack.has[ranked(s, *rank)] = true;
    return pack;
}

/* Say whether a card has a rank, such as 'A'. */
static bool is(int card, char rank)
{
    return card == ranked(suit(card), rank);
}

/* Return the points of a card. */
static int points(int card)
{
    return 10 * is(card, 'A') + 10 * is(card, 'T') + 5 * is(card, '5');
}

/* A side suit without cards, or with a single one, is soon ruffed. */
static int shortness(int cards)
{
    static const int SHORT[] = {8, 2};

    return cards < 2 ? SHORT[cards] : 0;
}

/* Guess the points of my side with this trump. */
static int suit_worth(const struct cards *hand, int trump)
{
    int worth = 22;

    for (int s = 0; s < SUITS; s++) {
        int cards = length(hand, s);
        bool ace = hand->has[ranked(s, 'A')], king = hand->has[ranked(s, 'K')];
        bool queen = hand->has[ranked(s, 'Q')], ten = hand->has[ranked(s, 'T')];

        worth += 9 * ace;
        if (s == trump)
            worth += 4 * cards + 3 * king + 2 * queen + 2 * ten;
        else
            worth += shortness(cards);
    }
    return worth;
}

/* Say whether my side would score nothing in this deal if it did not bid. */
static bool must_bid(const struct table *table, int seat)
{
    return score(table, seat) >= table->target - NEAR && !table->we_have_bid;
}

/* Bid the least that is open if the hand is worth it; leave the partner's bid alone. */
static const char *choose_bid(const struct table *table, int seat, struct words legal)
{
    int worth = suit_worth(&table->hand, best_trump(&table->hand, suit_worth));

    if (partners(table, seat, table->bidder))
        return legal.word[0];
    worth += (table->kitty > 0 ? KITTY : 0) + (must_bid(table, seat) ? MUST_BID : 0);
    for (int i = 0; i < legal.count; i++)
        if (number_of(legal.word[i], "") >= 0 && worth >= number_of(legal.word[i], ""))
            return legal.word[i];
    return legal.word[0];
}

/* Name the best suit, if suits can be named. */
static const char *choose_trump(const struct table *table, int seat, struct words legal)
{
    (void)seat;
    return pick(legal, suit_name(best_trump(&table->hand, suit_worth)));
}

/* Return how much a card is worth keeping. */
static int kept(const struct cards *hand, int card, int trump)
{
    return 30 * points(card) + height(card) + 4 * length(hand, suit(card)) + 200 * (suit(card) == trump);
}

/* Put away what is kept at the least gain: no points (they go to the opponents), no trumps, short suits first. */
static const char *choose_discard(const struct table *table, int seat, struct words legal)
{
    int trump = best_trump(&table->hand, suit_worth);
    const char *least = legal.word[0];

    (void)seat;
    for (int i = 1; i < legal.count; i++)
        if (kept(&table->hand, card_of(legal.word[i]), trump) < kept(&table->hand, card_of(least), trump))
            least = legal.word[i];
    return least;
}

/* Return the points that go to the winner of the trick, and a guess at those still to come. */
static int stake(const struct table *table, int seat, int card, const struct cards *unseen)
{
    int sum = points(card) + TO_COME * to_follow(table);

    (void)seat;
    (void)unseen;
    for (int i = 0; i < table->laid; i++)
        sum += points(table->trick[i].card);
    return sum;
}

/* Return what is lost by not holding the card any longer. */
static int price(const struct table *table, int seat, int card, const struct cards *unseen)
{
    int cost = PER_RANK * height(card);
    bool highest = is_highest(card, unseen);

    if (highest)
        cost += HIGHEST;
    else
        cost += KING * is(card, 'K') + TEN * is(card, 'T') + FIVE * is(card, '5');
    if (suit(card) == table->trump)
        cost += trump_price(table, seat, unseen, TRUMP);
    if (suit(card) == table->trump && highest)
        cost += 100 * points(card); /* it is sure of its own points at any time */
    return cost;
}

/* Play the card that gains most. */
static const char *choose_card(const struct table *table, int seat, struct words legal)
{
    struct cards all = pack(table), unseen = unseen_of(table, &all);

    return best_card(table, seat, legal, &unseen, stake, price);
}

const struct game two_hundred = {
    .name = "two-hundred",
    .bid = choose_bid,
    .trump = choose_trump,
    .discard = choose_discard,
    .play = choose_card,
};
