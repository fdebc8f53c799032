// What the bot has seen: everything it knows comes from the messages, and only from them.
"use strict";

const { suit } = require("./cards");

const NOBODY = -1;

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
    this.scores = (pairs(standing).scores ?? "").split(",").map(Number);
    this.hand = [];
    this.gone = new Set(); // cards that nobody holds any more
    this.trick = []; // the cards on the table, and who played them: { seat, card }
    this.voids = new Set(); // who has shown to hold nothing of which suit, as "2H"
    this.trump = "";
    this.bidder = NOBODY; // whose the highest bid is
    this.we_have_bid = false;
    this.declarer = NOBODY;
  }

  // Look at cards: my hand when it is dealt, the kitty when I take it.
  see(kind, owner, cards) {
    if (kind === "hand" && owner === String(this.seat)) {
      this.hand = cards;
    } else if (kind === "kitty") {
      this.hand = [...this.hand, ...cards];
    }
  }

  // See a seat decide something. My own answers come back like this too: never note them twice.
  watch(seat, kind, word) {
    if (kind === "bid" && word !== "pass") {
      this.bidder = seat;
      this.we_have_bid ||= this.partners(seat, this.seat);
    } else if (kind === "discard" && seat === this.seat) {
      this.put_away(word);
    } else if (kind === "play") {
      this.lay(seat, word);
    }
  }

  // See a card played; whoever does not follow suit has none left of it.
  lay(seat, card) {
    this.put_away(card);
    this.trick.push({ seat, card });
    const led = suit(this.trick[0].card);
    if (suit(card) !== led) {
      this.voids.add(seat + led);
    }
  }

  // Cross out a card that nobody holds any more.
  put_away(card) {
    this.gone.add(card);
    this.hand = this.hand.filter((held) => held !== card);
  }

  // Take in a public fact.
  note(kind, values) {
    if (kind === "deal") {
      this.new_deal(values.slice(1));
    } else if (kind === "contract") {
      this.declarer = Number(values[0]);
    } else if (kind === "trump") {
      this.trump = values[0];
    } else if (kind === "trick") {
      this.trick = [];
    }
  }

  // Say whether two seats are on the same side; nobody is nobody's partner.
  partners(seat, other) {
    return seat !== NOBODY && other !== NOBODY && this.sides[seat] === this.sides[other];
  }

  // Return the score of a seat's side before this deal.
  score(seat) {
    return this.scores[Number(this.sides[seat])] ?? 0;
  }

  // Return the cards of the pack that others may hold: neither gone nor in my hand.
  unseen(pack) {
    return pack.filter((card) => !this.gone.has(card) && !this.hand.includes(card));
  }

  // Return the seats that play to this trick after `seat`, in order.
  to_follow(seat) {
    const seats = this.sides.length;
    const others = [];
    for (let step = 1; step < seats - this.trick.length; step += 1) {
      others.push((seat + step) % seats);
    }
    return others;
  }
}

// Return words such as `seat=2` as keys and values.
function pairs(words) {
  return Object.fromEntries(words.map((word) => [word.split("=", 1)[0], word.slice(word.indexOf("=") + 1)]));
}

module.exports = { Table };
