// The smallest bot: it answers every question with a random legal word.
"use strict";

const readline = require("node:readline");

console.log("bot random 1.0"); // Node writes at once; in a language that buffers output, flush it
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [verb, , , ...legal] = line.split(" "); // ask SEAT KIND WORD...
  if (verb === "ask") {
    console.log(legal[Math.floor(Math.random() * legal.length)]);
  } else if (verb === "bye") {
    process.exit();
  }
});
