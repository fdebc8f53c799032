"""A game of a ladder is judged by a process of its own: `python -m arena.app.judge_job LADDER GAME`.

It prints the decisions of each bot, the costliest first, as JSON. A server starts it; it gives way to all other
processes, so games that are being played are not slowed down.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from random import Random
from typing import Final

from arena.app.ladders import open_results
from arena.results.review import Judged, costliest, judged_one_by_one, stored_games

DECISIONS: Final = 200
"""At most so many decisions of a game are judged, drawn at random."""
WORLDS: Final = 12
"""How many worlds each judge looks at."""
SHOWN: Final = 10
"""So many of the costliest of each bot are printed."""
LOW: Final = 19
"""The lowest priority of a process."""


def judged(ladder: str, game: str) -> Sequence[Judged]:
    """Return the costliest decisions of each bot in a stored game; none if its record was not kept.

    Args:
        ladder: what the command line names the results.
        game: the id of the game.

    Raises:
        Exception: the game cannot be played again: one of `arena.app.game.UNPLAYABLE`.
    """
    with open_results(ladder) as store:
        games = stored_games(store, [game])
    found = [*judged_one_by_one(games, DECISIONS, WORLDS, Random(game))]
    bots = dict.fromkeys(bot for one in games for bot in one.sides)
    return [one for bot in bots for one in costliest([each for each in found if each.bot == bot], SHOWN)]


if __name__ == "__main__":
    os.nice(LOW)
    sys.stdout.write(json.dumps([one._asdict() for one in judged(*sys.argv[1:])]))
