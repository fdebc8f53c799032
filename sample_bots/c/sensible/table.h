/* What the bot has seen. All that it knows comes from the messages. */

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

/* The seats, the scores and the deal so far; hear() updates it. */
struct table {
    char game[65]; /* a word has at most 64 characters */
    int seat, seats;
    int sides[SEATS];
    int kitty, target, freeze_above; /* the options that matter here */
    int near;                        /* how close to the target a side may score nothing as defender; 0 for the usual */
    bool must_win;                   /* near the target a side has to win the auction; a bid is not enough */
    bool own_discard;                /* the contractor gets the points of the discard */
    bool brings_partner;             /* the contractor gets a partner although every player has a score of their own */
    bool without_joker, short_pack;  /* what the pack of Five Hundred lacks */
    bool american;                   /* American Five Hundred */
    bool all_defend;                 /* all others defend together although every player has a score of their own */
    bool card_bonus, nullo;
    enum schedule schedule;
    int scores[SEATS];               /* of each side */
    bool out[SEATS];                 /* sides that have left the game */

    int teams[SEATS];          /* the team of each seat; in some games the contract changes it */
    int silent;                /* the contractor's partner, who does not bid */
    int called;                /* the card whose holder is the contractor's partner */
    struct cards hand;
    int dealt;                 /* the number of cards of a hand after the deal */
    struct cards faces[SEATS]; /* the open cards ... */
    bool has_faces[SEATS];     /* ... of seats that play from stacks or lay down their hand */
    struct cards gone;        /* cards that are in no hand any more */
    struct play trick[SEATS]; /* the cards of this trick, with the seats that played them */
    int laid;                 /* their number */
    bool voids[SEATS][ALL_SUITS]; /* seats that have shown to have no card of a suit */
    int none_of[CARDS];           /* the chance in per cent that another hand holds none of n cards */
    struct play played[CARDS];    /* every card played in this deal */
    int plays;                    /* their number */
    int won[SEATS];               /* the tricks of each seat */
    int trump;
    bool trump_is_open; /* there is no trump yet */
    int bidder;         /* the seat with the highest bid */
    int bid;            /* a number, or NO_NUMBER */
    char bids[SEATS][WORD]; /* the last bid of every seat that has bid */
    int declarer;
    char contract[WORD];
    int away;       /* the seat that has laid its cards down and does not play */
    int joker_suit; /* the suit declared for the joker, in no trump */
    int named;      /* the suit named for a joker that was led */
    bool we_have_bid;
};

/* Update the table from one message; unknown verbs and kinds are ignored. */
void hear(struct table *table, struct words message);

/* Add the cards that words name to others. */
void add_cards(struct cards *cards, struct words more);

/* Return whether a number is the number of a seat at the table. */
bool is_seat(const struct table *table, int seat);

/* Return whether two seats play together, as far as is known; false if one of them is NOBODY. */
bool partners(const struct table *table, int seat, int other);

/* Return the score of a seat's side before this deal. */
int score(const struct table *table, int seat);

/* Return the cards of the pack that others may hold: those that are neither gone nor in my hand. */
struct cards unseen_of(const struct table *table, const struct cards *pack);

/* Return the number of seats that play: their side is in the game and they have not laid their cards down. */
int playing(const struct table *table);

/* Return the next seat that plays after a seat. */
int next_seat(const struct table *table, int seat);

/* Return the number of seats that play to this trick after the next card. */
int to_follow(const struct table *table);

#endif
