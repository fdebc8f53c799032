"""Deals as they may be in truth, from what one seat was told."""

from __future__ import annotations

from itertools import chain
from random import Random

from arena.games.cards import Place
from arena.games.kaiser.dealing import HAND, PACK, PLAIN, SEATS, dealing
from arena.games.kaiser.play import RANKINGS
from arena.games.kernel import Card, Note, Sampler, View, World
from arena.games.tricks import NO_TRUMP
from arena.games.worlds import Slot, assemble, filling, outside, plays, shown, voids


def sampler(view: View) -> Sampler:
    """Return what draws the other three hands uniformly: the right sizes, no suit that play has shown to be missing.

    Whoever declared a misdeal holds plain cards; anybody else who could have declared one chose to play.
    """
    rank = RANKINGS[NO_TRUMP]
    played = plays(view.events)
    void = voids(played, len(SEATS), rank)
    declared = {event.values[0] for event in view.events if isinstance(event, Note) and event.kind == "misdeal"}
    others = [seat for seat in SEATS if seat != view.seat]
    hands: dict[Place, list[Card]] = {seat: [card for by, card in played if by == seat] for seat in others}
    hands[view.seat] = list(shown(view.events, "hand") or ())
    known = set(chain.from_iterable(hands.values()))
    slots = [
        Slot(HAND - len(hands[seat]), PLAIN.__contains__ if seat in declared else outside(void.get(seat, ()), rank))
        for seat in others
    ]
    unseen = [card for card in PACK if card not in known]
    filled = filling(slots, unseen)
    secrets = {(seat, "misdeal"): ("misdeal" if seat in declared else "play",) for seat in others}
    where = dealing(view.standing.dealer)

    def draw(rng: Random) -> World:
        dealt = dict(hands)
        for seat, cards in zip(others, filled(rng), strict=True):
            dealt[seat] = hands[seat] + cards
        return World({"pack": assemble(where, dealt)}, secrets)

    return draw
