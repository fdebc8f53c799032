"""A bot that plays every game sensibly: it bids on what it holds, counts cards and weighs the points of a trick.

Its decisions are a part of the library: `arena/games/careful` has a module for each game.
"""

from arena.client import Turn, run

if __name__ == "__main__":
    run(Turn.sensible, "sensible", "1.2", tables=64)
