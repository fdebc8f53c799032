"""What a search must know to play a hand itself: the rules of its tricks, as plain values (`arena.games.search`)."""

# Not compiled: searches ask for it once for a deal.

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from arena.games.kernel import Card, Seat
from arena.games.parts.joker import FREE, JokerLaw
from arena.games.parts.tricks import Ranking

Values: TypeAlias = tuple[tuple[Card, int], ...]
"""Cards that count, each with its points."""


class Unknown(ValueError):  # noqa: N818 - what it says is the message
    """No card is to be played in this position, or its tricks are played by rules that searches do not know."""


class TrickRules(NamedTuple):
    """The rules by which the tricks of a hand are played; beyond following suit, they bind nothing but a joker.

    Args:
        rank: the order of the cards.
        seats: the seats that take part, in turn order.
        per_trick: the points of a trick without its cards.
        values: the points of the cards that count.
        law: what binds a joker that is a suit of its own (`bower_ranking`).
    """

    rank: Ranking
    seats: tuple[Seat, ...]
    per_trick: int
    values: Values = ()
    law: JokerLaw = FREE


def settled(value: str | None, what: str) -> str:
    """Return a fact that the rules of the tricks depend on.

    Args:
        value: the fact, None as long as it was not told.
        what: its name, for the message.

    Raises:
        Unknown: it was not told yet.
    """
    if value is None:
        raise Unknown(f"there is no {what} yet: play on until it is told")
    return value
