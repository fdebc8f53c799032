// Who will win the trick? Chances are whole numbers in per cent, so they are the same in every language.
"use strict";

const { beats, best, height, length, suit } = require("./cards");

// Return the chance that a hand holds at least one of this many unseen cards.
function holds_some(table, number) {
  return 100 - (table.none_of[number] ?? 0);
}

// Return the chance that a hand of so many cards holds none of 0, 1, 2, ... of the unseen cards.
function chances_of_none(unseen, cards) {
  const chances = [];
  const other = unseen - cards; // unseen cards that are not in this hand
  for (let none = 10000, number = 0; none > 0; number += 1) {
    chances.push(Math.floor(none / 100));
    none = Math.floor((none * Math.max(other - number, 0)) / Math.max(unseen - number, 1));
  }
  return chances;
}

// Return the play that is winning a trick.
function best_of(trick, trump) {
  return trick.reduce((best, play) => (beats(play.card, best.card, trump) ? play : best));
}

// Return the chance that a seat still to play beats the trick, with a higher card of the suit led or a ruff.
function beaten_by(table, seat, led, higher, unseen) {
  if (seat in table.faces) {
    return beaten_from(table.faces[seat], led, higher);
  }
  let [follows, over, ruff] = [0, 0, 0];
  if (!table.voids.has(seat + led)) {
    follows = holds_some(table, length(unseen, led));
    over = holds_some(table, length(higher, led));
  }
  if (led !== table.trump && !table.voids.has(seat + table.trump)) {
    ruff = holds_some(table, length(higher, table.trump));
  }
  return over + Math.floor(((100 - (table.must_follow ? follows : over)) * ruff) / 100);
}

// Return the chance that a hand whose cards lie face up beats the trick: 0 or 100.
function beaten_from(faces, led, higher) {
  const following = faces.filter((card) => suit(card) === led);
  const may_play = following.length > 0 ? following : faces;
  return may_play.some((card) => higher.includes(card)) ? 100 : 0;
}

// Return the chance that the side of `seat` wins this trick if it plays `card` now.
function win_chance(table, seat, card, unseen) {
  const trick = [...table.trick, { seat, card }];
  const led = suit(trick[0].card);
  const best = best_of(trick, table.trump);
  const higher = unseen.filter((other) => beats(other, best.card, table.trump));
  let chance = table.partners(seat, best.seat) ? 100 : 0;
  for (const other of table.to_follow(seat)) {
    const beaten = beaten_by(table, other, led, higher, unseen);
    if (table.partners(seat, other)) {
      chance += Math.floor(((100 - chance) * beaten) / 100);
    } else {
      chance -= Math.floor((chance * beaten) / 100);
    }
  }
  return chance;
}

// Return whether no other hand can hold a higher card of the suit.
function is_highest(card, unseen) {
  return !unseen.some((other) => suit(other) === suit(card) && height(other) > height(card));
}

// Return whether to draw trumps: the side of `seat` declares and others may still hold trumps.
function draws_trumps(table, seat, unseen) {
  return table.partners(seat, table.declarer) && length(unseen, table.trump) > 0;
}

// The prices of a game are in hundredths of a point: `per_rank` for each step above the two, `highest` for the highest
// card of its suit that is still out, and three for a trump: `follow` if it is not led, `draw` if it is led to draw the
// trumps of others, `lead` if it is led for another reason.

// Return the price of a card: what `seat` loses by not holding it any longer.
function card_price(prices, table, seat, card, unseen) {
  let cost = prices.per_rank * height(card);
  if (is_highest(card, unseen)) {
    cost += prices.highest;
  }
  if (suit(card) === table.trump) {
    cost += trump_price(prices, table, seat, unseen);
  }
  return cost;
}

// Return what a card costs because it is a trump.
function trump_price(prices, table, seat, unseen) {
  if (table.trick.length > 0) {
    return prices.follow;
  }
  return draws_trumps(table, seat, unseen) ? prices.draw : prices.lead;
}

// Return the card with the highest gain: the expected gain from this trick less the price of the card. `stake` returns
// the points for the winner of the trick if a card is played; `price` returns its price, in hundredths of a point.
function best_card(table, seat, legal, unseen, stake, price) {
  return best(legal, (card) => {
    const won = 2 * win_chance(table, seat, card, unseen) - 100;
    return won * stake(table, seat, card, unseen) - price(table, seat, card, unseen);
  });
}

module.exports = { beaten_by, best_card, best_of, card_price, chances_of_none, holds_some, is_highest };
