// Two Hundred: what to bid, which trump to name, what to discard, which card to play.
//
// Hands are weighed in points. The weights are a least-squares fit to what contractors took in thousands of deals that
// these bots played among themselves.
"use strict";

const { SUITS, best, best_trump, height, length, suit } = require("./cards");
const { best_card, is_highest, trump_price } = require("./tricks");

const POINTS = { A: 10, T: 10, 5: 5 };

const SHORT = [8, 2]; // a side suit without cards, or with a single one, is soon ruffed
const KITTY = 18; // what four more cards and four discards add to a hand
const NEAR = 100; // so near to the target, opponents score only if they have bid: then a side that has not ...
const MUST_BID = 10; // ... may bid this much more than it holds

// The price of a card, in hundredths of a point: what it would have been good for later.
const PER_RANK = 10;
const HIGHEST = 600;
const LOWER = { K: 150, T: 400, 5: 100 };
const TRUMP = [1000, -1500, 2000]; // to follow with, to draw the others' trumps, to lead otherwise
const TO_COME = 4; // points that each seat still to play adds to a trick

// Bid the least that is open if the hand is worth it; leave the partner's bid alone.
function choose_bid(table, seat, legal) {
  if (table.partners(seat, table.bidder)) {
    return legal[0];
  }
  let worth = suit_worth(table.hand, best_trump(table.hand, suit_worth));
  worth += KITTY * has_kitty(table) + MUST_BID * must_bid(table, seat);
  return legal.find((bid) => /^\d+$/.test(bid) && worth >= Number(bid)) ?? legal[0];
}

// Say whether the contractor takes cards from the table.
function has_kitty(table) {
  return (table.options.kitty ?? "0") !== "0";
}

// Say whether my side would score nothing in this deal if it did not bid.
function must_bid(table, seat) {
  const target = Number(table.options.target ?? 200);
  return table.score(seat) >= target - NEAR && !table.we_have_bid;
}

// Guess the points of my side with this trump.
function suit_worth(hand, trump) {
  let worth = 22;
  for (const s of SUITS) {
    const cards = length(hand, s);
    const [ace, king, queen, ten] = [..."AKQT"].map((rank) => hand.includes(rank + s));
    worth += 9 * ace;
    if (s === trump) {
      worth += 4 * cards + 3 * king + 2 * queen + 2 * ten;
    } else {
      worth += SHORT[cards] ?? 0;
    }
  }
  return worth;
}

// Name the best suit, if suits can be named.
function choose_trump(table, _seat, legal) {
  const trump = best_trump(table.hand, suit_worth);
  return legal.includes(trump) ? trump : legal[0];
}

// Put away what is kept at the least gain: no points (they go to the opponents), no trumps, short suits first.
function choose_discard(table, _seat, legal) {
  const trump = best_trump(table.hand, suit_worth);
  return best(legal, (card) => {
    const points = 30 * (POINTS[card[0]] ?? 0);
    return -(points + height(card) + 4 * length(table.hand, suit(card)) + 200 * (suit(card) === trump));
  });
}

// Play the card that gains most.
function choose_card(table, seat, legal) {
  return best_card(table, seat, legal, table.unseen(pack(table)), stake, price);
}

// Return the cards in play: with a kitty the sixes are in.
function pack(table) {
  const ranks = has_kitty(table) ? "AKQJT98765" : "AKQJT9875";
  return SUITS.flatMap((s) => [...ranks].map((rank) => rank + s));
}

// Return the points that go to the winner of the trick, and a guess at those still to come.
function stake(table, seat, card) {
  let points = POINTS[card[0]] ?? 0;
  for (const play of table.trick) {
    points += POINTS[play.card[0]] ?? 0;
  }
  return points + TO_COME * table.to_follow(seat).length;
}

// Return what is lost by not holding the card any longer.
function price(table, seat, card, unseen) {
  let cost = PER_RANK * height(card);
  const highest = is_highest(card, unseen);
  cost += highest ? HIGHEST : (LOWER[card[0]] ?? 0);
  if (suit(card) === table.trump) {
    cost += trump_price(table, seat, unseen, TRUMP);
    if (highest) {
      cost += 100 * (POINTS[card[0]] ?? 0); // it is sure of its own points at any time
    }
  }
  return cost;
}

module.exports = { bid: choose_bid, trump: choose_trump, discard: choose_discard, play: choose_card };
