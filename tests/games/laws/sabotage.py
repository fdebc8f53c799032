"""Samplers broken on purpose, in memory: the law suite must refuse each of them, in every game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel import AnyGame, Sampler, View, World
from arena.games.parts.cards import STOCK
from arena.games.parts.kitty import KITTY

TRIES = 100
"""Deals that are drawn at most for one in which no card laid aside was drawn before."""


class Unshuffled(Random):
    """Chance that shuffles nothing: cards are sorted by its numbers, which are all the same."""

    def __init__(self, rng: Random) -> None:
        super().__init__(0)
        self._rng = rng

    def random(self) -> float:
        return 0.5

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return self._rng.randrange(start, stop, step)


def without_shuffles(game: AnyGame, _patch: pytest.MonkeyPatch) -> AnyGame:
    """How many cards of a kind go to each place is drawn; which of them, and in which order, is not."""

    def hidden(view: View) -> Sampler:
        draw = game.hidden(view)
        return lambda rng: draw(Unshuffled(rng))

    return replace(game, hidden=hidden)


def without_voids(game: AnyGame, patch: pytest.MonkeyPatch) -> AnyGame:
    """What a play betrays is forgotten."""
    patch.setattr(Whereabouts, "tricks", lambda *_args, **_named: None)
    return game


def discards_never_drawn(game: AnyGame, _patch: pytest.MonkeyPatch) -> AnyGame:
    """What is laid aside was never in the kitty or in the stock."""

    def hidden(view: View) -> Sampler:
        draw, where = game.hidden(view), game.dealing(view.options, view.standing)
        drawn_from = [at for at, place in enumerate(where) if place in {KITTY, STOCK}]

        def broken(rng: Random) -> World:
            for _ in range(TRIES):
                world = draw(rng)
                aside = {word for words in world.secrets.values() for word in words}
                if aside.isdisjoint([world.draws["pack"][at] for at in drawn_from]):
                    break
            return world

        return broken

    return replace(game, hidden=hidden)


def always_the_same(game: AnyGame, _patch: pytest.MonkeyPatch) -> AnyGame:
    """One deal that agrees is drawn, whatever the chance."""
    return replace(game, hidden=lambda view: lambda _: game.hidden(view)(Random(1)))


SABOTAGE: dict[str, Callable[[AnyGame, pytest.MonkeyPatch], AnyGame]] = {
    "without shuffles": without_shuffles,
    "without voids": without_voids,
    "discards never drawn": discards_never_drawn,
    "always the same": always_the_same,
}
