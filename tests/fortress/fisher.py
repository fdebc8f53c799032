"""A bot that fishes for void games: it burns CPU in many children and lets its time run out.

`python fisher.py CHILDREN MB`; with 0 children it is the honest twin. It plays Kaiser by chance, as its twin does, and
fishes late in every game, as if it were losing: who really loses depends on how often games are played again, and so on
the machine.
"""

from __future__ import annotations

import os
import random
import sys
import time

LONG = 1.0
"""Seconds that its children burn at most: without a sandbox, the arena cannot end what has left the session."""
LATE = 5
"""After so many of eight tricks a bot knows whether it is losing."""


def burn(children: int, megabytes: int) -> None:
    """Keep all CPUs busy in sessions of their own, with memory that is slow to look at."""
    for _ in range(children):
        if os.fork() == 0:
            os.setsid()
            held = bytearray(megabytes << 20)
            end = time.monotonic() + LONG
            while held and time.monotonic() < end:
                sum(range(1000))
            os._exit(0)


def say(text: str) -> None:
    """Send a line to the arena."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    """Play until `bye`."""
    children, megabytes = int(sys.argv[1]), int(sys.argv[2])
    say("bot fisher 1")
    tricks = 0
    for line in sys.stdin:
        verb, *words = line.split()
        if verb == "game":
            tricks = 0
        elif verb == "note" and words[0] == "trick":
            tricks += 1
        elif verb == "ask":
            if children and tricks >= LATE:
                burn(children, megabytes)
                time.sleep(60)
            say(words[-1] if words[1] == "bid" else random.choice(words[2:]))  # if all passed, there would be no tricks
        elif verb == "bye":
            return


if __name__ == "__main__":
    main()
