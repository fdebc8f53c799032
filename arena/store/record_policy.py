"""Of which games the record is kept: of all, of those with a fault only, or also of some games of each pairing.

A record is more than half of what a game takes on the disk, and most of the work of storing it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from arena.settings.limits import Records
from arena.table.reports import GameEnded

SETTING = "records"
"""The setting of a run that does not keep all records; other runs do not have it."""
ALL = "all"
Choice: TypeAlias = tuple[str, str, Sequence[str]]
"""What decides about a planned game: its id, its contest, and the ids of its entrants."""


class RecordPolicy:
    """Decides of which games the record is kept. That of a game with a fault always is.

    Of each pairing in each contest, the games with the smallest ids are chosen. An id is a keyed hash, so it has
    nothing to do with what happens in the game, and the choice is the same however often a run is interrupted. If a
    schedule asks for more games of a pairing later, smaller ids may be among them: then a few more than the number are
    kept.

    Args:
        records: `all`, `faults`, or how many games of each pairing are chosen.
    """

    def __init__(self, records: Records = "all") -> None:
        self.records = records
        self._of: dict[tuple[str, ...], list[str]] = {}
        self._chosen: set[str] = set()

    @property
    def chooses(self) -> bool:
        """Whether it must be told which games are planned."""
        return isinstance(self.records, int)

    def setting(self) -> dict[str, str]:
        """Return what is stored with a run; `arena.store.reader` reads it."""
        return {} if self.records == ALL else {SETTING: str(self.records)}

    def choose(self, games: Iterable[Choice]) -> None:
        """Choose among games that are planned, in any order, and those that it was told of before."""
        if not isinstance(self.records, int):
            return
        for id_, contest, sides in games:
            if id_ in self._chosen:
                continue
            best = self._of.setdefault((contest, *sorted(sides)), [])
            if len(best) < self.records or id_ < best[-1]:
                insort(best, id_)
                self._chosen.add(id_)
                if len(best) > self.records:
                    self._chosen.remove(best.pop())

    def keeps(self, ended: GameEnded) -> bool:
        """Return whether the record of a game is kept."""
        return self.records == ALL or bool(ended.outcome.faults) or ended.game_id in self._chosen


def kept_by(settings: Mapping[str, str]) -> str:
    """Return the setting that a stored run was played with, as text."""
    return settings.get(SETTING, ALL)


def as_line(kept: str) -> str:
    """Return a setting as the line of a ladder file."""
    return f"{SETTING} = {kept}" if kept.isdecimal() else f'{SETTING} = "{kept}"'
