// Nine-Card Don: who pitches, which suit becomes trump, which card to play.
//
// Points are counted in tenths here, so that a card that only counts for game is worth something too.
"use strict";

const { SUITS, best_trump, length, suit } = require("./cards");
const { best_card, card_price, chances_of_none } = require("./tricks");

const PACK = SUITS.flatMap((s) => [..."23456789TJQKA"].map((rank) => rank + s));

// The points of cards in tenths: of trumps, of a five of another suit, and for the help of a card to be ahead in game.
const TRUMPS = { 5: 100, 9: 90, A: 40, K: 30, Q: 20, J: 10 };
const FIVE = 50;
const GAME = { T: 12, A: 5, K: 4, Q: 2, J: 1 };
const [COMES, COMES_TRUMP] = [10, 25]; // what a player adds to a trick on average, and to one in which trumps are led

// What a card of the hand is worth if its suit is trump.
const WORTH = { A: 50, K: 35, Q: 25, J: 25, 9: 30, 5: 10 };
const LONG = 50; // for each trump

const KEEP = { 5: 50, 9: 60, A: 60, K: 35, Q: 20, J: 10 }; // what a trump is good for later
const PRICES = { per_rank: 100, highest: 500, follow: 500, draw: 0, lead: 1000 };

// Pitch oneself: the pitcher chooses trump.
function choose_pitcher() {
  return "self";
}

// Return what a hand is worth with this trump.
function suit_worth(hand, trump) {
  const trumps = hand.filter((card) => suit(card) === trump);
  return trumps.reduce((sum, card) => sum + (WORTH[card[0]] ?? 0), LONG * trumps.length);
}

// Play the card with the highest gain; the first card of a hand is of the best suit.
function choose_card(table, seat, legal) {
  const unseen = table.unseen(PACK);
  const seen = table.renamed((card) => card);
  seen.none_of = chances_of_none(unseen.length, table.hand.length);
  seen.trump = table.trump || best_trump(table.hand, suit_worth);
  const cards = table.trump ? legal : legal.filter((card) => suit(card) === seen.trump);
  return best_card(seen, seat, cards, unseen, stake, price);
}

// Return what the trick is worth for the side that wins it, with what others will add.
function stake(table, seat, card) {
  const trick = [...table.trick.map((play) => play.card), card];
  const comes = suit(trick[0]) === table.trump ? COMES_TRUMP : COMES;
  return trick.reduce((sum, laid) => sum + worth(laid, table.trump), comes * table.to_follow(seat).length);
}

// Return what a card is worth for the side that takes it.
function worth(card, trump) {
  const points = suit(card) === trump ? (TRUMPS[card[0]] ?? 0) : FIVE * (card[0] === "5");
  return points + (GAME[card[0]] ?? 0);
}

// Return the price of a card, in thousandths of a point.
function price(table, seat, card, unseen) {
  const keep = suit(card) === table.trump ? (KEEP[card[0]] ?? 0) : 0;
  return card_price(PRICES, table, seat, card, unseen) + 100 * keep;
}

module.exports = { pitcher: choose_pitcher, play: choose_card };
