"""What rules yield: decisions (`Ask`), cards that some seats now see (`Show`) and public facts (`Note`).

A seat knows exactly what was yielded to it. The log records each answer as a `Did`, and any table talk with it as a
`Say`.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

Card: TypeAlias = str
Seat: TypeAlias = int
Side: TypeAlias = int
Word: TypeAlias = str
Place: TypeAlias = Seat | str
"""Where a dealt card goes: a seat, or a named place on the table such as `kitty`."""
Plan: TypeAlias = tuple[Place, ...]
"""The place of each card of the shuffled pack, the top card first."""
Told: TypeAlias = Literal["all", "fact", "nobody"]
ASIDES = frozenset({"fault", "illegal"})
"""The kinds of notes that only the arena writes: rules have no such notes."""

T = TypeVar("T")


class Talk(NamedTuple):
    """Table talk that an answer may carry: the seats that hear it, and which texts they hear.

    The speaker hears it only if it is one of `seats`. A text that does not fit is dropped: nobody hears it or of it.
    """

    seats: Sequence[Seat]
    limit: int = 400
    """The greatest length in characters."""
    ascii: bool = False
    """Only visible ASCII characters and spaces."""

    def fits(self, text: str) -> bool:
        """Return whether this text is heard."""
        return 0 < len(text) <= self.limit and (not self.ascii or (text.isascii() and text.isprintable()))


class Ask(NamedTuple):
    """A decision: one word out of `legal`.

    `told` says what the other seats learn: the word ("all"), only that the seat answered ("fact"), or nothing
    ("nobody"). `hand` is set where a player answers for another hand (a dummy, a card stack): the seat of that hand.
    """

    seat: Seat
    kind: str
    legal: Sequence[Word]
    told: Told = "all"
    hand: Seat | None = None
    talk: Talk | None = None


class Show(NamedTuple):
    """Cards that `seats` now see; `owner` is the seat that holds them, None for cards on the table (kitty, turn-up)."""

    seats: Sequence[Seat]
    kind: str
    owner: Seat | None
    cards: Sequence[Card]


class Note(NamedTuple):
    """A public fact (contract, trick, points), announced so that no bot has to work it out."""

    kind: str
    values: tuple[str | int, ...] = ()


class Did(NamedTuple):
    """An answered `Ask`: the seat of the hand, and the seat that answered (`by`). The word is None if it is secret."""

    seat: Seat
    kind: str
    word: Word | None
    told: Told
    by: Seat


class Say(NamedTuple):
    """Table talk: the seats that hear it, the seat that spoke, and the text."""

    seats: Sequence[Seat]
    seat: Seat
    text: str


class Deal(NamedTuple):
    """A deal begins. Only `rules_of` yields it; every seat is told `note deal NUMBER key=value ...`."""

    number: int
    standing: Any


made = tuple.__new__
"""Makes a named tuple from all its values in half the time of calling its class; for the tuples made most often."""

Event: TypeAlias = Show | Note | Did | Say | Deal
Rules: TypeAlias = Generator[Ask | Show | Note | Deal, str, T]


class Chance(Protocol):
    """All randomness of a game, as a function of a name: the same name always gives the same order."""

    def __call__(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return `items` in a random order that depends only on the name."""


class IllegalWord(ValueError):  # noqa: N818 - what card players call it; the arena turns it into the verdict ILLEGAL
    """The answer is not one of the legal words of the question."""
