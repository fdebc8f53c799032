/*
 * Kaiser: what to bid, which trump to name, which card to play.
 *
 * Hands are valued in tenths of a point. The weights are a least-squares fit to the points of declarers in thousands of
 * deals between these bots.
 */

#include "games.h"
#include "tricks.h"

static const char *const HIGH_TO_LOW[SUITS] = {"AKQJT983", "AKQJT985", "AKQJT987", "AKQJT987"};

/* A side above `freeze_above` gains only by its own bids, so it overbids by this much. */
enum { FROZEN = 15 };

static const struct prices PRICES = {.per_rank = 3, .highest = 40, .follow = 50, .draw = -60, .lead = 110};

static struct cards pack(void)
{
    struct cards pack = {{false}};

    for (int s = 0; s < SUITS; s++)
        for (const char *rank = HIGH_TO_LOW[s]; *rank != '\0'; rank++)
            pack.has[ranked(s, *rank)] = true;
    return pack;
}

/* Return the points of a card. */
static int points(int card)
{
    if (card == card_of("5H"))
        return 5;
    return card == card_of("3S") ? -3 : 0;
}


/* Estimate the points of my side in no trump, plus one because they count double. */
static int no_trump_worth(const struct cards *hand)
{
    int worth = 36 + 9 * includes(hand, "3S") + 12 * includes(hand, "AH");

    for (int s = 0; s < SUITS; s++) {
        bool ace = hand->has[ranked(s, 'A')], king = hand->has[ranked(s, 'K')], queen = hand->has[ranked(s, 'Q')];

        worth += 8 * ace + 5 * (king && length(hand, s) > 1) + 2 * queen;
    }
    return worth;
}

/* Estimate the points of my side with this trump. The `3S` is an asset: it can be played on the others' tricks. */
static int suit_worth(const struct cards *hand, int trump)
{
    int worth = 22 + 9 * includes(hand, "3S") + 8 * includes(hand, "AH");

    if (trump != HEARTS)
        worth -= 8 * includes(hand, "5H");
    for (int s = 0; s < SUITS; s++) {
        int cards = length(hand, s);
        bool ace = hand->has[ranked(s, 'A')], king = hand->has[ranked(s, 'K')], queen = hand->has[ranked(s, 'Q')];

        if (s == trump)
            worth += 6 * cards + 8 * ace + 6 * king + 3 * queen;
        else
            worth += 5 * ace + 3 * (king && cards > 1) + shortness(cards, 10, 3);
    }
    return worth;
}

/* Make the lowest bid that the hand is worth, no trump first, because it counts double; else pass. */
static const char *choose_bid(const struct table *table, int seat, struct words legal)
{
    int extra = score(table, seat) > table->freeze_above ? FROZEN : 0;
    int no_trump = no_trump_worth(&table->hand) + extra;
    int trump = suit_worth(&table->hand, best_trump(&table->hand, suit_worth)) + extra;

    if (partners(table, seat, table->bidder))
        return legal.word[0];
    for (int i = 0; i < legal.count; i++)
        if (number_of(legal.word[i], "no") >= 0 && no_trump >= 10 * number_of(legal.word[i], "no"))
            return legal.word[i];
    for (int i = 0; i < legal.count; i++)
        if (number_of(legal.word[i], "") >= 0 && trump >= 10 * number_of(legal.word[i], ""))
            return legal.word[i];
    return legal.word[0];
}

/* Name the best suit. */
static const char *choose_trump(const struct table *table, int seat, struct words legal)
{
    (void)seat;
    return pick(legal, suit_name(best_trump(&table->hand, suit_worth)));
}

/* Return the points for the winner of the trick; a spade trick counts less while the `3S` may still come. */
static int stake(const struct table *table, int seat, int card, const struct cards *unseen)
{
    int led = suit(table->laid > 0 ? table->trick[0].card : card);
    int sum = 1 + points(card);

    (void)seat;
    for (int i = 0; i < table->laid; i++)
        sum += points(table->trick[i].card);
    if (led == SPADES && includes(unseen, "3S") && to_follow(table) > 0)
        sum -= 1;
    return sum;
}

/* Return the price of a card. */
static int price(const struct table *table, int seat, int card, const struct cards *unseen)
{
    return card_price(&PRICES, table, seat, card, unseen);
}

/* Play the card with the highest gain. */
static const char *choose_card(const struct table *table, int seat, struct words legal)
{
    struct cards all = pack(), unseen = unseen_of(table, &all);

    return best_card(table, seat, legal, &unseen, stake, price);
}

const struct game kaiser = {
    .name = "kaiser",
    .bid = choose_bid,
    .trump = choose_trump,
    .play = choose_card,
};
