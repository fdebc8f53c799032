// What the seat knows: kept from the lines of the arena, for any game.
"use strict";

// game: the name of the game.   me: my seat, as a text.   seats: how many seats there are.
// ms: the time for an answer in ms; 0 if there is no limit.   scores: of the sides, after the last deal.
// trump: such as "S"; "" while there is none.   hand: my cards.
// table: the cards of this trick, as [seat, card].   gone: the cards played in this deal.
class Seat {
  constructor() {
    this.newGame("", {});
  }

  newGame(game, told) {
    this.game = game;
    this.me = told.seat ?? "0";
    this.seats = Number(told.seats ?? 0);
    this.ms = Number(told.move_ms ?? 0);
    this.scores = [];
    this.newDeal();
  }

  newDeal() {
    this.trump = "";
    this.hand = [];
    this.table = [];
    this.gone = [];
  }

  // Take in a line: its first word, and the others. Whatever is not known is ignored.
  hear(verb, words) {
    const [first, second, ...rest] = words;
    if (verb === "game") { // game ID NAME KEY=VALUE...
      this.newGame(second, Object.fromEntries(rest.map((word) => word.split("="))));
    } else if (verb === "clock") { // clock MOVE_MS BANK_MS
      this.ms = Number(first);
    } else if (verb === "note") { // note KIND VALUE...
      this.note(first, words.slice(1));
    } else if (verb === "show") { // show KIND OWNER CARD...
      this.see(first, second, rest);
    } else if (verb === "did") { // did SEAT KIND WORD
      this.watch(first, second, rest[0]);
    }
  }

  // Take in a public fact.
  note(kind, values) {
    if (kind === "deal") {
      this.newDeal();
    } else if (kind === "trump") {
      this.trump = values[0];
    } else if (kind === "trick") {
      this.table = [];
    } else if (kind === "scores") {
      this.scores = values.map(Number);
    }
  }

  // Take in cards that I see now: my hand, and what comes to it.
  see(kind, owner, cards) {
    if (kind === "hand" && owner === this.me) {
      this.hand = cards;
    } else if (kind === "kitty" || kind === "hole" || ((kind === "drawn" || kind === "taken") && owner === this.me)) {
      this.hand = [...this.hand, ...cards];
    }
  }

  // Take in what a seat did. My own answers come back in this way too.
  watch(seat, kind, word) {
    if (kind === "play" && !/^[a-z]/.test(word)) { // a word such as truc is no card
      this.table.push([seat, word]);
      this.gone.push(word);
    }
    const place = this.hand.indexOf(word);
    if (seat === this.me && kind !== "bid" && kind !== "call" && place >= 0) {
      this.hand.splice(place, 1);
    }
  }
}

module.exports = { Seat };
