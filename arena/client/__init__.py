"""The library for authors of bots: the loop of the protocol, what a seat knows, worlds and rollouts.

It needs nothing but Python. A bot's folder gets it with `library = true` in `bot.toml`. A bot is a function:

    from arena.client import run

    run(lambda t: t.sensible(), "mine", "1")

`docs/stronger-bot.md` (`arena help stronger-bot`) shows how to make it stronger.
"""

# Not compiled: it only re-exports.

from arena.client.comparison import Comparison, Estimate
from arena.client.loop import Unchecked, run, run_batches
from arena.client.simulation import Simulation
from arena.client.turn import Position, Turn, World

__all__ = ["Comparison", "Estimate", "Position", "Simulation", "Turn", "Unchecked", "World", "run", "run_batches"]
