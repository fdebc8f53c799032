"""What rules yield: decisions (`Ask`), cards that somebody now sees (`Show`) and public facts (`Note`).

A seat knows exactly what was yielded to it. What comes of a decision is logged as `Did`, and as `Say` where its player
said something besides.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

Card: TypeAlias = str
Seat: TypeAlias = int
Side: TypeAlias = int
Word: TypeAlias = str
Place: TypeAlias = Seat | str
"""Where a dealt card goes: a seat, or the name of a place on the table such as `kitty`."""
Plan: TypeAlias = tuple[Place, ...]
"""The place of each card of the shuffled pack, the top card first."""
Told: TypeAlias = Literal["all", "fact", "nobody"]

T = TypeVar("T")


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


class IllegalWord(ValueError):  # noqa: N818 - the field's word; the arena turns it into the verdict ILLEGAL
    """The answer is not among the words of the question."""
