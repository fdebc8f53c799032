// Cards as the arena writes them: rank, then suit (`AS`, `TH`, `5D`). Three more ranks, `L`, `R` and `B`, are for trumps
// that count for more than is printed on them.
"use strict";

const SUITS = ["S", "H", "D", "C"];
const RANKS = "23456789TJQKALRB";

// Return the suit of a card: S, H, D or C; a joker `JK` is a suit of its own, K.
function suit(card) {
  return card.at(-1);
}

// Return the height of a card in its suit: 0 for a two, 12 for an ace, more for the ranks above it.
function height(card) {
  return RANKS.indexOf(card[0]);
}

// Return whether a card takes the trick from a card that was played before it.
function beats(card, other, trump) {
  if (suit(card) === suit(other)) {
    return height(card) > height(other);
  }
  return suit(card) === trump;
}

// Return the number of cards of a suit.
function length(cards, of) {
  return cards.filter((card) => suit(card) === of).length;
}

// Return the word with the highest `worth`; of several, the first one, like Python's `max`.
function best(words, worth) {
  return words.reduce((kept, word) => (worth(word) > worth(kept) ? word : kept));
}

// Return the trump with which a hand is worth most, by the function of the game.
function best_trump(hand, suit_worth) {
  return best(SUITS, (trump) => suit_worth(hand, trump));
}

module.exports = { RANKS, SUITS, suit, height, beats, length, best, best_trump };
