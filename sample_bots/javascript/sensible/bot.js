// A bot that plays Kaiser and Two Hundred with sense, and any other game legally.
//
// This file only talks. What was seen is in `table.js`; what to do about it is in one module for each game.
"use strict";

const readline = require("node:readline");
const kaiser = require("./kaiser");
const two_hundred = require("./two_hundred");
const { Table } = require("./table");

const GAMES = { kaiser, "two-hundred": two_hundred };

// Greet, then listen until `bye` or the end of the input; speak only when asked.
function main() {
  say("bot sensible 1.0");
  const table = new Table();
  readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const [verb, ...words] = line.split(" ");
    if (verb === "ask") {
      // The clock runs from here until the answer is out.
      const [seat, kind, ...legal] = words;
      say(answer(table, Number(seat), kind, legal));
    } else if (verb === "bye") {
      process.exit();
    } else if (verb === "game" || table.game in GAMES) {
      table.hear(verb, words);
    }
  });
}

// Send one line. Standard output belongs to the protocol: what you want to look at goes to `console.error`. Node writes
// at once; in a language that keeps output in a buffer, flush it, or it waits there until the clock has run out.
function say(message) {
  console.log(message);
}

// Choose one of the legal words; `seat` is whose hand the question is about, nearly always mine.
function answer(table, seat, kind, legal) {
  const choose = GAMES[table.game]?.[kind];
  if (choose === undefined || legal.length === 1) {
    return careful(legal);
  }
  return choose(table, seat, legal);
}

// Return a word that promises nothing: the answer to a question that this bot was not made for.
function careful(legal) {
  return ["pass", "take"].find((word) => legal.includes(word)) ?? legal[0];
}

main();
