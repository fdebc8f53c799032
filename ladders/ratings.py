"""Rating a whole pool in one fit: Bradley-Terry ratings with a covariance clustered by deal.

An Elo point is ln 10 / 400 nats of strength, so that 400 Elo are odds of 10 to 1. The unit of evidence is the deal
with all its rooms, in all pairings that share it.
"""

from __future__ import annotations

import numpy as np

from ladders import bradley_terry
from ladders.bradley_terry import ELO, Crosstable
from ladders.ladder import Estimate, Ladder, Rating, Status
from ladders.pools import Pool, place, split
from ladders.results import Bools, Floats, Ints, Results, sums
from ladders.sandwich import meat


def fit(results: Results, anchor: str | None = None) -> Ladder:
    """Rate all entrants.

    Ratings are those of greatest likelihood, a draw counting half a win. Where there is none (a perfect score, a pool
    in parts) the entrant gets a status and perhaps a bound instead: see `ladders.pools`.

    Args:
        results: every outcome that counts.
        anchor: the entrant to stand at 0. Left out, or if it cannot be rated, the mean of the rated entrants is 0; if
            only one is rated, that one is. `Ladder.zero` says which.

    Raises:
        ValueError: the anchor is not an entrant.
    """
    if anchor is not None and anchor not in results.names:
        raise ValueError(f"unknown anchor: {anchor}; the entrants are {', '.join(results.names)}")
    table = bradley_terry.tabulate(results)
    pool = split(table, results.names, anchor)
    members = np.flatnonzero(pool.core)
    zero = _zero([results.names[i] for i in members], anchor)
    core = _rate(results, pool.core, table, zero)
    groups = [group for group in pool.above + pool.below if group.sum() > 1]
    return Ladder(
        names=results.names,
        ratings=_ratings(results, table, pool, core),
        tallies=results.tallies(),
        opponents=_opponents(table, core),
        zero=None if zero is None else results.names[members[zero]],
        core=core,
        outer=tuple(_rate(results, group, table, None) for group in groups),
    )


def _zero(rated: list[str], anchor: str | None) -> int | None:
    """Return which of the rated stands at 0, if it is not their mean."""
    if anchor in rated:
        return rated.index(anchor)
    return 0 if len(rated) == 1 else None


def _rate(results: Results, chosen: Bools, whole: Crosstable, zero: int | None) -> Estimate:
    """Fit the chosen by the games among them; `zero` counts among them."""
    table = whole.among(chosen)
    strength = bradley_terry.strengths(table)
    naive = bradley_terry.inverse(bradley_terry.information(table, strength))
    deal, entrant, surplus = _surpluses(results, chosen, strength)
    deals = int(np.count_nonzero(np.diff(deal, prepend=-1)))
    correction = deals / (deals - 1) if deals > 1 else 0.0
    covariance = correction * naive @ meat(deal, entrant, surplus, table.size) @ naive
    return Estimate(
        members=np.flatnonzero(chosen),
        zero=zero,
        elo=ELO * (strength if zero is None else strength - strength[zero]),
        covariance=ELO**2 * _relative(covariance, zero),
        naive=ELO**2 * _relative(naive, zero),
        deals=deals,
        own_deals=np.bincount(entrant, minlength=table.size),
        lack_of_fit=bradley_terry.lack_of_fit(table, strength),
    )


def _surpluses(results: Results, chosen: Bools, strength: Floats) -> tuple[Ints, Ints, Floats]:
    """Return who scored how much above expectation in which deal, in games among the chosen.

    Returns:
        The deal (ascending), the entrant (counted among the chosen) and the surplus of each appearance.
    """
    rows = np.flatnonzero(chosen[results.first] & chosen[results.second])
    number = np.cumsum(chosen) - 1
    difference = strength[number[results.first[rows]]] - strength[number[results.second[rows]]]
    surplus = results.score[rows] - bradley_terry.chance(difference)
    seen = results.appearances
    size = seen.deal.size
    of_first, of_second = seen.of_first[rows], seen.of_second[rows]
    total = sums(of_first, surplus, size) - sums(of_second, surplus, size)
    played = np.bincount(of_first, minlength=size) + np.bincount(of_second, minlength=size) > 0
    return seen.deal[played], number[seen.entrant[played]], total[played]


def _relative(covariance: Floats, zero: int | None) -> Floats:
    """Return the covariance of the differences to the entrant that stands at 0."""
    if zero is None:
        return covariance
    return np.asarray(covariance - covariance[zero] - covariance[:, [zero]] + covariance[zero, zero])


def _ratings(results: Results, table: Crosstable, pool: Pool, core: Estimate) -> tuple[Rating, ...]:
    ratings = [
        Rating(Status.NOT_CONNECTED if games else Status.NO_GAMES) for games in table.sums(table.games, table.games)
    ]
    for spot, entrant in enumerate(core.members):
        elo = float(core.elo[spot])
        ratings[entrant] = Rating(Status.RATED, elo, *core.interval(spot), middle=elo)
    strength = np.zeros(table.size)
    strength[core.members] = core.elo / ELO
    for outward, sign in ((pool.above, 1), (pool.below, -1)):
        bound = ELO * place(results, table, pool.core, outward, strength, sign=sign, chance=0.05)
        middle = ELO * place(results, table, pool.core, outward, strength, sign=sign, chance=0.5)
        for entrant in (i for members in outward for i in np.flatnonzero(members)):
            ratings[entrant] = _outside(sign, float(bound[entrant]), float(middle[entrant]))
    return tuple(ratings)


def _outside(sign: int, bound: float, middle: float) -> Rating:
    """Return the rating of an entrant above (sign 1) or below the core."""
    if sign > 0:
        return Rating(Status.UNDEFEATED, low=bound, middle=middle)
    return Rating(Status.WINLESS, high=bound, middle=middle)


def _opponents(table: Crosstable, core: Estimate) -> tuple[float | None, ...]:
    """Return the mean rating of the rated opponents of each entrant, weighted by games."""
    elo, rated = np.zeros(table.size), np.zeros(table.size)
    elo[core.members], rated[core.members] = core.elo, 1.0
    games = table.sums(table.games * rated[table.second], table.games * rated[table.first])
    total = table.sums(table.games * elo[table.second], table.games * elo[table.first])
    return tuple(t / g if g else None for t, g in zip(total.tolist(), games.tolist(), strict=True))
