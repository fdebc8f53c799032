"""What goes into the store and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from arena.schedules.plan import PlannedGame

T = TypeVar("T")
Facts: TypeAlias = Mapping[str, str | int | float]
NOTHING: Facts = MappingProxyType({})


class Fault(NamedTuple):
    """A bot's fault in a game: whose, which (TIMEOUT, CRASH, ...), and what happened."""

    seat: int
    verdict: str
    detail: str


class SeatUse(NamedTuple):
    """What a seat used in a game. What nobody measured is None, and takes no room in the store.

    Stored by name: a field may be added without a change of the tables.

    Args:
        decisions: how often it was asked.
        total_ms: ms of all its decisions.
        worst_ms: ms of the slowest.
        charged_ms: ms that its clock was charged with; None where that is `total_ms`.
        bank_ms: what its bank held at the end.
        strikes: late answers that were forgiven.
        cpu_ms: CPU time of all its processes.
        worst_cpu_ms: CPU time of the decision that took most of it.
        delay_ms: ms that its first thread was ready and waited for a CPU.
        memory: bytes at the peak, of all games that the same process had played by then; looked at once a second.
        processes: processes and threads at the peak, likewise.
        sent: bytes to the bot.
        received: bytes from the bot.
        stderr: bytes that it wrote to standard error, kept or not.
    """

    decisions: int
    total_ms: float
    worst_ms: float
    charged_ms: float | None = None
    bank_ms: float | None = None
    strikes: int | None = None
    cpu_ms: float | None = None
    worst_cpu_ms: float | None = None
    delay_ms: float | None = None
    memory: int | None = None
    processes: int | None = None
    sent: int | None = None
    received: int | None = None
    stderr: int | None = None


class SeatFailure(NamedTuple):
    """What the author of a failed bot gets to see: the fault, standard error, and both streams of the game."""

    seat: int
    verdict: str
    detail: str
    stderr: bytes
    sent: bytes
    received: bytes


class Finished(NamedTuple):
    """A game that has ended, as the store takes it in.

    Args:
        game_id: the id of the planned game.
        places: the place of each side, 1 the first; equal places are shared.
        scores: the score of each side; None where a fault cut the game short.
        reason: why it ended.
        extra: what else the result records.
        faults: of all seats, in order.
        uses: by seat.
        record: the whole game as text.
        failures: for the authors of the bots at fault.
        conditions: under what this game was played, as far as the run does not say it: measured or changed while the
            run went on, such as the sandbox level or the arena's lag. Any names.
    """

    game_id: str
    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str
    extra: Mapping[str, str]
    faults: tuple[Fault, ...]
    uses: Mapping[int, SeatUse]
    record: str
    failures: tuple[SeatFailure, ...] = ()
    conditions: Facts = NOTHING


class Played(NamedTuple):
    """A planned game and its result, as far as ratings need it; the fields are those of `Finished`.

    Args:
        run: the number of the run that played it.
    """

    game: PlannedGame
    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str
    extra: Mapping[str, str]
    faults: tuple[Fault, ...]
    run: int = 1


class Outcomes(NamedTuple, Generic[T]):
    """What came of games, as far as a schedule needs it.

    Args:
        of: by the id of the game.
        last: the number of the last result that there is.
    """

    of: dict[str, T]
    last: int


Listed: TypeAlias = tuple[
    str, str, int, int, tuple[str, ...], tuple[int, ...] | None, str, Mapping[str, str], tuple[Fault, ...]
]
"""A game and its result as a line of a list: id, contest, set, room, sides; scores, reason, extra, faults."""


class Known(NamedTuple):
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
