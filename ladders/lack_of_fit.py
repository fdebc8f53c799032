"""Does one order of strength explain who beats whom? A test on the residuals of all pairs, clustered by deal.

For every pair that met, the residual r is how much oftener than expected the first finished before the second. Under
the model all residuals are 0 but for chance, with three entrants in a cycle they are not. The statistic is
X = sum a r^2 over pairs, with the weight a = 1 / (w + 1/4), where w is the variance of r if all games were independent
(so X is Pearson's, but no pair of very unequal entrants with one surprise can decide it).

Games are not independent: rotated seats make the results of a pair steadier, shared deals tie pairs together. So X has
no chi-square distribution of its own. Its distribution comes from the deals (J. N. K. Rao and A. J. Scott, Annals of
Statistics 12, 1984, the second-order correction): if z_d is what deal d adds to the weighted residuals, less what the
fitted strengths take up of it, then X is |sum z_d|^2, with mean sum |z_d|^2 and variance 2 sum (z_d z_e)^2 over
different deals; it is taken as a multiple of a chi-square variable with the same mean and variance. Leaving out d = e,
as in tests on more means than cases (S. X. Chen and Y.-L. Qin, Annals of Statistics 38, 2010), keeps that true for
more pairs than deals, where a Wald test has no inverse to use.

With more than two sides the pairs of a game are those of its finishing order; the model says the same of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ladders.arrays import Floats, Ints, different, sums
from ladders.crosstable import meetings
from ladders.distributions import chi_square_tail
from ladders.model import Model
from ladders.plackett_luce import chance
from ladders.sandwich import Clusters, meat
from ladders.threads import one_thread

FEWEST = 8
"""Deals below which the test says nothing."""
MOST_LEVERAGE = 0.5
"""Shares of information beyond this say that deals are few, not how few."""
MOST = 1024
"""Deals beyond which they are thrown together in so many groups, which are as independent as deals."""


class LackOfFit(NamedTuple):
    """How far the results depart from any single order of strength, such as in a cycle.

    Args:
        pairs: how many pairs of rated entrants met.
        spare: how many of their results the model leaves free: pairs less parameters.
        statistic: X in the units of a chi-square variable.
        dof: its degrees of freedom, seldom whole.
        p: the chance of as large a statistic if one order explains the results; None if there is nothing to test: no
            spare results, or fewer than 8 deals.
        deviance: twice the log-likelihood that a free score for every pair would gain, games counted as independent:
            for comparison with other programs. None if some games have more than two sides.
    """

    pairs: int
    spare: int
    statistic: float
    dof: float
    p: float | None
    deviance: float | None


class Residuals(NamedTuple):
    """What each pair scored and should have.

    Args:
        first: the lower number of each pair, as the model numbers its members.
        second: the higher.
        games: how many games they had in common.
        points: in how many of them the first finished before the second, a tie being half.
        expected: how many that should have been.
        variance: of that if all games were independent.
        seats: by how much `expected` grows with the advantage of each seat (column).
        pair: the pair of each meeting.
        deal: its deal, as the clusters number them.
        surplus: what the first scored in it above expectation.
        step: what all scores are multiples of: 1, or 0.5 if there are ties.
    """

    first: Ints
    second: Ints
    games: Floats
    points: Floats
    expected: Floats
    variance: Floats
    seats: Floats
    pair: Ints
    deal: Ints
    surplus: Floats
    step: float


def residuals(model: Model, found: Clusters) -> Residuals:
    """Compare all pairs of members with what the model expects of them."""
    met = meetings(model.results, model.orders)
    size, width = model.members.size, len(model.seats) + 1
    i, j = model.positions.entrant[met.better], model.positions.entrant[met.other]
    turn = np.where(i < j, 1.0, -1.0)
    keys, pair = different(np.minimum(i, j) * size + np.maximum(i, j), size * size)
    edge = turn * (model.parameters[i] - model.parameters[j])
    del i, j  # memory counts here: there may be millions of meetings
    deal = found.deal[found.of_row[met.better]]
    if model.seats:
        advantage = model.advantage()
        edge += turn * (advantage[met.better] - advantage[met.other])
    expected = chance(edge)
    del edge
    spread = expected * (1.0 - expected)
    seats = np.zeros(keys.size * width)
    for rows, sign in ((met.better, turn), (met.other, -turn)) if model.seats else ():
        seats += sums(pair * width + model.positions.seat[rows], sign * spread, seats.size)
    score = 0.5 + turn * (met.score - 0.5)
    step = 0.5 if (met.score < 1.0).any() else 1.0
    del met, turn
    return Residuals(
        first=keys // max(1, size),
        second=keys % max(1, size),
        games=sums(pair, np.ones(pair.size), keys.size),
        points=sums(pair, score, keys.size),
        expected=sums(pair, expected, keys.size),
        variance=sums(pair, spread, keys.size),
        seats=seats.reshape(keys.size, width)[:, :-1],
        pair=pair,
        deal=deal,
        surplus=score - expected,
        step=step,
    )


@one_thread()
def lack_of_fit(model: Model, found: Clusters, left: Residuals) -> LackOfFit:
    """Test whether one order of strength explains the results.

    Args:
        model: the fit.
        found: its deals.
        left: its residuals.
    """
    pairs = left.first.size
    spare = max(0, pairs - _parameters(model))
    deviance = _deviance(left) if all(rows.shape[1] == 2 for rows in model.orders) else None
    if not spare or found.deals < FEWEST:
        return LackOfFit(pairs, spare, 0.0, 0.0, None, deviance)
    weight = 1.0 / (left.variance + 0.25)
    total = float(weight @ (left.points - left.expected) ** 2)
    inner = _inner_products(model, found, left, weight)
    mean, variance = float(np.trace(inner)), 2.0 * float((inner**2).sum() - (np.diag(inner) ** 2).sum())
    if mean <= 0.0 or variance <= 0.0:
        return LackOfFit(pairs, spare, 0.0, 0.0, None, deviance)
    dof = 2.0 * mean**2 / variance
    statistic = total * dof / mean
    return LackOfFit(pairs, spare, statistic, dof, chi_square_tail(statistic, dof), deviance)


def _parameters(model: Model) -> int:
    """Return how many parameters were free to fit the results."""
    loose = all(parameter >= model.members.size for parameter in model.fixed)
    return model.parameters.size - len(model.fixed) - loose


def _inner_products(model: Model, found: Clusters, left: Residuals, weight: Floats) -> Floats:
    """Return z_d z_e for every two deals (or groups of deals) d and e, the mean of z taken off.

    With R the weighted residuals by deal (line) and pair, U the surpluses by deal and parameter, H the information and
    J the weighted slopes of the residuals, z are the lines of R - U H^-1 J'.
    """
    deals = min(found.deals, MOST)
    keys, place = different(left.pair * deals + left.deal % deals, weight.size * deals)
    pair, deal = keys // deals, keys % deals
    rest = sums(place, left.surplus, keys.size)
    del keys, place
    raw = meat(pair, deal, rest * np.sqrt(weight[pair]), deals)
    shift = _surpluses(model, found, deals) @ model.inverse
    mixed = _slopes_by_deal(model, left, pair, deal, rest * weight[pair], deals) @ shift.T
    inner = raw - mixed - mixed.T + shift @ _slope_products(model, left, weight) @ shift.T
    scale = _leverage_scale(model, left, np.bincount(deal, minlength=deals))
    inner *= scale * scale[:, None]
    inner -= inner.mean(axis=0)
    inner -= inner.mean(axis=1, keepdims=True)
    return inner * deals / (deals - 1)


def _surpluses(model: Model, found: Clusters, deals: int) -> Floats:
    """Return how much oftener than expected each entrant and each seat (column) was chosen in each deal (line)."""
    size = model.members.size
    entrants = sums(found.deal % deals * size + found.entrant, found.surplus, deals * size).reshape(deals, size)
    seats = np.zeros((deals, found.seats.shape[1]))
    np.add.at(seats, np.arange(found.deals) % deals, found.seats)
    return np.hstack((entrants, seats))


def _slopes_by_deal(model: Model, left: Residuals, pair: Ints, deal: Ints, push: Floats, deals: int) -> Floats:
    """Return for each deal (line) the sum over pairs of the slope of their residual, times some number.

    Args:
        model: the fit.
        left: the residuals.
        pair: of each number.
        deal: of each number.
        push: the numbers.
        deals: how many there are.
    """
    size = model.members.size
    strengths = np.zeros(deals * size)
    for members, sign in ((left.first, 1.0), (left.second, -1.0)):
        strengths += sums(deal * size + members[pair], sign * push * left.variance[pair], deals * size)
    seats = [sums(deal, push * seat[pair], deals)[:, None] for seat in left.seats.T]
    return np.hstack((strengths.reshape(deals, size), *seats))


def _leverage_scale(model: Model, left: Residuals, pairs: Ints) -> Floats:
    """Return by how much the residuals of each deal are too small, because the fit goes after them.

    A deal that has the share h of the information in each direction in which it has any pulls the fit after itself, and
    its residuals are as 1 - h to 1 in variance (R. M. Bell and D. F. McCaffrey, Survey Methodology 28, 2002).

    Args:
        model: the fit.
        left: the residuals.
        pairs: how many pairs met in each deal.
    """
    own = np.diag(model.inverse)[: model.members.size]
    doubt = own[left.first] + own[left.second] - 2.0 * model.inverse[left.first, left.second]
    share = sums(left.deal % pairs.size, (left.variance / left.games * doubt)[left.pair], pairs.size)
    directions = np.maximum(1, np.minimum(pairs, _parameters(model)))
    return np.asarray(1.0 / np.sqrt(1.0 - np.minimum(share / directions, MOST_LEVERAGE)))


def _slope_products(model: Model, left: Residuals, weight: Floats) -> Floats:
    """Return the sum of weight * slope slope' over pairs, where slope is how a residual falls with the parameters."""
    size = model.members.size
    matrix = np.zeros((model.parameters.size, model.parameters.size))
    strong = weight * left.variance**2
    matrix[left.first, left.second] = matrix[left.second, left.first] = -strong
    diagonal = sums(left.first, strong, size) + sums(left.second, strong, size)
    matrix[np.arange(size), np.arange(size)] = diagonal
    for spot, seat in enumerate(left.seats.T):
        part = weight * left.variance * seat
        matrix[:size, size + spot] = sums(left.first, part, size) - sums(left.second, part, size)
    matrix[size:, :size] = matrix[:size, size:].T
    matrix[size:, size:] = left.seats.T @ (weight[:, None] * left.seats)
    return matrix


def _deviance(left: Residuals) -> float:
    """Return twice what a free score for every pair gains in log-likelihood."""
    lost, unexpected = left.games - left.points, left.games - left.expected
    return max(0.0, 2.0 * float((_gain(left.points, left.expected) + _gain(lost, unexpected)).sum()))


def _gain(points: Floats, expected: Floats) -> Floats:
    """Return points * log(points / expected), which is 0 for no points."""
    return points * np.log(np.where(points > 0.0, points, expected) / expected)
