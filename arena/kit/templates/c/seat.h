/* What the seat knows: kept from the lines of the arena, for any game. */
#ifndef SEAT_H
#define SEAT_H

enum { MOST = 256, LONG = 65 }; /* how many cards a list holds; how long a word is, with its end */

typedef struct {
    int count;
    char card[MOST][LONG];
} Cards;

typedef struct {
    char game[LONG];   /* the name of the game */
    char me[LONG];     /* my seat */
    int seats;         /* how many seats there are */
    int ms;            /* the time for an answer in ms; 0 if there is no limit */
    int sides;         /* how many scores there are */
    int scores[MOST];  /* of the sides, after the last deal */
    char trump[LONG];  /* such as "S"; "" while there is none */
    Cards hand;        /* my cards */
    Cards table;       /* the cards of this trick */
    int who[MOST];     /* who played them */
    Cards gone;        /* the cards played in this deal */
} Seat;

/* Take in a line as its words. Whatever is not known is ignored. */
void hear(Seat *seat, char **words, int count);

/* Return one of the legal words: this is yours to fill in (choose.c). */
const char *choose(const Seat *seat, const char *kind, char **legal, int count);

#endif
