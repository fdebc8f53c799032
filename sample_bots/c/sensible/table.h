/* What the bot has seen: everything it knows comes from the messages, and only from them. */

#ifndef TABLE_H
#define TABLE_H

#include "cards.h"
#include "words.h"

enum { SEATS = 8, NOBODY = -1 };
enum { WORD = 16 }; /* room for a bid such as `open-misere` */

struct play {
    int seat, card, lead; /* `lead` is the first card of the trick */
};

enum schedule { AVONDALE, CLASSIC, INVERTED };

/* The seats, the scores, the deal as it went so far; hear() brings it up to date. */
struct table {
    char game[65]; /* a word has at most 64 characters */
    int seat, seats;
    int sides[SEATS];
    int kitty, target, freeze_above; /* the options that count here */
    int near;                        /* how near to the target a defender may score nothing; 0 for the usual */
    bool must_win;                   /* near the target only the contract counts, a bid is not enough */
    bool own_discard;                /* the contractor counts his discard */
    bool brings_partner;             /* a contract has a partner, though everybody has a score of his own */
    bool without_joker, short_pack;  /* what is not in the pack of Five Hundred */
    bool american;                   /* American Five Hundred */
    bool all_defend;                 /* all others defend together, though everybody has a score of his own */
    bool card_bonus, nullo;
    enum schedule schedule;
    int scores[SEATS];               /* of each side */
    bool out[SEATS];                 /* sides that play no longer */

    int teams[SEATS];          /* who plays with whom; sometimes only a contract decides that */
    int silent;                /* the contractor's partner, who does not bid */
    int called;                /* the card whose holder is the contractor's partner */
    struct cards hand;
    int dealt;                 /* how many cards a hand had */
    struct cards faces[SEATS]; /* what lies face up ... */
    bool has_faces[SEATS];     /* ... before seats that play from stacks */
    struct cards gone;        /* cards that nobody holds any more */
    struct play trick[SEATS]; /* the cards on the table, and who played them */
    int laid;                 /* how many lie there */
    bool voids[SEATS][ALL_SUITS]; /* who has shown to hold nothing of which suit */
    int none_of[CARDS];           /* how likely another hand holds none of so many cards, in per cent */
    struct play played[CARDS];    /* every card of the deal */
    int plays;                    /* how many they are */
    int won[SEATS];               /* the tricks of each seat */
    int trump;
    bool trump_is_open; /* it is not fixed yet */
    int bidder;         /* whose the highest bid is */
    int bid;            /* a number, or NO_NUMBER */
    char bids[SEATS][WORD]; /* the last bid of every seat that has bid */
    int declarer;
    char contract[WORD];
    int away;       /* who has laid his cards down */
    int joker_suit; /* the suit declared for a joker, where there is no trump */
    int named;      /* the suit named for a joker that was led */
    bool we_have_bid;
};

/* Take in one message; verbs and kinds that mean nothing to this bot are left alone. */
void hear(struct table *table, struct words message);

/* Add the cards that words name to others. */
void add_cards(struct cards *cards, struct words more);

/* Say whether a number is that of a seat at the table. */
bool is_seat(const struct table *table, int seat);

/* Say whether two seats play together, as far as is known; nobody is nobody's partner. */
bool partners(const struct table *table, int seat, int other);

/* Return the score of a seat's side before this deal. */
int score(const struct table *table, int seat);

/* Return the cards of the pack that others may hold: neither gone nor in my hand. */
struct cards unseen_of(const struct table *table, const struct cards *pack);

/* Return how many seats there are whose side is still in the game. */
int playing(const struct table *table);

/* Return the next of them after a seat. */
int next_seat(const struct table *table, int seat);

/* Return how many seats play to this trick after the card that is to be played now. */
int to_follow(const struct table *table);

#endif
