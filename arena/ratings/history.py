"""Classical Elo, game by game, as a curve for plots. It depends on the order of the games; `fit` does not use it.

A. E. Elo, The Rating of Chessplayers (1978). In a game of n sides each side is compared with the n - 1 others, with the
factor K / (n - 1) for each comparison.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Floats, Ints, dense
from arena.ratings.plackett_luce import ELO
from arena.ratings.results import Results


class Curve(NamedTuple):
    """The Elo of one entrant after each of its games.

    Args:
        game: the number of games that the whole pool had played by then, ascending.
        elo: the rating after that game, in Elo.
    """

    game: Ints
    elo: Floats


def elo_history(results: Results, factor: float = 16.0, start: float = 0.0) -> tuple[Curve, ...]:
    """Return the curve of each entrant. Games are taken in the order of their numbers (`Results.game`).

    Of a game that a fault cut short, only what it says about strength is taken (see `arena.ratings.evidence`).

    >>> from arena.ratings import duel
    >>> elo_history(Results.of([duel("A", "B", 1, 0), duel("B", "A", 1, 1)]))[0].elo.round(2).tolist()
    [8.0, -0.37]

    Args:
        results: the table.
        factor: K: how far one game can move a rating.
        start: the rating of everyone before the first game.
    """
    others = np.zeros(len(results), dtype=np.int64)
    for rows in results.orders:
        others[rows] = rows.shape[1] - 1
    played = (dense(results.game) + 1).tolist()
    games = sorted((line for rows in results.evidence for line in rows.tolist()), key=lambda line: played[line[0]])
    rating = [start] * len(results.names)
    curves: list[list[tuple[int, float]]] = [[] for _ in results.names]
    entrant, place = results.entrant.tolist(), results.place.tolist()
    for sides in games:
        gains = [sum(_gain(rating, entrant, place, side, other) for other in sides if other != side) for side in sides]
        for side, gain in zip(sides, gains, strict=True):
            rating[entrant[side]] += factor * gain / int(others[side])
            curves[entrant[side]].append((played[side], rating[entrant[side]]))
    return tuple(
        Curve(np.array([n for n, _ in curve], dtype=np.int64), np.array([elo for _, elo in curve], dtype=np.float64))
        for curve in curves
    )


def _gain(rating: list[float], entrant: list[int], place: list[int], side: int, other: int) -> float:
    """Return the score of one side against another less its expected score."""
    score = 0.5 if place[side] == place[other] else float(place[side] < place[other])
    return score - 1.0 / (1.0 + math.exp((rating[entrant[other]] - rating[entrant[side]]) / ELO))
