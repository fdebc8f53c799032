// Tribello: which trump to name, what to exchange for cards of the widow, which card to play.
"use strict";

const { SUITS, best, best_trump, height, length, suit } = require("./cards");
const { best_card, card_price, is_highest } = require("./tricks");

const PACK = SUITS.flatMap((s) => [..."23456789TJQKA"].map((rank) => rank + s));
const NULLO = "4"; // the phase in which tricks are to be avoided

const KEPT = { A: 9, K: 6, Q: 3 }; // what a side-suit card is worth in tenths of a trick
const TRUMP = 6; // and what a trump is worth
const NEW = 3; // what an unknown card of the widow is worth
const LOW = 4; // where tricks are avoided, cards up to the six are kept

const PRICES = { per_rank: 3, highest: 30, follow: 25, draw: 20, lead: 30 };
const RID_OF = 12; // the reward per step of height for a card that is gone, where tricks are avoided

// Name the suit with which the hand is worth most.
function choose_trump(table) {
  return best_trump(table.hand, (hand, trump) => hand.reduce((sum, card) => sum + worth(card, trump, hand), 0));
}

// Estimate what a card brings, in tenths of a trick.
function worth(card, trump, hand) {
  const high = KEPT[card[0]] ?? 0;
  if (suit(card) === trump) {
    return TRUMP + high;
  }
  const long = SUITS.includes(trump) ? 0 : Math.max(0, length(hand, suit(card)) - 4);
  return high + 2 * long;
}

// Lay aside the poorest card as long as an unknown card is better.
function choose_discard(table, _seat, legal) {
  const cards = legal.filter((card) => card !== "done");
  if (table.phase === NULLO) {
    const poor = best(cards, height);
    return height(poor) > LOW ? poor : legal.at(-1);
  }
  const value = (card) => worth(card, table.trump, table.hand);
  const poor = best(cards, (card) => -100 * value(card) - height(card));
  return value(poor) < NEW ? poor : legal.at(-1);
}

// Play the card with the highest gain.
function choose_card(table, seat, legal) {
  const price = table.phase === NULLO ? rid_of : card_price.bind(null, PRICES);
  return best_card(table, seat, legal, table.unseen(PACK), stake, price);
}

// Return the points for the winner of the trick.
function stake(table) {
  return table.phase === NULLO ? -1 : 1;
}

// Return the price of a card where tricks are avoided: high cards are good to be rid of.
function rid_of(_table, _seat, card, unseen) {
  return -RID_OF * height(card) - RID_OF * is_highest(card, unseen);
}

module.exports = { trump: choose_trump, discard: choose_discard, play: choose_card };
