"""What readers of the store get: games that were played, entrants, runs and counts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from arena.games.kernel import Result, Seat
from arena.schedules.plan import PlannedGame
from arena.table.outcome import Fault, Use

Conditions: TypeAlias = Mapping[str, str | int | float]
"""What was measured while a game was played, by name."""


class PlayedGame(NamedTuple):
    """A planned game and its result.

    Args:
        game: the planned game.
        result: the result by the rules; without scores if a fault cut the game short.
        faults: of all seats, in order.
        run: the number of the run that played it.
        number: the number of its result; results are numbered from 1 in the order in which they are stored.
        uses: what each seat used; empty if it was not asked for.
    """

    game: PlannedGame
    result: Result
    faults: tuple[Fault, ...] = ()
    run: int = 1
    number: int = 0
    uses: Mapping[Seat, Use] = MappingProxyType({})


ListedGame: TypeAlias = tuple[
    str, str, int, int, tuple[str, ...], tuple[int, ...] | None, str, Mapping[str, str], tuple[Fault, ...]
]
"""A game and its result as a line of a list: id, contest, set, room, sides; scores, reason, extra, faults."""


class StoredEntrant(NamedTuple):
    """An entrant of any run, as stored: some may not take part any more.

    Args:
        id: its name and the beginning of its digest.
        name: what it is called.
        version: as the bot states it.
        about: what the bot says about itself.
    """

    id: str
    name: str
    version: str
    about: str


class Counts(NamedTuple):
    """How far the plan has come.

    Args:
        planned: how many games are planned.
        done: how many games have a result.
        open: how many attempts are under way, or were when the arena died.
        abandoned: how many attempts ended without a result.
    """

    planned: int
    done: int
    open: int
    abandoned: int


class Run(NamedTuple):
    """A run of the arena.

    Args:
        number: from 1.
        started: when it began, for people.
        arena: the version of the arena.
        settings: the conditions and the schedule, by name.
        results: how many of its results the store has.
    """

    number: int
    started: str
    arena: str
    settings: Mapping[str, str]
    results: int
