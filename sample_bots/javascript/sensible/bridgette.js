// Bridgette: what to lay aside, what to call, which card to play.
//
// Before the bot thinks, it makes a copy of the table in which every colon has a name like a card: a height below the
// two, and a suit of its own.
"use strict";

const { SUITS, beats, best, best_trump, height, length, suit } = require("./cards");
const { beaten_by, card_price, chances_of_none, holds_some } = require("./tricks");

const NAMES = { GRAND: "-G", ROYAL: "-R", LITTLE: "-L" };
const RANGES = { "-G": "A", "-R": "KQJ", "-L": "T98765432" }; // the ranks in the range of each colon
const PACK = [...SUITS.flatMap((s) => [..."23456789TJQKA"].map((rank) => rank + s)), ...Object.keys(RANGES)];

// The points of a contract by its level, of exactly the tricks bid, and of a contract that is set, by the tricks short
// and by the factor of the doubles.
const MADE = {
  NT: [150, 250, 250, 750, 750, 1500, 2200, 2500],
  S: [0, 150, 250, 250, 750, 750, 1500, 2200],
  H: [0, 150, 250, 250, 750, 750, 1500, 2200],
  D: [0, 150, 250, 250, 250, 750, 1500, 2200],
  C: [0, 150, 250, 250, 250, 750, 1500, 2200],
};
const EXACTLY = [250, 250, 250, 250, 250, 250, 100, 0];
const THREE_MORE = 350;
const DOUBLED = { 1: 0, 2: 400, 4: 1000 };
const SET = {
  1: [100, 200, 300, 400, 700, 1000],
  2: [200, 500, 800, 1100, 2000, 3000],
  4: [300, 700, 1100, 1500, 2700, 4000],
};

// What cards are worth in tenths of a trick: with trump, for each trump and for high cards; without, for high cards and
// for each card of a suit beyond three. The weights were fitted to what declarers took, and the bases then raised as
// long as that won more: if a bot does not bid, the other one does.
const BASE = 32;
const PER_TRUMP = 6;
const HIGH_TRUMP = { A: 7, K: 6, Q: 3, J: 2 };
const HIGH = { A: 8, K: 6, Q: 5 };
const BASE_NT = 26;
const LONG_NT = 3;
const HIGH_NT = { A: 9, K: 8, Q: 6, J: 4, T: 2 };
const COLON = { "-G": 4, "-R": 2 };
const LEADS = 15; // how many tenths more a declarer takes with a trump suit than a defender with the same cards
const SPREAD = 42; // the tenths by which tricks may differ from this

const PRICES = { per_rank: 4, highest: 20, follow: 25, draw: 10, lead: 20 };

// Return a copy of the table in which every card has its name.
function as_it_counts(table) {
  const seen = table.renamed((card) => NAMES[card] ?? card);
  const thrown = seen.played.filter(({ lead, card }) => shows_void(lead, card));
  seen.voids = new Set(thrown.map(({ seat, lead }) => seat + suit(lead)));
  seen.none_of = chances_of_none(seen.unseen(PACK).length, table.hand.length);
  return seen;
}

// Return whether somebody who answers a lead with this card has none of its suit.
function shows_void(lead, card) {
  return !(lead in RANGES) && suit(card) !== suit(lead) && !(RANGES[card] ?? "").includes(lead[0]);
}

// Return whether a card takes the trick from the card led.
function takes(seen, lead, card) {
  if (!(lead in RANGES)) {
    return beats(card, lead, seen.trump);
  }
  if (card in RANGES) {
    return seen.options.colon_vs_colon === "led_loses";
  }
  return suit(card) === seen.trump || RANGES[lead].includes(card[0]);
}

// Estimate the tricks of a declarer with this hand, in tenths.
function hand_tricks(hand, trump) {
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const colons = sum(hand.map((card) => COLON[card] ?? 0));
  if (!SUITS.includes(trump)) {
    const long = sum(SUITS.map((s) => Math.max(0, length(hand, s) - 3)));
    return BASE_NT + LONG_NT * long + sum(hand.map((card) => HIGH_NT[card[0]] ?? 0)) + colons;
  }
  const high = sum(hand.map((card) => (suit(card) === trump ? HIGH_TRUMP : HIGH)[card[0]] ?? 0));
  return BASE + PER_TRUMP * length(hand, trump) + high + colons;
}

// Estimate the tricks of a declarer against this hand, in tenths.
function defended(hand, trump) {
  return 130 + LEADS * SUITS.includes(trump) - hand_tricks(hand, trump);
}

// Return the points of the declarer for a contract; of the defender, below zero, if it is set.
function points(bid, factor, tricks) {
  const level = Number(bid[0]);
  const over = tricks - 6 - level;
  if (over < 0) {
    return -SET[factor][Math.min(-over, 6) - 1];
  }
  return MADE[bid.slice(1)][level] + DOUBLED[factor] + EXACTLY[level] * (over === 0) + THREE_MORE * (over === 3);
}

// Return the points that a declarer may expect who is good for so many tenths of a trick.
function expected(bid, factor, estimate) {
  const likely = Math.min(Math.max(estimate, 0), 130);
  let [total, weight] = [0, 0];
  for (let tricks = 0; tricks < 14; tricks += 1) {
    const chance = Math.max(0, SPREAD - Math.abs(10 * tricks - likely));
    total += chance * points(bid, factor, tricks);
    weight += chance;
  }
  return Math.floor(total / weight);
}

// Return the last bid, with its seat, and the factor of its doubles.
function last_bid(table) {
  let factor = 1;
  for (const { seat, word } of [...table.calls].reverse()) {
    if (word === "double" || word === "redouble") {
      factor *= 2;
    } else if (word !== "pass") {
      return { declarer: seat, bid: word, factor };
    }
  }
  return { declarer: table.seat, bid: "", factor };
}

// Lay aside the card without which the hand takes most, as declarer with its best trump.
function choose_discard(_table, _seat, legal) {
  const named = Object.fromEntries(legal.map((card) => [NAMES[card] ?? card, card]));
  const hand = Object.keys(named);
  const trump = best_trump(hand, hand_tricks);
  const left = (card) => 100 * hand_tricks(hand.filter((other) => other !== card), trump) - height(card);
  return named[best(hand, left)];
}

// Make the call that promises most if it is the last one.
function choose_call(table, seat, legal) {
  const { hand } = as_it_counts(table);
  const { declarer, bid, factor } = last_bid(table);
  return best(legal, (word) => {
    const times = word === "double" || word === "redouble" ? factor * 2 : factor;
    if (["pass", "double", "redouble"].includes(word) && declarer !== seat) {
      return -expected(bid, times, defended(hand, bid.slice(1)));
    }
    if (word === "pass" || word === "redouble") {
      return expected(bid, times, hand_tricks(hand, bid.slice(1)));
    }
    return expected(word, 1, hand_tricks(hand, word.slice(1)));
  });
}

// Play the card with the highest gain.
function choose_card(table, seat, legal) {
  const seen = as_it_counts(table);
  const unseen = seen.unseen(PACK);
  const named = Object.fromEntries(legal.map((card) => [NAMES[card] ?? card, card]));
  const gain = (card) => 2 * win_chance(seen, seat, card, unseen) - card_price(PRICES, seen, seat, card, unseen);
  return named[best(Object.keys(named), gain)];
}

// Return the chance that a card takes this trick.
function win_chance(seen, seat, card, unseen) {
  if (seen.trick.length > 0) {
    return 100 * takes(seen, seen.trick[0].card, card);
  }
  const better = unseen.filter((other) => takes(seen, card, other));
  if (card in RANGES) {
    return 100 - holds_some(seen, better.length);
  }
  return 100 - beaten_by(seen, 1 - seat, suit(card), better, unseen);
}

module.exports = { discard: choose_discard, call: choose_call, play: choose_card };
