// Back Alley: how many tricks to bid, which card to play.
//
// Before the bot thinks, it makes a copy of the table in which the bloopers have the names of high trumps: the big one is
// called `B`, the little one `R`.
"use strict";

const { SUITS, suit } = require("./cards");
const { best_card, card_price, chances_of_none } = require("./tricks");

const NAMES = { JK1: "B", JK2: "R" };
const PACK = [...Object.keys(NAMES), ...SUITS.flatMap((s) => [..."23456789TJQKA"].map((rank) => rank + s))];

// What a card brings in a hand of n cards, in hundredths of a trick: a trump so much and less for each card of the hand,
// another card so much and more for each card.
const TRUMPS = { B: [100, 0], R: [95, 2], A: [90, 3], K: [85, 3], Q: [80, 3], J: [75, 3], T: [70, 2] };
const LOW_TRUMP = [60, 2];
const SIDE = { A: [20, 6], K: [20, 3], Q: [12, 2], J: [12, 1] };

const UNSAID = 50; // what a hand brings on average beyond its bid
const CAUTION = 60; // what the last bidder of a side leaves unsaid, because a contract that fails costs much
const DOUBT = 10; // what a hand may lack for a board

const PRICES = { per_rank: 3, highest: 30, follow: 25, draw: 20, lead: 30 };

// Return the name of a card: bloopers are trumps.
function counted(trump, card) {
  return card in NAMES ? NAMES[card] + trump : card;
}

// Bid the tricks that my side can count on, less those that the partner has bid; a board if these are all.
function choose_call(table, seat, legal) {
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const is_number = (call) => /^\d+$/.test(call);
  const bids = table.calls.filter((call) => table.partners(seat, call.seat)).map((call) => call.word);
  if (bids.some((call) => call.endsWith("board"))) {
    return legal[0];
  }
  const size = table.hand.length;
  const bid = sum(bids.filter(is_number).map(Number));
  const mine = sum(table.hand.map((card) => card_worth(counted(table.trump, card), table.trump, size)));
  const worth = mine + 100 * bid + UNSAID * bids.length;
  if (worth >= 100 * size - DOUBT) {
    return legal.at(-1);
  }
  const tricks = Math.floor((worth - CAUTION * bids.length) / 100) - bid;
  return legal.findLast((call) => is_number(call) && Number(call) <= tricks) ?? legal[0];
}

// Estimate what a card brings in a hand of so many cards.
function card_worth(card, trump, size) {
  if (suit(card) === trump) {
    const [most, less] = TRUMPS[card[0]] ?? LOW_TRUMP;
    return most - less * size;
  }
  const [least, more] = SIDE[card[0]] ?? [0, 0];
  return least + more * size;
}

// Play the card with the highest gain.
function choose_card(table, seat, legal) {
  const name = (card) => counted(table.trump, card);
  const seen = table.renamed(name);
  seen.gone = new Set([...seen.gone, ...table.turned.map(name)]);
  const thrown = seen.played.filter(({ card, lead }) => suit(card) !== suit(lead));
  seen.voids = new Set(thrown.map((play) => play.seat + suit(play.lead)));
  const unseen = seen.unseen(PACK.map(name));
  seen.none_of = chances_of_none(unseen.length, table.hand.length);
  const named = Object.fromEntries(legal.map((card) => [name(card), card]));
  return named[best_card(seen, seat, legal.map(name), unseen, stake, card_price.bind(null, PRICES))];
}

// Return what the trick is worth.
function stake() {
  return 1;
}

module.exports = { call: choose_call, play: choose_card };
