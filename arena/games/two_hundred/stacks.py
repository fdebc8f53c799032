"""Silent partners whose cards lie in stacks: the two-player game (TH-14, TH-50)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from arena.games.kernel import Card, Did, Event, Rules, Seat, Show
from arena.games.tricks import Ranking, Trick, tricks

Stack: TypeAlias = list[Card]
"""A stack from the bottom up; only its last card lies face up."""
HEIGHT = 3


def stacks_of(received: Sequence[Card]) -> list[Stack]:
    """Return the stacks that are made of cards in the order received (TH-14)."""
    return [list(received[at : at + HEIGHT]) for at in range(0, len(received), HEIGHT)]


def faces(stacks: Sequence[Stack]) -> tuple[Card, ...]:
    """Return the cards that lie face up, stack by stack."""
    return tuple(stack[-1] for stack in stacks if stack)


def stack_tricks(
    hands: Sequence[Sequence[Card]],
    stacks: Mapping[Seat, Sequence[Stack]],
    *,
    leader: Seat,
    answers: Sequence[Seat],
    rank: Ranking,
    worth: Callable[[Sequence[Card]], int],
    begun: Sequence[Card] = (),
) -> Rules[tuple[Trick, ...]]:
    """Play all tricks; the next card of each stack played from is turned face up before the next lead (TH-50).

    Args:
        hands: the hand of every seat; copied.
        stacks: the stacks of every silent seat; copied.
        leader: who leads (or led) to the first trick.
        answers: who answers for each seat.
        rank: the order of the cards.
        worth: the points of the cards of a trick.
        begun: cards already played to the first trick.
    """
    piles = {seat: [list(stack) for stack in stacks[seat]] for seat in sorted(stacks)}
    held = [list(faces(piles[seat]) if seat in piles else hand) for seat, hand in enumerate(hands)]
    seats, players = tuple(range(len(hands))), tuple(sorted(set(answers)))
    return tricks(
        held,
        leader=leader,
        seats=seats,
        rank=rank,
        worth=worth,
        begun=begun,
        answers=answers,
        after_trick=partial(turn_all_up, piles, players),
    )


def turn_all_up(
    piles: Mapping[Seat, Sequence[Stack]], players: Sequence[Seat], won: Sequence[Trick], held: Sequence[list[Card]]
) -> Rules[None]:
    """Turn up the next card of each stack played from; what then lies face up is what its seat may play."""
    for seat, pile in piles.items():
        yield from turn_up(seat, pile, won[-1].cards, players)
        held[seat][:] = faces(pile)


def turn_up(seat: Seat, stacks: Sequence[Stack], played: Iterable[Card], seen_by: Sequence[Seat]) -> Rules[None]:
    """Take the card just played off its stack, and turn up the one below."""
    stack = next(stack for stack in stacks if stack and stack[-1] in played)
    stack.pop()
    if stack:
        yield Show(seen_by, "turned", seat, (stack[-1],))


def uncovered(events: Iterable[Event]) -> dict[Seat, list[Card | None]]:
    """Return the cards of each stacked seat in the order received, None for those that still lie face down."""
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
