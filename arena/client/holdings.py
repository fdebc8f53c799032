"""Who holds which cards at a position, for programs that get worlds as data."""

from __future__ import annotations

from typing import Any

from arena.games.kernel import AnyGame, Card, Did, Seat, Show
from arena.games.kernel.position import Position
from arena.games.parts.kitty import KITTY

LAID = frozenset({"play", "discard", "exchange", "draw", "turn_up", "rob"})
"""The kinds of answers by which a card leaves a hand. (In an auction, `8H` is a bid.)"""


def holdings(game: AnyGame, position: Position[Any]) -> dict[Seat, list[Card]]:
    """Return the cards in the hand of each seat, in the order of the pack, at a position of a full deal.

    A card counts to the seat that was shown it as its own, until it plays it or lays it aside. Of card stacks, the top
    cards count.
    """
    order = {card: place for place, card in enumerate(game.pack(position.options))}
    hands: dict[Seat, set[Card]] = {seat: set() for seat in range(game.seating(position.options).seats)}
    stacked: set[Seat] = set()  # seats whose hand is made of stacks: the top cards
    _, events = position.this_deal()
    for event in events:
        if isinstance(event, Show):
            if event.kind == "hand" and event.owner is not None:
                hands[event.owner] = set(event.cards)
            elif event.kind == "stacks" or (event.kind == "turned" and event.owner in stacked):
                assert event.owner is not None
                stacked.add(event.owner)
                hands[event.owner].update(event.cards)
            elif event.kind in {KITTY, "hole"} and len(event.seats) == 1:
                hands[event.seats[0]].update(event.cards)
            elif event.kind in {"drawn", "taken"} and event.owner is not None:
                hands[event.owner].update(event.cards)
            elif event.kind == "laid" and event.owner is not None:
                hands[event.owner].difference_update(event.cards)
        elif isinstance(event, Did) and event.kind in LAID:
            hands[event.seat].discard(event.word or "")
    return {seat: sorted(cards, key=order.__getitem__) for seat, cards in hands.items()}
