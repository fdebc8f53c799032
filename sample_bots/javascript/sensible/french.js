// Écarté, Triomphe and Homme d'Auvergne: five cards, the duty to head or to trump, and often K Q J A T as the order.
//
// The rest of this bot counts the ace as the highest card. So before it thinks, it makes a copy of the table in which
// every card has the name of its height: where the order is K Q J A T, a king is called `A`, a queen `K`, a jack `Q`,
// an ace `J`.
"use strict";

const { SUITS, best, best_trump, height, length, suit } = require("./cards");
const { best_card, card_price } = require("./tricks");
const { NOBODY } = require("./table");

const COUNTS_AS = { K: "A", Q: "K", J: "Q", A: "J" };
const LOWEST = { ecarte: "7", triomphe: "6", "homme-d-auvergne": "7" };

// What a card is worth in tenths of a trick, by the name of its height.
const TRUMPS = { A: 11, K: 9, Q: 7, J: 6 };
const LOW_TRUMP = 4;
const PLAIN = { A: 6, K: 3 };
const VOID = 2; // for a side suit with no card, if there is a trump to ruff it with

const ENOUGH = 24; // a hand of Écarté that is played as it is
const TURNED = { 2: 12, 3: 20, 4: 22, 5: 23, 6: 25 }; // what it takes to bid in Homme d'Auvergne, by players
const NAMED = 2; // so much less is enough for a suit of one's own choice, because nobody else has bid

const PRICES = { per_rank: 4, highest: 30, follow: 25, draw: -20, lead: 40 };

// Return a copy of the table in which every card has the name of its height.
function as_it_counts(table) {
  const name = (card) => counted(table, card);
  const seen = Object.assign(Object.create(Object.getPrototypeOf(table)), table);
  seen.hand = table.hand.map(name);
  seen.gone = new Set([...table.gone].map(name));
  seen.trick = table.trick.map(({ seat, card }) => ({ seat, card: name(card) }));
  seen.faces = Object.fromEntries(Object.entries(table.faces).map(([seat, cards]) => [seat, cards.map(name)]));
  seen.voids = new Set([...table.voids, ...no_trumps(table)]);
  return seen;
}

// Return the name of the height of a card.
function counted(table, card) {
  if (table.options.ace_high === "on") {
    return card;
  }
  return (COUNTS_AS[card[0]] ?? card[0]) + suit(card);
}

// Return who has no trump: those who neither followed suit nor trumped.
function no_trumps(table) {
  return table.played
    .filter(({ card, lead }) => ![suit(lead), table.trump].includes(suit(card)) && suit(lead) !== table.trump)
    .map(({ seat }) => seat + table.trump);
}

// Return the cards of the game by the names of their heights.
function pack(table) {
  const ranks = "6789TJQKA";
  const short = table.game === "homme-d-auvergne" && table.sides.length < 4;
  const least = short ? "8" : LOWEST[table.game];
  return SUITS.flatMap((s) => [...ranks.slice(ranks.indexOf(least))].map((rank) => rank + s));
}

// Estimate the tricks of a hand with this trump, in tenths; the cards have the names of their heights.
function worth(hand, trump) {
  let tricks = 0;
  for (const card of hand) {
    tricks += suit(card) === trump ? (TRUMPS[card[0]] ?? LOW_TRUMP) : (PLAIN[card[0]] ?? 0);
  }
  const voids = SUITS.filter((s) => s !== trump && length(hand, s) === 0).length;
  return tricks + VOID * voids * (length(hand, trump) > 0);
}

// Homme d'Auvergne: play with the suit turned up if the hand is worth it.
function choose_bid(table, _seat, legal) {
  const seen = as_it_counts(table);
  return worth(seen.hand, suit(table.turned[0])) >= TURNED[table.sides.length] ? "play" : legal[0];
}

// Homme d'Auvergne: name the best suit if the hand is worth it.
function choose_trump(table, _seat, legal) {
  const seen = as_it_counts(table);
  const trump = best_trump(seen.hand, worth);
  return worth(seen.hand, trump) >= TURNED[table.sides.length] - NAMED ? trump : legal[0];
}

// Homme d'Auvergne: undertake three tricks; the first two are harder to get.
function choose_undertaking() {
  return "three";
}

// Écarté: play a good hand as it is, otherwise propose or accept an exchange.
function choose_proposal(table, _seat, legal) {
  const good = worth(as_it_counts(table).hand, table.trump) >= ENOUGH;
  return (good ? ["play", "refuse"] : ["propose", "accept", ...legal]).find((word) => legal.includes(word));
}

// Lay aside the card that is worth least; in Écarté stop at trumps and kings.
function choose_discard(table, _seat, legal) {
  const cards = legal.filter((card) => card !== "done");
  const poor = best(cards, (card) => -100 * (suit(card) === table.trump) - height(counted(table, card)));
  const keep = suit(poor) === table.trump || counted(table, poor)[0] === "A";
  return keep && legal.includes("done") ? "done" : poor;
}

// Écarté: show the king of trumps for its point.
function choose_king() {
  return "mark";
}

// Triomphe: take the turn-up; it is a trump, and the worst card goes out for it.
function choose_rob() {
  return "take";
}

// Play the card with the highest gain.
function choose_card(table, seat, legal) {
  const seen = as_it_counts(table);
  const named = Object.fromEntries(legal.map((card) => [counted(table, card), card]));
  const unseen = seen.unseen(pack(table));
  const names = legal.map((card) => counted(table, card));
  return named[best_card(seen, seat, names, unseen, stake, card_price.bind(null, PRICES))];
}

// Return the points for the winner of the trick; in Homme d'Auvergne also those for kings that are trumped.
function stake(table, _seat, card) {
  const trick = [...table.trick.map((play) => play.card), card];
  const ruffed = suit(trick[0]) !== table.trump && trick.some((laid) => suit(laid) === table.trump);
  const kings = trick.filter((laid) => laid[0] === "A" && suit(laid) !== table.trump);
  return 1 + kings.length * (ruffed && table.game === "homme-d-auvergne" && table.declarer !== NOBODY);
}

module.exports = {
  bid: choose_bid,
  trump: choose_trump,
  undertake: choose_undertaking,
  propose: choose_proposal,
  answer: choose_proposal,
  exchange: choose_discard,
  discard: choose_discard,
  king: choose_king,
  rob: choose_rob,
  play: choose_card,
};
