"""Voids: how many games were void while the bots of an entrant were asked, and who gets no more of them.

A game is void because of the bot that is asked only if that bot got no CPU for several times its limit. On a machine
that is too busy this befalls all entrants alike. An entrant that makes it happen to get another game would need many.
Only games in which the bot itself had used CPU time are held against it: what happens to one that sleeps, or to all of
a machine that sleeps, is not its doing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from arena.schedules.plan import PlannedGame
from arena.settings.contest import sides_of
from arena.store import PlayedGame, Reader
from arena.table.reports import GameVoided

FREE = 5
"""How many such games an entrant may have in any case: a bad hour of the machine."""
SHARE = 0.02
"""The part of its games that may be such games beyond that."""


class Voids:
    """Counts void games by entrant.

    Args:
        busy: entrant -> how many games were void while it was asked, after it had used CPU time.
        games: entrant -> how many games it has played.
    """

    def __init__(self, busy: Mapping[str, int], games: Mapping[str, int]) -> None:
        self._busy = Counter(busy)
        self._games = Counter(games)

    def take(self, played: PlayedGame) -> None:
        """Take a result that was stored."""
        self._games.update(played.game.sides)

    def note(self, planned: PlannedGame, void: GameVoided) -> None:
        """Take a void game that was stored."""
        entrant = asked_in(planned, void)
        if entrant is not None and void.busy:
            self._busy[entrant] += 1

    def left(self, entrant: str) -> int:
        """Return how many more games may be void because this entrant is asked: after that it has a TIMEOUT instead."""
        return max(0, int(FREE + SHARE * self._games[entrant] - self._busy[entrant]))


def voids_of(store: Reader) -> Voids:
    """Return the void games of all runs."""
    games: Counter[str] = Counter()
    columns = store.columns()
    for sides, count in Counter(columns.sides.code.tolist()).items():
        for entrant in columns.sides.values[sides]:
            games[entrant] += count
    return Voids({entrant: busy for entrant, (_, busy) in store.voids().items()}, games)


def asked_in(planned: PlannedGame, void: GameVoided) -> str | None:
    """Return the id of the entrant that was asked when a game became void; None if that has nothing to do with it."""
    side = None if void.asked is None else sides_of(planned.contest)[void.asked]
    return None if side is None else planned.sides[side]
