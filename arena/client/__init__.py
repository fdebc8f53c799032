"""The library for authors of bots: the loop of the protocol, what a seat knows, worlds and rollouts.

It needs nothing but Python. A bot's folder gets it with `library = true` in `bot.toml`. A bot is a function:

    from arena.client import greedy, run

    run(greedy, "greedy", "1")

`docs/stronger-bot.md` (`arena help stronger-bot`) shows how to make it stronger.
"""

# Not compiled: it only re-exports.

from arena.client.comparison import Comparison, Estimate
from arena.client.loop import run, run_batches
from arena.client.policies import greedy, random_word, sensible
from arena.client.search import Search, Weighted, position_of, simulate
from arena.client.seat import Question, Seat
from arena.client.simulation import Simulation
from arena.games.kernel import View, World

__all__ = [
    "Comparison",
    "Estimate",
    "Question",
    "Search",
    "Seat",
    "Simulation",
    "View",
    "Weighted",
    "World",
    "greedy",
    "position_of",
    "random_word",
    "run",
    "run_batches",
    "sensible",
    "simulate",
]
