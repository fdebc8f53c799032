"""How often the 95 % intervals of a ladder contain the true value, over many ladders of a few deals each.

The true values are the ratings of the whole population. Ladders draw their deals from the population with replacement,
so the ratings of the population have no error. All pairings have the same deals, or each pairing has its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ladders import Ladder, Results, fit
from tests.calibration.deals import Population

Ints = NDArray[np.int64]


class Coverage(NamedTuple):
    """The coverage of the intervals of all differences.

    Args:
        held: the share of intervals that contain the true value.
        error: its standard error; each ladder is one observation.
        width: the mean half width of the intervals, in Elo.
        unknown: the share of differences without an interval.
    """

    held: float
    error: float
    width: float
    unknown: float


def coverage(population: Population, deals: int, ladders: int, *, shared: bool, seed: int) -> Coverage:
    """Return the coverage of the intervals of a number of ladders with a number of deals each."""
    rng = np.random.default_rng(seed)
    truth = fit(everything(population)).core.elo
    true_difference = truth[:, None] - truth[None, :]
    pairs = np.triu_indices(len(population.names), 1)
    held, widths, unknown = [], [], 0
    for _ in range(ladders):
        found = drawn(population, deals, rng, shared=shared).core
        if found.members.size < len(population.names):
            unknown += pairs[0].size
            continue
        contrasts = found.contrasts
        known = contrasts.known[pairs]
        unknown += int((~known).sum())
        off = np.abs(contrasts.difference - true_difference)[pairs][known]
        reach = contrasts.margin[pairs][known]
        held.append(float((off <= reach).mean()))
        widths.append(float(reach.mean()))
    share = np.array(held)
    error = float(share.std(ddof=1) / np.sqrt(share.size))
    return Coverage(float(share.mean()), error, float(np.mean(widths)), unknown / (ladders * pairs[0].size))


def everything(population: Population) -> Results:
    """Return the results of all deals of the population."""
    deals, tables = population.places.shape[:2]
    return results(population, np.tile(np.arange(deals), (tables, 1)), shared=True)


def drawn(population: Population, deals: int, rng: np.random.Generator, *, shared: bool) -> Ladder:
    """Return a ladder of a number of random deals."""
    count, tables = population.places.shape[:2]
    one_draw = rng.integers(count, size=(1 if shared else tables, deals))
    return fit(results(population, np.broadcast_to(one_draw, (tables, deals)), shared=shared))


def results(population: Population, picked: Ints, *, shared: bool) -> Results:
    """Return the results of some deals.

    Args:
        population: the deals to choose from.
        picked: the numbers of the deals of each pairing; a deal picked twice counts as two deals.
        shared: whether the first deals of all pairings are the same deal, and so on.
    """
    places = np.stack([population.places[picks, at] for at, picks in enumerate(picked)])
    deals, rooms, members = places.shape[1:]
    table, deal, room, member = np.indices(places.shape)
    game = (table * deals + deal) * rooms + room
    entrant = np.array(population.tables)[table, member]
    return Results(
        names=population.names,
        game=game.ravel(),
        deal=(deal if shared else table * deals + deal).ravel(),
        entrant=entrant.ravel(),
        place=places.ravel(),
        seat=((member - room) % members).ravel(),
    )
