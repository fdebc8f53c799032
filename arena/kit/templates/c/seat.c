/* What the seat knows: kept from the lines of the arena, for any game. */
#include "seat.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int same(const char *one, const char *other) { return strcmp(one, other) == 0; }

static void copy(char *to, const char *word) { snprintf(to, LONG, "%s", word); }

static void add(Cards *cards, const char *card) {
    if (cards->count < MOST)
        copy(cards->card[cards->count++], card);
}

static void take_out(Cards *cards, const char *card) {
    int place = 0;
    while (place < cards->count && !same(cards->card[place], card))
        place++;
    if (place < cards->count)
        for (cards->count--; place < cards->count; place++)
            copy(cards->card[place], cards->card[place + 1]);
}

static void new_deal(Seat *seat) {
    seat->trump[0] = '\0';
    seat->hand.count = seat->table.count = seat->gone.count = 0;
}

static void sit_down(Seat *seat, char **words, int count) {
    copy(seat->game, words[2]);
    seat->ms = seat->sides = 0;
    new_deal(seat);
    for (int i = 3; i < count; i++) {
        const char *value = strchr(words[i], '=') + 1;
        if (strncmp(words[i], "seat=", 5) == 0)
            copy(seat->me, value);
        else if (strncmp(words[i], "seats=", 6) == 0)
            seat->seats = atoi(value);
        else if (strncmp(words[i], "move_ms=", 8) == 0)
            seat->ms = atoi(value);
    }
}

/* Take in a public fact. */
static void note(Seat *seat, const char *kind, char **values, int count) {
    if (same(kind, "deal"))
        new_deal(seat);
    else if (same(kind, "trump"))
        copy(seat->trump, values[0]);
    else if (same(kind, "trick"))
        seat->table.count = 0;
    else if (same(kind, "scores"))
        for (seat->sides = 0; seat->sides < count && seat->sides < MOST; seat->sides++)
            seat->scores[seat->sides] = atoi(values[seat->sides]);
}

/* Take in cards that I see now: my hand, and what comes to it. */
static void see(Seat *seat, const char *kind, const char *owner, char **cards, int count) {
    int mine = same(owner, seat->me);
    int comes = same(kind, "kitty") || same(kind, "hole") || (mine && (same(kind, "drawn") || same(kind, "taken")));
    if (mine && same(kind, "hand"))
        seat->hand.count = 0;
    else if (!comes)
        return;
    for (int i = 0; i < count; i++)
        add(&seat->hand, cards[i]);
}

/* Take in what a seat did. My own answers come back in this way too. */
static void watch(Seat *seat, const char *who, const char *kind, const char *word) {
    int card = !islower((unsigned char)*word); /* a word such as truc is no card */
    if (same(kind, "play") && card && seat->table.count < MOST) {
        seat->who[seat->table.count] = atoi(who);
        add(&seat->table, word);
        add(&seat->gone, word);
    }
    if (same(who, seat->me) && !same(kind, "bid") && !same(kind, "call"))
        take_out(&seat->hand, word);
}

void hear(Seat *seat, char **words, int count) {
    if (same(words[0], "game")) /* game ID NAME KEY=VALUE... */
        sit_down(seat, words, count);
    else if (same(words[0], "clock")) /* clock MOVE_MS BANK_MS */
        seat->ms = atoi(words[1]);
    else if (same(words[0], "note")) /* note KIND VALUE... */
        note(seat, words[1], words + 2, count - 2);
    else if (same(words[0], "show")) /* show KIND OWNER CARD... */
        see(seat, words[1], words[2], words + 3, count - 3);
    else if (same(words[0], "did")) /* did SEAT KIND WORD */
        watch(seat, words[1], words[2], words[3]);
}
