"""Deals played in all seatings by our strategies: the population from which ladders and matches draw."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel import Chance, Result
from arena.games.kernel.options import Options, choose
from arena.games.kernel.position import play_game
from tests.calibration.strategies import FIELD, STRATEGIES, Memory, Strategy, answer

Floats = NDArray[np.float64]


class Variation(NamedTuple):
    """A game used for calibration; it has only one deal."""

    game: str
    preset: str

    @property
    def options(self) -> Options:
        base: Options = GAMES[self.game].presets[self.preset]
        return choose(base, {"max_deals": 1, **({"loss_floor": "none"} if hasattr(base, "loss_floor") else {})})

    def __str__(self) -> str:
        return f"{self.game}:{self.preset}"


def play(variation: Variation, players: Sequence[Strategy], chance: Chance) -> Result:
    """Play a game; each side has one strategy."""
    game, options = GAMES[variation.game], variation.options
    table = game.seating(options)
    memories = [Memory(seat, table.sides) for seat in range(table.seats)]
    position = play_game(game, options, chance)
    heard = 0
    while (ask := position.ask) is not None:
        for event in position.log[heard:]:
            for memory in memories:
                memory.hear(event)
        heard = len(position.log)
        side = table.sides[ask.seat]
        assert side is not None
        position.play(answer(players[side], memories[ask.seat], ask))
    assert position.result is not None
    return position.result


class Population(NamedTuple):
    """Every deal in every pairing and seating.

    Args:
        names: the names of the strategies.
        tables: the strategies of each pairing, as indices of `names`.
        places: the places, by deal, pairing, room and member of the pairing.
        scores: the scores in points, in the same shape.
    """

    names: tuple[str, ...]
    tables: tuple[tuple[int, ...], ...]
    places: NDArray[np.int64]
    scores: Floats

    def among(self, members: Sequence[int]) -> Population:
        """Return the games of some of the strategies, given by their numbers in ascending order."""
        at = [number for number, table in enumerate(self.tables) if set(table) <= set(members)]
        tables = tuple(tuple(members.index(one) for one in self.tables[number]) for number in at)
        names = tuple(self.names[one] for one in members)
        return Population(names, tables, self.places[:, at], self.scores[:, at])


def population(variation: Variation, names: Sequence[str], deals: int, seed: str = "calibration") -> Population:
    """Play a number of deals with all pairings of the strategies, each in all rotations over the sides."""
    known = {**STRATEGIES, **FIELD}
    sides = GAMES[variation.game].seating(variation.options).number_of_sides
    tables = tuple(combinations(range(len(names)), sides))
    shape = (deals, len(tables), sides, sides)
    places, scores = np.zeros(shape, dtype=np.int64), np.zeros(shape)
    for deal in range(deals):
        chance = keyed(seed, f"{variation} deal {deal}")
        for at, table in enumerate(tables):
            for room in range(sides):
                order = table[room:] + table[:room]
                result = play(variation, [known[names[i]] for i in order], chance)
                for side, one in enumerate(order):
                    member = table.index(one)
                    places[deal, at, room, member] = result.places[side]
                    scores[deal, at, room, member] = result.scores[side]
    return Population(tuple(names), tables, places, scores)
