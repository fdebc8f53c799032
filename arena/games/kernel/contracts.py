"""What a side undertook in a deal, and whether it kept its word: read from the notes of a deal that is over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from arena.games.kernel.events import Side

_BID: Final = re.compile(r"(\d+)(?:C|D|H|S|NT|NO|no)?")
"""A bid of a number of tricks or points, perhaps with a suit."""


class Hand(NamedTuple):
    """A deal that is over.

    Args:
        options: the options of the game.
        sides: the side of each seat.
        notes: the values of all notes of each kind, in order.
        tricks: how many tricks each side took; the last number is for those who are not players.
        taken: what these tricks are worth: one each, or the points of their cards.
        gained: how much each side's score grew.
    """

    options: Any
    sides: Sequence[Side | None]
    notes: Mapping[str, Sequence[Sequence[str]]]
    tricks: Sequence[int]
    taken: Sequence[int]
    gained: Sequence[int]


class Contract(NamedTuple):
    """What a side undertook.

    Args:
        side: the side; None if it is not one of the players.
        level: the number that was bid, or the word if it was none, such as `nullo`.
        made: whether it was kept.
        over: by how much the side took more than it had to, negative if it took less; None if nothing is counted.
    """

    side: Side | None
    level: str
    made: bool
    over: int | None = None


def numbered(hand: Hand, book: int = 0) -> list[Contract]:
    """Return the contract of a `contract` note: a seat and a word, which may begin with what the side must take.

    It was made if the side's score grew.

    Args:
        hand: the deal.
        book: how much the side must take beyond the number; above 0, what it took says whether it made its contract.
    """
    seat, word, *_ = hand.notes["contract"][-1]
    side = hand.sides[int(seat)] if seat.isdigit() else None
    bid, whole = re.match(r"\d+", word), _BID.fullmatch(word)
    partners = [hand.sides[int(values[0])] for values in hand.notes.get("partner", ())[-1:]]
    own = {-1 if each is None else each for each in (side, *partners)}
    over = sum([hand.taken[each] for each in own]) - book - int(bid[0]) if bid else None
    made = over >= 0 if book and over is not None else side is not None and hand.gained[side] > 0
    if over is not None and made != (over >= 0):
        over = None  # a partner who was never named took some, or other rules decided
    return [Contract(side, whole[1] if whole else word, made, over)]


def of_bridge(hand: Hand) -> list[Contract]:
    """Return a contract for six tricks more than its number."""
    return numbered(hand, 6)
