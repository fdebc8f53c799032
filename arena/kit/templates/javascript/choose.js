// What the bot answers: this is yours to fill in. Use console.error for notes; standard output is for the arena.
"use strict";

// Return one of the legal words.
//
// seat: what is known of the game (seat.js), such as seat.hand, seat.table and seat.trump.
// kind: what is asked, such as "bid" or "play"; the rules of the game name the kinds.
// legal: the words that may be answered, such as ["pass", "6"] or ["AS", "KS"].
function choose(seat, kind, legal) {
  return legal[0];
}

module.exports = { choose };
