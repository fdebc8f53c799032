/* The words of a message, or some of them. */

#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>

struct words {
    char **word;
    int count;
};

/* Cut a line at its spaces, in place. The caller frees `word` of what is returned. */
struct words split(char *line);

/* Leave out the first words. */
struct words after(struct words words, int number);

/* Say whether a word is among the words. */
bool is_among(struct words words, const char *wanted);

/* Return the wanted word if it is among the words, else the first of them. */
const char *pick(struct words words, const char *wanted);

enum { NO_NUMBER = -1 };

/* Return the number of a word such as "7no", where `unit` is "no", or "7", where it is ""; else NO_NUMBER. */
int number_of(const char *word, const char *unit);

#endif
