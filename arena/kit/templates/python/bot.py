"""The loop: reads what the arena says, line by line, and answers its questions. You need not change it."""

import sys

from choose import choose
from seat import Seat

seat = Seat()
print("bot @NAME@ 1", flush=True)  # without flush, the line would wait in a buffer
for line in sys.stdin:  # ends with the input
    verb, *words = line.split() or [""]
    if verb in ("bye", "fault"):
        break
    if verb == "ask":  # ask SEAT KIND WORD...
        print(choose(seat, words[1], words[2:]), flush=True)
    else:
        seat.hear(verb, words)
