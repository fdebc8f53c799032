/* The smallest bot: it answers every question with a random legal word.

   It plays at up to 1000 tables: it reads all input that has arrived, answers every question in it, and then sends all
   answers at once. */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLES = 1000, PREFIX = 18 };

/* A game in play. With its seed, the same game is the same again, whatever happens at other tables. */
struct game {
    char table[PREFIX + 1];   /* how its lines begin: "@ID ", or nothing with one table */
    unsigned long long state; /* of its random generator (xorshift64*); never 0 */
};

static struct game games[TABLES];
static int open_games;

/* Return some number that is never the same, for games without a seed. */
static unsigned long long any_number(void)
{
    unsigned long long number = 1;
    FILE *source = fopen("/dev/urandom", "rb");

    if (source == NULL || fread(&number, sizeof number, 1, source) != 1)
        perror("/dev/urandom"); /* standard error may be used for messages */
    if (source != NULL)
        fclose(source);
    return number;
}

/* Return the game that the first `length` bytes of a line name; begin one if it is not open. */
static struct game *find(const char *line, size_t length)
{
    int at = 0;

    while (at < open_games && (strncmp(games[at].table, line, length) != 0 || games[at].table[length] != '\0'))
        at++;
    if (at == open_games && open_games < TABLES) {
        memcpy(games[at].table, line, length);
        games[at].table[length] = '\0';
        games[at].state = 1;
        open_games++;
    }
    return &games[at < TABLES ? at : 0];
}

static void begin(struct game *game, const char *line)
{
    const char *seed = strstr(line, " seed=");

    game->state = seed != NULL ? strtoull(seed + 6, NULL, 16) : any_number();
    if (game->state == 0)
        game->state = 1;
}

static unsigned random_below(struct game *game, unsigned n)
{
    game->state ^= game->state >> 12;
    game->state ^= game->state << 25;
    game->state ^= game->state >> 27;
    return (unsigned)((game->state * 2685821657736338717ULL >> 33) % n);
}

/* Skip a number of words, each with the space behind it. */
static char *skip(char *at, int words)
{
    while (words > 0 && *at != '\0')
        if (*at++ == ' ')
            words--;
    return at;
}

/* Print the n-th word, counted from 0. */
static void print_word(char *words, unsigned n)
{
    char *word = skip(words, (int)n);

    fwrite(word, 1, strcspn(word, " "), stdout);
    putchar('\n');
}

/* Take in a line, and answer it if it is a question; return whether more lines will come. */
static int hear(char *line)
{
    char *verb = *line == '@' ? skip(line, 1) : line; /* with several tables: @GAME ask ... */
    size_t table = (size_t)(verb - line);
    char *words;
    unsigned count = 1;

    if (table > PREFIX)
        return 1;
    if (strncmp(verb, "game ", 5) == 0)
        begin(find(line, table), verb);
    if (strncmp(verb, "over ", 5) == 0) {
        struct game *ended = find(line, table);

        *ended = games[--open_games]; /* the last one takes its place */
    }
    if (strncmp(verb, "ask ", 4) != 0)
        return strcmp(verb, "bye") != 0;
    words = skip(verb, 3); /* ask SEAT KIND WORD WORD ... */
    for (char *space = words; (space = strchr(space, ' ')) != NULL; space++)
        count++;
    fwrite(line, 1, table, stdout);
    print_word(words, random_below(find(line, table), count));
    return 1;
}

int main(void)
{
    static char text[1 << 18]; /* far more than the longest line */
    size_t held = 0;
    ssize_t more;

    puts("bot random 1.2 tables=1000");
    fflush(stdout);
    while ((more = read(0, text + held, sizeof text - held)) > 0) {
        char *line = text, *end;

        held += (size_t)more;
        while ((end = memchr(line, '\n', held - (size_t)(line - text))) != NULL) {
            *end = '\0';
            if (!hear(line))
                return 0;
            line = end + 1;
        }
        held -= (size_t)(line - text);
        memmove(text, line, held);
        fflush(stdout); /* without it, the answers stay in a buffer and are late */
    }
    return 0;
}
