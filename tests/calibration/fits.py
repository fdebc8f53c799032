"""How often the tests of fit raise an alarm, over many simulated pools: transitive ones, and ones with cycles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ratings import Ladder, anchor_fit, fit
from arena.ratings.ladder import MISFIT
from arena.ratings.plackett_luce import ELO
from tests.ratings.simulated import cycles, duplicates, rotations

Floats = NDArray[np.float64]

ONE, MANY = 2.2, 1.1
"""How much better the members of a cycle are against the next one, in nats: a single cycle, and many of them."""
SEATED = np.linspace(-1.0, 1.0, 6)
"""The strengths of the pools for seats and anchors, in nats."""


class Pool(NamedTuple):
    """The pools of a line of the table.

    Args:
        kind: which deals are played.
        entrants: the number of entrants.
        deals: the number of deals of each pairing.
        heat: see `duplicates`.
        spread: the standard deviation of strengths, in nats.
    """

    kind: str
    entrants: int
    deals: int
    heat: float = 1.0
    spread: float = 0.5


POOLS = (
    *(Pool("shared", 3, deals) for deals in (10, 30, 100)),
    *(Pool("shared", entrants, deals) for entrants in (5, 10, 20) for deals in (8, 10, 20, 50)),
    *(Pool("shared", 40, deals) for deals in (8, 10, 20)),
    *(Pool("fresh", entrants, deals) for entrants in (5, 10, 20) for deals in (2, 10)),
    *(Pool("shared, alike", entrants, deals, 8.0) for entrants in (5, 20) for deals in (8, 20)),
    *(Pool("shared, wide", entrants, deals, 2.0, 1.5) for entrants, deals in ((5, 200), (10, 200), (20, 20))),
)


class Alarms(NamedTuple):
    """How often p was small, and a circle was called proven.

    Args:
        pool: the pools.
        five: the share of transitive pools with p below 0.05.
        false: the share of transitive pools with an alarm: p below 0.01, or a circle.
        circles: the share of transitive pools with a circle.
        one: the share of pools with a single circle with an alarm.
        found: the share of them whose circle was proven.
        many: the share of pools that consist of circles with an alarm.
        many_found: the share of them with a proven circle.
    """

    pool: Pool
    five: float
    false: float
    circles: float
    one: float
    found: float
    many: float
    many_found: float


def alarms(pool: Pool, ladders: int) -> Alarms:
    """Return how often pools raise an alarm.

    Args:
        pool: the pools.
        ladders: how many transitive pools are drawn; of the others a quarter.
    """
    rng, size = np.random.default_rng((pool.entrants, pool.deals)), pool.entrants
    few = max(1, ladders // 4)
    everywhere = [(i, i + 1, i + 2) for i in range(0, size - 2, 3)]
    even = _drawn(rng, pool, ladders, np.zeros((size, size)))
    one, many = (
        _drawn(rng, pool, few, edges) for edges in (cycles(size, everywhere[:1], ONE), cycles(size, everywhere, MANY))
    )
    five = float(np.mean([p is not None and p < 0.05 for p in (ladder.lack_of_fit.p for ladder in even)]))
    return Alarms(pool, five, *_shares(even), *_shares(one), *_shares(many))


def _shares(ladders: list[Ladder]) -> tuple[float, float]:
    """Return the share of ladders with an alarm, and of those with a proven circle."""
    found = [bool(ladder.circles) for ladder in ladders]
    alarmed = [ladder.misfit or circle for ladder, circle in zip(ladders, found, strict=True)]
    return float(np.mean(alarmed)), float(np.mean(found))


def _drawn(rng: np.random.Generator, pool: Pool, ladders: int, edges: Floats) -> list[Ladder]:
    """Return ladders of pools; members of a circle are equally strong."""
    found = []
    shared = pool.kind != "fresh"
    for _ in range(ladders):
        strength = rng.normal(0.0, pool.spread, pool.entrants)
        for i in np.flatnonzero(edges.any(axis=1))[::3]:
            strength[i : i + 3] = strength[i]
        results = duplicates(rng, strength, pool.deals, edges=edges, shared=shared, heat=pool.heat)
        found.append(fit(results))
    return found


class Told(NamedTuple):
    """What ladders of transitive pools say about ratings, cycles and anchors.

    Args:
        pool: which pools.
        slope: by how much ratings differ where the truth differs by 1.
        cyclic: the share with an alarm of cycles.
        anchors: the share with an alarm of anchors.
    """

    pool: str
    slope: float
    cyclic: float
    anchors: float


def seats_and_anchors(ladders: int) -> Iterator[Told]:
    """Yield what ladders say where seats have large advantages, and where anchors are wrong."""
    rng = np.random.default_rng(18)
    for elo in (0, 100, 200, 400):
        worth = np.array([1.0, 0.75, 0.4, 0.0]) * elo / ELO
        drawn = [rotations(rng, SEATED, 20, worth) for _ in range(ladders)]
        for seats in (True, False):
            name = f"four sides in turn, seats worth up to {elo} Elo{'' if seats else ', not in the model'}"
            yield _told(name, [fit(results, seat_advantage=seats) for results in drawn])
    for elo in (0, 200):
        drawn = [duplicates(rng, SEATED, 50, luck=0.0, taste=0.0, first=elo / ELO) for _ in range(ladders)]
        yield _told(f"two sides in turn, the first seat worth {elo} Elo", [fit(results) for results in drawn])
    for wrong in (0, 50, 200):
        anchors = {f"bot{i}": ELO * SEATED[i] + wrong * (i == 3) for i in (1, 3)}
        drawn = [duplicates(rng, SEATED, 50, luck=0.0, taste=0.0) for _ in range(ladders)]
        yield _told(f"two anchors, {wrong} Elo too far apart", [fit(results, anchors) for results in drawn])


def _told(name: str, ladders: list[Ladder]) -> Told:
    held = [anchor_fit(ladder) for ladder in ladders]
    return Told(
        pool=name,
        slope=float(np.mean([ladder.core.elo @ SEATED for ladder in ladders]) / ELO / (SEATED @ SEATED)),
        cyclic=float(np.mean([ladder.misfit or bool(ladder.circles) for ladder in ladders])),
        anchors=float(np.mean([found is not None and found.p < MISFIT for found in held])),
    )
