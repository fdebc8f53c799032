// The loop: reads what the arena says, line by line, and answers its questions. You need not change it.
import { choose } from "./choose";
import { Seat } from "./seat";

const { createInterface } = require("node:readline");

const seat = new Seat();
console.log("bot @NAME@ 1");
createInterface({ input: process.stdin }) // Node ends by itself when the input ends
  .on("line", (line: string) => {
    const [verb, ...words] = line.split(" ");
    if (verb === "bye" || verb === "fault") {
      process.exit();
    } else if (verb === "ask") { // ask SEAT KIND WORD...
      console.log(choose(seat, words[1], words.slice(2)));
    } else {
      seat.hear(verb, words);
    }
  });
