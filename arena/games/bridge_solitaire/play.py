"""The tricks: the player against cards turned up from the stock."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.bridge_solitaire.cards import HOUSE, JOKERS, NAMES, PLAYER, RANKINGS, TRICKS
from arena.games.bridge_solitaire.options import Options
from arena.games.kernel import Ask, Card, Note, Rules, Show, Side
from arena.games.parts.calls import Contract
from arena.games.parts.cards import IGNORED, TURNED
from arena.games.parts.tricks import NO_TRUMP, winning


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
            yield Show((PLAYER,), TURNED, None, (led,))
            answer: Card | None = yield Ask(PLAYER, "play", following(hand, led))
        else:
            led = yield Ask(PLAYER, "play", tuple(hand))
            answer = yield from turn_up(stock, led, trump, limit)
        hand = [card for card in hand if card not in {led, answer}]
        leader = PLAYER if answer is None else winner(leader, led, answer, trump)
        won += leader == PLAYER
        yield Note("trick", (NAMES[leader], 1))
    if hand:
        yield Note("rest", (len(hand),))
    won += len(hand)
    yield Note("tricks", (won, TRICKS - won))
    return won


def following(hand: Sequence[Card], led: Card) -> Sequence[Card]:
    """Return the cards that may answer the house's lead; a joker is of no suit (BS-17, BS-18)."""
    return tuple([card for card in hand if card[-1] == led[-1]] or hand)


def turn_up(stock: list[Card], led: Card, trump: str, limit: int) -> Rules[Card | None]:
    """Turn cards up until the house can play one; return it, None if none came up (BS-20, BS-21, BS-24).

    Args:
        stock: the stock, its top card first; the cards are removed from it.
        led: the player's lead.
        trump: the trump suit, or `NT`.
        limit: how many cards are turned at most.
    """
    for _ in range(limit):
        card = stock.pop(0)
        if led in JOKERS or card in JOKERS or card[-1] in {led[-1], trump} or not stock:
            yield Show((PLAYER,), TURNED, None, (card,))
            return card
        yield Show((PLAYER,), IGNORED, None, (card,))
    return None


def winner(leader: Side, led: Card, answer: Card, trump: str) -> Side:
    """Return who wins a trick (BS-22, BS-23)."""
    if led in JOKERS or answer in JOKERS:
        return PLAYER if leader == HOUSE and led in JOKERS and answer in JOKERS else HOUSE
    return leader if winning((led, answer), RANKINGS[trump]) == 0 else 1 - leader
