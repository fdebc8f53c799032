"""Deals as they may be in truth, from what one seat was told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random

from arena.games.cards import SUITS, Place
from arena.games.kernel import Card, Did, Event, Note, Seat, View, World
from arena.games.two_hundred.dealing import HAND, KITTY, dealing, pack_for
from arena.games.two_hundred.play import RANKINGS
from arena.games.two_hundred.seats import SEATS
from arena.games.worlds import Slot, assemble, fill, outside, plays, shown, voids

RANK = RANKINGS[SUITS[0]]
"""Any of them: trump does not change which suit a card belongs to."""


def worlds(view: View, rng: Random) -> World:
    """Draw uniformly who holds the cards that the seat has not seen, and what was discarded.

    A hand holds no card of a suit in which it failed to follow. Of the cards that another contractor came to hold, any
    may have been in the kitty, and the discards may have been made in any order.
    """
    contractor = contractor_in(view.events)
    others = [seat for seat in SEATS if seat != view.seat]
    held = cards_seen(view)
    seen = set(chain.from_iterable(held.values()))
    unseen = [card for card in pack_for(view.options) if card not in seen]
    slots = unseen_hands(view, others, contractor)
    table = Slot(len(unseen) - sum(slot.size for slot in slots))
    *hands, pile = fill([*slots, table], unseen, rng)
    for seat, cards in zip(others, hands, strict=True):
        held[seat] += cards
    secrets = {}
    if contractor is None or contractor == view.seat:
        held[KITTY] += pile
    else:
        had = shuffled(held[contractor] + pile, rng)
        held[KITTY], held[contractor] = had[:-HAND], had[-HAND:]
        secrets[contractor, "discard"] = tuple(shuffled(pile, rng))
    return World({"pack": assemble(dealing(view.options, view.standing.dealer), held)}, secrets)


def contractor_in(events: Iterable[Event]) -> Seat | None:
    """Return who plays the contract, None while there is none."""
    return next((int(e.values[0]) for e in events if isinstance(e, Note) and e.kind == "contract"), None)


def cards_seen(view: View) -> dict[Place, list[Card]]:
    """Return the cards that the seat knows: its own hand as dealt, the kitty if it took it, what others played."""
    held: dict[Place, list[Card]] = {seat: [] for seat in SEATS}
    for seat, card in plays(view.events):
        held[seat].append(card)
    held[view.seat] = list(shown(view.events, "hand") or ())
    held[KITTY] = list(shown(view.events, "kitty") or ())
    return held


def unseen_hands(view: View, others: Iterable[Seat], contractor: Seat | None) -> list[Slot]:
    """Return what is left in the hand of each other seat: how many cards, and which they may be."""
    played = plays(view.events)
    void = voids(played, len(SEATS), RANK)
    exchanged = sum(isinstance(e, Did) and e.kind == "discard" for e in view.events)
    more = view.options.kitty - exchanged
    return [
        Slot(
            HAND + (more if seat == contractor else 0) - sum(by == seat for by, _ in played),
            outside(void.get(seat, ()), RANK),
        )
        for seat in others
    ]


def shuffled(cards: Sequence[Card], rng: Random) -> list[Card]:
    """Return the cards in a random order."""
    return rng.sample(cards, len(cards))
