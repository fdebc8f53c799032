"""The cards of Bridgette, and how the three colons change the play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.games.kernel import Card
from arena.games.parts.calls import DENOMINATIONS
from arena.games.parts.cards import RANKS, SUITS, pack
from arena.games.parts.tricks import Playing, Ranking, ranking

GRAND, ROYAL, LITTLE = "GRAND", "ROYAL", "LITTLE"
"""The colons: cards without rank and suit."""
RANGES: Final = {
    GRAND: frozenset(pack("A")),
    ROYAL: frozenset(pack("KQJ")),
    LITTLE: frozenset(pack("T98765432")),
}
"""The range of each colon (BG-4)."""
PACK: Final = (*pack(RANKS), *RANGES)
OF_SUIT: Final = {suit: pack(RANKS, suit) for suit in SUITS}


def colon_ranking(trump: str, *, led_wins: bool) -> Ranking:
    """Return the ranking of the 55 cards: a colon loses unless it is led, and then to trumps and to its range.

    The clauses are BG-27, BG-28, BG-31 and BG-32.

    Args:
        trump: a suit or `NT`.
        led_wins: whether a colon led wins against another colon.
    """
    rank = ranking(PACK, trump, tuple(RANGES), "colon")
    for colon, cards in RANGES.items():
        above = {*cards, *rank.cards.get(trump, ()), *(() if led_wins else RANGES)} - {colon}
        rank.led[colon] = (frozenset(), {card: 2 if card in above else int(card == colon) for card in PACK})
    return rank


RANKINGS: Final = {
    (option, trump): colon_ranking(trump, led_wins=option == "led_wins")
    for option in ("led_wins", "led_loses")
    for trump in DENOMINATIONS
}
"""The ranking for each value of `colon_vs_colon` and each denomination."""


IN_RANGE: Final = {card: {colon for colon, cards in RANGES.items() if card in cards} for card in PACK}
"""The colon in whose range each card lies; a colon lies in none."""
ANSWERS: Final = {
    card: (frozenset({*OF_SUIT[card[-1]], *colons}), frozenset({*PACK} - {*RANGES} | colons))
    for card, colons in IN_RANGE.items()
    if colons
}
"""The cards that may answer each lead of a suit: by a hand with cards of that suit, and by others (BG-25, BG-26)."""


def duty(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Return the legal cards of a hand that leads or answers."""
    return follow(hand, on) if on.cards else lead(hand, on)


def follow(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Return the cards that answer a lead: follow suit, or play a colon in whose range the lead lies (BG-25, BG-26).

    A colon out of range is open only if there is nothing else. A colon led may be answered with any card (BG-30).
    """
    led = on.cards[0]
    if led in RANGES:
        return hand
    following, others = ANSWERS[led]
    answers = following if on.of(hand, on.led) else others
    return [card for card in hand if card in answers] or hand


def lead(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Return the cards that may be led: after a colon in range, none of the suit just led, if possible (BG-29)."""
    if not on.won:
        return hand
    led, answer = on.won[-1].cards
    if answer not in IN_RANGE[led]:
        return hand
    return [card for card in hand if on.rank.suit[card] != on.rank.suit[led]] or hand
