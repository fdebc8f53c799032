"""A bot that thinks of nothing but the trick on the table: it wins it cheaply or throws its lowest card.

It bids nothing, takes what is free, exchanges its low cards, and accepts raises.
"""

from arena.client import Turn, run

if __name__ == "__main__":
    run(Turn.greedy, "greedy", "1.2", tables=64)
