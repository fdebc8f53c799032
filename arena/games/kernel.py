"""What every game is made of: what its rules yield, and the game itself as a value.

Rules are coroutines. They yield decisions (`Ask`), cards that somebody now sees (`Show`) and public facts (`Note`);
what a seat knows is exactly what was yielded to it. A `Game` is a value: options, presets, and three functions (start,
deal, result). `arena.games.position` strings them together and drives the coroutine; `arena.games.knowledge` says what
a seat learns of what happens.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from arena.games.options import Options

Card: TypeAlias = str
Seat: TypeAlias = int
Side: TypeAlias = int
Word: TypeAlias = str
Told: TypeAlias = Literal["all", "fact", "nobody"]

T = TypeVar("T")
R = TypeVar("R")


class Talk(NamedTuple):
    """Who hears the text that may come with an answer, and how long it may be (characters)."""

    seats: Sequence[Seat]
    limit: int = 400


class Ask(NamedTuple):
    """A decision: one word out of `legal`.

    `told` says what the other seats learn: the word ("all"), that something was decided ("fact"), or nothing
    ("nobody"). `hand` is the seat whose hand is played where a player answers for another hand (a dummy, a card stack).
    """

    seat: Seat
    kind: str
    legal: Sequence[Word]
    told: Told = "all"
    hand: Seat | None = None
    talk: Talk | None = None


class Show(NamedTuple):
    """Cards that `seats` now see; `owner` is whose cards they are, None for cards of the table (kitty, turn-up)."""

    seats: Sequence[Seat]
    kind: str
    owner: Seat | None
    cards: Sequence[Card]


class Note(NamedTuple):
    """A public fact that the rules establish (contract, trick, points), so that no bot has to work it out."""

    kind: str
    values: tuple[str | int, ...] = ()


class Did(NamedTuple):
    """An answered `Ask`: whose hand it was, and `by` whom; the word is None for those who may not know it."""

    seat: Seat
    kind: str
    word: Word | None
    told: Told
    by: Seat


class Say(NamedTuple):
    """Table talk, and who hears it."""

    seats: Sequence[Seat]
    seat: Seat
    text: str


class Standing(Protocol):
    """All that lives on between two deals (scores, dealer, ...). It is public, whole."""

    def words(self) -> tuple[str, ...]:
        """Return the `key=value` words that the `deal` note carries."""


class Deal(NamedTuple):
    """A deal begins (yielded by `rules_of` only, told to all as `note deal NUMBER key=value ...`)."""

    number: int
    standing: Any


made = tuple.__new__
"""Makes a named tuple of all its values at half the price of calling it, for those that are made most."""

Event: TypeAlias = Show | Note | Did | Say | Deal
Rules: TypeAlias = Generator[Ask | Show | Note | Deal, str, T]


class Chance(Protocol):
    """All randomness of a game: a function of names, so that asking twice gives the same."""

    def __call__(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return `items` in an order fixed by the name."""


class Table(NamedTuple):
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


def table(sides: Sequence[Side | None]) -> Table:
    """Return a table at which every seat answers for itself."""
    return Table(tuple(sides), tuple(range(len(sides))))


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
    """What one seat was told since the deal began, and what everybody knew before it."""

    seat: Seat
    options: Any
    standing: Any
    events: tuple[Event, ...]


class World(NamedTuple):
    """A deal as it may be in truth: its chance draws by name, and the secret words of each (seat, kind) in order."""

    draws: Mapping[str, tuple[Any, ...]]
    secrets: Mapping[tuple[Seat, str], tuple[Word, ...]]


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
    options: type[O]
    presets: Mapping[str, O]
    table: Callable[[O], Table]
    start: Callable[[O, Chance], Rules[S]]
    """Everything before the first deal: the draw for dealer; returns the first standing."""
    deal: Callable[[O, S, Chance], Rules[S]]
    """One deal, from the pack (`chance("pack", ...)`) to the new standing."""
    result: Callable[[O, S], Result | None]
    """The result, once the game is over; None while it goes on."""
    sampler: Callable[[View], Sampler]
    """Return what draws, uniformly, deals that agree with everything the seat was told."""
    points: Callable[[O], int | None]
    """What the values of a `points` note add up to; None where they need not add up."""

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


class IllegalWord(ValueError):  # noqa: N818 - the field's word; the arena turns it into the verdict ILLEGAL
    """The answer is not among the words of the question."""
