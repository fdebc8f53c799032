// Truc: what is the chance to win the hand, and is that enough to raise, to accept, or to play at eleven?
//
// Chances are whole numbers of 10,000. They come from a simple picture: the others play the best card that they hold,
// and what they hold is drawn at random from the cards that were not seen.
"use strict";

const { SUITS } = require("./cards");

const RANKS = "4567JQKA23"; // from low to high
const PACK = SUITS.flatMap((s) => [...RANKS].map((rank) => rank + s));
const SURE = 10_000;

const RAISE = 6_000; // the chance from which it pays to raise
const ACCEPT = { 1: 3_000, 2: 2_200 }; // the chance from which it pays to accept, by what the hand is worth before
const PLAY = 3_500; // the chance from which it pays to play at eleven

// Return the height of a card, from 1 to 10.
function height(card) {
  return 1 + RANKS.indexOf(card[0]);
}

// Return the product of two chances.
function times(one, other) {
  return Math.floor((one * other) / SURE);
}

// Return what the chances of my side depend on: the tricks of both sides, who wins if they are equal, and what others
// may hold: `at_most[n][h]` is the chance that n unseen cards have none above the height h.
function outlook(table) {
  const heights = table.unseen(PACK).map(height);
  const at_most = [Array(RANKS.length + 1).fill(SURE)];
  for (let number = 0; number < table.dealt; number++) {
    const left = Math.max(1, heights.length - number);
    const above = at_most[0].map((_, h) => heights.filter((other) => other > h).length);
    at_most.push(at_most[number].map((none, h) => Math.floor((none * Math.max(0, left - above[h])) / left)));
  }
  const won = { true: 0, false: 0 };
  table.won.forEach((tricks, seat) => {
    won[table.partners(seat, table.seat)] += tricks;
  });
  const tie = table.partners(table.dealer, table.seat) ? 0 : SURE;
  return { ours: won[true], theirs: won[false], tie, at_most };
}

// Return the chances to win a trick and to draw it. `mine` is the height of the best card of my side so far, 0 if there
// is none; `partners` are the chances, by height, that what my side still plays is not above it; `other` and
// `opponents` are the same of the other side.
function trick_chances(mine, other, partners, opponents) {
  const ours = partners.map((none, h) => (h >= mine ? none : 0));
  const theirs = opponents.map((none, h) => (h >= other ? none : 0));
  let won = 0;
  let drawn = 0;
  for (let h = 1; h <= RANKS.length; h++) {
    won += (ours[h] - ours[h - 1]) * theirs[h - 1];
    drawn += (ours[h] - ours[h - 1]) * (theirs[h] - theirs[h - 1]);
  }
  return { won: Math.floor(won / SURE), drawn: Math.floor(drawn / SURE) };
}

// Return the chance to win the hand before a trick, if I hold cards of these heights.
function hand_chance(look, cards) {
  if (look.ours === 2 || look.theirs === 2 || cards.length === 0) {
    return look.ours > look.theirs ? SURE : look.ours === look.theirs ? look.tie : 0;
  }
  const one = look.at_most[cards.length];
  const two = one.map((none) => times(none, none));
  const chances = cards.map((card, number) => {
    const rest = cards.filter((_, other) => other !== number);
    return after_trick(look, rest, trick_chances(card, 0, one, two));
  });
  return Math.max(...chances);
}

// Return the chance to win the hand if a trick is won and drawn with these chances, and I hold the rest then.
function after_trick(look, rest, { won, drawn }) {
  const found = won * hand_chance({ ...look, ours: look.ours + 1 }, rest) + drawn * hand_chance(look, rest);
  const lost = hand_chance({ ...look, theirs: look.theirs + 1 }, rest);
  return Math.floor((found + (SURE - won - drawn) * lost) / SURE);
}

// Return the chance to win the hand if I play this card now; "" if I have played to this trick already.
function chance_with(table, card) {
  const look = outlook(table);
  const best = { true: card === "" ? 0 : height(card), false: 0 };
  const waiting = { true: 0, false: 0 };
  const there = table.trick.map((play) => play.seat);
  for (const play of table.trick) {
    const mine = table.partners(play.seat, table.seat);
    best[mine] = Math.max(best[mine], height(play.card));
  }
  for (const seat of table.sides.keys()) {
    if (!there.includes(seat) && seat !== table.seat) {
      waiting[table.partners(seat, table.seat)] += 1;
    }
  }
  const rest = table.hand.filter((other) => other !== card).map(height);
  const held = look.at_most[rest.length + 1]; // who waits to play has one card more than I shall have
  const [partners, opponents] = [true, false].map((mine) => {
    let at_most = held.map(() => SURE);
    for (let number = 0; number < waiting[mine]; number++) {
      at_most = at_most.map((none, h) => times(none, held[h]));
    }
    return at_most;
  });
  return after_trick(look, rest, trick_chances(best[true], best[false], partners, opponents));
}

// Return the chance to win the hand as it stands, whoever plays next.
function chance_now(table) {
  if (table.trick.length === 0) {
    return hand_chance(outlook(table), table.hand.map(height));
  }
  if (table.trick.some((play) => play.seat === table.seat)) {
    return chance_with(table, "");
  }
  return Math.max(...table.hand.map((card) => chance_with(table, card)));
}

// Return the score of the other side before this hand.
function other_score(table) {
  return table.score((table.seat + 1) % table.sides.length);
}

// Return the score that wins the game.
function target(table) {
  return Number(table.options.target ?? 12);
}

// Return whether the other side wins the game if it gets what the hand is worth now.
function loses_game(table) {
  return other_score(table) + table.worth >= target(table);
}

// Return whether to raise: with a good hand, and if nothing is left to lose.
function raises(table, chance) {
  return chance >= RAISE || loses_game(table);
}

// Play the card with the best chance, the lowest of equal ones; or raise first.
function choose_turn(table, _seat, legal) {
  const cards = legal.filter((word) => PACK.includes(word)).sort((one, other) => height(one) - height(other));
  const chances = cards.map((card) => chance_with(table, card));
  const best = Math.max(...chances);
  if (cards.length < legal.length && raises(table, best)) {
    return legal[legal.length - 1];
  }
  return cards[chances.indexOf(best)];
}

// Raise or pass after the own card.
function choose_after(table, _seat, legal) {
  return raises(table, chance_now(table)) ? legal[1] : "pass";
}

// Accept a raise if the hand is good enough, or if refusing it loses the game.
function choose_answer(table) {
  return chance_now(table) >= ACCEPT[table.worth] || loses_game(table) ? "accept" : "reject";
}

// Play a good hand, and any hand if giving it up loses the game; leave a bad one to the partner.
function choose_eleven(table, _seat, legal) {
  const folding = other_score(table) + Number(table.options.eleven_fold_points ?? 1);
  if (chance_now(table) >= PLAY || folding >= target(table)) {
    return "play";
  }
  return legal.includes("defer") ? "defer" : "fold";
}

module.exports = { play: choose_turn, after: choose_after, answer: choose_answer, eleven: choose_eleven };
