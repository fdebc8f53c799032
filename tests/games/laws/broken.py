"""Samplers for the toy game that are wrong, each in a way of its own."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from arena.games.kernel import Card, Place, Sampler, View, World
from arena.games.parts.cards import assemble, dealt
from arena.games.parts.kitty import KITTY
from tests.games.toy import DEALING, TOY


def hand_for_kitty(view: View) -> Sampler:
    """Draw worlds in which seat 0 found a card of its hand in the kitty."""
    draw, hand, kitty = TOY.hidden(view), DEALING.index(0), DEALING.index(KITTY)

    def broken(rng: Random) -> World:
        world = draw(rng)
        pack = list(world.draws["pack"])
        if view.seat == 0:
            pack[hand], pack[kitty] = pack[kitty], pack[hand]
        return world._replace(draws={"pack": tuple(pack)})

    return broken


def kitty_put_away(view: View) -> Sampler:
    """Draw worlds in which seat 0 has put the kitty away: possible, but one of many possibilities."""
    draw = TOY.hidden(view)

    def broken(rng: Random) -> World:
        world = draw(rng)
        pack, away = world.draws["pack"], world.secrets.get((0, "discard"), ())
        cards: dict[Place, Sequence[Card]] = {place: dealt(pack, DEALING, place) for place in set(DEALING)}
        if len(away) == 2:
            cards |= {0: [card for card in (*cards[0], *cards[KITTY]) if card not in away], KITTY: away}
        return world._replace(draws={"pack": assemble(DEALING, cards)})

    return broken


def nothing_drawn(_: View) -> Sampler:
    """Draw no pack at all."""
    return lambda _: World({}, {})
