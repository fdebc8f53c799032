/* A test: run it with cc -o test_choose test_choose.c seat.c choose.c && ./test_choose. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "seat.h"

static char lines[][80] = {
    "game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000",
    "note deal 1 dealer=0",
    "show hand 2 AS KH 5H",
    "note trump D",
    "did 1 play 7D",
    "did 2 play AS",
};

int main(void) {
    static Seat seat;
    char *words[20], king[] = "KH", five[] = "5H", *legal[] = {king, five};

    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        int count = 0;
        for (char *word = strtok(lines[i], " "); word; word = strtok(NULL, " "))
            words[count++] = word;
        hear(&seat, words, count);
    }
    assert(seat.hand.count == 2 && strcmp(seat.hand.card[1], "5H") == 0);
    assert(seat.table.count == 2 && strcmp(seat.table.card[0], "7D") == 0 && seat.who[1] == 2);
    assert(strcmp(seat.trump, "D") == 0 && seat.ms == 1000);
    const char *answer = choose(&seat, "play", legal, 2);
    assert(strcmp(answer, king) == 0 || strcmp(answer, five) == 0);
    puts("ok");
    return 0;
}
