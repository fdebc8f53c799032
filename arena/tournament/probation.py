"""Probation: a bot that fails its first games, or too many in a row, is benched.

Who is benched is worked out from the results in the order in which they were stored, and from the pardons, which are
kept with the runs that they began. Nothing else is remembered: an arena that died and is started again knows the same.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from arena.schedules.plan import PlannedGame
from arena.settings.contest import sides_of
from arena.settings.probation import OFF, ProbationSettings
from arena.store import PlayedGame, Reader
from arena.table.outcome import Fault
from protocol import ID_LIMIT

LATE = 4096
"""How many results are kept at hand at least; older ones are packed."""
EVENT = ("schedule", "events")
"""The settings of a run that say what its event is: runs with the same ones after another go on with it."""


class Benched(NamedTuple):
    """A bot that plays no more.

    Args:
        entrant: its id.
        reason: what it did, such as `CRASH in each of its first 3 games`.
        game: the id of the last of these games.
        seat: where it sat when it failed there.
        after: the number of that game's result.
    """

    entrant: str
    reason: str
    game: str
    seat: int
    after: int


class _Numbers:
    """The number of each game's result: a dictionary that takes a tenth of the memory, and more time.

    Many results are held against nobody, and a ladder plays for days: that must not be seen in how much it holds. One
    thread may add numbers while another asks for them.
    """

    def __init__(self) -> None:
        self._packed = np.empty(0, f"S{ID_LIMIT}"), np.empty(0, np.int64)
        """The ids in order, and the numbers."""
        self._late: dict[str, int] = {}
        """Those that are not among them yet."""

    def __setitem__(self, game: str, number: int) -> None:
        self._late[game] = number
        ids, numbers = self._packed
        if len(self._late) > max(LATE, len(ids) // 8):
            games, late = zip(*sorted(self._late.items()), strict=True)
            at = ids.searchsorted(new := np.array(games, ids.dtype))
            self._packed = np.insert(ids, at, new), np.insert(numbers, at, late)
            self._late = {}  # only now: until then they are found here

    def get(self, game: str) -> int:
        """Return the number of a game's result; 0 where there is none."""
        if (number := self._late.get(game)) is not None:
            return number
        ids, numbers = self._packed
        wanted = np.bytes_(game.encode())
        i = int(ids.searchsorted(wanted))
        return int(numbers[i]) if i < len(ids) and ids[i] == wanted else 0


@dataclass
class _Conduct:
    """What an entrant has done since it came, or since it was last pardoned.

    Args:
        games: how many games count.
        row: how many of them, the last ones, have a fault of its own.
        kinds: how often each kind of fault is in these.
    """

    games: int = 0
    row: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


class Probation:
    """Who is benched.

    Args:
        settings: when a bot is.
        pardoned: entrant's id -> the number of the run that brought it back last; what it did before does not count.
        begun: the number of the run that the event began with.
    """

    def __init__(
        self, settings: ProbationSettings = OFF, pardoned: Mapping[str, int] = MappingProxyType({}), begun: int = 1
    ) -> None:
        self.settings = settings
        self.benched: dict[str, Benched] = {}
        """By the entrant's id, in the order of events."""
        self._pardoned = pardoned
        self._begun = begun
        self._before = 0
        self._last = 0
        """The number of the last result that was taken in or skipped."""
        self._skipped: tuple[Reader, int] | None = None
        """Where earlier results are that have no faults, and the number of the last one: read once there is a fault."""
        self._numbers = _Numbers()
        self._conduct: dict[str, _Conduct] = {}
        self._news: deque[Benched] = deque()

    def look(self, store: Reader) -> None:
        """Take in the results of earlier runs.

        While there is no fault there is nothing to hold against anybody: then a million results are looked at in a
        second, and nothing is remembered of them.

        Args:
            store: the results.
        """
        if self.settings.on:
            last, faulty = store.last_and_faulty(0)
            self._skipped = store, last
            self._last = last
            if faulty:
                self._recall()

    def take(self, played: PlayedGame) -> None:
        """Take in a result that was stored after `look`.

        Args:
            played: the result; its number is greater than that of any before.
        """
        if self.settings.on and played.number > self._last:
            self._last = played.number
            if played.faults:
                self._recall()
            self._take(played)

    def _recall(self) -> None:
        """Take in the results that were skipped. They have no faults, or come first, so that the order is kept."""
        if self._skipped is not None:
            (store, last), self._skipped = self._skipped, None
            for played in store.in_order():
                if played.number > last:
                    break
                self._take(played)

    def _take(self, played: PlayedGame) -> None:
        """Take in a result.

        A game that somebody else's fault cut short says nothing of those that had none.
        """
        number = played.number
        self._numbers[played.game.id] = number
        if played.run < self._begun:
            self._before = number
        sides = sides_of(played.game.contest)
        faults: dict[str, Fault] = {}
        for fault in reversed(played.faults):
            if (side := sides[fault.seat]) is not None:
                faults[played.game.sides[side]] = fault
        cut_short = bool(played.faults) and not played.result.scores
        for entrant in played.game.sides:
            counts = played.run >= self._pardoned.get(entrant, 0) and not (cut_short and entrant not in faults)
            if counts and entrant not in self.benched:
                self._count(entrant, faults.get(entrant), played.game.id, number)

    def _count(self, entrant: str, fault: Fault | None, game: str, number: int) -> None:
        """Add a game to what an entrant has done, and bench it if that is too much."""
        conduct = self._conduct.setdefault(entrant, _Conduct())
        conduct.games += 1
        if fault is None:
            conduct.row = 0
            conduct.kinds.clear()
            return
        conduct.row += 1
        conduct.kinds[fault.kind] += 1
        if reason := self._reason(entrant, conduct):
            self.benched[entrant] = Benched(entrant, reason, game, fault.seat, number)
            self._news.append(self.benched[entrant])

    def _reason(self, entrant: str, conduct: _Conduct) -> str:
        """Return why an entrant is to be benched, or nothing."""
        row, kinds = conduct.row, " or ".join(kind for kind, _ in conduct.kinds.most_common())
        since = " since it was brought back" if entrant in self._pardoned else ""
        if self.settings.first and row == conduct.games >= self.settings.first:
            return f"{kinds} in {'its first game' if row == 1 else f'each of its first {row} games'}{since}"
        if self.settings.in_a_row and row >= self.settings.in_a_row:
            return f"{kinds} in {'a game' if row == 1 else f'{row} games in a row'}"
        return ""

    def news(self) -> Iterator[Benched]:
        """Yield whom this was not yet told of."""
        while self._news:
            yield self._news.popleft()

    def since(self, entrant: str) -> int:
        """Return the number of the result after which a benched one was."""
        return self.benched[entrant].after

    def skips(self, game: PlannedGame) -> bool:
        """Return whether a game is not played: it has no result, and somebody who would play is benched."""
        if not self.benched:
            return False
        return any(one in self.benched for one in game.sides) and not self._numbers.get(game.id)

    def out_by(self, games: Iterable[str]) -> frozenset[str]:
        """Return who was benched when the last of some games got its result; at least who was before the event."""
        number = max(map(self._numbers.get, games), default=0)
        return frozenset(one.entrant for one in self.benched.values() if one.after <= max(number, self._before))

    def rates(self, sides: Iterable[str]) -> bool:
        """Return whether the ladder is rated with the games of some entrants, by their ids."""
        return self.settings.games == "keep" or not any(one in self.benched for one in sides)


def as_words(settings: ProbationSettings, pardoned: Iterable[str] = ()) -> dict[str, str]:
    """Return the settings and the pardons of a run, as a store keeps them with it (see `probation_of`)."""
    return {
        "probation": settings.model_dump_json(exclude_defaults=True),
        "pardoned": json.dumps(sorted(pardoned)),
    }


def probation_of(store: Reader, words: Mapping[str, str] | None = None) -> Probation:
    """Return who is benched after the results that are stored.

    Args:
        store: the results.
        words: the settings of a run that is to begin; left out, those of the last run. Where they say nothing of
            probation, as those of a match do not, nobody is benched.
    """
    runs = store.runs()
    words = words if words is not None else (runs[-1].settings if runs else {})
    if "probation" not in words:
        return Probation()
    pardoned = {one: run.number for run in runs for one in json.loads(run.settings.get("pardoned", "[]"))}
    begun = len(runs) + 1
    for run in reversed(runs):
        if any(run.settings.get(name) != words.get(name) for name in EVENT):
            break
        begun = run.number
    found = Probation(ProbationSettings.model_validate_json(words["probation"]), pardoned, begun)
    found.look(store)
    return found
