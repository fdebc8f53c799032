"""The tricks: the player against cards turned up from the stock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.games.bridge_solitaire.cards import HOUSE, JOKERS, NAMES, PACK, PLAYER, RANKINGS, TRICKS
from arena.games.bridge_solitaire.options import Options
from arena.games.kernel import Ask, Card, Note, Rules, Show, Side
from arena.games.parts.calls import Contract
from arena.games.parts.cards import IGNORED, TURNED
from arena.games.parts.tricks import NO_TRUMP

PLAYED: Final = {card: Show((PLAYER,), TURNED, None, (card,)) for card in PACK}
PASSED_OVER: Final = {card: Show((PLAYER,), IGNORED, None, (card,)) for card in PACK}
WON: Final = [Note("trick", (name, 1)) for name in NAMES]
"""What is told when a card is turned up, to be played or not, and at the end of a trick."""


def play_tricks(o: Options, hand: Sequence[Card], stock: Sequence[Card], bid: Contract) -> Rules[int]:
    """Play the tricks until the hand or the stock is used up; return the player's tricks (BS-15 to BS-25).

    Args:
        o: the options.
        hand: the player's cards.
        stock: the stock, its top card first.
        bid: the contract.
    """
    hand, stock = list(hand), list(stock)
    trump, leader, won = bid.denomination, 1 - bid.seat, 0
    limit = o.nt_turn_limit if trump == NO_TRUMP and isinstance(o.nt_turn_limit, int) else len(stock)
    while hand and stock:
        if leader == HOUSE:
            led = stock.pop(0)
            yield PLAYED[led]
            card = answer = yield Ask(PLAYER, "play", following(hand, led))
        else:
            card = led = yield Ask(PLAYER, "play", tuple(hand))
            answer = yield from turn_up(stock, led, trump, limit)
        hand.remove(card)
        leader = winner(leader, led, answer, trump) if answer else PLAYER
        won += leader == PLAYER
        yield WON[leader]
    if hand:
        yield Note("rest", (len(hand),))
    won += len(hand)
    yield Note("tricks", (won, TRICKS - won))
    return won


def following(hand: Sequence[Card], led: Card) -> Sequence[Card]:
    """Return the cards that may answer the house's lead; a joker is of no suit (BS-17, BS-18)."""
    suit = led[-1]
    return tuple([card for card in hand if card[-1] == suit] or hand)


def turn_up(stock: list[Card], led: Card, trump: str, limit: int) -> Rules[Card]:
    """Turn cards up until the house can play one; return it, "" if none came up (BS-20, BS-21, BS-24).

    Args:
        stock: the stock, its top card first; the cards are removed from it.
        led: the player's lead.
        trump: the trump suit, or `NT`.
        limit: how many cards are turned at most.
    """
    suits = {led[-1], trump}
    for _ in range(limit):
        card = stock.pop(0)
        if card[-1] in suits or card in JOKERS or led in JOKERS or not stock:
            yield PLAYED[card]
            return card
        yield PASSED_OVER[card]
    return ""


def winner(leader: Side, led: Card, answer: Card, trump: str) -> Side:
    """Return who wins a trick (BS-22, BS-23)."""
    if led in JOKERS or answer in JOKERS:
        return PLAYER if leader == HOUSE and led in JOKERS and answer in JOKERS else HOUSE
    _, strength = RANKINGS[trump].led[led]
    return leader if strength[led] > strength[answer] else 1 - leader
