// Kaiser: what to bid, which trump to name, which card to play.
//
// Hands are valued in tenths of a point. The weights are a least-squares fit to the points of declarers in thousands of
// deals between these bots.
"use strict";

const { SUITS, best_trump, length, suit } = require("./cards");
const { best_card, card_price } = require("./tricks");

const HIGH_TO_LOW = { S: "AKQJT983", H: "AKQJT985", D: "AKQJT987", C: "AKQJT987" };
const PACK = SUITS.flatMap((s) => [...HIGH_TO_LOW[s]].map((rank) => rank + s));
const POINTS = { "5H": 5, "3S": -3 };

const SHORT = [10, 3]; // for a side suit with no card or a single one, because it is soon ruffed
const FROZEN = 15; // a side above `freeze_above` gains only by its own bids, so it overbids by this much

const PRICES = { per_rank: 3, highest: 40, follow: 50, draw: -60, lead: 110 };

// Make the lowest bid that the hand is worth, no trump first, because it counts double; else pass.
function choose_bid(table, seat, legal) {
  if (table.partners(seat, table.bidder)) {
    return legal[0];
  }
  const extra = table.score(seat) > Number(table.options.freeze_above ?? 45) ? FROZEN : 0;
  const no_trump = no_trump_worth(table.hand) + extra;
  const trump = suit_worth(table.hand, best_trump(table.hand, suit_worth)) + extra;
  return (
    legal.find((bid) => /^\d+no$/.test(bid) && no_trump >= 10 * parseInt(bid)) ??
    legal.find((bid) => /^\d+$/.test(bid) && trump >= 10 * parseInt(bid)) ??
    legal[0]
  );
}

// Estimate the points of my side in no trump, plus one because they count double.
function no_trump_worth(hand) {
  let worth = 36 + 9 * hand.includes("3S") + 12 * hand.includes("AH");
  for (const s of SUITS) {
    const [ace, king, queen] = [..."AKQ"].map((rank) => hand.includes(rank + s));
    worth += 8 * ace + 5 * (king && length(hand, s) > 1) + 2 * queen;
  }
  return worth;
}

// Estimate the points of my side with this trump. The `3S` is an asset: it can be played on the others' tricks.
function suit_worth(hand, trump) {
  let worth = 22 + 9 * hand.includes("3S") + 8 * hand.includes("AH") - 8 * (hand.includes("5H") && trump !== "H");
  for (const s of SUITS) {
    const cards = length(hand, s);
    const [ace, king, queen] = [..."AKQ"].map((rank) => hand.includes(rank + s));
    if (s === trump) {
      worth += 6 * cards + 8 * ace + 6 * king + 3 * queen;
    } else {
      worth += 5 * ace + 3 * (king && cards > 1) + (SHORT[cards] ?? 0);
    }
  }
  return worth;
}

// Name the best suit.
function choose_trump(table, _seat, legal) {
  const trump = best_trump(table.hand, suit_worth);
  return legal.includes(trump) ? trump : legal[0];
}

// Play the card with the highest gain.
function choose_card(table, seat, legal) {
  return best_card(table, seat, legal, table.unseen(PACK), stake, card_price.bind(null, PRICES));
}

// Return the points for the winner of the trick; a spade trick counts less while the `3S` may still come.
function stake(table, seat, card, unseen) {
  const trick = [...table.trick.map((play) => play.card), card];
  let points = 1;
  for (const laid of trick) {
    points += POINTS[laid] ?? 0;
  }
  if (suit(trick[0]) === "S" && unseen.includes("3S") && table.to_follow(seat).length > 0) {
    points -= 1;
  }
  return points;
}

module.exports = { bid: choose_bid, trump: choose_trump, play: choose_card };
