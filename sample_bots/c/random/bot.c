/* The smallest bot: it answers every question with a random legal word.

   It plays at up to 1000 tables: it reads all input that has arrived, answers every question in it, and then sends all
   answers at once. */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned long long state; /* of the random generator (xorshift64*); never 0 */

static void begin_random(void)
{
    FILE *source = fopen("/dev/urandom", "rb");

    if (source == NULL || fread(&state, sizeof state, 1, source) != 1 || state == 0) {
        perror("/dev/urandom"); /* standard error may be used for messages */
        state = 1;
    }
    if (source != NULL)
        fclose(source);
}

static unsigned random_below(unsigned n)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717ULL >> 33) % n);
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

/* Answer a line if it is a question; return whether more lines will come. */
static int hear(char *line)
{
    char *verb = *line == '@' ? skip(line, 1) : line; /* with several tables: @GAME ask ... */
    char *words;
    unsigned count = 1;

    if (strncmp(verb, "ask ", 4) != 0)
        return strcmp(verb, "bye") != 0;
    words = skip(verb, 3); /* ask SEAT KIND WORD WORD ... */
    for (char *space = words; (space = strchr(space, ' ')) != NULL; space++)
        count++;
    fwrite(line, 1, (size_t)(verb - line), stdout);
    print_word(words, random_below(count));
    return 1;
}

int main(void)
{
    static char text[1 << 18]; /* far more than the longest line */
    size_t held = 0;
    ssize_t more;

    begin_random();
    puts("bot random 1.1 tables=1000");
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
