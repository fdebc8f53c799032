"""How often the 95 % intervals of a ladder hold the truth, over many ladders of a few deals each.

The truth is the fit of the whole population. A ladder draws its deals from the population with replacement, so that the
population is all there is and its fit has no error: for all pairings the same deals, or for each its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ladders import Ladder, Results, fit
from tests.calibration.deals import Population

Ints = NDArray[np.int64]


class Coverage(NamedTuple):
    """How the intervals of all differences did.

    Args:
        held: the share of intervals that held the truth.
        error: its standard error, a ladder counting as one observation.
        width: the mean half width of the intervals, in Elo.
        unknown: the share of differences without an interval.
    """

    held: float
    error: float
    width: float
    unknown: float


def coverage(population: Population, deals: int, ladders: int, *, shared: bool, seed: int) -> Coverage:
    """Return how the intervals of so many ladders do, of so many deals each."""
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
    """Return the results of all deals."""
    deals, tables = population.places.shape[:2]
    return results(population, np.tile(np.arange(deals), (tables, 1)), shared=True)


def drawn(population: Population, deals: int, rng: np.random.Generator, *, shared: bool) -> Ladder:
    """Return the ladder of so many random deals."""
    count, tables = population.places.shape[:2]
    one_draw = rng.integers(count, size=(1 if shared else tables, deals))
    return fit(results(population, np.broadcast_to(one_draw, (tables, deals)), shared=shared))


def results(population: Population, picked: Ints, *, shared: bool) -> Results:
    """Return results of some deals.

    Args:
        population: where they come from.
        picked: for each pairing the numbers of its deals; a deal picked twice counts as two.
        shared: whether the first picks of all pairings are the same deal, and so on.
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
