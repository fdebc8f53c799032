/*
 * A bot that plays Kaiser, Two Hundred and Five Hundred sensibly, and any other game legally.
 *
 * This file only reads and writes messages. table.c keeps what was seen, and each game has a module that decides.
 *
 * It plays at up to 64 tables: it reads all input that has arrived, answers every question in it, and then sends all
 * answers at once.
 */

#define _POSIX_C_SOURCE 200809L /* for read */

#include "games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLES = 64, NAME = 18 }; /* a name is `@` and the id of a game, which has at most 16 characters */

/* A table with an open game. With several tables every line begins with a name, with one there are no names. */
struct named {
    bool open;
    char name[NAME];
    struct table table;
};

static const struct game *const GAMES[] = {&kaiser, &two_hundred, &five_hundred, &american_five_hundred};

/* Return the game with a name; NULL if this bot does not know it. */
static const struct game *find_game(const char *name)
{
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++)
        if (strcmp(GAMES[i]->name, name) == 0)
            return GAMES[i];
    return NULL;
}

/* Return the function of a game for a kind of question, or NULL. */
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

/* Return a word that commits to nothing, for questions that this bot does not know. */
static const char *careful(struct words legal)
{
    return pick(legal, is_among(legal, "pass") ? "pass" : "take");
}

/* Choose one of the legal words; `seat` is the seat whose hand the question is about, nearly always mine. */
static const char *answer(const struct table *table, int seat, const char *kind, struct words legal)
{
    const struct game *game = find_game(table->game);
    chooser *choose = game == NULL || !is_seat(table, seat) ? NULL : chooser_of(game, kind);

    if (choose == NULL || legal.count == 1)
        return careful(legal);
    return choose(table, seat, legal);
}

/* Return the table with a name; if there is none yet, a free one, prepared for the name. */
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
 * Read a message and answer it if it is a question; return whether more messages will come. The answer stays in a
 * buffer for now. Standard output belongs to the protocol: print your own messages to stderr.
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

/* Read the complete lines of a text; return the beginning of the incomplete line after them, or NULL at `bye`. */
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

/* Greet, then read messages until `bye` or the end of the input; write only answers. */
int main(void)
{
    static char text[1 << 18]; /* far more than the longest line */
    static struct named tables[TABLES];
    size_t held = 0;
    ssize_t more;

    printf("bot sensible 1.1 tables=%d\n", TABLES);
    fflush(stdout);
    while ((more = read(STDIN_FILENO, text + held, sizeof text - held)) > 0) {
        /* The clock runs until the last answer has been sent. */
        char *rest = handle_lines(tables, text, held += (size_t)more);

        fflush(stdout); /* without it, the answers stay in a buffer until the time is up */
        if (rest == NULL)
            break;
        held -= (size_t)(rest - text);
        memmove(text, rest, held);
    }
    return EXIT_SUCCESS;
}
