#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words split(char *line)
{
    /* A word takes at least two characters with its space, so there are no more words than this. */
    struct words words = {malloc((strlen(line) / 2 + 1) * sizeof *words.word), 0};

    if (words.word == NULL) {
        perror("sensible");
        exit(EXIT_FAILURE);
    }
    for (char *word = strtok(line, " \r\n"); word != NULL; word = strtok(NULL, " \r\n"))
        words.word[words.count++] = word;
    return words;
}

struct words after(struct words words, int number)
{
    if (number > words.count)
        number = words.count;
    return (struct words){words.word + number, words.count - number};
}

bool is_among(struct words words, const char *wanted)
{
    for (int i = 0; i < words.count; i++)
        if (strcmp(words.word[i], wanted) == 0)
            return true;
    return false;
}

const char *pick(struct words words, const char *wanted)
{
    return is_among(words, wanted) ? wanted : words.word[0];
}

int number_of(const char *word, const char *unit)
{
    char *rest;
    long number = strtol(word, &rest, 10);

    return rest != word && strcmp(rest, unit) == 0 ? (int)number : NO_NUMBER;
}
