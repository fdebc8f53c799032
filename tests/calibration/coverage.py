"""How often the 95 % intervals of a ladder contain the true value, over many ladders of a few deals each.

The true values are the ratings of the whole population. Ladders draw their deals from the population with replacement,
so the ratings of the population have no error. All pairings have the same deals, or each pairing has its own, or no
strategy meets a deal twice.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ratings import Ladder, Results, fit
from arena.schedules.movements import tables
from arena.schedules.pairings import in_turn
from arena.schedules.rounds import Match
from arena.settings.schedule import Deals
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


def coverage(
    population: Population, sets: int, ladders: int, *, deals: Deals, seed: int, seated: bool = True
) -> Coverage:
    """Return the coverage of the intervals of a number of ladders.

    Args:
        population: the deals to draw from.
        sets: how many sets each pairing plays.
        ladders: how many ladders are made.
        deals: which games play the same deals.
        seed: of the draws.
        seated: whether the ratings know the seats; if not, the luck of deals that are met once cannot be removed.
    """
    rng = np.random.default_rng(seed)
    truth = fit(everything(population)).core.elo
    true_difference = truth[:, None] - truth[None, :]
    pairs = np.triu_indices(len(population.names), 1)
    held, widths, unknown = [], [], 0
    for _ in range(ladders):
        found = drawn(population, sets, rng, deals=deals, seated=seated).core
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
    count = len(population.places)
    return results(population, packs(population, count, "shared"), np.arange(count))


def drawn(population: Population, sets: int, rng: np.random.Generator, *, deals: Deals, seated: bool = True) -> Ladder:
    """Return a ladder of random deals."""
    label = packs(population, sets, deals)
    found = results(population, label, rng.integers(len(population.places), size=int(label.max()) + 1))
    return fit(found if seated else replace(found, seat=None))


def packs(population: Population, sets: int, deals: Deals) -> Ints:
    """Return the number of the pack in each game, by pairing, set and room."""
    pairings, sides = len(population.tables), population.places.shape[-1]
    pairing, number, room = np.indices((pairings, sets, sides))
    if deals != "once":
        found = number if deals == "shared" else pairing * sets + number
        return np.asarray(found)
    order = in_turn(len(population.names), sides)
    matches = [Match(tuple(map(str, members)), range(1, 1 + sets)) for members in order]
    table_of = dict(zip(order, tables(matches, sides), strict=True))
    seated = [table_of[members] for members in population.tables]
    movements = {table.movement: at for at, table in enumerate(seated)}
    movement = np.array([movements[table.movement] for table in seated])
    turn = np.array([[table.turn(board, sides) for board in range(sets)] for table in seated])
    return np.asarray((movement[pairing] * sets + number) * sides + (room + turn[pairing, number]) % sides)


def results(population: Population, label: Ints, deals: Ints) -> Results:
    """Return the results of some games.

    Args:
        population: the deals to choose from.
        label: the pack of each game, by pairing, set and room.
        deals: the number of the deal of each pack; a deal of two packs counts as two deals.
    """
    pairing, _, room = np.indices(label.shape)
    places = population.places[deals[label], pairing, room]
    sides = places.shape[-1]
    game = np.broadcast_to(np.arange(label.size).reshape(label.shape)[..., None], places.shape)
    entrant = np.broadcast_to(np.array(population.tables)[:, None, None, :], places.shape)
    member = np.arange(sides)
    return Results(
        names=population.names,
        game=game.ravel(),
        deal=np.broadcast_to(label[..., None], places.shape).ravel(),
        entrant=entrant.ravel(),
        place=places.ravel(),
        seat=((member - np.expand_dims(room, -1)) % sides).ravel(),
        points=population.scores[deals[label], pairing, room].ravel(),
    )
