#include "table.h"

#include <stdlib.h>
#include <string.h>

/* The teams in games where the contractor gets a partner or plays alone. */
enum { AGAINST, FOR };

/* Return the value of a setting such as `kitty=4` if it has this key, else NULL. */
static const char *value_of(const char *setting, const char *key)
{
    size_t size = strlen(key);

    return strncmp(setting, key, size) == 0 && setting[size] == '=' ? setting + size + 1 : NULL;
}

/* Return whether a setting has this key and this value. */
static bool is_set(const char *setting, const char *key, const char *wanted)
{
    const char *value = value_of(setting, key);

    return value != NULL && strcmp(value, wanted) == 0;
}

/* Store the number of a setting if it has this key. */
static void read_number(const char *setting, const char *key, int *number)
{
    const char *value = value_of(setting, key);

    if (value != NULL)
        *number = atoi(value);
}

/* Store the numbers of a setting such as `sides=0,1,0,1` if it has this key; return how many, at most SEATS. */
static int read_numbers(const char *setting, const char *key, int numbers[SEATS])
{
    int count = 0;

    for (const char *at = value_of(setting, key); at != NULL && count < SEATS; count++) {
        numbers[count] = atoi(at);
        at = strchr(at, ',');
        if (at != NULL)
            at++;
    }
    return count;
}

/* Copy a word; what is too long for a bid is cut off. */
static void copy_word(char to[WORD], const char *from)
{
    to[0] = '\0';
    strncat(to, from, WORD - 1);
}

/* Set the chances for three other hands: the chance that one of them holds none of n cards is about (2/3)^n. */
static void expect_three_hands(struct table *table)
{
    static const int NONE_OF[] = {100, 67, 44, 30, 20, 13, 9, 6, 4, 3, 2, 1};

    memset(&table->none_of, 0, sizeof table->none_of);
    memcpy(&table->none_of, NONE_OF, sizeof NONE_OF);
}

/* Forget the last deal; store the scores before this one. */
static void new_deal(struct table *table, struct words standing)
{
    int out[SEATS];

    memset(&table->scores, 0, sizeof table->scores);
    memset(&table->out, 0, sizeof table->out);
    memset(&table->hand, 0, sizeof table->hand);
    memset(&table->faces, 0, sizeof table->faces);
    memset(&table->has_faces, 0, sizeof table->has_faces);
    memset(&table->gone, 0, sizeof table->gone);
    memset(&table->voids, 0, sizeof table->voids);
    memcpy(&table->teams, &table->sides, sizeof table->teams);
    memset(&table->won, 0, sizeof table->won);
    memset(&table->bids, 0, sizeof table->bids);
    expect_three_hands(table);
    table->laid = table->dealt = table->plays = 0;
    table->trump = table->joker_suit = table->named = NO_SUIT;
    table->trump_is_open = true;
    table->called = NO_CARD;
    table->bidder = table->declarer = table->silent = table->away = NOBODY;
    table->contract[0] = '\0';
    table->bid = NO_NUMBER;
    table->we_have_bid = false;
    for (int i = 0; i < standing.count; i++) {
        read_numbers(standing.word[i], "scores", table->scores);
        for (int sides = read_numbers(standing.word[i], "out", out); sides > 0; sides--)
            if (is_seat(table, out[sides - 1])) /* there are no more sides than seats */
                table->out[out[sides - 1]] = true;
    }
}

/* Return whether every player has a score of their own. */
static bool is_each_for_himself(const struct table *table)
{
    for (int seat = 0; seat < table->seats; seat++)
        for (int other = 0; other < seat; other++)
            if (table->sides[seat] == table->sides[other])
                return false;
    return true;
}

/* Store a setting of Five Hundred. */
static void set_five_hundred(struct table *table, const char *setting)
{
    table->without_joker |= is_set(setting, "joker", "off");
    table->short_pack |= is_set(setting, "two_player", "short");
    table->card_bonus |= is_set(setting, "card_bonus", "on");
    table->nullo |= is_set(setting, "nullo", "on");
    if (is_set(setting, "schedule", "classic"))
        table->schedule = CLASSIC;
    if (is_set(setting, "schedule", "inverted"))
        table->schedule = INVERTED;
}

/* Begin a game: store its name, its options and my seat. */
static void sit_down(struct table *table, const char *name, struct words settings)
{
    memset(table, 0, sizeof *table);
    strncpy(table->game, name, sizeof table->game - 1);
    table->target = 200;
    table->freeze_above = 45;
    for (int i = 0; i < settings.count; i++) {
        const char *setting = settings.word[i];

        if (value_of(setting, "sides") != NULL)
            table->seats = read_numbers(setting, "sides", table->sides);
        read_number(setting, "seat", &table->seat);
        read_number(setting, "kitty", &table->kitty);
        read_number(setting, "target", &table->target);
        read_number(setting, "freeze_above", &table->freeze_above);
        read_number(setting, "near_target_margin", &table->near);
        table->must_win |= is_set(setting, "near_target_rule", "must_win_or_set");
        table->own_discard |= is_set(setting, "discard_points", "contractor");
        table->brings_partner |= is_set(setting, "format", "silent_fixed") ||
                                 is_set(setting, "format", "silent_rotating") ||
                                 is_set(setting, "format", "called_card");
        set_five_hundred(table, setting);
    }
    table->american = strcmp(table->game, "american-five-hundred") == 0;
    table->all_defend = strcmp(table->game, "five-hundred") == 0 && is_each_for_himself(table);
    new_deal(table, after(settings, settings.count));
}


/* Note cards that are shown: my hand, the kitty that I take, and cards that lie face up. */
static void see(struct table *table, const char *kind, const char *owner, struct words cards)
{
    int seat = atoi(owner);

    if (strcmp(kind, "hand") == 0 && seat == table->seat) {
        add_cards(&table->hand, cards);
        table->dealt = cards.count;
    } else if (strcmp(kind, "kitty") == 0) {
        add_cards(&table->hand, cards);
    } else if (is_seat(table, seat) &&
               (strcmp(kind, "stacks") == 0 || strcmp(kind, "turned") == 0 || strcmp(kind, "exposed") == 0)) {
        add_cards(&table->faces[seat], cards);
        table->has_faces[seat] = true;
    }
}

/* Put a seat, unless it is NOBODY, on the contractor's team. */
static void join(struct table *table, int seat)
{
    if (is_seat(table, seat))
        table->teams[seat] = FOR;
}

/* Set the teams when the contract is known: the contractor and a partner, if any, against all others. */
static void take_sides(struct table *table)
{
    if (table->brings_partner || table->all_defend) {
        for (int seat = 0; seat < table->seats; seat++)
            table->teams[seat] = AGAINST;
        join(table, table->declarer);
        join(table, table->silent);
    }
}

/* Note that a card is in no hand any more. */
static void put_away(struct table *table, int card)
{
    table->gone.has[card] = true;
    table->hand.has[card] = false;
    for (int seat = 0; seat < table->seats; seat++)
        table->faces[seat].has[card] = false;
}

/* Note a card that is played; a seat that does not follow suit has no card of that suit. */
static void lay(struct table *table, int seat, int card)
{
    int lead = table->laid > 0 ? table->trick[0].card : card;

    put_away(table, card);
    if (card == table->called)
        join(table, seat);
    if (table->laid == SEATS || table->plays == CARDS)
        return;
    table->trick[table->laid++] = table->played[table->plays++] = (struct play){seat, card, lead};
    if (suit(card) != suit(lead))
        table->voids[seat][suit(lead)] = true;
}

/* Note the decision of a seat. My own decisions come back in this way too, so they are noted only here. */
static void watch(struct table *table, int seat, const char *kind, const char *word)
{
    int card = card_of(word);

    if (strcmp(kind, "bid") == 0 && strcmp(word, "pass") != 0) {
        table->bidder = seat;
        if (strcmp(word, "keep") != 0) {
            table->bid = number_of(word, "");
            copy_word(table->bids[seat], word);
        }
        if (partners(table, seat, table->seat))
            table->we_have_bid = true;
    } else if (strcmp(kind, "discard") == 0 && seat == table->seat && card != NO_CARD) {
        put_away(table, card);
    } else if (strcmp(kind, "call") == 0 && card != NO_CARD) {
        table->called = card;
        if (table->hand.has[card])
            join(table, table->seat);
    } else if (strcmp(kind, "name-suit") == 0) {
        table->named = suit_of(word);
    } else if (strcmp(kind, "play") == 0 && card != NO_CARD) {
        lay(table, seat, card);
    }
}

/* Note a public fact. */
static void note(struct table *table, const char *kind, struct words values)
{
    if (strcmp(kind, "deal") == 0)
        new_deal(table, values);
    else if (values.count == 0)
        return;
    else if (strcmp(kind, "trick") == 0) {
        table->laid = 0;
        if (is_seat(table, atoi(values.word[0])))
            table->won[atoi(values.word[0])]++;
    } else if (strcmp(kind, "silent") == 0)
        table->silent = atoi(values.word[0]);
    else if (strcmp(kind, "sits-out") == 0)
        table->away = atoi(values.word[0]);
    else if (strcmp(kind, "partner") == 0)
        join(table, atoi(values.word[0]));
    else if (strcmp(kind, "joker-suit") == 0)
        table->joker_suit = suit_of(values.word[0]);
    else if (strcmp(kind, "contract") == 0) {
        table->declarer = atoi(values.word[0]);
        copy_word(table->contract, values.count > 1 ? values.word[1] : "");
        take_sides(table);
    } else if (strcmp(kind, "trump") == 0) {
        table->trump = suit_of(values.word[0]);
        table->trump_is_open = false;
    }
}

void hear(struct table *table, struct words message)
{
    char **word = message.word;

    if (message.count > 2 && strcmp(word[0], "game") == 0)
        sit_down(table, word[2], after(message, 3));
    else if (message.count > 2 && strcmp(word[0], "show") == 0)
        see(table, word[1], word[2], after(message, 3));
    else if (message.count > 3 && strcmp(word[0], "did") == 0 && is_seat(table, atoi(word[1])))
        watch(table, atoi(word[1]), word[2], word[3]);
    else if (message.count > 1 && strcmp(word[0], "note") == 0)
        note(table, word[1], after(message, 2));
}

void add_cards(struct cards *cards, struct words more)
{
    for (int i = 0; i < more.count; i++)
        if (card_of(more.word[i]) != NO_CARD)
            cards->has[card_of(more.word[i])] = true;
}

bool is_seat(const struct table *table, int seat)
{
    return seat >= 0 && seat < table->seats;
}

bool partners(const struct table *table, int seat, int other)
{
    return is_seat(table, seat) && is_seat(table, other) && table->teams[seat] == table->teams[other];
}

int score(const struct table *table, int seat)
{
    int side = table->sides[seat];

    return side >= 0 && side < SEATS ? table->scores[side] : 0;
}

struct cards unseen_of(const struct table *table, const struct cards *pack)
{
    struct cards unseen;

    for (int card = 0; card < CARDS; card++)
        unseen.has[card] = pack->has[card] && !table->gone.has[card] && !table->hand.has[card];
    return unseen;
}

/* Return whether a seat plays: its side is still in the game and it has not laid its cards down. */
static bool plays(const struct table *table, int seat)
{
    int side = table->sides[seat];

    return seat != table->away && (side < 0 || side >= SEATS || !table->out[side]);
}

int playing(const struct table *table)
{
    int seats = 0;

    for (int seat = 0; seat < table->seats; seat++)
        seats += plays(table, seat);
    return seats;
}

int next_seat(const struct table *table, int seat)
{
    do
        seat = (seat + 1) % table->seats;
    while (!plays(table, seat));
    return seat;
}

int to_follow(const struct table *table)
{
    return playing(table) - table->laid - 1;
}
