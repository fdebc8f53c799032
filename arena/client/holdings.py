"""Who holds which cards at a position, for programs that get worlds as data."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from arena.games.kernel import AnyGame, Card, Did, Event, Note, Seat, Show, World
from arena.games.kernel.knowledge import tell
from arena.games.kernel.position import Position
from arena.games.parts.cards import TURNED
from arena.games.parts.kitty import KITTY
from arena.games.study.cards import PACK

LAID = frozenset({"play", "discard", "exchange", "draw", "turn_up", "rob"})
"""The kinds of answers by which a card leaves a hand. (In an auction, `8H` is a bid.)"""


def holdings(game: AnyGame, position: Position[Any]) -> dict[Seat, list[Card]]:
    """Return the cards in the hand of each seat, in the order of the pack, at a position of a full deal.

    A card counts to the seat that was shown it as its own, until it plays it or lays it aside. Of card stacks, the top
    cards count.
    """
    _, events = position.this_deal()
    return held(game, position.options, events)


def held(game: AnyGame, options: Any, events: Iterable[Event]) -> dict[Seat, list[Card]]:
    """Return the same of some events of a deal. What a seat was told gives all cards of its own hand, not of others.

    Args:
        game: the game.
        options: its options.
        events: what happened since the deal began.
    """
    order = {card: place for place, card in enumerate(game.pack(options))}
    hands: dict[Seat, set[Card]] = {seat: set() for seat in range(game.seating(options).seats)}
    stacked: set[Seat] = set()  # seats whose hand is made of stacks: the top cards
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


def rest(
    game: AnyGame, position: Position[Any], world: World, hands: Mapping[Seat, Iterable[Card]]
) -> dict[str, list[Card]]:
    """Return the cards that nobody holds and nobody has played or laid aside, by the place where the deal put them.

    A place is a name such as `kitty` or `stock`. The number of a seat stands for what lies under the top cards of its
    stacks, or was not given to it yet.

    Args:
        game: the game.
        position: the deal in a world.
        world: that world.
        hands: the hands at the position.
    """
    begun, events = position.this_deal()
    gone = {card for cards in hands.values() for card in cards}
    gone.update([event.word or "" for event in events if isinstance(event, Did) and event.kind in LAID])
    found: dict[str, list[Card]] = {}
    for place, card in zip(game.dealing(position.options, begun.standing), world.draws[PACK], strict=True):
        if card not in gone:
            found.setdefault(str(place), []).append(card)
    return found


def on_the_table(
    events: Sequence[Event], pack: Container[Card], end: int | None = None, me: Seat | None = None
) -> list[tuple[Seat | None, Card | None]]:
    """Return the cards of the trick that is being played, each after its seat; None for a card that is not known.

    A card that was turned up from the stock is of no seat. A turn may have words that are no cards (TR-23).

    Args:
        events: what happened since the deal began.
        pack: the cards of the pack.
        end: how many of the events count; None for all.
        me: the seat that knows no more than it was told; None if all events are told.
    """
    found: list[tuple[Seat | None, Card | None]] = []
    for index in range((len(events) if end is None else end) - 1, -1, -1):
        event = events[index]
        if isinstance(event, Did):
            if event.kind == "play":
                play = event if me is None else tell(event, me)
                if isinstance(play, Did) and (play.word is None or play.word in pack):
                    found.append((play.seat, play.word))
        elif isinstance(event, Show):
            if event.kind == TURNED and event.owner is None:
                found += [(None, card) for card in reversed(event.cards)]
        elif isinstance(event, Note) and event.kind == "trick":
            break
    found.reverse()
    return found
