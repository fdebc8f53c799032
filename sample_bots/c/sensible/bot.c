/*
 * A bot that plays Kaiser, Two Hundred and Five Hundred with sense, and any other game legally.
 *
 * This file only talks. What was seen is in table.c; what to do about it is in one module for each game.
 */

#define _POSIX_C_SOURCE 200809L /* for getline */

#include "games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct game *const GAMES[] = {&kaiser, &two_hundred, &five_hundred, &american_five_hundred};

/*
 * Send one line. Without the flush it would wait in a buffer until the clock has run out. Standard output belongs to
 * the protocol: what you want to look at goes to stderr.
 */
static void say(const char *message)
{
    puts(message);
    fflush(stdout);
}

/* Return the game of that name; NULL for one that this bot was not made for. */
static const struct game *find_game(const char *name)
{
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++)
        if (strcmp(GAMES[i]->name, name) == 0)
            return GAMES[i];
    return NULL;
}

/* Return the function of a game that answers questions of a kind, or NULL. */
static chooser *chooser_of(const struct game *game, const char *kind)
{
    const struct {
        const char *kind;
        chooser *choose;
    } choosers[] = {
        {"bid", game->bid},           {"trump", game->trump},           {"call", game->call},
        {"discard", game->discard},   {"play", game->play},             {"ace-no-face", game->claim},
        {"annul", game->annul},       {"partner", game->partner},       {"joker-suit", game->joker_suit},
        {"name-suit", game->name_suit},
    };

    for (size_t i = 0; i < sizeof choosers / sizeof choosers[0]; i++)
        if (strcmp(choosers[i].kind, kind) == 0)
            return choosers[i].choose;
    return NULL;
}

/* Return a word that promises nothing: the answer to a question that this bot was not made for. */
static const char *careful(struct words legal)
{
    return pick(legal, is_among(legal, "pass") ? "pass" : "take");
}

/* Choose one of the legal words; `seat` is whose hand the question is about, nearly always mine. */
static const char *answer(const struct table *table, int seat, const char *kind, struct words legal)
{
    const struct game *game = find_game(table->game);
    chooser *choose = game == NULL || !is_seat(table, seat) ? NULL : chooser_of(game, kind);

    if (choose == NULL || legal.count == 1)
        return careful(legal);
    return choose(table, seat, legal);
}

/* Take in a message, answer it if it asks; return whether there is more to come. */
static bool handle(struct table *table, struct words message)
{
    const char *verb = message.count > 0 ? message.word[0] : "";

    if (strcmp(verb, "ask") == 0 && message.count > 3)
        /* The clock runs from here until the answer is out. */
        say(answer(table, atoi(message.word[1]), message.word[2], after(message, 3)));
    else if (strcmp(verb, "game") == 0 || find_game(table->game) != NULL)
        hear(table, message);
    return strcmp(verb, "bye") != 0;
}

/* Greet, then listen until `bye` or the end of the input; speak only when asked. */
int main(void)
{
    struct table table = {.seats = 0};
    char *line = NULL; /* getline makes it as long as it must be */
    size_t size = 0;
    bool more = true;

    say("bot sensible 1.0");
    while (more && getline(&line, &size, stdin) > 0) {
        struct words message = split(line);

        more = handle(&table, message);
        free(message.word);
    }
    free(line);
    return EXIT_SUCCESS;
}
