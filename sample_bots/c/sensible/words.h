/* The words of a message, or a part of them. */

#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>

struct words {
    char **word;
    int count;
};

/* Split a line at its spaces, in place. The caller has to free `word` of the result. */
struct words split(char *line);

/* Return the words without the first ones. */
struct words after(struct words words, int number);

/* Return whether a word is one of the words. */
bool is_among(struct words words, const char *wanted);

/* Return the wanted word if it is one of the words, else the first word. */
const char *pick(struct words words, const char *wanted);

enum { NO_NUMBER = -1 };

/* Return the number of a word such as "7no" (with `unit` "no") or "7" (with `unit` ""); else NO_NUMBER. */
int number_of(const char *word, const char *unit);

#endif
