// Two Hundred: what to bid, which trump to name, what to discard, which card to play.
//
// Hands are valued in points. The weights are a least-squares fit to the points of contractors in thousands of deals
// between these bots.
"use strict";

const { SUITS, best, best_trump, height, length, suit } = require("./cards");
const { best_card, card_price, is_highest } = require("./tricks");

const POINTS = { A: 10, T: 10, 5: 5 };

const SHORT = [8, 2]; // for a side suit with no card or a single one, because it is soon ruffed
const KITTY = 18; // what the four cards of the kitty and the four discards add to a hand
const OUTNUMBERED = 5; // what each player costs by whom the opponents are more than my side
const NEAR = { must_bid: 100, must_win_or_set: 50 }; // a side this close to the target may score nothing as defender
const EAGER = 10; // how much to overbid if my side is near the target, or scores no more as defender than all others

// How useful it is to keep a card with points: if the opponents get the points of the discard, or if I get them.
const KEPT = { A: 300, T: 300, 5: 150 };
const KEPT_BUT_MINE = { A: 300, T: -100, 5: -50 };
const CALLED_TRUMP = 3; // when a card is called, a trump counts as this much higher

const PRICES = { per_rank: 10, highest: 600, follow: 1000, draw: -1500, lead: 2000 };
const LOWER = { K: 150, T: 400, 5: 100 }; // what these cost in addition while a higher card of the suit is still out
const TO_COME = 4; // the points that each seat still to play adds to a trick on average

// Keep the current bid, or make the lowest bid, if the hand is worth it; never overbid the partner.
function choose_bid(table, seat, legal) {
  if (table.partners(seat, table.bidder)) {
    return legal[0];
  }
  const worth = hand_worth(table, seat) + EAGER * (must_bid(table, seat) + table.brings_partner());
  const is_worth = (bid) => /^\d+$/.test(bid) && worth >= Number(bid);
  if (legal.includes("keep") && is_worth(table.bid)) {
    return "keep";
  }
  return legal.find(is_worth) ?? legal[0];
}

// Return whether there is a kitty.
function has_kitty(table) {
  return (table.options.kitty ?? "0") !== "0";
}

// Return whether my side is near the target and still has to bid, or to win the auction, in order to score.
function must_bid(table, seat) {
  const { near_target_rule: rule = "must_bid", near_target_margin: margin = "auto", target = 200 } = table.options;
  const near = margin === "auto" ? NEAR[rule] : Number(margin);
  const bid_is_enough = rule === "must_bid" && table.we_have_bid;
  return table.score(seat) >= Number(target) - near && !bid_is_enough;
}

// Estimate the points of my side if I play the contract.
function hand_worth(table, seat) {
  const worth = suit_worth(table.hand, best_trump(table.hand, suit_worth)) + KITTY * has_kitty(table);
  const seats = table.playing();
  const mine = seats.filter((other) => table.partners(seat, other)).length + table.brings_partner();
  return worth - OUTNUMBERED * (seats.length - 2 * mine);
}

// Estimate the points of my side with this trump, if both sides have the same number of players.
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

// Return the trump, or the suit that I will choose if there is no trump yet.
function trump_for(table) {
  return table.trump || best_trump(table.hand, suit_worth);
}

// Name the best suit. If suits cannot be named, the first word is `lead`, and I will lead that suit.
function choose_trump(table, _seat, legal) {
  const trump = trump_for(table);
  return legal.includes(trump) ? trump : legal[0];
}

// Call a high card, preferably a trump.
function choose_call(table, _seat, legal) {
  const trump = trump_for(table);
  return best(legal, (card) => 2 * height(card) + CALLED_TRUMP * (suit(card) === trump));
}

// Put away the least useful card: no points for the others, no trumps, and short suits first.
function choose_discard(table, _seat, legal) {
  const trump = trump_for(table);
  const points = table.options.discard_points === "contractor" ? KEPT_BUT_MINE : KEPT;
  return best(legal, (card) => {
    const kept = points[card[0]] ?? 0;
    return -(kept + height(card) + 4 * length(table.hand, suit(card)) + 200 * (suit(card) === trump));
  });
}

// Play the card with the highest gain; if the first lead decides the trump, lead the best suit.
function choose_card(table, seat, legal) {
  const words = table.trump ? legal : legal.filter((card) => suit(card) === trump_for(table));
  return best_card(table, seat, words, table.unseen(pack(table)), stake, price);
}

// Return the cards in play; the number of cards dealt shows which low cards there are.
function pack(table) {
  const number = table.dealt * table.playing().length + Number(table.options.kitty ?? 0);
  const low = (number >= 40 ? "6" : "") + (number >= 44 ? "4" : "") + (number >= 52 ? "32" : "");
  return SUITS.flatMap((s) => [..."AKQJT9875", ...low].map((rank) => rank + s));
}

// Return the points for the winner of the trick, including an estimate for the cards still to come.
function stake(table, seat, card) {
  let points = POINTS[card[0]] ?? 0;
  for (const play of table.trick) {
    points += POINTS[play.card[0]] ?? 0;
  }
  return points + TO_COME * table.to_follow(seat).length;
}

// Return the price of a card; here the points of the card itself count as well.
function price(table, seat, card, unseen) {
  const cost = card_price(PRICES, table, seat, card, unseen);
  if (!is_highest(card, unseen)) {
    return cost + (LOWER[card[0]] ?? 0);
  }
  // Nobody can take the points of a highest trump, now or later.
  return suit(card) === table.trump ? cost + 100 * (POINTS[card[0]] ?? 0) : cost;
}

module.exports = {
  bid: choose_bid,
  trump: choose_trump,
  call: choose_call,
  discard: choose_discard,
  play: choose_card,
};
