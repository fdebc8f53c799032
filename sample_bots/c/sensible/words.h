/* The words of a message, or some of them. */

#ifndef WORDS_H
#define WORDS_H

struct words {
    char **word;
    int count;
};

/* Cut a line at its spaces, in place. The caller frees `word` of what is returned. */
struct words split(char *line);

/* Leave out the first words. */
struct words after(struct words words, int number);

/* Return the wanted word if it is among the words, else the first of them. */
const char *pick(struct words words, const char *wanted);

/* Return the number of a word such as "7no", where `unit` is "no", or "7", where it is ""; -1 for any other word. */
int number_of(const char *word, const char *unit);

#endif
