"""The smallest bot: it answers every question with a random legal word."""

import random
import sys

print("bot random 1.1", flush=True)
for line in sys.stdin:
    verb, *words = line.rstrip("\n").split(" ")
    if verb == "game":  # game ID NAME KEY=VALUE...; with its seed, the same game is the same again
        random.seed(dict(word.split("=", 1) for word in words[2:]).get("seed"))
    elif verb == "ask":
        seat, kind, *legal = words
        print(random.choice(legal), flush=True)  # without the flush, the answer stays in a buffer and is late
    elif verb == "bye":
        break
