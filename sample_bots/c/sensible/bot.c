/*
 * A bot that plays Kaiser, Two Hundred and Five Hundred with sense, and any other game legally.
 *
 * This file only talks. What was seen is in table.c; what to do about it is in one module for each game.
 *
 * It plays at as many tables as it is given: it reads what there is, answers every question in it, and then sends all
 * answers at once.
 */

#define _POSIX_C_SOURCE 200809L /* for read */

#include "games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLES = 64, NAME = 18 }; /* a table's name is `@` and the id of its game, which has at most 16 characters */

/* A table at which a game is open. With several tables each line begins with a name; with one there is none. */
struct named {
    bool open;
    char name[NAME];
    struct table table;
};

static const struct game *const GAMES[] = {&kaiser, &two_hundred, &five_hundred, &american_five_hundred};

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

/* Return the table of that name; a free one, made ready, if there is none yet. */
static struct named *find_table(struct named tables[TABLES], const char *name)
{
    struct named *found = NULL;

    for (int i = 0; i < TABLES; i++) {
        if (tables[i].open && strcmp(tables[i].name, name) == 0)
            return &tables[i];
        if (!tables[i].open)
            found = &tables[i];
    }
    if (found == NULL || strlen(name) >= NAME) {
        fprintf(stderr, "sensible: %s is one table too many\n", name);
        exit(EXIT_FAILURE);
    }
    *found = (struct named){.open = true};
    strcpy(found->name, name);
    return found;
}

/*
 * Take in a message, answer it if it asks; return whether there is more to come. The answer waits in a buffer. Standard
 * output belongs to the protocol: what you want to look at goes to stderr.
 */
static bool handle(struct named tables[TABLES], struct words message)
{
    const char *name = message.count > 0 && *message.word[0] == '@' ? message.word[0] : "";
    struct named *at = find_table(tables, name);
    const char *verb;

    message = after(message, *name == '@');
    verb = message.count > 0 ? message.word[0] : "";
    if (strcmp(verb, "ask") == 0 && message.count > 3)
        printf("%s%s%s\n", name, *name == '@' ? " " : "",
               answer(&at->table, atoi(message.word[1]), message.word[2], after(message, 3)));
    else if (strcmp(verb, "over") == 0)
        at->open = false;
    else if (strcmp(verb, "game") == 0 || find_game(at->table.game) != NULL)
        hear(&at->table, message);
    return strcmp(verb, "bye") != 0;
}

/* Take in the lines of a text, of which the last may still lack its end; return where that one begins, NULL at `bye`. */
static char *handle_lines(struct named tables[TABLES], char *text, size_t size)
{
    char *line = text, *end;

    while ((end = memchr(line, '\n', size - (size_t)(line - text))) != NULL) {
        struct words message;
        bool more;

        *end = '\0';
        message = split(line);
        more = handle(tables, message);
        free(message.word);
        if (!more)
            return NULL;
        line = end + 1;
    }
    return line;
}

/* Greet, then listen until `bye` or the end of the input; speak only when asked. */
int main(void)
{
    static char text[1 << 18]; /* far more than the longest line */
    static struct named tables[TABLES];
    size_t held = 0;
    ssize_t more;

    printf("bot sensible 1.1 tables=%d\n", TABLES);
    fflush(stdout);
    while ((more = read(STDIN_FILENO, text + held, sizeof text - held)) > 0) {
        /* The clock runs until the last answer is out. */
        char *rest = handle_lines(tables, text, held += (size_t)more);

        fflush(stdout); /* without it the answers wait in a buffer until the clock has run out */
        if (rest == NULL)
            break;
        held -= (size_t)(rest - text);
        memmove(text, rest, held);
    }
    return EXIT_SUCCESS;
}
