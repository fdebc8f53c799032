// The loop: reads what the arena says, line by line, and answers its questions. You need not change it.
"use strict";

const { createInterface } = require("node:readline");
const { choose } = require("./choose");
const { Seat } = require("./seat");

const seat = new Seat();
console.log("bot @NAME@ 1");
createInterface({ input: process.stdin }) // Node ends by itself when the input ends
  .on("line", (line) => {
    const [verb, ...words] = line.split(" ");
    if (verb === "bye" || verb === "fault") {
      process.exit();
    } else if (verb === "ask") { // ask SEAT KIND WORD...
      console.log(choose(seat, words[1], words.slice(2)));
    } else {
      seat.hear(verb, words);
    }
  });
