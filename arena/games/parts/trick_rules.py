"""The rules of a deal's tricks as plain values, for searches that play the tricks themselves (`arena.games.search`)."""

# Not compiled: searches read it once per deal.

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from arena.games.kernel import Card, Seat
from arena.games.parts.joker import FREE, JokerLaw
from arena.games.parts.tricks import Ranking

Values: TypeAlias = tuple[tuple[Card, int], ...]
"""The cards that count for points, each with its points."""


class Unknown(ValueError):  # noqa: N818 - what it says is the message
    """The position does not ask for a card, or its tricks have rules that searches do not know."""


class TrickRules(NamedTuple):
    """The rules of the tricks of a deal: seats follow suit, and only a joker may be bound further.

    Args:
        rank: the order of the cards.
        seats: the seats that take part, in turn order.
        per_trick: the points of a trick without its cards.
        values: the points of the cards that count.
        law: the house rules for a joker that is a suit of its own (`bower_ranking`).
    """

    rank: Ranking
    seats: tuple[Seat, ...]
    per_trick: int
    values: Values = ()
    law: JokerLaw = FREE


def settled(value: str | None, what: str) -> str:
    """Return a fact that the rules of the tricks depend on.

    Args:
        value: the fact, None until a note announces it.
        what: its name, for the message.

    Raises:
        Unknown: the fact is not announced yet.
    """
    if value is None:
        raise Unknown(f"there is no {what} yet: play on until it is told")
    return value
