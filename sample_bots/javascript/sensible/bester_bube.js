// Bester Bube: which cards to lay aside, which card to play.
//
// Before the bot thinks, it makes a copy of the table in which the two Boys are the highest trumps: the Best Boy is
// called `R`, the Second Boy `L`. A card led blind is a trump below all others.
"use strict";

const { RANKS, SUITS, best, height, suit } = require("./cards");
const { HIDDEN } = require("./table");
const { best_card, card_price, chances_of_none } = require("./tricks");

const MATE = { S: "C", C: "S", H: "D", D: "H" }; // the other suit of the same color
const PACK = SUITS.flatMap((s) => [..."789TJQKA"].map((rank) => rank + s));

const KEPT = RANKS.indexOf("A"); // a card of another suit is kept from this height on
const FIRST = 3; // the first trick of a player is worth so many others, because who has none pays

const PRICES = { per_rank: 4, highest: 30, follow: 25, draw: -20, lead: 20 };

// Return the name that a card counts as with this trump.
function counted(trump, card) {
  if (card === HIDDEN) {
    return HIDDEN + trump;
  }
  if (card[0] === "J" && [trump, MATE[trump]].includes(suit(card))) {
    return (suit(card) === trump ? "R" : "L") + trump;
  }
  return card;
}

// Return what a card is worth in the hand: its height, and more for a trump.
function worth(trump, card) {
  const name = counted(trump, card);
  return height(name) + RANKS.length * (suit(name) === trump);
}

// Lay aside the poorest card as long as it is neither a trump nor high.
function choose_draw(table, _seat, legal) {
  const cards = legal.filter((card) => card !== "done");
  const poor = best(cards, (card) => -worth(table.trump, card));
  return worth(table.trump, poor) < KEPT ? poor : "done";
}

// Lay aside the poorest card for the turn-up, unless it is better.
function choose_turn_up(table, _seat, legal) {
  const cards = legal.filter((card) => card !== "none");
  const poor = best(cards, (card) => -worth(table.trump, card));
  const better = worth(table.trump, poor) > worth(table.trump, table.turned.at(-1));
  return better && legal.includes("none") ? "none" : poor;
}

// Play the card with the highest gain. Nobody has shown a void, because suits need not be followed.
function choose_card(table, seat, legal) {
  const name = (card) => counted(table.trump, card);
  const seen = table.renamed(name);
  const unseen = seen.unseen(PACK.map(name));
  seen.voids = new Set();
  seen.must_follow = table.options.follow_suit === "suit";
  seen.none_of = chances_of_none(unseen.length, table.hand.length);
  const named = Object.fromEntries(legal.map((card) => [name(card), card]));
  return named[best_card(seen, seat, legal.map(name), unseen, stake, card_price.bind(null, PRICES))];
}

// Return what the trick is worth: more for a player who has none.
function stake(table, seat) {
  return table.won[seat] > 0 ? 1 : FIRST;
}

module.exports = { draw: choose_draw, turn_up: choose_turn_up, play: choose_card };
