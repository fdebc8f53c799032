"""Probation: a bot that has a fault in each of its first games, or in too many games in a row, is benched.

Which bots are benched follows from the stored results, in the order of the store, and from pardons, which are stored
with the run that they began, or in the log of appeals. Nothing else is remembered, so an arena that died and is started
again knows the same.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from arena.protocol import ID_LIMIT
from arena.schedules.plan import PlannedGame
from arena.settings.contest import sides_of
from arena.settings.probation import OFF, ProbationSettings
from arena.store import Conduct, PlayedGame, Reader
from arena.table.outcome import Fault

LATE = 4096
"""How many of the last numbers are at least kept in a dictionary; older ones are packed into an array."""
EVENT = ("schedule", "events")
"""The settings of a run that identify its event: successive runs of a season with the same ones belong to the same
event."""


class Benched(NamedTuple):
    """A bot that is benched: it plays no more.

    Args:
        entrant: its id.
        reason: what it did, such as `CRASH in each of its first 3 games`.
        game: the id of the last of these games.
        seat: its seat with the fault in that game.
        after: the number of the result of that game.
        name: what it is called; empty if that is not known.
    """

    entrant: str
    reason: str
    game: str
    seat: int
    after: int
    name: str = ""

    def __str__(self) -> str:
        return f"{self.name or self.entrant} is benched: {self.reason}; no more of its games are begun"


class _Numbers:
    """The number of each game's result, by the id of the game: a dictionary in a tenth of the memory, but slower.

    A ladder may play millions of games in which nobody is at fault, and its memory must not grow with them. One thread
    may add numbers while another looks them up.
    """

    def __init__(self) -> None:
        self._packed = np.empty(0, f"S{ID_LIMIT}"), np.empty(0, np.int64)
        """The ids, sorted, and the number of each."""
        self._late: dict[str, int] = {}
        """The numbers that are not packed yet."""

    def __setitem__(self, game: str, number: int) -> None:
        self._late[game] = number
        ids, numbers = self._packed
        if len(self._late) > max(LATE, len(ids) // 8):
            games, late = zip(*sorted(self._late.items()), strict=True)
            at = ids.searchsorted(new := np.array(games, ids.dtype))
            self._packed = np.insert(ids, at, new), np.insert(numbers, at, late)
            self._late = {}  # not earlier: another thread may look one up

    def get(self, game: str) -> int:
        if (number := self._late.get(game)) is not None:
            return number
        ids, numbers = self._packed
        wanted = np.bytes_(game.encode())
        i = int(ids.searchsorted(wanted))
        return int(numbers[i]) if i < len(ids) and ids[i] == wanted else 0


@dataclass
class _Conduct:
    """What an entrant has done since its first game, or since it was last pardoned.

    Args:
        games: how many games count.
        row: in how many of these games in a row, up to the last one, it had a fault.
        kinds: how often each kind of fault occurred in that row.
    """

    games: int = 0
    row: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


class Probation:
    """Finds out which bots are benched, from the results in the order of the store.

    Args:
        settings: when a bot is benched.
        pardoned: for each pardoned entrant, by its id: the number of the run that last brought it back. What the
            entrant did before that run does not count.
        begun: the number of the run that the event began with.
    """

    def __init__(
        self, settings: ProbationSettings = OFF, pardoned: Mapping[str, int] = MappingProxyType({}), begun: int = 1
    ) -> None:
        self.settings = settings
        self.benched: dict[str, Benched] = {}
        """The benched bots by id, in the order in which they were benched."""
        self._pardoned = pardoned
        self._begun = begun
        self._before = 0
        """The number of the last result before the event."""
        self._last = 0
        """The number of the last result that was taken or skipped."""
        self._skipped: tuple[Reader, int] | None = None
        """The store and the number of the last result that was skipped, as there were no faults yet; see `_recall`."""
        self._numbers = _Numbers()
        self._conduct: dict[str, _Conduct] = {}
        self._news: deque[Benched] = deque()
        """Benched bots that `news` has not yielded yet."""

    def look(self, store: Reader) -> None:
        """Take the results of earlier runs from the store.

        If there is no fault among them, they are skipped until the first fault comes: a million of them take a second
        then, and no memory.

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
        """Take a result that was stored after `look`. A result that was taken before is ignored.

        Args:
            played: the game with its result; results come in the order of their numbers.
        """
        if self.settings.on and played.number > self._last:
            self._last = played.number
            if played.faults:
                self._recall()
            game, scored = played.game, bool(played.result.scores)
            row = Conduct(played.number, game.id, game.contest, game.sides, played.run, scored, played.faults)
            self._take(row)

    def _recall(self) -> None:
        """Take the results that were skipped. They come before all others, so the order is kept."""
        if self._skipped is not None:
            (store, last), self._skipped = self._skipped, None
            for rows in store.conduct(last):
                for row in rows:
                    self._take(row)

    def _take(self, row: Conduct) -> None:
        """Count a result for each of its entrants.

        A game that was cut short by a fault counts only for the entrants with a fault, not for the others.
        """
        number, game, contest, playing, run, scored, found = row
        self._numbers[game] = number
        if run < self._begun:
            self._before = number
        faults: dict[str, Fault] = {}
        if found:
            sides = sides_of(contest)
            for fault in reversed(found):
                if (side := sides[fault.seat]) is not None:
                    faults[playing[side]] = fault
        cut_short = bool(found) and not scored
        for entrant in playing:
            counts = run >= self._pardoned.get(entrant, 0) and not (cut_short and entrant not in faults)
            if counts and entrant not in self.benched:
                self._count(entrant, faults.get(entrant), game, number)

    def _count(self, entrant: str, fault: Fault | None, game: str, number: int) -> None:
        """Count a game of an entrant, and bench the entrant if it had too many faults."""
        conduct = self._conduct.get(entrant)
        if conduct is None:
            conduct = self._conduct[entrant] = _Conduct()
        conduct.games += 1
        if fault is None:
            if conduct.row:
                conduct.row = 0
                conduct.kinds.clear()
            return
        conduct.row += 1
        conduct.kinds[fault.kind] += 1
        if reason := self._reason(entrant, conduct):
            self.benched[entrant] = Benched(entrant, reason, game, fault.seat, number)
            self._news.append(self.benched[entrant])

    def _reason(self, entrant: str, conduct: _Conduct) -> str:
        """Return why an entrant is to be benched; empty if it is not."""
        row, kinds = conduct.row, " or ".join(kind for kind, _ in conduct.kinds.most_common())
        since = " since it was brought back" if entrant in self._pardoned else ""
        if self.settings.first and row == conduct.games >= self.settings.first:
            return f"{kinds} in {'its first game' if row == 1 else f'each of its first {row} games'}{since}"
        if self.settings.in_a_row and row >= self.settings.in_a_row:
            return f"{kinds} in {'a game' if row == 1 else f'{row} games in a row'}"
        return ""

    def news(self) -> Iterator[Benched]:
        """Yield the bots that were benched since the last call."""
        while self._news:
            yield self._news.popleft()

    def since(self, entrant: str) -> int:
        """Return the number of the result after which an entrant was benched."""
        return self.benched[entrant].after

    def skips(self, game: PlannedGame) -> bool:
        """Return whether a game is left out: it has no result, and one of its entrants is benched."""
        if not self.benched:
            return False
        return any(one in self.benched for one in game.sides) and not self._numbers.get(game.id)

    def out_by(self, games: Iterable[str]) -> frozenset[str]:
        """Return the ids of the bots that were benched when the last of some games got its result.

        Bots that were benched before the event are always among them.

        Args:
            games: the ids of the games.
        """
        number = max(map(self._numbers.get, games), default=0)
        return frozenset(one.entrant for one in self.benched.values() if one.after <= max(number, self._before))

    def rates(self, sides: Iterable[str]) -> bool:
        """Return whether games of these entrants count for the ratings of the ladder.

        Args:
            sides: the ids of the entrants.
        """
        return self.settings.games == "keep" or not any(one in self.benched for one in sides)


def as_words(settings: ProbationSettings, pardoned: Iterable[str] = ()) -> dict[str, str]:
    """Return the settings and the pardons of a run as words, which the store keeps with the run (see `probation_of`).

    Args:
        settings: when bots are benched.
        pardoned: the ids of the entrants that the run brings back.
    """
    return {
        "probation": settings.model_dump_json(exclude_defaults=True),
        "pardoned": json.dumps(sorted(pardoned)),
    }


def probation_of(store: Reader, words: Mapping[str, str] | None = None, season: int | None = None) -> Probation:
    """Return the probation after all results that are stored.

    Args:
        store: the results.
        words: the settings of a run that is to begin; by default those of the last run. If they do not mention
            probation, as in a match, no bot is benched.
        season: the number of an earlier season, to know what its schedule knew; None for the season of the last run.
    """
    runs = [run for run in store.runs() if season is None or run.season <= season]
    words = words if words is not None else (runs[-1].settings if runs else {})
    if "probation" not in words:
        return Probation()
    pardons = [(one, run.number) for run in runs for one in json.loads(run.settings.get("pardoned", "[]"))]
    pardons += [(one, each.run) for each in store.appeals() if each.what == "pardon" for one in each.bots]
    pardoned = {one: max(run for who, run in pardons if who == one) for one, _ in pardons}
    begun = len(runs) + 1
    for run in reversed(runs):
        if run.season != runs[-1].season or any(run.settings.get(name) != words.get(name) for name in EVENT):
            break
        begun = run.number
    found = Probation(ProbationSettings.model_validate_json(words["probation"]), pardoned, begun)
    found.look(store)
    return found
