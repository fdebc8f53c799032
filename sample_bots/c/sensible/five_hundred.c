/* Five Hundred and American Five Hundred: what to bid, whom to play with, what to put away, which card to play. */

#include "bids.h"
#include "bowers.h"
#include "games.h"
#include "tricks.h"

#include <stdlib.h>
#include <string.h>

/* Per cent that a tenth of a trick more than was bid adds to the chance to make it, a tenth less takes off. */
enum { PER_TENTH = 2 };

/* Per cent: the chance to lose every trick without any danger, by the number of players, and what danger takes off it. */
static const int SAFE[SEATS] = {[2] = 45, [3] = 70, [4] = 70};

enum { PER_DANGER = 5 };

/* For two partners the chance is so many times smaller. */
enum { BOTH_LOSE = 3 };

/* Tenths of a trick that a partner's bid in the same suit promises, and half of it in another. */
enum { TOLD = 8 };

/* What passing gains or costs, in per cent of the value of the highest bid: a partner's succeeds, so does another's. */
enum { LEFT_TO_PARTNER = 40, LEFT_TO_OTHERS = -10 };

static const struct prices PRICES = {.per_rank = 12, .highest = 500, .follow = 400, .draw = -600, .lead = 600};

/* The prize of a high card that is gone, where tricks are to be lost. */
enum { RID_OF = 30 };

/* In points: what a trick is worth, and what one is worth to whoever has promised to win none. */
enum { TRICK = 10, ALL = 250 };

/* Where cards count, a contract that is made is worth so much more, and one that is lost costs it. */
enum { CARD_BONUS = 80 };

/* Guess what it gains to pass, in hundredths of a point. */
static int passing(const struct table *table, int seat)
{
    int share = partners(table, seat, table->bidder) ? LEFT_TO_PARTNER : LEFT_TO_OTHERS;

    return is_seat(table, table->bidder) ? share * value(table, table->bids[table->bidder]) : 0;
}

/* Return a chance as it can be. */
static int chance(int guess)
{
    return guess < 0 ? 0 : guess > 100 ? 100 : guess;
}

/* Guess the chance to win as many tricks as bid. */
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

/* Guess the chance to lose every trick. */
static int chance_to_lose(const struct table *table, const char *bid)
{
    int lone = chance(SAFE[table->seats % SEATS] - PER_DANGER * danger_left(table));

    return strcmp(bid, "granola") == 0 ? lone / BOTH_LOSE : lone;
}

/* Guess what a bid gains, in hundredths of a point; an announcement to the partner is welcome. */
static int promise(const struct table *table, int seat, const char *bid)
{
    int sure = is_losing(bid) ? chance_to_lose(table, bid) : chance_to_win(table, seat, bid);
    int points = value(table, bid) + CARD_BONUS * table->card_bonus;

    return points * (2 * sure - 100) + (strstr(bid, "NO") != NULL);
}

/* Make the bid that promises most, if it is more than passing does. */
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

/* Claim the hopeless hand, unless it is good for losing every trick. */
static const char *choose_claim(const struct table *table, int seat, struct words legal)
{
    bool nullo = table->nullo && chance_to_lose(table, "nullo") > 50;

    (void)seat;
    return pick(legal, nullo ? "no-claim" : "claim");
}

/* Agree, unless my own hand is worth a bid. */
static const char *choose_annul(const struct table *table, int seat, struct words legal)
{
    static const char *const SEVENS[] = {"7S", "7C", "7D", "7H", "7NT"};

    for (size_t i = 0; i < sizeof SEVENS / sizeof SEVENS[0]; i++)
        if (promise(table, seat, SEVENS[i]) > 0)
            return pick(legal, "refuse");
    return pick(legal, "agree");
}


/* Return what a card, as it counts, is kept for in a hand: trumps and winners, then long suits. */
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

/* Put away what is kept at the least gain: no trumps, no winners, short suits first. */
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

/* Choose the player whose bid was highest, of several the one with the lowest score. */
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

/* Call the highest trump that is open, else an ace; choose the player whose bids promise most. */
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

/* Return the word for the suit, among those named, of which I hold most cards. */
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

/* Leave the joker without a suit, for it wins more so; if it has to lose, hide it in the longest suit. */
static const char *choose_joker_suit(const struct table *table, int seat, struct words legal)
{
    (void)seat;
    return is_losing(table->contract) ? longest(table, legal) : pick(legal, "none");
}

/* Name my longest suit: others lose cards of it. */
static const char *choose_name(const struct table *table, int seat, struct words legal)
{
    (void)seat;
    return longest(table, legal);
}

/* Return the tricks of the side that declares. */
static int side_tricks(const struct table *table)
{
    int tricks = 0;

    for (int seat = 0; seat < table->seats; seat++)
        tricks += partners(table, seat, table->declarer) ? table->won[seat] : 0;
    return tricks;
}

/* Say whether this deal is about losing every trick, and nothing is lost yet. */
static bool to_lose(const struct table *table)
{
    return is_losing(table->contract) && side_tricks(table) == 0;
}

/* Say whether the contract is made or lost: then everybody plays for himself, or for his side. */
static bool is_settled(const struct table *table)
{
    int missing = tricks_of(table->contract) - side_tricks(table), left = 0;

    if (is_losing(table->contract))
        return side_tricks(table) > 0;
    for (int card = 0; card < CARDS; card++)
        left += table->hand.has[card];
    return missing <= 0 || missing > left;
}

/* Return the points of a card, where cards count. */
static int points(int card)
{
    int pips = height(card) + 2;

    if (pips < 10)
        return pips;
    if (card == joker() || card == ranked(suit(card), 'B'))
        return 0;
    return card == ranked(suit(card), 'A') ? 1 : 10;
}

/* Return the points that go to the winner of the trick. */
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

/* Return what the winner of a trick loses where tricks are to be lost: all, if he has promised to win none. */
static int stake_lost(const struct table *table, int seat, int card, const struct cards *unseen)
{
    (void)card;
    (void)unseen;
    return partners(table, seat, table->declarer) ? -ALL : -TRICK;
}

/* Return the price where tricks are to be lost: high cards are a burden. */
static int price_lost(const struct table *table, int seat, int card, const struct cards *unseen)
{
    (void)table;
    (void)seat;
    (void)unseen;
    return -RID_OF * height(card == joker() ? ranked(suit(card), 'L') : card);
}

/* Play the card that gains most, all cards under the names that they count for. */
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
