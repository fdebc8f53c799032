// Twenty-Five: whether to rob and to jink, what to lay aside, which card to play.
//
// The order of the cards depends on the color and on trump, and the ace of hearts and the joker are always trumps. So
// before the bot thinks, it makes a copy of the table in which every card has the name of its height: with spades as
// trumps, the five is called `BS`, the jack `RS`, the ace of hearts `LS`; the king of diamonds is called `AD`.
"use strict";

const { RANKS, SUITS, best, height, suit } = require("./cards");
const { best_card, card_price, chances_of_none, is_highest } = require("./tricks");

const JOKER = "JK";
const RED = "KQJT98765432A"; // the order of a suit that is not trump, from high to low
const BLACK = "KQJA23456789T";
const ORDER = { S: BLACK, H: RED, D: RED, C: BLACK };
const PLAIN = RANKS.indexOf("A"); // the height of the highest card of such a suit

const PRICES = { per_rank: 4, highest: 30, follow: 25, draw: -20, lead: 20 };

// Return the name of the height of every card.
function names(table) {
  const plain = SUITS.flatMap((s) => [...ORDER[s]].map((rank, place) => [rank + s, RANKS[PLAIN - place] + s]));
  const trump = table.trump || suit(JOKER);
  const high = trumps(trump, table.options).map((card, place) => [card, RANKS.at(-1 - place) + trump]);
  return Object.fromEntries([...plain, ...high]);
}

// Return the trumps from high to low; before trump is known, only the first cards of this list exist.
function trumps(trump, options) {
  const highest = ["5" + trump, "J" + trump];
  if (options.joker === "on") {
    highest.splice(options.joker_rank === "second" ? 1 : 2, 0, JOKER);
  }
  const rest = [..."AKQ", ...(ORDER[trump] ?? "")].filter((rank, place) => place < 3 || !"AKQJ5".includes(rank));
  return [...highest, ...new Set(["AH", ...rest.map((rank) => rank + trump)])];
}

// Return a copy of the table in which every card has the name of its height.
function as_it_counts(table) {
  const name = names(table);
  const seen = table.renamed((card) => name[card] ?? card);
  const thrown = seen.played.filter(({ card, lead }) => ![suit(lead), table.trump].includes(suit(card)));
  seen.voids = new Set(thrown.map(({ seat, lead }) => seat + suit(lead)));
  seen.must_follow = false;
  seen.none_of = chances_of_none(seen.unseen(pack(table)).length, table.hand.length);
  return seen;
}

// Return the cards of the game by the names of their heights.
function pack(table) {
  return Object.values(names(table));
}

// Take the turn-up, because it is a trump.
function choose_rob() {
  return "rob";
}

// Lay aside the poorest card.
function choose_discard(table, _seat, legal) {
  const name = names(table);
  const trump = table.trump || suit(JOKER);
  return best(legal, (card) => -100 * (suit(name[card]) === trump) - height(name[card]));
}

// Try for all five tricks if both cards left are trumps that nobody can beat.
function choose_jink(table) {
  const seen = as_it_counts(table);
  const unseen = seen.unseen(pack(table));
  const sure = seen.hand.every((card) => suit(card) === table.trump && is_highest(card, unseen));
  return sure ? "jink" : "stop";
}

// Play the card with the highest gain.
function choose_card(table, seat, legal) {
  const name = names(table);
  const seen = as_it_counts(table);
  const named = Object.fromEntries(legal.map((card) => [name[card], card]));
  const cards = legal.map((card) => name[card]);
  return named[best_card(seen, seat, cards, seen.unseen(pack(table)), stake, card_price.bind(null, PRICES))];
}

// Return what the trick is worth.
function stake() {
  return 1;
}

module.exports = { rob: choose_rob, discard: choose_discard, jink: choose_jink, play: choose_card };
