"""The smallest bot: it answers every question with any of the words that it is offered."""

import random
import sys

print("bot random 1.0", flush=True)
for line in sys.stdin:
    verb, *words = line.rstrip("\n").split(" ")
    if verb == "ask":
        seat, kind, *legal = words
        print(random.choice(legal), flush=True)  # without the flush the answer waits in a buffer: too late
    elif verb == "bye":
        break
