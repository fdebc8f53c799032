#include "tricks.h"

/* Return the chance that a hand holds at least one of this many unseen cards. */
static int holds_some(const struct table *table, int number)
{
    return 100 - table->none_of[number];
}

/* Return the play that is winning a trick after `last` has been played to it. */
static struct play best_of(const struct table *table, struct play last)
{
    struct play best = table->laid > 0 ? table->trick[0] : last;

    for (int i = 1; i < table->laid; i++)
        if (beats(table->trick[i].card, best.card, table->trump))
            best = table->trick[i];
    return beats(last.card, best.card, table->trump) ? last : best;
}

/* Return the cards that beat the best one. */
static struct cards higher_than(int best, const struct cards *cards, int trump)
{
    struct cards higher;

    for (int card = 0; card < CARDS; card++)
        higher.has[card] = cards->has[card] && beats(card, best, trump);
    return higher;
}

/* Return the chance that a seat whose cards lie face up beats the trick: 0 or 100. */
static int beaten_from(const struct cards *faces, int led, const struct cards *higher)
{
    bool follows = length(faces, led) > 0;

    for (int card = 0; card < CARDS; card++)
        if (faces->has[card] && higher->has[card] && (suit(card) == led || !follows))
            return 100;
    return 0;
}

/* Return the chance that a seat still to play beats the trick, with a higher card of the suit led or a ruff. */
static int beaten_by(const struct table *table, int seat, int led, const struct cards *higher,
                     const struct cards *unseen)
{
    int follows = 0, over = 0, ruff = 0;

    if (table->has_faces[seat])
        return beaten_from(&table->faces[seat], led, higher);
    if (!table->voids[seat][led]) {
        follows = holds_some(table, length(unseen, led));
        over = holds_some(table, length(higher, led));
    }
    if (table->trump != NO_SUIT && led != table->trump && !table->voids[seat][table->trump])
        ruff = holds_some(table, length(higher, table->trump));
    return over + (100 - follows) * ruff / 100;
}

/* Return the chance that the side of `seat` wins this trick if it plays `card` now. */
static int win_chance(const struct table *table, int seat, int card, const struct cards *unseen)
{
    int led = suit(table->laid > 0 ? table->trick[0].card : card);
    struct play best = best_of(table, (struct play){seat, card, card});
    struct cards higher = higher_than(best.card, unseen, table->trump);
    int chance = partners(table, seat, best.seat) ? 100 : 0;

    for (int left = to_follow(table), other = seat; left > 0; left--) {
        int beaten;

        other = next_seat(table, other);
        beaten = beaten_by(table, other, led, &higher, unseen);

        if (partners(table, seat, other))
            chance += (100 - chance) * beaten / 100;
        else
            chance -= chance * beaten / 100;
    }
    return chance;
}

bool is_highest(int card, const struct cards *unseen)
{
    for (int other = card + 1; other <= ranked(suit(card), 'B'); other++)
        if (unseen->has[other])
            return false;
    return true;
}

/* Return whether to draw trumps: the side of `seat` declares and others may still hold trumps. */
static bool draws_trumps(const struct table *table, int seat, const struct cards *unseen)
{
    return partners(table, seat, table->declarer) && table->trump != NO_SUIT && length(unseen, table->trump) > 0;
}

/* Return what a card costs because it is a trump. */
static int trump_price(const struct prices *prices, const struct table *table, int seat, const struct cards *unseen)
{
    if (table->laid > 0)
        return prices->follow;
    return draws_trumps(table, seat, unseen) ? prices->draw : prices->lead;
}

int card_price(const struct prices *prices, const struct table *table, int seat, int card, const struct cards *unseen)
{
    int cost = prices->per_rank * height(card);

    if (is_highest(card, unseen))
        cost += prices->highest;
    if (suit(card) == table->trump)
        cost += trump_price(prices, table, seat, unseen);
    return cost;
}

const char *best_card(const struct table *table, int seat, struct words legal, const struct cards *unseen,
                      weigh *stake, weigh *price)
{
    const char *best = legal.word[0];
    int most = 0;

    for (int i = 0; i < legal.count; i++) {
        int card = card_of(legal.word[i]);
        int won = 2 * win_chance(table, seat, card, unseen) - 100;
        int gain = won * stake(table, seat, card, unseen) - price(table, seat, card, unseen);

        if (i == 0 || gain > most) {
            most = gain;
            best = legal.word[i];
        }
    }
    return best;
}
