"""The cards of Twenty-Five: the five of trumps, the jack, the joker and the ace of hearts are the best trumps."""

from __future__ import annotations

from functools import cache

from arena.games.kernel import Card
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import RANKS, SUITS, by_order, pack
from arena.games.parts.duties import renege
from arena.games.parts.tricks import Duty, Ranking, ranking
from arena.games.twenty_five.options import Options

PACK = pack(RANKS)
READING = by_order((*PACK, JOKER))
NUMBERS = {"S": "2346789T", "C": "2346789T", "H": "T9876432", "D": "T9876432"}
"""The trumps below the queen: the highest in red, the lowest in black (TF-9)."""
PLAIN = {"S": "KQJA23456789T", "C": "KQJA23456789T", "H": "KQJT98765432", "D": "KQJT98765432A"}
"""The suits that are not trump, from high to low, without the ace of hearts (TF-11)."""


def pack_of(o: Options) -> tuple[Card, ...]:
    """Return the cards (TF-2)."""
    return (*PACK, JOKER) if o.joker else PACK


@cache
def trumps(trump: str, o: Options) -> tuple[Card, ...]:
    """Return the trumps from high to low; the ace of hearts is always one of them (TF-7 to TF-12)."""
    jack = ["J" + trump]
    if o.joker:
        jack.insert(o.joker_rank == "third", JOKER)
    court = ["A" + trump] * (trump != "H") + ["K" + trump, "Q" + trump]
    return ("5" + trump, *jack, "AH", *court, *(rank + trump for rank in NUMBERS[trump]))


@cache
def order(trump: str, o: Options) -> Ranking:
    """Return the order of the cards under one trump (TF-7 to TF-12)."""
    raised = trumps(trump, o)
    plain = [rank + suit for suit in SUITS if suit != trump for rank in PLAIN[suit]]
    return ranking((*raised, *plain), trump, raised=raised)


@cache
def duty_of(trump: str) -> Duty:
    """Return the duty: the best trumps need not be played to a lower one (TF-18 to TF-21)."""
    return renege(("5" + trump, "J" + trump, JOKER, "AH"))
