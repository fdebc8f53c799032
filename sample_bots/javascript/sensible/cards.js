// Cards as the arena writes them: rank, then suit (`AS`, `TH`, `5D`).
"use strict";

const SUITS = ["S", "H", "D", "C"];
const RANKS = "23456789TJQKA";

// Return the suit of a card: S, H, D or C.
function suit(card) {
  return card.at(-1);
}

// Return how high a card stands in its suit: 0 for a two, 12 for an ace.
function height(card) {
  return RANKS.indexOf(card[0]);
}

// Say whether a card takes the trick from another one that lies there already.
function beats(card, other, trump) {
  if (suit(card) === suit(other)) {
    return height(card) > height(other);
  }
  return suit(card) === trump;
}

// Return how many cards there are of a suit.
function length(cards, of) {
  return cards.filter((card) => suit(card) === of).length;
}

// Return the word for which `worth` is highest, the first of them where several are: as Python's `max` does.
function best(words, worth) {
  return words.reduce((kept, word) => (worth(word) > worth(kept) ? word : kept));
}

// Return the suit in which a hand is worth most, as the game weighs it.
function best_trump(hand, suit_worth) {
  return best(SUITS, (trump) => suit_worth(hand, trump));
}

module.exports = { SUITS, suit, height, beats, length, best, best_trump };
