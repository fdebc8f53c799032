"""Does one order of strength explain who beats whom? A test on the residuals of all pairs, clustered by deal.

For every pair that met, the residual r is how much more often than expected the first finished before the second. If
the model is right, all residuals are 0 apart from chance. If three entrants beat each other in a cycle, they are not.
The statistic is X = sum a r^2 over pairs, with the weight a = 1 / (w + 1/4), where w is the variance of r if all games
were independent. So X is Pearson's statistic, except that a pair of very unequal entrants cannot decide it by one
surprise.

Games are not independent: rotated seats make the results of a pair steadier, and shared deals link pairs. So X does not
have a chi-square distribution. Its distribution comes from the deals (J. N. K. Rao and A. J. Scott, Annals of
Statistics 12, 1984, the second-order correction). Let z_d be what deal d adds to the weighted residuals, less the part
that the fitted strengths absorb. Then X is |sum z_d|^2, with mean sum |z_d|^2 and variance 2 sum (z_d z_e)^2 over
different deals. It is approximated by a multiple of a chi-square variable with the same mean and variance. The terms
d = e are left out, as in tests with more means than cases (S. X. Chen and Y.-L. Qin, Annals of Statistics 38, 2010).
This keeps the test valid with more pairs than deals, where a Wald test would need the inverse of a singular matrix.

In a game with more than two sides, every two sides are a pair, compared by their finishing order. The model predicts
these pairs in the same way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ladders.arrays import Floats, Ints, different, sums
from ladders.crosstable import meetings
from ladders.distributions import chi_square_tail
from ladders.model import Model
from ladders.plackett_luce import chance
from ladders.products import meat
from ladders.sandwich import Clusters
from ladders.threads import one_thread

FEWEST = 8
"""With fewer deals there is no test."""
MOST_LEVERAGE = 0.5
"""The largest leverage used in the correction; a larger one only says that there are few deals."""
MOST = 1024
"""With more deals than this, they are merged into this many groups, which are as independent as single deals."""


class LackOfFit(NamedTuple):
    """How far the results depart from any single order of strength, such as in a cycle.

    Args:
        pairs: the number of pairs of rated entrants that met.
        spare: the number of pairs less the number of parameters, or 0.
        statistic: X, scaled to a chi-square variable.
        dof: its degrees of freedom, usually not an integer.
        p: the chance of a statistic at least as large if one order explains the results; None if there is nothing to
            test: no spare pairs, or fewer than 8 deals.
        deviance: twice the log-likelihood that a free score for every pair would gain if games were independent, for
            comparison with other programs. None if some games have more than two sides.
    """

    pairs: int
    spare: int
    statistic: float
    dof: float
    p: float | None
    deviance: float | None


class Residuals(NamedTuple):
    """The score of each pair beside its expected score.

    Args:
        first: the lower number of each pair, as the model numbers its members.
        second: the higher number of each pair.
        games: how many games they had in common.
        points: in how many of these the first finished before the second; a tie counts half.
        expected: the expected value of `points`.
        variance: the variance of `points` if all games were independent.
        seats: the derivative of `expected` by the advantage of each seat (column).
        pair: the pair of each meeting.
        deal: the deal of each meeting, as the clusters number them.
        surplus: what the first scored in each meeting above expectation.
        step: the unit of scores: 1, or 0.5 if there are ties.
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
    """Return the residuals of all pairs of members under the model."""
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
        found: the deals of the fit.
        left: the residuals of the fit.
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
    """Return the number of free parameters of the fit."""
    loose = all(parameter >= model.members.size for parameter in model.fixed)
    return model.parameters.size - len(model.fixed) - loose


def _inner_products(model: Model, found: Clusters, left: Residuals, weight: Floats) -> Floats:
    """Return z_d z_e for every two deals (or groups of deals) d and e, after centring z at mean 0.

    Let R be the weighted residuals by deal (line) and pair, U the surpluses by deal and parameter, H the information
    matrix, and J the weighted slopes of the residuals. Then the z are the lines of R - U H^-1 J'.
    """
    deals = min(found.deals, MOST)
    keys, place = different(left.pair * deals + left.deal % deals, weight.size * deals)
    pair, deal = keys // deals, keys % deals
    rest = sums(place, left.surplus, keys.size)
    del keys, place
    raw = meat(pair, deal, rest * np.sqrt(weight[pair]), deals)
    shift = _surpluses(model, found, deals) @ model.bread
    mixed = _slopes_by_deal(model, left, pair, deal, rest * weight[pair], deals) @ shift.T
    inner = raw - mixed - mixed.T + shift @ _slope_products(model, left, weight) @ shift.T
    scale = _leverage_scale(model, left, np.bincount(deal, minlength=deals))
    inner *= scale * scale[:, None]
    inner -= inner.mean(axis=0)
    inner -= inner.mean(axis=1, keepdims=True)
    return inner * deals / (deals - 1)


def _surpluses(model: Model, found: Clusters, deals: int) -> Floats:
    """Return how much more often than expected each entrant and seat (column) was chosen in each deal (line)."""
    size = model.members.size
    entrants = sums(found.deal % deals * size + found.entrant, found.surplus, deals * size).reshape(deals, size)
    seats = np.zeros((deals, found.seats.shape[1]))
    np.add.at(seats, np.arange(found.deals) % deals, found.seats)
    return np.hstack((entrants, seats))


def _slopes_by_deal(model: Model, left: Residuals, pair: Ints, deal: Ints, push: Floats, deals: int) -> Floats:
    """Return for each deal (line) the sum over pairs of the slope of the residual times a factor.

    Args:
        model: the fit.
        left: the residuals.
        pair: the pair of each factor.
        deal: the deal of each factor.
        push: the factors.
        deals: how many there are.
    """
    size = model.members.size
    strengths = np.zeros(deals * size)
    for members, sign in ((left.first, 1.0), (left.second, -1.0)):
        strengths += sums(deal * size + members[pair], sign * push * left.variance[pair], deals * size)
    seats = [sums(deal, push * seat[pair], deals)[:, None] for seat in left.seats.T]
    return np.hstack((strengths.reshape(deals, size), *seats))


def _leverage_scale(model: Model, left: Residuals, pairs: Ints) -> Floats:
    """Return the factor that corrects the residuals of each deal, which are too small because the fit follows them.

    If a deal has the share h of the information in each direction in which it has any, it pulls the fit towards itself,
    and its residuals have only 1 - h of their variance (R. M. Bell and D. F. McCaffrey, Survey Methodology 28, 2002).

    Args:
        model: the fit.
        left: the residuals.
        pairs: the number of pairs that met in each deal.
    """
    own = np.diag(model.inverse)[: model.members.size]
    doubt = own[left.first] + own[left.second] - 2.0 * model.inverse[left.first, left.second]
    share = sums(left.deal % pairs.size, (left.variance / left.games * doubt)[left.pair], pairs.size)
    directions = np.maximum(1, np.minimum(pairs, _parameters(model)))
    return np.asarray(1.0 / np.sqrt(1.0 - np.minimum(share / directions, MOST_LEVERAGE)))


def _slope_products(model: Model, left: Residuals, weight: Floats) -> Floats:
    """Return the sum of weight * slope slope' over pairs; a slope is minus the gradient of the pair's residual."""
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
    """Return twice the gain in log-likelihood from a free score for every pair."""
    lost, unexpected = left.games - left.points, left.games - left.expected
    return max(0.0, 2.0 * float((_gain(left.points, left.expected) + _gain(lost, unexpected)).sum()))


def _gain(points: Floats, expected: Floats) -> Floats:
    """Return points * log(points / expected), which is 0 for 0 points."""
    return points * np.log(np.where(points > 0.0, points, expected) / expected)
