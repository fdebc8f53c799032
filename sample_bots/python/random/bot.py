"""The smallest bot: it answers every question with a random legal word."""

import random
import sys

print("bot random 1.0", flush=True)
for line in sys.stdin:
    verb, *words = line.rstrip("\n").split(" ")
    if verb == "ask":
        seat, kind, *legal = words
        print(random.choice(legal), flush=True)  # without the flush, the answer stays in a buffer and is late
    elif verb == "bye":
        break
