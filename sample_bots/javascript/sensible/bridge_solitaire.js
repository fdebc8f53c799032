// Bridge Solitaire: which cards to keep, whether to overcall the house, which card to play.
"use strict";

const { SUITS, beats, best, height, length, suit } = require("./cards");
const { chances_of_none, is_highest } = require("./tricks");

const PACK = [...SUITS.flatMap((s) => [..."23456789TJQKA"].map((rank) => rank + s)), "JK1", "JK2"];
const NO_TRUMP = "NT";

const HIGH = { A: 70, K: 60, Q: 50, J: 35, T: 20 }; // what a card is worth when the hand is chosen
const LONG = 5; // and for each card of its suit

// What a hand takes as declarer, in tenths of a trick.
const BASE = 31;
const TRUMP = 5;
const TRUMPS = { A: 6, K: 4, Q: 4, J: 3, T: 2 };
const SIDES = { A: 5, K: 3, Q: 3 };
const JOKER = 2;
const FLAT = 82; // at no trump, which takes a flat hand

const HOUSE_MAKES = [87, 73, 49, 36, 23, 10]; // the chance in per cent that the house makes a contract, by its level
const GAME = 250; // what a game is worth besides its points

const [PER_RANK, HIGHEST, FOLLOW, DRAW, LEAD, KEEP_JOKER, PER_CARD] = [4, 10, 40, 30, 90, 20, 4];

// Return whether a card is a joker.
function is_joker(card) {
  return card.startsWith("JK");
}

// Discard the poorest card: low cards of short suits.
function choose_discard(table, _seat, legal) {
  const value = (card) => (HIGH[card[0]] ?? 0) + LONG * length(table.hand, suit(card));
  return best(legal, (card) => -100 * value(card) - height(card));
}

// Return the tricks of a hand as declarer, in tenths.
function estimate(hand, trump) {
  if (trump === NO_TRUMP) {
    return FLAT;
  }
  const high = (card) => (is_joker(card) ? JOKER : ((suit(card) === trump ? TRUMPS : SIDES)[card[0]] ?? 0));
  return hand.reduce((sum, card) => sum + high(card), BASE + TRUMP * length(hand, trump));
}

// Make the call that is worth most.
function choose_call(table, _seat, legal) {
  return best(legal, (word) => (word === "pass" ? worth_of_pass(table) : worth_of_bid(table, word)));
}

// Return the points that a bid brings on average, times 100.
function worth_of_bid(table, word) {
  const margin = estimate(table.hand, word.slice(1)) - 10 * (6 + Number(word[0]));
  const over = Math.floor(Math.max(0, margin) / 10);
  const down = 1 + Math.floor(Math.max(0, -margin) / 10);
  return worth(table, 0, word, Math.min(95, Math.max(5, 50 + 3 * margin)), over, down);
}

// Return the points that defending against the house brings on average, times 100.
function worth_of_pass(table) {
  return -worth(table, 1, table.bid, HOUSE_MAKES[Number(table.bid[0]) - 1], 0, 1);
}

// Return the points that a contract brings on average to a side (0 me, 1 the house), times 100; `makes` is its chance,
// and `over` and `down` are how many tricks too many or too few are expected.
function worth(table, side, word, makes, over, down) {
  const doubled = 2 ** table.hand.filter(is_joker).length;
  const vulnerable = table.standing_of("games", side) > 0;
  const made = worth_if_made(word, over, doubled, vulnerable, table.standing_of("below", side));
  return makes * made - (100 - makes) * worth_if_lost(down, doubled, vulnerable);
}

// Return what a contract is worth to its side if it is made.
function worth_if_made(word, over, doubled, vulnerable, below) {
  const [level, trump] = [Number(word[0]), word.slice(1)];
  const trick = trump === "C" || trump === "D" ? 20 : 30;
  const points = (trick * level + 10 * (trump === NO_TRUMP)) * doubled;
  const more = doubled === 1 ? over * trick : over * 50 * doubled * (1 + vulnerable) + 25 * doubled;
  const slam = Math.max(0, level - 5) * (vulnerable ? 750 : 500);
  return points + more + slam + (below + points >= 100 ? GAME : points);
}

// Return what the other side scores for so many tricks short of a contract.
function worth_if_lost(down, doubled, vulnerable) {
  if (doubled === 1) {
    return 50 * (1 + vulnerable) * down;
  }
  const [first, each] = vulnerable ? [200, 300] : [100, 200];
  return ((first + each * (down - 1)) * doubled) / 2;
}

// Play the card with the highest gain: the chance that it wins the trick less its price.
function choose_card(table, _seat, legal) {
  const unseen = table.unseen(PACK);
  return best(legal, (card) => win_chance(table, card, unseen) - price(table, card, unseen));
}

// Return the chance in per cent that a card wins the trick.
function win_chance(table, card, unseen) {
  if (table.trick.length > 0) {
    const led = table.trick[0].card;
    return 100 * (is_joker(card) ? is_joker(led) : !is_joker(led) && beats(card, led, table.trump));
  }
  if (is_joker(card)) {
    return 0;
  }
  const over = unseen.filter((other) => is_joker(other) || beats(other, card, table.trump)).length;
  const valid = unseen.filter((other) => is_joker(other) || [suit(card), table.trump].includes(suit(other))).length;
  return valid === 0 ? 100 : 100 - Math.floor(((100 - none_of(table, unseen.length, valid)) * over) / valid);
}

// Return the chance that the house reaches its limit at no trump before a valid card.
function none_of(table, unseen, valid) {
  const limit = table.options.nt_turn_limit ?? "none";
  if (table.trump !== NO_TRUMP || limit === "none") {
    return 0;
  }
  return chances_of_none(unseen, Number(limit))[valid] ?? 0;
}

// Return the price of a card: what it would be good for later.
function price(table, card, unseen) {
  if (is_joker(card)) {
    return KEEP_JOKER;
  }
  const cost = PER_RANK * height(card) + HIGHEST * is_highest(card, unseen);
  const is_trump = suit(card) === table.trump;
  if (table.trick.length > 0) {
    return cost + FOLLOW * is_trump;
  }
  const draw = length(table.hand, table.trump) > length(unseen, table.trump) ? DRAW : LEAD;
  return cost - PER_CARD * length(table.hand, suit(card)) + draw * is_trump;
}

module.exports = { discard: choose_discard, call: choose_call, play: choose_card };
