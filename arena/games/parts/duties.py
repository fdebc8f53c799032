"""Duties beyond following suit: to head the trick, to trump, to beat an opponent, to renege; and what a play betrays.

A duty is a function of a hand and of the state of play (`parts.tricks.Duty`). All duties here have one property, which
a test checks: a card is legal from a hand if it is legal from each pair that it forms with another card of the hand. So
`betrayed` can ask the duty itself which cards a seat cannot hold after it has played a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from arena.games.kernel.events import Card, Side
from arena.games.parts.tricks import Duty, Playing


def head_or_trump(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Follow suit and head the trick if able; else trump, and overtrump if able (EC-22, HA-13, TP-13)."""
    if not on.cards:
        return hand
    forced = on.of(hand, on.led) or on.of(hand, on.rank.trump)
    return on.beating(forced) or forced or hand


def trump_and_beat_trumps(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Follow suit; if trumps were led, beat them if able. Without the suit led, play any trump (JJ-28, JJ-29)."""
    if not on.cards:
        return hand
    following = on.of(hand, on.led)
    if on.led == on.rank.trump:
        return on.beating(following) or following or hand
    return following or on.of(hand, on.rank.trump) or hand


def beat_opponents(sides: Sequence[Side], held_back: str) -> Duty:
    """Return the duty to beat an opponent's card if able, but never a partner's (ML-11 to ML-15).

    A seat that cannot follow suit may not discard a side-suit card of the rank `held_back` before that suit was led.

    Args:
        sides: the side of each seat.
        held_back: the rank.
    """
    return partial(_beat_opponents, tuple(sides), held_back)


def _beat_opponents(sides: tuple[Side, ...], held_back: str, hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    if not on.cards:
        return hand
    base: Sequence[Card] = on.of(hand, on.led)
    if not base:
        open_suits = {on.rank.trump, *[on.rank.suit[trick.cards[0]] for trick in on.won]}
        base = [card for card in hand if card[0] != held_back or on.rank.suit[card] in open_suits] or hand
    _, strength = on.rank.led[on.cards[0]]
    powers = [strength[card] for card in on.cards]  # for the winner and for what beats it, which `on` has one by one
    best = max(powers)
    if sides[on.order[powers.index(best)]] == sides[on.order[len(powers)]]:
        return base
    return [card for card in base if strength[card] > best] or base


def renege(privileged: Iterable[Card]) -> Duty:
    """Return the duty of games with reneging: the best trumps need not be played to a lower one (TF-18 to TF-21).

    When a side suit is led, a seat may follow suit or trump, as it likes. When a trump is led, it must follow, but it
    need not play a privileged card to the lead of a lower card.

    Args:
        privileged: the cards that may be kept back.
    """
    return partial(_renege, frozenset(privileged))


def _renege(privileged: frozenset[Card], hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    if not on.cards:
        return hand
    led = on.led
    following = on.of(hand, led)
    if led == on.rank.trump:
        least = on.rank.power[on.cards[0]]
        return following if any(card not in privileged or on.rank.power[card] < least for card in following) else hand
    if not following:
        return hand
    trumps = on.of(hand, on.rank.trump)
    return [card for card in hand if card in following or card in trumps]


def betrayed(duty: Duty, on: Playing, played: Card, pack: Iterable[Card]) -> list[Card]:
    """Return the cards that a seat cannot hold once it has played a card: with them, the card would have been illegal.

    Args:
        duty: the duty of the seat.
        on: the state of play before the card.
        played: the card.
        pack: the cards to test.
    """
    return [card for card in pack if card != played and played not in duty((played, card), on)]
