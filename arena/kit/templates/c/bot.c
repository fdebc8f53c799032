/* The loop: reads what the arena says, line by line, and answers its questions. You need not change it. */
#include <stdio.h>
#include <string.h>

#include "seat.h"

#define LONGEST 65538 /* a line of the protocol with its end */

static char line[LONGEST];
static char *words[LONGEST / 2];

int main(void) {
    static Seat seat;

    setvbuf(stdout, NULL, _IOLBF, 0); /* each answer is sent at once */
    puts("bot @NAME@ 1");
    while (fgets(line, sizeof line, stdin)) { /* ends with the input */
        int count = 0;
        for (char *word = strtok(line, " \r\n"); word; word = strtok(NULL, " \r\n"))
            words[count++] = word;
        if (count == 0)
            continue;
        if (strcmp(words[0], "bye") == 0 || strcmp(words[0], "fault") == 0)
            break;
        if (strcmp(words[0], "ask") == 0) /* ask SEAT KIND WORD... */
            puts(choose(&seat, words[2], words + 3, count - 3));
        else
            hear(&seat, words, count);
    }
    return 0;
}
