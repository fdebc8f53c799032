// A test: run it with node test_choose.js.
"use strict";

const assert = require("node:assert");
const { choose } = require("./choose");
const { Seat } = require("./seat");

const LINES = `game G1 @GAME@ seat=2 seats=4 sides=0,1,0,1 move_ms=1000
note deal 1 dealer=0
show hand 2 AS KH 5H
note trump D
did 1 play 7D
did 2 play AS`;

const seat = new Seat();
for (const line of LINES.split("\n")) {
  const [verb, ...words] = line.split(" ");
  seat.hear(verb, words);
}
assert.deepStrictEqual(seat.hand, ["KH", "5H"]);
assert.deepStrictEqual(seat.table, [["1", "7D"], ["2", "AS"]]);
assert.strictEqual(seat.trump, "D");
assert.strictEqual(seat.ms, 1000);
assert(["KH", "5H"].includes(choose(seat, "play", ["KH", "5H"])));
console.log("ok");
