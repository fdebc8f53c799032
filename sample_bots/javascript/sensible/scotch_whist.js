// Scotch Whist: which card to play. Everybody plays alone, and trumps score for the player who captures them.
//
// Before the bot thinks, it makes a copy of the table in which the jack of trumps has the name of its height, `R`. Points
// are counted in tenths.
"use strict";

const { SUITS, suit } = require("./cards");
const { best_card, card_price, chances_of_none } = require("./tricks");

const PACK = SUITS.flatMap((s) => [..."6789TJQKA"].map((rank) => rank + s));
const POINTS = { R: 110, T: 100, A: 40, K: 30, Q: 20 }; // of trumps, in tenths, by the names of their heights
const TRICK = 5; // what a card of a trick is worth, in tenths
const COMES = 10; // what a player adds on average to a trick in which trumps are led

const KEEP = { R: 110, T: 40, A: 30, K: 25, Q: 15 }; // what a trump is good for later
const PRICES = { per_rank: 250, highest: 300, follow: 800, draw: 0, lead: 2000 };

// Return the name of the height of a card.
function counted(trump, card) {
  return card === `J${trump}` ? `R${trump}` : card;
}

// Play the card with the highest gain.
function choose_card(table, seat, legal) {
  const name = counted.bind(null, table.trump);
  const seen = table.renamed(name);
  const pack = PACK.filter((card) => card !== "6C" || 36 % table.sides.length === 0);
  const unseen = seen.unseen(pack.map(name));
  seen.none_of = chances_of_none(unseen.length, table.hand.length);
  const named = Object.fromEntries(legal.map((card) => [name(card), card]));
  return named[best_card(seen, seat, legal.map(name), unseen, stake, price)];
}

// Return what the trick is worth for the player who wins it, with what others will add.
function stake(table, seat, card) {
  const trick = [...table.trick.map((play) => play.card), card];
  const trumps = trick.filter((laid) => suit(laid) === table.trump);
  const points = trumps.reduce((sum, laid) => sum + (POINTS[laid[0]] ?? 0), TRICK * table.sides.length);
  return points + (suit(trick[0]) === table.trump ? COMES * table.to_follow(seat).length : 0);
}

// Return the price of a card, in thousandths of a point.
function price(table, seat, card, unseen) {
  const keep = suit(card) === table.trump ? (KEEP[card[0]] ?? 0) : 0;
  return card_price(PRICES, table, seat, card, unseen) + 100 * keep;
}

module.exports = { play: choose_card };
