"""Does one order of strength explain who beats whom? A test on the residuals of all pairs, clustered by deal.

For every pair that met, the residual r is how much more often than expected the first finished before the second. If
the model is right, all residuals are 0 apart from chance. If three entrants beat each other in a cycle, they are not.
There are two statistics, because a pool may be full of small departures or have a single large one:

* X = sum a r^2 over all pairs, with the weight a = 1 / (w + 1/4), where w is the variance of r if all games were
  independent. So X is Pearson's statistic, except that a pair of very unequal entrants cannot decide it by one
  surprise.
* C, the largest |r_ij + r_jk + r_ki| over all triples that met, in units of the square root of the sum of 1 / a. It
  finds one cycle among hundreds of pairs that fit.

Games are not independent: rotated seats make the results of a pair steadier, and shared deals link pairs. So the
distributions come from the deals. Let z_d be what deal d adds to the residuals, less the part that the fitted strengths
absorb. All z_d are 0 on average if the model is right, and changing the sign of any of them then gives residuals that
could as well have been observed (the wild bootstrap with the null hypothesis imposed: A. C. Cameron, J. B. Gelbach and
D. L. Miller, Review of Economics and Statistics 90, 2008). For X the mean and variance over all signs are known: sum
|z_d|^2 and 2 sum (z_d z_e)^2 over different deals, with the z weighted by sqrt(a). X is approximated by a multiple of a
chi-square variable with the same mean and variance (J. N. K. Rao and A. J. Scott, Annals of Statistics 12, 1984). The
terms d = e are left out, as in tests with more means than cases (S. X. Chen and Y.-L. Qin, Annals of Statistics 38,
2010). This keeps the test valid with more pairs than deals, where a Wald test would need the inverse of a singular
matrix. For C signs are drawn. The p-value is twice the smaller one of the two (Bonferroni). With few entrants X
suffices.

The luck of the cards bends the curve that leads from strength to the chance to win, so that over wide distances it is
not the logistic one. That is no cycle: the order is the same. So what a term with the cube of the difference of two
strengths explains is taken off r and z, as what the strengths explain is (D. Pregibon, Applied Statistics 29, 1980).
Only if that would take a bend that no curve has, it stays. Close entrants are hardly touched, because their cubes are
small.

In a game with more than two sides, every two sides are a pair, compared by their finishing order. The model predicts
these pairs in the same way.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Floats, Ints, different, sums
from arena.ratings.crosstable import meetings
from arena.ratings.distributions import chi_square_tail
from arena.ratings.model import Model
from arena.ratings.plackett_luce import chance
from arena.ratings.products import meat
from arena.ratings.sandwich import Clusters
from arena.ratings.seats import CONFOUNDED
from arena.ratings.threads import one_thread

FEWEST = 8
"""With fewer deals there is no test."""
MOST_LEVERAGE = 0.5
"""The largest leverage used in the correction; a larger one only says that there are few deals."""
MOST = 1024
"""With more deals than this, they are merged into this many groups, which are as independent as single deals."""
FEWEST_SPARE = 5
"""With fewer spare pairs, a bend could explain a cycle, so it is not taken off."""
MOST_BENT = 0.03
"""The largest factor of the cube, per nat squared. With the normal curve in place of the logistic one it is 0.017
(E. Page, Applied Statistics 26, 1977)."""
MOST_MEMBERS = 64
"""With more entrants, there are too many triples to look at."""
FEWEST_MEMBERS = 8
"""With fewer entrants, X finds a single cycle as well as C does."""
ALL_SIGNS = 10
"""With up to this many deals all signs are tried, and drawn with more."""
DRAWS = 999
"""The most signs that are drawn."""
LEAST = 1.0 / (1.0 + DRAWS)
"""The least p-value that they can give."""
DECIDED = 50
"""After as many draws with a larger statistic, no more are needed (J. Besag and P. Clifford, Biometrika 78, 1991)."""
PIECE = 37
"""The number of signs that are tried at once, to save memory and time."""
SAME = 1e-9
"""Statistics that differ by less than this share are equal."""


class LackOfFit(NamedTuple):
    """How far the results depart from any single order of strength, such as in a cycle.

    Args:
        pairs: the number of pairs of rated entrants that met.
        spare: the number of pairs less the number of parameters, or 0.
        statistic: X, scaled to a chi-square variable.
        dof: its degrees of freedom, usually not an integer.
        p: the chance of such departures if one order explains the results; None if there is nothing to test: no spare
            pairs, or fewer than 8 deals.
        deviance: twice the log-likelihood that a free score for every pair would gain if games were independent, for
            comparison with other programs. None if some games have more than two sides.
        cycle: the names of the three entrants that stand out most, each of which did better against the next one, and
            the last against the first, than their ratings predict; None if no triple was looked at.
    """

    pairs: int
    spare: int
    statistic: float
    dof: float
    p: float | None
    deviance: float | None
    cycle: tuple[str, str, str] | None = None


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
    parts, surplus = _parts(model, found, left, weight), left.points - left.expected
    bend = _bend(model, left, parts) if spare >= FEWEST_SPARE else None
    if bend is not None:
        surplus = surplus - bend.share.sum() * bend.slope
    total = float(weight @ surplus**2)
    inner = _inner_products(model, left, parts, weight, bend)
    mean, variance = float(np.trace(inner)), 2.0 * float((inner**2).sum() - (np.diag(inner) ** 2).sum())
    if mean <= 0.0 or variance <= 0.0:
        return LackOfFit(pairs, spare, 0.0, 0.0, None, deviance)
    dof = 2.0 * mean**2 / variance
    statistic = total * dof / mean
    p, cycle = chi_square_tail(statistic, dof), None
    triples = _triples(model.members.size, left)
    if triples.members.size:
        around = triples.around(surplus) / triples.error(weight)
        worst = int(np.abs(around).argmax())
        first, second, third = (model.results.names[model.members[spot]] for spot in triples.members[:, worst])
        cycle = (first, second, third) if around[worst] > 0.0 else (third, second, first)
        if model.members.size >= FEWEST_MEMBERS:
            if p > LEAST:
                most = abs(float(around[worst]))
                p = min(p, _chance_of_cycle(most, triples, _by_deal(model, left, parts, bend), weight))
            p = min(1.0, 2.0 * p)
    return LackOfFit(pairs, spare, statistic, dof, p, deviance, cycle)


def _parameters(model: Model) -> int:
    """Return the number of free parameters of the fit."""
    loose = all(parameter >= model.members.size for parameter in model.fixed)
    return model.parameters.size - len(model.fixed) - loose


class _Parts(NamedTuple):
    """What each deal (or group of deals) adds to the residuals.

    Let R be the residuals by deal (line) and pair, U the surpluses by deal and parameter, H the information matrix, and
    J the slopes of the residuals. Then the z are the lines of R - U H^-1 J', times a factor for each deal.

    Args:
        deals: the number of deals.
        pair: the pair of each part of R that is not 0.
        deal: its deal.
        rest: its value.
        shift: U H^-1.
        scale: the factors.
    """

    deals: int
    pair: Ints
    deal: Ints
    rest: Floats
    shift: Floats
    scale: Floats


def _parts(model: Model, found: Clusters, left: Residuals, weight: Floats) -> _Parts:
    """Return what each deal adds to the residuals."""
    deals = min(found.deals, MOST)
    keys, place = different(left.pair * deals + left.deal % deals, weight.size * deals)
    pair, deal = keys // deals, keys % deals
    rest = sums(place, left.surplus, keys.size)
    information = (left.variance / left.games)[pair] * np.bincount(place, minlength=keys.size)
    shift = _surpluses(model, found, deals) @ model.bread
    return _Parts(deals, pair, deal, rest, shift, _leverage_scale(model, left, weight, pair, deal, information, deals))


class _Bend(NamedTuple):
    """What a bent curve between strength and the chance to win would explain.

    Args:
        slope: the derivative of the expected points of each pair by the bend, less the part that strengths absorb.
        share: the bend that each deal suggests, in shares that add up to the estimate.
    """

    slope: Floats
    share: Floats


def _bend(model: Model, left: Residuals, parts: _Parts) -> _Bend | None:
    """Return what a bend explains; None if it would take too large a one, or if the strengths absorb it."""
    size = model.members.size
    strength = model.parameters[:size]
    cube = (strength[left.first] - strength[left.second]) ** 3
    absorbed = model.bread @ _slopes(model, left, cube)
    slope = left.variance * (cube - absorbed[left.first] + absorbed[left.second]) - left.seats @ absorbed[size:]
    known = float(cube @ slope)
    if known <= CONFOUNDED * float(left.variance @ cube**2):
        return None
    share = _against(model, left, parts, cube) / known
    return _Bend(slope, share) if abs(share.sum()) <= MOST_BENT else None


def _slopes(model: Model, left: Residuals, values: Floats) -> Floats:
    """Return the sum over pairs of the slopes of their residuals by each parameter, times the values of the pairs."""
    size, part = model.members.size, left.variance * values
    return np.concatenate((sums(left.first, part, size) - sums(left.second, part, size), left.seats.T @ values))


def _against(model: Model, left: Residuals, parts: _Parts, values: Floats) -> Floats:
    """Return for each deal the sum over pairs of its z, without factor and bend, times the values of the pairs."""
    raw = sums(parts.deal, parts.rest * values[parts.pair], parts.deals)
    return np.asarray(raw - parts.shift @ _slopes(model, left, values))


def _inner_products(model: Model, left: Residuals, parts: _Parts, weight: Floats, bend: _Bend | None) -> Floats:
    """Return z_d z_e for every two deals d and e, with the z weighted by the square roots of the weights."""
    raw = meat(parts.pair, parts.deal, parts.rest * np.sqrt(weight[parts.pair]), parts.deals)
    push = parts.rest * weight[parts.pair]
    mixed = _slopes_by_deal(model, left, parts.pair, parts.deal, push, parts.deals) @ parts.shift.T
    inner = raw - mixed - mixed.T + parts.shift @ _slope_products(model, left, weight) @ parts.shift.T
    if bend is not None:
        mixed = np.outer(_against(model, left, parts, weight * bend.slope), bend.share)
        inner += float(weight @ bend.slope**2) * np.outer(bend.share, bend.share) - mixed - mixed.T
    return np.asarray(inner * parts.scale * parts.scale[:, None])


def _by_deal(model: Model, left: Residuals, parts: _Parts, bend: _Bend | None) -> Floats:
    """Return z for every deal (line) and pair."""
    pairs, size = left.first.size, model.members.size
    raw = sums(parts.deal * pairs + parts.pair, parts.rest, parts.deals * pairs).reshape(parts.deals, pairs)
    raw -= (parts.shift[:, left.first] - parts.shift[:, left.second]) * left.variance
    raw -= parts.shift[:, size:] @ left.seats.T
    if bend is not None:
        raw -= np.outer(bend.share, bend.slope)
    return np.asarray(raw * parts.scale[:, None])


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


def _leverage_scale(
    model: Model, left: Residuals, weight: Floats, pair: Ints, deal: Ints, information: Floats, deals: int
) -> Floats:
    """Return the factor that corrects the z of each deal, which are too small because the fit follows its results.

    The fit follows a deal in all directions, but z is free of what strengths can explain. If a deal has the same share
    of the information on every pair, nothing is left to correct. Otherwise only the difference from such a share counts
    (the leverages of R. M. Bell and D. F. McCaffrey, Survey Methodology 28, 2002, for the part of the residuals that is
    tested).

    Args:
        model: the fit.
        left: the residuals.
        weight: the weight of each pair.
        pair: the pairs that met in some deal, one item for each such deal.
        deal: the deal of each item.
        information: the information of each item: the variance of its residual.
        deals: the number of deals.
    """
    own = np.diag(model.inverse)[: model.members.size]
    doubt = weight * (own[left.first] + own[left.second] - 2.0 * model.inverse[left.first, left.second])
    squares = sums(deal, doubt[pair] * information**2, deals)
    alike = sums(deal, (doubt * left.variance)[pair] * information, deals)
    whole = max(float(doubt @ left.variance**2), np.finfo(np.float64).tiny)
    spread = np.maximum(sums(deal, weight[pair] * information, deals), np.finfo(np.float64).tiny)
    return np.asarray(1.0 / np.sqrt(1.0 - np.clip((squares - alike**2 / whole) / spread, 0.0, MOST_LEVERAGE)))


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


class _Triples(NamedTuple):
    """Three entrants i < j < k that all met, one column for each triple.

    Args:
        members: i, j and k.
        pairs: the numbers of the pairs (i, j), (j, k) and (i, k).
    """

    members: Ints
    pairs: Ints

    def around(self, surplus: Floats) -> Floats:
        """Return the sums of the surpluses (of pairs, last axis) of i over j, j over k and k over i."""
        ij, jk, ik = self.pairs
        return np.asarray(surplus[..., ij] + surplus[..., jk] - surplus[..., ik])

    def error(self, weight: Floats) -> Floats:
        """Return the unit of these sums: the square root of the sum of the inverse weights (of pairs)."""
        return np.asarray(np.sqrt((1.0 / weight)[self.pairs].sum(axis=0)))


def _triples(size: int, left: Residuals) -> _Triples:
    """Return all triples; none if there are more than `MOST_MEMBERS` entrants."""
    number = np.full((size, size), -1)
    number[left.first, left.second] = np.arange(left.first.size)
    every = combinations(range(size if size <= MOST_MEMBERS else 0), 3)
    members = np.array([*every], dtype=np.int64).reshape(-1, 3).T
    i, j, k = members
    pairs = np.stack((number[i, j], number[j, k], number[i, k]))
    met = (pairs >= 0).all(axis=0)
    return _Triples(members[:, met], pairs[:, met])


def _chance_of_cycle(most: float, triples: _Triples, z: Floats, weight: Floats) -> float:
    """Return the chance of a C as large as the given one, over signs of the deals (the lines of z)."""
    error, signs = triples.error(weight), _signs(len(z))
    larger = drawn = 0
    for top in range(0, len(signs), PIECE):
        flipped = np.abs(triples.around(signs[top : top + PIECE] @ z)) / error
        larger += int(np.count_nonzero(flipped.max(axis=1) >= most * (1.0 - SAME)))
        drawn += len(flipped)
        if larger >= DECIDED:
            break
    return (1 + larger) / (1 + drawn)


def _signs(deals: int) -> Floats:
    """Return signs (columns) for all deals: every choice (line) except equal signs if there are few deals, else draws.

    The draws are always the same, so that the same results have the same p-value.
    """
    rng = np.random.default_rng(deals)
    if deals > ALL_SIGNS:
        return rng.choice((-1.0, 1.0), (DRAWS, deals))
    codes = rng.permutation(np.arange(1, 2 ** (deals - 1)))
    return np.asarray(1.0 - 2.0 * ((codes[:, None] >> np.arange(deals)) & 1))


def _deviance(left: Residuals) -> float:
    """Return twice the gain in log-likelihood from a free score for every pair."""
    lost, unexpected = left.games - left.points, left.games - left.expected
    return max(0.0, 2.0 * float((_gain(left.points, left.expected) + _gain(lost, unexpected)).sum()))


def _gain(points: Floats, expected: Floats) -> Floats:
    """Return points * log(points / expected), which is 0 for 0 points."""
    return points * np.log(np.where(points > 0.0, points, expected) / expected)
