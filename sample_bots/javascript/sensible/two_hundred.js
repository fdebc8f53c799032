// Two Hundred: what to bid, which trump to name, what to discard, which card to play.
//
// Hands are weighed in points. The weights are a least-squares fit to what contractors took in thousands of deals that
// these bots played among themselves.
"use strict";

const { SUITS, best, best_trump, height, length, suit } = require("./cards");
const { best_card, card_price, is_highest } = require("./tricks");

const POINTS = { A: 10, T: 10, 5: 5 };

const SHORT = [8, 2]; // a side suit without cards, or with a single one, is soon ruffed
const KITTY = 18; // what four more cards and four discards add to a hand
const OUTNUMBERED = 5; // what each opponent takes off whom my side has nobody to match
const NEAR = { must_bid: 100, must_win_or_set: 50 }; // so near to the target, a defender may score nothing
const EAGER = 10; // who is near, or would only score as all other defenders do, bids this much more than he holds

// What a card is kept for that must not, or may, lie in the discard: by its points, and who gets them.
const KEPT = { A: 300, T: 300, 5: 150 };
const KEPT_BUT_MINE = { A: 300, T: -100, 5: -50 };
const CALLED_TRUMP = 3; // a trump is called before another card that is so much higher

const PRICES = { per_rank: 10, highest: 600, follow: 1000, draw: -1500, lead: 2000 };
const LOWER = { K: 150, T: 400, 5: 100 }; // what these cost in addition while a higher card of the suit is still out
const TO_COME = 4; // points that each seat still to play adds to a trick

// Bid the least that is open if the hand is worth it, best of all by keeping; leave the partner's bid alone.
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

// Say whether the contractor takes cards from the table.
function has_kitty(table) {
  return (table.options.kitty ?? "0") !== "0";
}

// Say whether my side is near the target and has not done what it must to score: bid, or win the bidding.
function must_bid(table, seat) {
  const { near_target_rule: rule = "must_bid", near_target_margin: margin = "auto", target = 200 } = table.options;
  const near = margin === "auto" ? NEAR[rule] : Number(margin);
  const bid_is_enough = rule === "must_bid" && table.we_have_bid;
  return table.score(seat) >= Number(target) - near && !bid_is_enough;
}

// Guess the points of my side if I play the contract.
function hand_worth(table, seat) {
  const worth = suit_worth(table.hand, best_trump(table.hand, suit_worth)) + KITTY * has_kitty(table);
  const seats = table.playing();
  const mine = seats.filter((other) => table.partners(seat, other)).length + table.brings_partner();
  return worth - OUTNUMBERED * (seats.length - 2 * mine);
}

// Guess the points of my side with this trump, if the others are as many.
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

// Return trump, or while it is open the suit that I will make it.
function trump_for(table) {
  return table.trump || best_trump(table.hand, suit_worth);
}

// Name the best suit; where none can be named, `lead` comes first, and the first lead will be of that suit.
function choose_trump(table, _seat, legal) {
  const trump = trump_for(table);
  return legal.includes(trump) ? trump : legal[0];
}

// Call the ace or the king of trumps, else a high card.
function choose_call(table, _seat, legal) {
  const trump = trump_for(table);
  return best(legal, (card) => 2 * height(card) + CALLED_TRUMP * (suit(card) === trump));
}

// Put away what is kept at the least gain: no points that others get, no trumps, short suits first.
function choose_discard(table, _seat, legal) {
  const trump = trump_for(table);
  const points = table.options.discard_points === "contractor" ? KEPT_BUT_MINE : KEPT;
  return best(legal, (card) => {
    const kept = points[card[0]] ?? 0;
    return -(kept + height(card) + 4 * length(table.hand, suit(card)) + 200 * (suit(card) === trump));
  });
}

// Play the card that gains most; if the first lead fixes trump, one of the best suit.
function choose_card(table, seat, legal) {
  const words = table.trump ? legal : legal.filter((card) => suit(card) === trump_for(table));
  return best_card(table, seat, words, table.unseen(pack(table)), stake, price);
}

// Return the cards in play: their number says which of the low ones are in.
function pack(table) {
  const number = table.dealt * table.playing().length + Number(table.options.kitty ?? 0);
  const low = (number >= 40 ? "6" : "") + (number >= 44 ? "4" : "") + (number >= 52 ? "32" : "");
  return SUITS.flatMap((s) => [..."AKQJT9875", ...low].map((rank) => rank + s));
}

// Return the points that go to the winner of the trick, and a guess at those still to come.
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
