"""Pure functions that count and score a deal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from arena.games.kernel import Card, Side, Word
from arena.games.parts.cards import RANKS, pack
from arena.games.two_hundred.bidding import CENT, LEVELS
from arena.games.two_hundred.options import Options

POINTS = {"A": 10, "T": 10, "5": 5}
"""The points of each rank that counts (TH-6)."""
WORTH = {card: POINTS.get(card[0], 0) for card in pack(RANKS)}
"""The points of every card."""
CARD_POINTS = tuple((card, points) for card, points in WORTH.items() if points)
"""The cards that count, each with its points."""
ALL = 100
"""All points of a pack."""


class Played(NamedTuple):
    """What scoring needs to know about a deal.

    Args:
        contract: the sides that play the contract, the contractor's first.
        bid: the contract.
        taken: the points in the tricks of each side (TH-52).
        start: the score of each side before the deal.
        bids: the best bid of each side in the deal, 0 for a side without a bid.
        silent: the contract side that does not score, if there is one.
        discard: the points in the discard.
        credited: the sides that count the discard.
        no_trump: whether the deal was played at no trump.
    """

    contract: tuple[Side, ...]
    bid: Word
    taken: tuple[int, ...]
    start: tuple[int, ...]
    bids: tuple[int, ...]
    silent: Side | None = None
    discard: int = 0
    credited: tuple[Side, ...] = ()
    no_trump: bool = False

    @property
    def made(self) -> bool:
        """Whether the contract was made (TH-54)."""
        return self.total(self.contract) >= LEVELS[self.bid]

    @property
    def all_100(self) -> bool:
        """Whether the contract side took all points (TH-R13)."""
        return self.total(self.contract) == ALL

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each side, with the discard for the sides that count it."""
        return tuple(self.total((side,)) for side in range(len(self.taken))) if self.discard else self.taken

    def total(self, sides: Collection[Side]) -> int:
        """Return the points of some sides together; the discard counts once (TH-63, TH-R12)."""
        own = sum(map(self.taken.__getitem__, sides))
        return own + self.discard if self.discard and not set(self.credited).isdisjoint(sides) else own


def worth(cards: Sequence[Card]) -> int:
    """Return the points of some cards (TH-6)."""
    return sum(map(WORTH.__getitem__, cards))


def credited(
    o: Options, contract: Collection[Side], competing: Sequence[Side], takers: Sequence[Side]
) -> tuple[Side, ...]:
    """Return the sides that count the discard; `takers` are the sides that took the tricks, in order (TH-53)."""
    match o.discard_points:
        case "opponents":
            return tuple(side for side in competing if side not in contract)
        case "contractor":
            return tuple(contract)
        case "first_trick":
            return tuple(takers[:1])
        case _:
            return tuple(takers[-1:])


def settle(o: Options, played: Played) -> tuple[int, ...]:
    """Return the scores after a deal, each change computed from the scores before it (TH-64)."""
    times = 2 if played.no_trump and o.no_trump == "double" else 1
    return tuple(score + times * gain(o, played, side) for side, score in enumerate(played.start))


def gain(o: Options, played: Played, side: Side) -> int:
    """Return what a side scores before doubling (TH-55 to TH-58); a silent partner scores nothing (TH-49)."""
    if side == played.silent:
        return 0
    if side in played.contract:
        total, level = played.total(played.contract), LEVELS[played.bid]
        if total < level:
            return -level
        return 2 * ALL if played.bid == CENT else total
    if not may_score(o, played, side):
        return 0
    return played.total(defenders(played)) if o.team_total else played.total((side,))


def defenders(played: Played) -> list[Side]:
    """Return the sides that do not play the contract."""
    return [side for side in range(len(played.start)) if side not in played.contract]


def may_score(o: Options, played: Played, side: Side) -> bool:
    """Return whether a defending side scores its points.

    A side near the target scores only if it has bid (TH-59, TH-60) or, by the other rule, if the contract failed
    (TH-61).
    """
    if played.start[side] < o.target - o.margin:
        return True
    if o.near_target_rule == "must_win_or_set":
        return not played.made
    return played.bids[side] >= (1 if o.qualifying_bid == "any" else int(o.qualifying_bid))
