// A bot that plays some games sensibly (`GAMES` below), and any other game legally.
//
// This file only reads and writes messages. `table.js` keeps what was seen, and each game has a module that decides.
"use strict";

const readline = require("node:readline");
const back_alley = require("./back_alley");
const bester_bube = require("./bester_bube");
const bridge_solitaire = require("./bridge_solitaire");
const bridgette = require("./bridgette");
const french = require("./french");
const jo_jotte = require("./jo_jotte");
const kaiser = require("./kaiser");
const malilla = require("./malilla");
const nine_card_don = require("./nine_card_don");
const scotch_whist = require("./scotch_whist");
const tribello = require("./tribello");
const truc = require("./truc");
const twenty_five = require("./twenty_five");
const two_hundred = require("./two_hundred");
const { Table } = require("./table");

const GAMES = {
  kaiser,
  "two-hundred": two_hundred,
  "scotch-whist": scotch_whist,
  "nine-card-don": nine_card_don,
  ecarte: french,
  triomphe: french,
  "homme-d-auvergne": french,
  tribello,
  "twenty-five": twenty_five,
  "bester-bube": bester_bube,
  malilla,
  "back-alley": back_alley,
  truc,
  bridgette,
  "jo-jotte": jo_jotte,
  "bridge-solitaire": bridge_solitaire,
};

// Greet, then read messages until `bye` or the end of the input; write only answers.
function main() {
  say("bot sensible 1.1");
  const table = new Table();
  readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const [verb, ...words] = line.split(" ");
    if (verb === "ask") {
      // The clock runs from here until the answer has been sent.
      const [seat, kind, ...legal] = words;
      say(answer(table, Number(seat), kind, legal));
    } else if (verb === "bye") {
      process.exit();
    } else if (verb === "game" || table.game in GAMES) {
      table.hear(verb, words);
    }
  });
}

// Send one line. Standard output belongs to the protocol: print your own messages with `console.error`. Node writes at
// once; in a language that buffers output, flush it, or it stays in the buffer until the time is up.
function say(message) {
  console.log(message);
}

// Choose one of the legal words; `seat` is the seat whose hand the question is about, nearly always mine.
function answer(table, seat, kind, legal) {
  const choose = GAMES[table.game]?.[kind];
  if (choose === undefined || legal.length === 1) {
    return careful(legal);
  }
  return choose(table, seat, legal);
}

// Return a word that commits to nothing, for questions that this bot does not know.
function careful(legal) {
  return ["pass", "take"].find((word) => legal.includes(word)) ?? legal[0];
}

main();
