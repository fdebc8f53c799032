"""Dealing Five Hundred, and the draw for the first dealer (FH-5, FH-21 to FH-23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar

from tests.games.second_opinion.cards import JOKER, RANKS, clockwise
from tests.games.second_opinion.five_hundred.sheet import Sheet

T = TypeVar("T")
Place: TypeAlias = int | str
"""A seat, or `kitty` (the widow, the middle) or `dummy`."""
KITTY, DUMMY = "kitty", "dummy"

LOW_TO_HIGH = {"inverted": "CSHD"}
"""FH-5, FH-31: the suit rank; all other schedules have the standard one."""


def suit_rank(sheet: Sheet) -> str:
    """Return the suits from low to high (FH-31)."""
    return LOW_TO_HIGH.get(sheet.schedule, "SCDH")


def packets_dealt(packets: Sequence[tuple[Place, int]], pack: Sequence[T]) -> dict[Place, list[T]]:
    """Return what each place gets, in the order received, from packets (place, number of cards) in order."""
    top = list(pack)
    got: dict[Place, list[T]] = {}
    for place, count in packets:
        got.setdefault(place, []).extend(top.pop(0) for _ in range(count))
    assert not top
    return got


def dealt(sheet: Sheet, pack: Sequence[T], dealer: int) -> dict[Place, list[T]]:
    """Return the hands, the widow and the dummy, each in the order received (FH-21 to FH-23).

    Args:
        sheet: the options in force.
        pack: the shuffled pack, its top first.
        dealer: who deals.
    """
    order: list[Place] = [*clockwise(range(sheet.players), dealer + 1)]
    if sheet.dummy:
        order.insert(0, DUMMY)
    first, *others = [[(place, count) for place in order] for count in (3, 4, 3)]
    rest = [packet for packets in others for packet in packets]
    widow = [(KITTY, sheet.widow)]
    early = sheet.widow_deal == "after_first_packet"
    return packets_dealt([*first, *widow, *rest] if early else [*first, *rest, *widow], pack)


def lowest(sheet: Sheet, drawn: Mapping[int, str]) -> int:
    """Return the seat that drew the lowest card: it deals first (FH-5).

    Args:
        sheet: the options in force.
        drawn: the card of each seat.
    """

    def height(card: str) -> tuple[int, int]:
        if card == JOKER:
            return -2, 0
        rank = -1 if card[0] == "A" else -RANKS.index(card[0]) + len(RANKS)
        return rank, suit_rank(sheet).index(card[1])

    return min(drawn, key=lambda seat: height(drawn[seat]))
