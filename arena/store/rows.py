"""What goes into the store and what comes out of it."""

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
    """A planned game and what came of it.

    Args:
        game: the plan.
        result: as the rules have it; without scores where a fault cut the game short.
        faults: of all seats, in order.
        run: the number of the run that played it.
        number: of its result, in the order of storing; the first is 1.
        uses: what each seat used; empty where nobody asked for it.
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
    """An entrant of this or an earlier run."""

    id: str
    name: str
    version: str
    about: str


class Counts(NamedTuple):
    """Games planned, games with a result, attempts that are open (or were when the arena died), attempts in vain."""

    planned: int
    done: int
    open: int
    abandoned: int


class Run(NamedTuple):
    """A run of the arena, and how many results it has in the store.

    Args:
        number: from 1.
        started: when, for people.
        arena: the version that played.
        settings: under what it played.
        results: how many games.
    """

    number: int
    started: str
    arena: str
    settings: Mapping[str, str]
    results: int
