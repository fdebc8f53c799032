/* The smallest bot: it answers every question with any of the words that it is offered. */

#define _POSIX_C_SOURCE 200809L /* for getline */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned random_number(void)
{
    static FILE *source;
    unsigned number = 0;

    if (source == NULL)
        source = fopen("/dev/urandom", "rb");
    if (source == NULL || fread(&number, sizeof number, 1, source) != 1)
        perror("/dev/urandom"); /* standard error is free for notes */
    return number;
}

/* Keep the n-th legal word with a chance of 1/n: in the end every word had the same. */
static const char *any_of(char *legal)
{
    const char *kept = "";
    unsigned n = 0;

    for (char *word = strtok(legal, " \n"); word != NULL; word = strtok(NULL, " \n"))
        if (random_number() % ++n == 0)
            kept = word;
    return kept;
}

int main(void)
{
    char *line = NULL; /* getline makes it as long as it must be */
    size_t size = 0;

    puts("bot random 1.0");
    fflush(stdout);
    while (getline(&line, &size, stdin) > 0 && strcmp(line, "bye\n") != 0) {
        int legal = 0; /* where the words begin, after: ask SEAT KIND */

        sscanf(line, "ask %*d %*s %n", &legal);
        if (legal > 0) {
            puts(any_of(line + legal));
            fflush(stdout); /* without it the answer waits in a buffer: too late */
        }
    }
    free(line);
    return 0;
}
