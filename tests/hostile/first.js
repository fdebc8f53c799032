// An honest bot: the last legal word, always.
console.log("bot node 1");
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const words = line.split(" ");
  if (words[0] === "ask") console.log(words.at(-1));
});
