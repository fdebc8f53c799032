// What the bot has seen: everything it knows comes from the messages, and only from them.
"use strict";

const { suit } = require("./cards");

const NOBODY = -1;
const TWO_AGAINST_ALL = ["silent_fixed", "silent_rotating", "called_card"]; // there a contract brings a partner

// The seats, the scores, the deal as it went so far; `hear` brings it up to date.
class Table {
  constructor() {
    this.sit_down("", []);
  }

  // Take in one message; verbs and kinds that mean nothing to this bot are left alone.
  hear(verb, words) {
    const [first, second, ...rest] = words;
    if (verb === "game") {
      this.sit_down(second, rest);
    } else if (verb === "show") {
      this.see(first, second, rest);
    } else if (verb === "did") {
      this.watch(Number(first), second, rest[0]);
    } else if (verb === "note") {
      this.note(first, words.slice(1));
    }
  }

  // Begin a game: which one, at which seat, and its options.
  sit_down(name, settings) {
    this.game = name;
    this.options = pairs(settings);
    this.seat = Number(this.options.seat ?? 0);
    this.sides = (this.options.sides ?? "0").split(",");
    this.new_deal([]);
  }

  // Forget the last deal; take in how things stand before this one.
  new_deal(standing) {
    const told = pairs(standing);
    this.scores = (told.scores ?? "").split(",").map(Number);
    this.out = (told.out ?? "").split(","); // sides that play no longer
    this.teams = [...this.sides]; // who plays with whom; sometimes only a contract decides that
    this.silent = NOBODY; // the contractor's partner, who does not bid
    this.called = ""; // the card whose holder is the contractor's partner
    this.hand = [];
    this.dealt = 0; // how many cards a hand had
    this.faces = {}; // what lies face up before seats that play from stacks
    this.gone = new Set(); // cards that nobody holds any more
    this.trick = []; // the cards on the table, and who played them: { seat, card }
    this.voids = new Set(); // who has shown to hold nothing of which suit, as "2H"
    this.trump = "";
    this.bidder = NOBODY; // whose the highest bid is
    this.bid = "";
    this.we_have_bid = false;
    this.declarer = NOBODY;
  }

  // Look at cards: my hand when it is dealt, the kitty when I take it, what lies or is turned face up.
  see(kind, owner, cards) {
    if (kind === "hand" && owner === String(this.seat)) {
      this.hand = cards;
      this.dealt = cards.length;
    } else if (kind === "kitty") {
      this.hand = [...this.hand, ...cards];
    } else if (kind === "stacks" || kind === "turned") {
      this.faces[owner] = [...(this.faces[owner] ?? []), ...cards];
    }
  }

  // See a seat decide something. My own answers come back like this too: never note them twice.
  watch(seat, kind, word) {
    if (kind === "bid" && word !== "pass") {
      this.bidder = seat;
      this.bid = word === "keep" ? this.bid : word;
      this.we_have_bid ||= this.partners(seat, this.seat);
    } else if (kind === "discard" && seat === this.seat) {
      this.put_away(word);
    } else if (kind === "call") {
      this.called = word;
      if (this.hand.includes(word)) {
        this.join(this.seat);
      }
    } else if (kind === "play") {
      this.lay(seat, word);
    }
  }

  // See a card played; whoever does not follow suit has none left of it.
  lay(seat, card) {
    this.put_away(card);
    if (card === this.called) {
      this.join(seat);
    }
    this.trick.push({ seat, card });
    const led = suit(this.trick[0].card);
    if (suit(card) !== led) {
      this.voids.add(seat + led);
    }
  }

  // Cross out a card that nobody holds any more.
  put_away(card) {
    this.gone.add(card);
    for (const cards of [this.hand, ...Object.values(this.faces)]) {
      if (cards.includes(card)) {
        cards.splice(cards.indexOf(card), 1);
      }
    }
  }

  // Take in a public fact.
  note(kind, values) {
    if (kind === "deal") {
      this.new_deal(values.slice(1));
    } else if (kind === "silent") {
      this.silent = Number(values[0]);
    } else if (kind === "contract") {
      this.declarer = Number(values[0]);
      this.take_sides();
    } else if (kind === "trump") {
      this.trump = values[0];
    } else if (kind === "trick") {
      this.trick = [];
    }
  }

  // See who plays with whom, now that there is a contract: where it brings a partner, all others defend.
  take_sides() {
    if (this.brings_partner()) {
      this.teams = this.sides.map(() => "against");
      this.join(this.declarer);
      this.join(this.silent);
    }
  }

  // Say whether a contract has a partner, though everybody has a score of his own.
  brings_partner() {
    return TWO_AGAINST_ALL.includes(this.options.format);
  }

  // Put a seat, if it is one, on the side of the contract.
  join(seat) {
    if (seat !== NOBODY) {
      this.teams[seat] = "for";
    }
  }

  // Say whether two seats play together, as far as is known; nobody is nobody's partner.
  partners(seat, other) {
    return seat !== NOBODY && other !== NOBODY && this.teams[seat] === this.teams[other];
  }

  // Return the score of a seat's side before this deal.
  score(seat) {
    return this.scores[Number(this.sides[seat])] ?? 0;
  }

  // Return the cards of the pack that others may hold: neither gone nor in my hand.
  unseen(pack) {
    return pack.filter((card) => !this.gone.has(card) && !this.hand.includes(card));
  }

  // Return the seats whose side is still in the game.
  playing() {
    return [...this.sides.keys()].filter((seat) => !this.out.includes(this.sides[seat]));
  }

  // Return the seats that play to this trick after `seat`, in order.
  to_follow(seat) {
    const seats = this.playing();
    const order = [...seats.filter((other) => other > seat), ...seats.filter((other) => other < seat)];
    return order.slice(0, seats.length - 1 - this.trick.length);
  }
}

// Return words such as `seat=2` as keys and values.
function pairs(words) {
  return Object.fromEntries(words.map((word) => [word.split("=", 1)[0], word.slice(word.indexOf("=") + 1)]));
}

module.exports = { Table };
