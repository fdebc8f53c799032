// What the bot has seen. All that it knows comes from the messages.
"use strict";

const { suit } = require("./cards");

const NOBODY = -1;
const RAISES = ["truc", "retruc"]; // words of a turn that are no cards
const HIDDEN = "-"; // the word for a card that is played face down
const TWO_AGAINST_ALL = ["silent_fixed", "silent_rotating", "called_card"]; // here the contractor gets a partner

// The chance in per cent that one of three hands holds none of n cards: about (2/3)^n.
const NONE_OF = [100, 67, 44, 30, 20, 13, 9, 6, 4, 3, 2, 1];

// The seats, the scores and the deal so far; `hear` updates it.
class Table {
  constructor() {
    this.sit_down("", []);
  }

  // Update the table from one message; unknown verbs and kinds are ignored.
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

  // Begin a game: store its name, its options and my seat.
  sit_down(name, settings) {
    this.game = name;
    this.options = pairs(settings);
    this.seat = Number(this.options.seat ?? 0);
    this.sides = (this.options.sides ?? "0").split(",");
    this.new_deal([]);
  }

  // Forget the last deal; store the scores before this one.
  new_deal(standing) {
    const told = pairs(standing);
    this.standing = told;
    this.scores = (told.scores ?? "").split(",").map(Number);
    this.dealer = Number(told.dealer ?? 0);
    this.worth = 1; // what the hand is worth where it can be raised
    this.out = (told.out ?? "").split(","); // sides that have left the game
    this.teams = [...this.sides]; // the team of each seat; in some games the contract changes it
    this.silent = NOBODY; // the contractor's partner, who does not bid
    this.called = ""; // the card whose holder is the contractor's partner
    this.hand = [];
    this.turned = []; // the cards turned up from the stock, from its top or its bottom
    this.dealt = 0; // the number of cards of a hand after the deal
    this.faces = {}; // the open cards of seats that play from stacks
    this.gone = new Set(); // cards that are in no hand any more
    this.trick = []; // the cards of this trick, with the seats that played them: { seat, card }
    this.voids = new Set(); // seats that have shown to have no card of a suit, as "2H"
    this.must_follow = true; // whether a suit must be followed before it may be trumped
    this.none_of = NONE_OF; // the chance in per cent that another hand holds none of n cards
    this.played = []; // every card played: { seat, card, lead }
    this.won = this.sides.map(() => 0); // the tricks of each seat
    this.trump = "";
    this.phase = ""; // the phase of a game whose rules change
    this.bidder = NOBODY; // the seat with the highest bid
    this.bid = "";
    this.calls = []; // every call: { seat, word }
    this.we_have_bid = false;
    this.declarer = NOBODY;
    this.contract = "";
  }

  // Note cards that are shown: my hand, the kitty that I take, and cards that lie face up.
  see(kind, owner, cards) {
    if (kind === "hand" && owner === String(this.seat)) {
      this.hand = cards;
      this.dealt = cards.length;
    } else if (kind === "kitty" || kind === "hole") {
      this.hand = [...this.hand, ...cards];
    } else if ((kind === "drawn" || kind === "taken") && owner === String(this.seat)) {
      this.hand = [...this.hand, ...cards];
    } else if (kind === "turn-up" || kind === "bottom") {
      this.turned = [...this.turned, ...cards];
    } else if ((kind === "turned" || kind === "ignored") && owner === "-") {
      this.turn_up(kind, cards);
    } else if (kind === "laid") {
      cards.forEach((card) => this.put_away(card));
    } else if (kind === "turned" && !(owner in this.faces)) {
      this.gone.add(...cards);
    } else if (kind === "stacks" || kind === "turned") {
      this.faces[owner] = [...(this.faces[owner] ?? []), ...cards];
    }
  }

  // Note cards turned up from the stock one by one: they are played to the trick, or out of play.
  turn_up(kind, cards) {
    for (const card of cards) {
      this.gone.add(card);
      if (kind === "turned") {
        this.trick.push({ seat: NOBODY, card });
      }
    }
  }

  // Note the decision of a seat. My own decisions come back in this way too, so they are noted only here.
  watch(seat, kind, word) {
    if (kind === "bid" && word !== "pass") {
      this.bidder = seat;
      this.bid = word === "keep" ? this.bid : word;
      this.we_have_bid ||= this.partners(seat, this.seat);
    } else if (["discard", "exchange", "draw", "turn_up"].includes(kind) && seat === this.seat) {
      this.put_away(word);
    } else if (kind === "call") {
      this.calls.push({ seat, word });
      this.called = word;
      if (this.hand.includes(word)) {
        this.join(this.seat);
      }
    } else if (kind === "play" && !RAISES.includes(word)) {
      this.lay(seat, word);
    }
  }

  // Note a card that is played; a seat that does not follow suit has no card of that suit.
  lay(seat, card) {
    this.put_away(card);
    if (card === this.called) {
      this.join(seat);
    }
    this.trick.push({ seat, card });
    const lead = this.trick[0].card;
    this.played.push({ seat, card, lead });
    if (suit(card) !== suit(lead)) {
      this.voids.add(seat + suit(lead));
    }
  }

  // Note that a card is in no hand any more.
  put_away(card) {
    this.gone.add(card);
    for (const cards of [this.hand, ...Object.values(this.faces)]) {
      if (cards.includes(card)) {
        cards.splice(cards.indexOf(card), 1);
      }
    }
  }

  // Note a public fact.
  note(kind, values) {
    if (kind === "deal") {
      this.new_deal(values.slice(1));
    } else if (kind === "silent") {
      this.silent = Number(values[0]);
    } else if (kind === "contract") {
      this.declarer = seat_of(values[0]);
      this.contract = values[1] ?? "";
      this.take_sides();
    } else if (kind === "trump") {
      this.trump = values[0];
    } else if (kind === "phase") {
      this.phase = values[0];
    } else if (kind === "worth") {
      this.worth = Number(values[0]);
    } else if (kind === "trick") {
      if (seat_of(values[0]) !== NOBODY) {
        this.won[Number(values[0])] += 1;
      }
      this.trick = [];
    } else if (kind === "bid") {
      this.bid = values[1];
    }
  }

  // Set the teams when the contract is known: the contractor and a partner, if any, against all others.
  take_sides() {
    if (this.brings_partner()) {
      this.teams = this.sides.map(() => "against");
      this.join(this.declarer);
      this.join(this.silent);
    }
  }

  // Return whether the contractor gets a partner although every player has a score of their own.
  brings_partner() {
    return TWO_AGAINST_ALL.includes(this.options.format);
  }

  // Put a seat, unless it is NOBODY, on the contractor's team.
  join(seat) {
    if (seat !== NOBODY) {
      this.teams[seat] = "for";
    }
  }

  // Return whether two seats play together, as far as is known; false if one of them is NOBODY.
  partners(seat, other) {
    return seat !== NOBODY && other !== NOBODY && this.teams[seat] === this.teams[other];
  }

  // Return the score of a seat's side before this deal.
  score(seat) {
    return this.scores[Number(this.sides[seat])] ?? 0;
  }

  // Return a number of a side that was told when the deal began, such as its games; 0 if there is none.
  standing_of(kind, side) {
    return Number((this.standing[kind] ?? "").split(",")[side] ?? 0);
  }

  // Return a copy in which every card has another name, for games in which it counts as another card.
  renamed(name) {
    const seen = Object.assign(Object.create(Object.getPrototypeOf(this)), this);
    seen.hand = this.hand.map(name);
    seen.gone = new Set([...this.gone].map(name));
    seen.trick = this.trick.map(({ seat, card }) => ({ seat, card: name(card) }));
    seen.played = this.played.map(({ seat, card, lead }) => ({ seat, card: name(card), lead: name(lead) }));
    return seen;
  }

  // Return the cards of the pack that others may hold: those that are neither gone nor in my hand.
  unseen(pack) {
    return pack.filter((card) => !this.gone.has(card) && !this.hand.includes(card));
  }

  // Return the seats whose side is still in the game.
  playing() {
    return [...this.sides.keys()].filter((seat) => !this.out.includes(this.sides[seat]));
  }

  // Return the seats that still play to this trick after `seat`, in order.
  to_follow(seat) {
    const seats = this.playing();
    const order = [...seats.filter((other) => other > seat), ...seats.filter((other) => other < seat)];
    return order.slice(0, seats.length - 1 - this.trick.length);
  }
}

// Return the seat that a word names; NOBODY for any other word, such as `house`.
function seat_of(word) {
  return /^\d+$/.test(word) ? Number(word) : NOBODY;
}

// Return words such as `seat=2` as an object.
function pairs(words) {
  return Object.fromEntries(words.map((word) => [word.split("=", 1)[0], word.slice(word.indexOf("=") + 1)]));
}

module.exports = { HIDDEN, NOBODY, Table };
