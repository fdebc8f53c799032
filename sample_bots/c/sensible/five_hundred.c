/* Five Hundred and American Five Hundred: what to bid, whom to play with, what to put away, which card to play. */

#include "bids.h"
#include "bowers.h"
#include "games.h"
#include "tricks.h"

#include <stdlib.h>
#include <string.h>

/* How many per cent a tenth of a trick more than the bid adds to the chance to make it. */
enum { PER_TENTH = 2 };

/* The chance in per cent to lose every trick with danger 0, by the number of players. */
static const int SAFE[SEATS] = {[2] = 45, [3] = 70, [4] = 70};

/* How many per cent each point of danger takes off this chance. */
enum { PER_DANGER = 5 };

/* The chance that two partners both lose every trick is smaller by this factor. */
enum { BOTH_LOSE = 3 };

/* Tenths of a trick that a partner's bid in the same suit promises; a bid in another suit promises half of it. */
enum { TOLD = 8 };

/* The value of passing, in per cent of the value of the highest bid: a gain if it is the partner's, else a loss. */
enum { LEFT_TO_PARTNER = 40, LEFT_TO_OTHERS = -10 };

static const struct prices PRICES = {.per_rank = 12, .highest = 500, .follow = 400, .draw = -600, .lead = 600};

/* The reward per step of height for a card that is gone, where tricks are to be lost. */
enum { RID_OF = 30 };

/* In points: what a trick is worth, and what it costs the contractor who has promised to lose every trick. */
enum { TRICK = 10, ALL = 250 };

/* Where cards count, what a contract gains in addition if it is made, and loses if it is not. */
enum { CARD_BONUS = 80 };

/* Estimate the gain from passing, in hundredths of a point. */
static int passing(const struct table *table, int seat)
{
    int share = partners(table, seat, table->bidder) ? LEFT_TO_PARTNER : LEFT_TO_OTHERS;

    return is_seat(table, table->bidder) ? share * value(table, table->bids[table->bidder]) : 0;
}

/* Limit a chance to the range from 0 to 100. */
static int chance(int guess)
{
    return guess < 0 ? 0 : guess > 100 ? 100 : guess;
}

/* Estimate the chance to win as many tricks as bid, in per cent. */
static int chance_to_win(const struct table *table, int seat, const char *bid)
{
    int tricks = hand_tricks(table, bid);

    for (int other = 0; other < table->seats; other++) {
        const char *told = table->bids[other];

        if (other != seat && told[0] != '\0' && partners(table, seat, other) && !is_losing(told))
            tricks += trump_of(told) == trump_of(bid) ? TOLD : TOLD / 2;
    }
    return chance(50 + PER_TENTH * (tricks + 5 - 10 * tricks_of(bid)));
}

/* Estimate the chance to lose every trick, in per cent. */
static int chance_to_lose(const struct table *table, const char *bid)
{
    int lone = chance(SAFE[table->seats % SEATS] - PER_DANGER * danger_left(table));

    return strcmp(bid, "granola") == 0 ? lone / BOTH_LOSE : lone;
}

/* Estimate the gain from a bid, in hundredths of a point; a bid that informs the partner (`NO`) gets one more. */
static int promise(const struct table *table, int seat, const char *bid)
{
    int sure = is_losing(bid) ? chance_to_lose(table, bid) : chance_to_win(table, seat, bid);
    int points = value(table, bid) + CARD_BONUS * table->card_bonus;

    return points * (2 * sure - 100) + (strstr(bid, "NO") != NULL);
}

/* Make the bid with the highest expected gain, if that is more than the gain from passing. */
static const char *choose_bid(const struct table *table, int seat, struct words legal)
{
    const char *best = "pass";
    int most = passing(table, seat);

    for (int i = 0; i < legal.count; i++)
        if (strcmp(legal.word[i], "pass") != 0 && promise(table, seat, legal.word[i]) > most) {
            most = promise(table, seat, legal.word[i]);
            best = legal.word[i];
        }
    return pick(legal, best);
}

/* Claim a hopeless hand (one ace, no face card), unless it is good for losing every trick. */
static const char *choose_claim(const struct table *table, int seat, struct words legal)
{
    bool nullo = table->nullo && chance_to_lose(table, "nullo") > 50;

    (void)seat;
    return pick(legal, nullo ? "no-claim" : "claim");
}

/* Agree to annul the deal, unless my own hand is worth a bid. */
static const char *choose_annul(const struct table *table, int seat, struct words legal)
{
    static const char *const SEVENS[] = {"7S", "7C", "7D", "7H", "7NT"};

    for (size_t i = 0; i < sizeof SEVENS / sizeof SEVENS[0]; i++)
        if (promise(table, seat, SEVENS[i]) > 0)
            return pick(legal, "refuse");
    return pick(legal, "agree");
}


/* Return how useful it is to keep a card: trumps and winners first, then long suits. `card` is what it counts as. */
static int kept(const struct table *table, const struct cards *hand, int card)
{
    int cards = length(hand, suit(card)), high = 0;

    if (suit(card) == table->trump || card == joker())
        return 1000 + height(card);
    if (card == ranked(suit(card), 'A'))
        high = 300;
    else if (card == ranked(suit(card), 'K') && cards > 1)
        high = 150;
    else if (card == ranked(suit(card), 'Q') && cards > 2)
        high = 60;
    return high + 15 * cards + height(card);
}

/* Put away the least useful cards: no trumps and no winners, and cards of short suits first. */
static const char *choose_discard(const struct table *table, int seat, struct words legal)
{
    struct cards cards = {{false}}, hand, pack = pack_of(table);
    const char *best = legal.word[0];
    int least = 0;

    (void)seat;
    add_cards(&cards, legal);
    if (is_losing(table->contract))
        return pick(legal, card_name(worst(&cards, &pack)));
    hand = counted_cards(&cards, table->trump, NO_SUIT);
    for (int i = 0; i < legal.count; i++) {
        int worth = kept(table, &hand, counted(card_of(legal.word[i]), table->trump, NO_SUIT));

        if (i == 0 || worth < least) {
            least = worth;
            best = legal.word[i];
        }
    }
    return best;
}

/* Choose the player with the highest bid; of several, the one with the lowest score. */
static const char *choose_partner(const struct table *table, int seat, struct words legal)
{
    const char *best = legal.word[0];
    int most = -1, lowest = 0;

    (void)seat;
    for (int i = 0; i < legal.count; i++) {
        int other = number_of(legal.word[i], ""), bid;

        if (!is_seat(table, other))
            continue;
        bid = table->bids[other][0] != '\0' ? value(table, table->bids[other]) : 0;
        if (bid > most || (bid == most && score(table, other) < lowest)) {
            best = legal.word[i];
            most = bid;
            lowest = score(table, other);
        }
    }
    return best;
}

/* Call the highest legal trump, else an ace. If players are called, choose one (`choose_partner`). */
static const char *choose_call(const struct table *table, int seat, struct words legal)
{
    const char *best = NULL;
    int most = 0;

    for (int i = 0; i < legal.count; i++) {
        int card = card_of(legal.word[i]), wanted;

        if (card == NO_CARD)
            continue;
        card = counted(card, table->trump, NO_SUIT);
        wanted = height(card) + 3 * (suit(card) == table->trump);
        if (best == NULL || wanted > most) {
            most = wanted;
            best = legal.word[i];
        }
    }
    return best != NULL ? best : choose_partner(table, seat, legal);
}

/* Return the word for the suit of which I hold the most cards, among those named. */
static const char *longest(const struct table *table, struct words suits)
{
    const char *best = suits.word[0];
    int most = -1;

    for (int i = 0; i < suits.count; i++)
        if (suit_of(suits.word[i]) != NO_SUIT && length(&table->hand, suit_of(suits.word[i])) > most) {
            most = length(&table->hand, suit_of(suits.word[i]));
            best = suits.word[i];
        }
    return best;
}

/* Declare no suit for the joker, because it wins more so; if it has to lose, hide it in my longest suit. */
static const char *choose_joker_suit(const struct table *table, int seat, struct words legal)
{
    (void)seat;
    return is_losing(table->contract) ? longest(table, legal) : pick(legal, "none");
}

/* Name my longest suit for the joker that I lead, so that the others have to play cards of it. */
static const char *choose_name(const struct table *table, int seat, struct words legal)
{
    (void)seat;
    return longest(table, legal);
}

/* Return the number of tricks of the contractor's side. */
static int side_tricks(const struct table *table)
{
    int tricks = 0;

    for (int seat = 0; seat < table->seats; seat++)
        tricks += partners(table, seat, table->declarer) ? table->won[seat] : 0;
    return tricks;
}

/* Return whether the contractor has to lose every trick and has won none so far. */
static bool to_lose(const struct table *table)
{
    return is_losing(table->contract) && side_tricks(table) == 0;
}

/* Return whether the contract is made or lost; then all players play for their own sides. */
static bool is_settled(const struct table *table)
{
    int missing = tricks_of(table->contract) - side_tricks(table), left = 0;

    if (is_losing(table->contract))
        return side_tricks(table) > 0;
    for (int card = 0; card < CARDS; card++)
        left += table->hand.has[card];
    return missing <= 0 || missing > left;
}

/* Return the points of a card in games where cards count. */
static int points(int card)
{
    int pips = height(card) + 2;

    if (pips < 10)
        return pips;
    if (card == joker() || card == ranked(suit(card), 'B'))
        return 0;
    return card == ranked(suit(card), 'A') ? 1 : 10;
}

/* Return the points for the winner of the trick. */
static int stake(const struct table *table, int seat, int card, const struct cards *unseen)
{
    int sum = TRICK + points(card);

    (void)seat;
    (void)unseen;
    if (!table->card_bonus)
        return TRICK;
    for (int i = 0; i < table->laid; i++)
        sum += points(table->trick[i].card);
    return sum;
}

/* Return the price of a card. */
static int price(const struct table *table, int seat, int card, const struct cards *unseen)
{
    return card_price(&PRICES, table, seat, card, unseen);
}

/* Return the points for the winner of a trick where tricks are to be lost; most of all they cost the contractor. */
static int stake_lost(const struct table *table, int seat, int card, const struct cards *unseen)
{
    (void)card;
    (void)unseen;
    return partners(table, seat, table->declarer) ? -ALL : -TRICK;
}

/* Return the price of a card where tricks are to be lost; it is negative, because high cards are a danger. */
static int price_lost(const struct table *table, int seat, int card, const struct cards *unseen)
{
    (void)table;
    (void)seat;
    (void)unseen;
    return -RID_OF * height(card == joker() ? ranked(suit(card), 'L') : card);
}

/* Play the card with the highest gain; cards have the names they count as. */
static const char *choose_card(const struct table *table, int seat, struct words legal)
{
    struct table seen = as_it_counts(table);
    struct cards pack = pack_of(table), unseen = unseen_of(table, &pack);
    char names[CARDS][3];
    char *words[CARDS];
    const char *best;

    unseen = counted_cards(&unseen, table->trump, table->joker_suit);
    if (is_settled(table))
        memcpy(seen.teams, table->sides, sizeof seen.teams);
    for (int i = 0; i < legal.count && i < CARDS; i++)
        words[i] = strcpy(names[i], card_name(counted(card_of(legal.word[i]), table->trump, table->joker_suit)));
    legal.count = legal.count < CARDS ? legal.count : CARDS;
    if (to_lose(table))
        best = best_card(&seen, seat, (struct words){words, legal.count}, &unseen, stake_lost, price_lost);
    else
        best = best_card(&seen, seat, (struct words){words, legal.count}, &unseen, stake, price);
    for (int i = 0; i < legal.count; i++)
        if (words[i] == best)
            return legal.word[i];
    return legal.word[0];
}

#define CHOOSERS                                                                                                       \
    .bid = choose_bid, .call = choose_call, .discard = choose_discard, .play = choose_card, .claim = choose_claim,     \
    .annul = choose_annul, .partner = choose_partner, .joker_suit = choose_joker_suit, .name_suit = choose_name

const struct game five_hundred = {.name = "five-hundred", CHOOSERS};
const struct game american_five_hundred = {.name = "american-five-hundred", CHOOSERS};
