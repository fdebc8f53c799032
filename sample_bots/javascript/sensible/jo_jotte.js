// Jo-Jotte: which trump to fix, whether to double, when to bid nullo or slam, what to declare, which card to play.
//
// Before the bot thinks, it makes a copy of the table in which every card has the name of its height: a ten is called
// `K`, a king `Q`, a queen `J`, a jack `T`; the jack of trumps is called `R`, and the nine of trumps `L`.
"use strict";

const { SUITS, best, height, suit } = require("./cards");
const { best_card, card_price, chances_of_none, is_highest } = require("./tricks");

const COUNTS_AS = { T: "K", K: "Q", Q: "J", J: "T" };
const TRUMP_COUNTS_AS = { ...COUNTS_AS, J: "R", 9: "L" };
const PACK = SUITS.flatMap((s) => [..."789JQKTA"].map((rank) => rank + s));

// The points of cards by the names of their heights; what the other player adds to a trick; the last trick.
const POINTS = { A: 10, Q: 10, J: 5, T: 5 };
const TRUMP_POINTS = { R: 20, L: 15, A: 10, K: 10, Q: 5, J: 5 };
const [COMES, LAST_TRICK] = [4, 10];

// What six cards promise: by how many points the own trick score will be higher than the other one.
const TRUMP_WORTH = { R: 40, L: 31, A: 21, K: 24, Q: 17, J: 16 };
const [LOW_TRUMP, BASE] = [13, -48];
const WORTH = { A: 15, K: 5, Q: 5 };
const [PLAIN_WORTH, PLAIN_BASE] = [{ A: 17, K: 7, Q: 11 }, -27];

const [ACCEPT, NAME] = [0, 0]; // so much is enough to accept or to name trump
const [DOUBLE, REDOUBLE] = [20, 20]; // and so much to double
const SLAM = 100; // what nine cards must promise for all tricks
const SAFE = 1; // the greatest danger of a hand with which nullo is bid

const PRICES = { per_rank: 40, highest: 100, follow: 0, draw: 600, lead: 900 };
const JOTTE = 2000; // the queen of trumps is not played before the king
const [LOSE, RID_OF] = [10, 12]; // the stake of a trick that is to be lost; the reward for each step of a card that is gone

// Return the name of the height of a card.
function counted(trump, card) {
  const names = suit(card) === trump ? TRUMP_COUNTS_AS : COUNTS_AS;
  return (names[card[0]] ?? card[0]) + suit(card);
}

// Return the total of some cards.
function sum(cards, worth) {
  return cards.reduce((total, card) => total + worth(card), 0);
}

// Estimate by how many points the trick score of a hand will be higher than that of the other player.
function promise(hand, trump) {
  const [worth, base] = SUITS.includes(trump) ? [WORTH, BASE] : [PLAIN_WORTH, PLAIN_BASE];
  return base + sum(hand, (card) => {
    const [rank] = counted(trump, card);
    return suit(card) === trump ? (TRUMP_WORTH[rank] ?? LOW_TRUMP) : (worth[rank] ?? 0);
  });
}

// Accept the suit of the upcard if the hand promises enough.
function choose_bid(table) {
  return promise(table.hand, suit(table.turned[0])) >= ACCEPT ? "accept" : "pass";
}

// Name the best trump if the hand promises enough, or if one must be named.
function choose_trump(table, _seat, legal) {
  const trump = best(legal.filter((word) => word !== "pass"), (word) => promise(table.hand, word));
  return promise(table.hand, trump) >= NAME || !legal.includes("pass") ? trump : "pass";
}

// Double if the hand promises enough with the trump of the other player.
function choose_double(table) {
  return promise(table.hand, table.trump) >= DOUBLE ? "double" : "pass";
}

// Redouble if the hand promises much.
function choose_redouble(table) {
  return promise(table.hand, table.trump) >= REDOUBLE ? "redouble" : "pass";
}

// Bid nullo with a hand that can lose every trick.
function choose_mode(table) {
  return danger(table) <= SAFE ? "nullo" : "meld";
}

// Return the danger that the hand wins a trick at no trump: how many cards of others are below its own.
function danger(table) {
  const [hand, others] = [table.hand, unseen(table)].map((cards) => cards.map((card) => counted("NT", card)));
  return SUITS.reduce((total, s) => {
    const in_suit = (cards) => cards.filter((card) => suit(card) === s).map(height);
    const mine = in_suit(hand).sort((one, other) => one - other);
    const below = mine.map((card) => in_suit(others).filter((other) => other < card).length);
    return total + below.reduce((all, number, place) => all + Math.max(0, number - place), 0);
  }, 0);
}

// Bid a slam with a hand that may win every trick.
function choose_slam(table) {
  return promise(table.hand, table.trump) >= SLAM ? "slam" : "pass";
}

// Declare all that there is, and ask how high the other sequence is.
function declare(_table, _seat, legal) {
  return legal.find((word) => !["none", "good"].includes(word)) ?? legal[0];
}

// Do not ask for cards: this bot would not remember them.
function choose_show() {
  return "waive";
}

// Announce Jo for the points of Jotte.
function choose_jo() {
  return "jo";
}

// Return the cards that the other player may hold.
function unseen(table) {
  return table.unseen(PACK).filter((card) => !table.turned.includes(card));
}

// Play the card with the highest gain. Who neither followed suit nor trumped has no trump.
function choose_card(table, seat, legal) {
  const name = (card) => counted(table.trump, card);
  const [seen, others] = [table.renamed(name), unseen(table).map(name)];
  const thrown = table.played.filter(({ card, lead }) => ![suit(lead), table.trump].includes(suit(card)));
  seen.voids = new Set([...table.voids, ...thrown.map((play) => play.seat + table.trump)]);
  seen.none_of = chances_of_none(others.length, table.hand.length);
  const named = Object.fromEntries(legal.map((card) => [name(card), card]));
  const weigh = table.contract === "nullo" ? rid_of : price;
  return named[best_card(seen, seat, legal.map(name), others, stake, weigh)];
}

// Return the points for the winner of the trick, with those that the other player will add.
function stake(table, seat, card) {
  if (table.contract === "nullo") {
    return -LOSE;
  }
  const trick = [...table.trick.map((play) => play.card), card];
  const points = sum(trick, (laid) => (suit(laid) === table.trump ? TRUMP_POINTS : POINTS)[laid[0]] ?? 0);
  return points + COMES * table.to_follow(seat).length + LAST_TRICK * (table.hand.length === 1);
}

// Return the price of a card; the queen of trumps waits for the king.
function price(table, seat, card, unseen) {
  const waits = card === `J${table.trump}` && table.hand.includes(`Q${table.trump}`);
  return card_price(PRICES, table, seat, card, unseen) + JOTTE * waits;
}

// Return the price of a card where tricks are avoided: high cards are good to be rid of.
function rid_of(_table, _seat, card, unseen) {
  return -RID_OF * height(card) - RID_OF * is_highest(card, unseen);
}

module.exports = {
  bid: choose_bid,
  trump: choose_trump,
  double: choose_double,
  redouble: choose_redouble,
  mode: choose_mode,
  slam: choose_slam,
  fours: declare,
  sequences: declare,
  show: choose_show,
  jo: choose_jo,
  play: choose_card,
};
