"""The game as a value: its table, its deals, its result; what a seat was told, and a deal as it may be in truth."""

# Not compiled: a generic frozen dataclass.

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from arena.games.kernel.events import Card, Chance, Event, Note, Plan, Rules, Seat, Side, Word
from arena.games.kernel.opening import opening_draws
from arena.games.kernel.options import Options


class Standing(Protocol):
    """All that lives on between two deals (scores, dealer, ...). It is public, whole."""

    def words(self) -> tuple[str, ...]:
        """Return the `key=value` words that the `deal` note carries."""


def spelled(**values: object) -> tuple[str, ...]:
    """Return the `key=value` words of a standing: tuples as lists, and nothing for None or an empty tuple."""
    return tuple([f"{key}={_spelled(value)}" for key, value in values.items() if value is not None and value != ()])


def _spelled(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


class Seating(NamedTuple):
    """Who sits where: the side of each seat (None: a seat that belongs to none), and who answers for it."""

    sides: tuple[Side | None, ...]
    answers: tuple[Seat, ...]

    @property
    def seats(self) -> int:
        """The number of hands at the table."""
        return len(self.sides)

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that are asked anything, in order: one bot each."""
        return tuple(sorted(set(self.answers)))

    @property
    def number_of_sides(self) -> int:
        """The number of lines on the score sheet."""
        return len({side for side in self.sides if side is not None})


def seated(sides: Sequence[Side | None]) -> Seating:
    """Return the seating in which every seat answers for itself."""
    return Seating(tuple(sides), tuple(range(len(sides))))


SILENT = "silent"
"""The key in `Result.extra` of a side that took part without playing for itself: its place means nothing."""


class Result(NamedTuple):
    """How a game ended: for every side its place (1 = first, equal places are shared) and its score.

    `extra` holds what else the result records as words: `games` (how many games a win counts), `label`, `money` (of
    each seat, in cents), `silent`.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    extra: tuple[tuple[str, str], ...] = ()


M = TypeVar("M", int, tuple[int, ...])


def places(marks: Sequence[M]) -> tuple[int, ...]:
    """Return the place of each side by its score or other mark, the highest first; equal marks share a place."""
    best_first = sorted(marks, reverse=True)
    return tuple([1 + best_first.index(mine) for mine in marks])


class View(NamedTuple):
    """What one seat was told since the deal began, and the standing before it; None before the first deal."""

    seat: Seat
    options: Any
    standing: Any
    events: tuple[Event, ...]


class World(NamedTuple):
    """A deal as it may be in truth: its chance draws by name, and the secret words of each (seat, kind) in order."""

    draws: Mapping[str, tuple[Any, ...]]
    secrets: Mapping[tuple[Seat, str], tuple[Word, ...]]


class Facts(NamedTuple):
    """What the notes of a deal have told.

    Args:
        options: the options of the game.
        standing: the standing before the deal.
        notes: the values of all notes of each kind, in order.
    """

    options: Any
    standing: Any
    notes: Mapping[str, Sequence[tuple[str | int, ...]]]

    def last(self, kind: str) -> tuple[str | int, ...] | None:
        """Return the values of the last note of a kind, None while there is none."""
        found = self.notes.get(kind)
        return found[-1] if found else None

    def word(self, kind: str) -> str | None:
        """Return the first value of the last note of a kind, None while there is none."""
        found = self.last(kind)
        return str(found[0]) if found else None


def facts(options: Any, standing: Any, events: Iterable[Event]) -> Facts:
    """Return what the notes among the events of a deal tell."""
    notes: dict[str, list[tuple[str | int, ...]]] = {}
    for event in events:
        if type(event) is Note:
            notes.setdefault(event.kind, []).append(event.values)
    return Facts(options, standing, notes)


Sampler: TypeAlias = Callable[[Random], World]
"""Draws deals that agree with a view; reading the view is done, so each costs little."""
_READ_LAST: list[tuple[object, View, Sampler]] = []
"""The game and the view that worlds were drawn for last, and what draws them."""
O = TypeVar("O", bound=Options)
S = TypeVar("S", bound=Standing)


@dataclass(frozen=True)
class Game(Generic[O, S]):
    """A game as a value. Adding one is a module, a rules page, golden transcripts and a line in the catalogue."""

    name: str
    title: str
    clauses: str
    """What the ids of its clauses begin with, such as `KA`."""
    options: type[O]
    presets: Mapping[str, O]
    seating: Callable[[O], Seating]
    pack: Callable[[O], tuple[Card, ...]]
    """All cards of a deal, in the order in which hands are read."""
    dealing: Callable[[O, S], Plan]
    """Where each card of the shuffled pack (the draw `pack`) goes."""
    start: Callable[[O, Chance], Rules[S]]
    """Everything before the first deal: the draw for dealer; returns the first standing."""
    deal: Callable[[O, S, Chance], Rules[S]]
    """One deal, from the pack (`chance("pack", ...)`) to the new standing."""
    result: Callable[[O, S], Result | None]
    """The result, once the game is over; None while it goes on."""
    hidden: Callable[[View], Sampler]
    """Return what draws, uniformly, deals that agree with everything the seat was told (`arena.games.hidden`)."""
    points: Callable[[O], int | None] = lambda _: None
    """What the values of a `points` note add up to; None where they need not add up."""
    trick_rules: Callable[[Facts], Any] | None = None
    """Return the `TrickRules` of a deal, for searches that play its tricks themselves; None where none can."""

    def sampler(self, view: View) -> Sampler:
        """Return what draws deals that agree with a view; before the first deal, what may have been drawn for it."""
        if view.standing is not None:
            return self.hidden(view)
        return lambda rng: World(opening_draws(partial(self.start, view.options), view.seat, view.events, rng), {})

    def worlds(self, view: View, rng: Random) -> World:
        """Draw, uniformly, a deal that agrees with everything the seat was told.

        The view is read when it is another one than last time: worlds are drawn by the hundred.
        """
        for game, read, draw in _READ_LAST:
            if game is self and read is view:
                return draw(rng)
        draw = self.sampler(view)
        _READ_LAST[:] = [(self, view, draw)]  # a bot may draw in several threads: `draw` is that of this call's view
        return draw(rng)


AnyGame: TypeAlias = Game[Any, Any]
