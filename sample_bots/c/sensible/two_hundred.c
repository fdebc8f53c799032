/*
 * Two Hundred: what to bid, which trump to name, what to discard, which card to play.
 *
 * Hands are valued in points. The weights are a least-squares fit to the points of contractors in thousands of deals
 * between these bots.
 */

#include "games.h"
#include "tricks.h"

/* What the four cards of the kitty and the four discards add to a hand. */
enum { KITTY = 18 };

/* What each player costs by whom the opponents are more than my side. */
enum { OUTNUMBERED = 5 };

/* A side this close to the target scores nothing as defender: if it has not bid, or by the other rule in any case. */
enum { NEAR = 100, NEAR_IF_MUST_WIN = 50 };

/* How much to overbid if my side is near the target, or scores no more as defender than all others. */
enum { EAGER = 10 };

/* How useful it is to keep a point, if the opponents get the points of the discard or if I do; aces are always kept. */
enum { KEPT = 30, KEPT_BUT_MINE = -10 };

/* When a card is called, a trump counts as this much higher. */
enum { CALLED_TRUMP = 3 };

static const struct prices PRICES = {.per_rank = 10, .highest = 600, .follow = 1000, .draw = -1500, .lead = 2000};

/* What these cards cost in addition while a higher card of the suit is still out, in hundredths of a point. */
enum { KING = 150, TEN = 400, FIVE = 100 };

/* The points that each seat still to play adds to a trick on average. */
enum { TO_COME = 4 };

/* Return the cards in play; the number of cards dealt shows which low cards there are. */
static struct cards pack(const struct table *table)
{
    static const char RANKS_IN[] = "AKQJT98756432";
    int number = table->dealt * playing(table) + table->kitty;
    int ranks = number >= 52 ? 13 : number >= 44 ? 11 : number >= 40 ? 10 : 9;
    struct cards pack = {{false}};

    for (int s = 0; s < SUITS; s++)
        for (int i = 0; i < ranks; i++)
            pack.has[ranked(s, RANKS_IN[i])] = true;
    return pack;
}

/* Return whether a card has a rank, such as 'A'. */
static bool is(int card, char rank)
{
    return card == ranked(suit(card), rank);
}

/* Return the points of a card. */
static int points(int card)
{
    return 10 * is(card, 'A') + 10 * is(card, 'T') + 5 * is(card, '5');
}


/* Estimate the points of my side with this trump, if both sides have the same number of players. */
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
            worth += shortness(cards, 8, 2);
    }
    return worth;
}

/* Estimate the points of my side if I play the contract. */
static int hand_worth(const struct table *table, int seat)
{
    int mine = table->brings_partner;

    for (int other = 0; other < table->seats; other++)
        mine += partners(table, seat, other);
    return suit_worth(&table->hand, best_trump(&table->hand, suit_worth)) + (table->kitty > 0 ? KITTY : 0) -
           OUTNUMBERED * (playing(table) - 2 * mine);
}

/* Return whether my side is near the target and still has to bid, or to win the auction, in order to score. */
static bool must_bid(const struct table *table, int seat)
{
    int usual = table->must_win ? NEAR_IF_MUST_WIN : NEAR;
    int near = table->near > 0 ? table->near : usual;
    bool bid_is_enough = !table->must_win && table->we_have_bid;

    return score(table, seat) >= table->target - near && !bid_is_enough;
}

/* Keep the current bid, or make the lowest bid, if the hand is worth it; never overbid the partner. */
static const char *choose_bid(const struct table *table, int seat, struct words legal)
{
    int worth = hand_worth(table, seat) + EAGER * (must_bid(table, seat) + table->brings_partner);

    if (partners(table, seat, table->bidder))
        return legal.word[0];
    if (is_among(legal, "keep") && table->bid != NO_NUMBER && worth >= table->bid)
        return "keep";
    for (int i = 0; i < legal.count; i++)
        if (number_of(legal.word[i], "") != NO_NUMBER && worth >= number_of(legal.word[i], ""))
            return legal.word[i];
    return legal.word[0];
}

/* Return the trump, or the suit that I will choose if there is no trump yet. */
static int trump_for(const struct table *table)
{
    return table->trump_is_open ? best_trump(&table->hand, suit_worth) : table->trump;
}

/* Name the best suit. If suits cannot be named, the first word is `lead`, and I will lead that suit. */
static const char *choose_trump(const struct table *table, int seat, struct words legal)
{
    (void)seat;
    return pick(legal, suit_name(trump_for(table)));
}

/* Return the word for the card with the highest worth; of several, the first one. */
static const char *best_word(const struct table *table, struct words legal, int worth(const struct table *, int card))
{
    const char *best = legal.word[0];

    for (int i = 1; i < legal.count; i++)
        if (worth(table, card_of(legal.word[i])) > worth(table, card_of(best)))
            best = legal.word[i];
    return best;
}

/* Return how useful a card in my partner's hand would be. */
static int wanted(const struct table *table, int card)
{
    return 2 * height(card) + CALLED_TRUMP * (suit(card) == trump_for(table));
}

/* Call a high card, preferably a trump. */
static const char *choose_call(const struct table *table, int seat, struct words legal)
{
    (void)seat;
    return best_word(table, legal, wanted);
}

/* Return how useful it is to put a card away. */
static int unwanted(const struct table *table, int card)
{
    int kept = points(card) * (table->own_discard && !is(card, 'A') ? KEPT_BUT_MINE : KEPT);

    return -(kept + height(card) + 4 * length(&table->hand, suit(card)) + 200 * (suit(card) == trump_for(table)));
}

/* Put away the least useful card: no points for the others, no trumps, and short suits first. */
static const char *choose_discard(const struct table *table, int seat, struct words legal)
{
    (void)seat;
    return best_word(table, legal, unwanted);
}

/* Return the points for the winner of the trick, including an estimate for the cards still to come. */
static int stake(const struct table *table, int seat, int card, const struct cards *unseen)
{
    int sum = points(card) + TO_COME * to_follow(table);

    (void)seat;
    (void)unseen;
    for (int i = 0; i < table->laid; i++)
        sum += points(table->trick[i].card);
    return sum;
}

/* Return the price of a card; here the points of the card itself count as well. */
static int price(const struct table *table, int seat, int card, const struct cards *unseen)
{
    int cost = card_price(&PRICES, table, seat, card, unseen);

    if (!is_highest(card, unseen))
        return cost + KING * is(card, 'K') + TEN * is(card, 'T') + FIVE * is(card, '5');
    /* Nobody can take the points of a highest trump, now or later. */
    return suit(card) == table->trump ? cost + 100 * points(card) : cost;
}

/* Remove the cards of other suits, in place. */
static struct words only(struct words cards, int of)
{
    struct words left = {cards.word, 0};

    for (int i = 0; i < cards.count; i++)
        if (suit(card_of(cards.word[i])) == of)
            left.word[left.count++] = cards.word[i];
    return left;
}

/* Play the card with the highest gain; if the first lead decides the trump, lead the best suit. */
static const char *choose_card(const struct table *table, int seat, struct words legal)
{
    struct cards all = pack(table), unseen = unseen_of(table, &all);

    if (table->trump_is_open)
        legal = only(legal, trump_for(table));
    return best_card(table, seat, legal, &unseen, stake, price);
}

const struct game two_hundred = {
    .name = "two-hundred",
    .bid = choose_bid,
    .trump = choose_trump,
    .call = choose_call,
    .discard = choose_discard,
    .play = choose_card,
};
