"""Punctuality: a machine on which bots of many authors are late, while elsewhere they are not, plays no more.

Whoever looks at one bot blames the bot, and whoever looks at one machine blames the machine. So both are compared: a
bot that is late on all machines is slow, and a machine on which most bots are late that are in time elsewhere is slow.
"""

from __future__ import annotations

from collections import Counter

from arena.schedules.plan import PlannedGame
from arena.settings.contest import sides_of
from arena.table.outcome import Outcome

TIMEOUT = "TIMEOUT"
"""The kind of fault of a bot that is late."""
MACHINE = "machine"
"""The name of the machine among the conditions of a game."""
MACHINES = "machines"
"""The name of the condition of a run in which other machines played; other runs do not have it."""
FEWEST = 3
"""How many games of a bot have to be known, on the machine and elsewhere, before they say anything."""
OFTEN, SELDOM = 1 / 3, 1 / 10
"""The part of its games in which a bot is late: at least this where a machine is too slow, less than that elsewhere."""
BOTS = 2
"""How many bots have to be late at least."""


class Punctuality:
    """Counts games, and those in which a bot was late, by machine and entrant."""

    def __init__(self) -> None:
        self._games: dict[str, Counter[str]] = {}
        self._late: dict[str, Counter[str]] = {}

    def take(self, planned: PlannedGame, outcome: Outcome) -> None:
        """Take a result."""
        machine = outcome.machine.get(MACHINE)
        if isinstance(machine, str):
            seats = sides_of(planned.contest)
            sides = {seats[fault.seat] for fault in outcome.faults if fault.kind == TIMEOUT}
            late = {planned.sides[side] for side in sides if side is not None}
            self._games.setdefault(machine, Counter()).update(planned.sides)
            self._late.setdefault(machine, Counter()).update(late)

    def verdict(self, machine: str) -> str:
        """Return why a machine is to play no more; empty if it may."""
        here, late = self._games.get(machine, Counter()), self._late.get(machine, Counter())
        if len(late) < BOTS:
            return ""
        known = [bot for bot, games in here.items() if games >= FEWEST and self._in_time_elsewhere(machine, bot)]
        slow = [bot for bot in known if late[bot] >= OFTEN * here[bot]]
        if len(slow) < BOTS or 2 * len(slow) <= len(known):
            return ""
        faults, games = sum(late[bot] for bot in slow), sum(here[bot] for bot in slow)
        return f"{len(slow)} bots that are in time elsewhere were late here, in {faults} of {games} games"

    def _in_time_elsewhere(self, machine: str, bot: str) -> bool:
        games = sum(count[bot] for name, count in self._games.items() if name != machine)
        late = sum(count[bot] for name, count in self._late.items() if name != machine)
        return games >= FEWEST and late < SELDOM * games
