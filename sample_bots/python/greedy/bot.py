"""A bot that thinks of nothing but the trick on the table: it wins it cheaply or throws its lowest card."""

from arena.client import greedy, run

if __name__ == "__main__":
    run(greedy, "greedy", "1.0", tables=64)
