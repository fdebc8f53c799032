// The smallest bot: it answers every question with a random legal word.
"use strict";

const readline = require("node:readline");

let state = 0; // of the random generator (xorshift32); never 0

function begin(seed) {
  state = (seed ? parseInt(seed.slice(0, 8), 16) : Math.floor(Math.random() * 2 ** 32)) || 1;
}

function below(n) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % n;
}

console.log("bot random 1.1"); // Node writes at once; in a language that buffers output, flush it
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [verb, , , ...legal] = line.split(" "); // ask SEAT KIND WORD...
  if (verb === "game") { // game ID NAME KEY=VALUE...; with its seed, the same game is the same again
    begin(legal.map((word) => word.split("=")).find(([key]) => key === "seed")?.[1]);
  } else if (verb === "ask") {
    console.log(legal[below(legal.length)]);
  } else if (verb === "bye") {
    process.exit();
  }
});
