"""Silent partners whose cards lie in stacks: the two-player game (TH-14, TH-50)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from arena.games.kernel import Card, Did, Event, Plan, Rules, Seat, Show
from arena.games.parts.cards import dealt, show_hands
from arena.games.parts.tricks import Playing

Stack: TypeAlias = list[Card]
"""A stack from the bottom up; only its last card is face up."""
Stacks: TypeAlias = Mapping[Seat, Sequence[Stack]]
"""The stacks of each seat that has stacks."""
HEIGHT = 3


def stacks_of(received: Sequence[Card]) -> list[Stack]:
    """Build stacks from cards in the order received (TH-14)."""
    return [list(received[at : at + HEIGHT]) for at in range(0, len(received), HEIGHT)]


def faces(stacks: Sequence[Stack]) -> tuple[Card, ...]:
    """Return the face-up cards, stack by stack."""
    return tuple(stack[-1] for stack in stacks if stack)


def lay_out(hands: Sequence[list[Card]], cards: Sequence[Card], where: Plan, stacked: Iterable[Seat]) -> Stacks:
    """Lay the cards of some seats in stacks; their hands keep only the face-up cards (TH-14).

    Args:
        hands: the hands as dealt; those of the stacked seats change.
        cards: the shuffled pack.
        where: the plan of the deal.
        stacked: the seats whose cards lie in stacks.
    """
    stacks = {seat: stacks_of(dealt(cards, where, seat)) for seat in stacked}
    for seat, pile in stacks.items():
        hands[seat][:] = faces(pile)
    return stacks


def show_dealt(hands: Sequence[Sequence[Card]], stacks: Stacks, players: Sequence[Seat]) -> Rules[None]:
    """Show every player its hand, and all players the face-up cards of the stacks (TH-13, TH-14)."""
    yield from show_hands([[] if seat in stacks else hand for seat, hand in enumerate(hands)])
    for seat in stacks:
        yield Show(players, "stacks", seat, tuple(hands[seat]))


def turn_up(on: Playing, *, stacks: Stacks, players: Sequence[Seat]) -> Rules[None]:
    """Take the cards just played off their stacks and turn up the cards below, which are then playable (TH-50)."""
    for seat, pile in stacks.items():
        stack = next(stack for stack in pile if stack and stack[-1] in on.won[-1].cards)
        stack.pop()
        if stack:
            yield Show(players, "turned", seat, (stack[-1],))
        on.hands[seat][:] = faces(pile)


def uncovered(events: Iterable[Event]) -> dict[Seat, list[Card | None]]:
    """Return the cards of each stacked seat in the order received, None for cards that are still face down."""
    found: dict[Seat, list[Card | None]] = {}
    below: dict[Seat, int] = {}
    for event in events:
        match event:
            case Show(kind="stacks", owner=int(seat), cards=tops):
                found[seat] = [card for top in tops for card in (None, None, top)]
            case Show(kind="turned", owner=int(seat), cards=(card,)):
                found[seat][below[seat]] = card
            case Did(seat=seat, kind="play", word=str(card)) if seat in found:
                below[seat] = found[seat].index(card) - 1
            case _:
                pass
    return found
