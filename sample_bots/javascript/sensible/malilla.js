// Malilla: sevens are high, and the cards have points.
//
// Before the bot thinks, it makes a copy of the table in which every card has the name of its height: a seven is called
// `A`, an ace `K`, a king `Q`, a queen `J`, a jack `T`.
"use strict";

const { SUITS, beats, suit } = require("./cards");
const { best_card, best_of, card_price } = require("./tricks");

const COUNTS_AS = { 7: "A", A: "K", K: "Q", Q: "J", J: "T" };
const POINTS = { A: 5, K: 4, Q: 3, J: 2, T: 1 }; // by the name of the height
const PACK = SUITS.flatMap((s) => [..."23456TJQKA"].map((rank) => rank + s));

const PRICES = { per_rank: 50, highest: 300, follow: 300, draw: 0, lead: 500 };

// Return the name of the height of a card.
function counted(card) {
  return (COUNTS_AS[card[0]] ?? card[0]) + suit(card);
}

// Return the cards that are no foul; all cards have the names of their heights.
function allowed(table, seat, hand) {
  if (table.trick.length === 0) {
    return hand;
  }
  const some = (...choices) => choices.find((cards) => cards.length > 0);
  const led = suit(table.trick[0].card);
  const open_suits = [table.trump, ...table.played.map(({ lead }) => suit(lead))];
  const following = hand.filter((card) => suit(card) === led);
  const free = hand.filter((card) => card[0] !== "A" || open_suits.includes(suit(card)));
  const cards = some(following, free, hand);
  const best = best_of(table.trick, table.trump);
  const higher = cards.filter((card) => beats(card, best.card, table.trump));
  return table.partners(seat, best.seat) ? cards : some(higher, cards);
}

// Play the card with the highest gain; with `fouls=punished` the legal words may be fouls.
function choose_card(table, seat, legal) {
  const seen = table.renamed(counted);
  const named = Object.fromEntries(legal.map((card) => [counted(card), card]));
  const cards = allowed(seen, seat, legal.map(counted));
  return named[best_card(seen, seat, cards, seen.unseen(PACK), stake, card_price.bind(null, PRICES))];
}

// Return the points for the winner of the trick so far.
function stake(table, seat, card) {
  const trick = [...table.trick.map((play) => play.card), card];
  const points = trick.reduce((sum, laid) => sum + (POINTS[laid[0]] ?? 0), 0);
  return points + Number(table.options.trick_point ?? 1);
}

module.exports = { play: choose_card };
