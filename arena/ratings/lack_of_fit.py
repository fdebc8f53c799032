"""Do the ratings describe every pair? A test on the residuals of all pairs, clustered by deal.

For every pair that met, the residual r is how much more often than expected the first finished before the second. If
the model is right, all residuals are 0 apart from chance. The statistic is X = sum a r^2 over all pairs, with the
weight a = 1 / (w + 1/4), where w is the variance of r if all games were independent. So X is Pearson's statistic,
except that a pair of very unequal entrants cannot decide it by one surprise.

A large X says that the ratings do not describe every pair. It does not say why: a circle is one cause of several, and
`arena.ratings.proven` tells whether there is one.

Games are not independent: rotated seats make the results of a pair steadier, and shared deals link pairs. So the
distribution comes from the deals. Let z_d be what deal d adds to the residuals, less the part that the fitted strengths
absorb. All z_d are 0 on average if the model is right, and changing the sign of any of them then gives residuals that
could as well have been observed (the wild bootstrap with the null hypothesis imposed: A. C. Cameron, J. B. Gelbach and
D. L. Miller, Review of Economics and Statistics 90, 2008). The mean and variance of X over all signs are known: sum
|z_d|^2 and 2 sum (z_d z_e)^2 over different deals, with the z weighted by sqrt(a). X is approximated by a multiple of a
chi-square variable with the same mean and variance (J. N. K. Rao and A. J. Scott, Annals of Statistics 12, 1984). The
terms d = e are left out, as in tests with more means than cases (S. X. Chen and Y.-L. Qin, Annals of Statistics 38,
2010). This keeps the test valid with more pairs than deals, where a Wald test would need the inverse of a singular
matrix.

The luck of the cards bends the curve that leads from strength to the chance to win, so that over wide distances it is
not the logistic one. The order is the same. So what a term with the cube of the difference of two strengths explains
is taken off r and z, as what the strengths explain is (D. Pregibon, Applied Statistics 29, 1980). Only if that would
take a bend that no curve has, it stays. Close entrants are hardly touched, because their cubes are small.

In a game with more than two sides, every two sides are a pair, compared by their finishing order. The model predicts
these pairs in the same way.
"""

from __future__ import annotations

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
"""With more deals than this, they are merged into this many groups, which are as independent as single deals. The deals
of a contest stay together."""
FEWEST_SPARE = 5
"""With fewer spare pairs, a bend could explain a cycle, so it is not taken off."""
MOST_BENT = 0.03
"""The largest factor of the cube, per nat squared. With the normal curve in place of the logistic one it is 0.017
(E. Page, Applied Statistics 26, 1977)."""


class LackOfFit(NamedTuple):
    """How far the results of single pairs depart from what the ratings predict.

    Args:
        pairs: the number of pairs of rated entrants that met.
        spare: the number of pairs less the number of free strengths, or 0. Seat advantages do not count: they are about
            the games of all pairs together, so that three entrants in a circle leave one pair to test.
        statistic: X, scaled to a chi-square variable.
        dof: its degrees of freedom, usually not an integer.
        p: the chance of such departures if the ratings describe every pair; None if there is nothing to test: no spare
            pairs, or fewer than 8 deals.
        deviance: twice the log-likelihood that a free score for every pair would gain if games were independent, for
            comparison with other programs. None if some games have more than two sides.
        worst: the pair that departs most, by the indices of the entrants, the one that did better than predicted first,
            with its score and the score that the ratings predict; None if nothing was tested.
    """

    pairs: int
    spare: int
    statistic: float
    dof: float
    p: float | None
    deviance: float | None
    worst: tuple[int, int, float, float] | None = None


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
    """Test whether the ratings describe every pair.

    Args:
        model: the fit.
        found: the deals of the fit.
        left: the residuals of the fit.
    """
    pairs = left.first.size
    spare = max(0, pairs - model.members.size + 1)
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
    p = chi_square_tail(statistic, dof)
    return LackOfFit(pairs, spare, statistic, dof, p, deviance, _worst(model, left, weight))


def _worst(model: Model, left: Residuals, weight: Floats) -> tuple[int, int, float, float]:
    """Return the pair whose residual adds most to the statistic: see `LackOfFit.worst`."""
    spot = int((weight * (left.points - left.expected) ** 2).argmax())
    first, second = (int(model.members[number[spot]]) for number in (left.first, left.second))
    score, expected = (float(values[spot] / left.games[spot]) for values in (left.points, left.expected))
    return (first, second, score, expected) if score > expected else (second, first, 1.0 - score, 1.0 - expected)


class _Parts(NamedTuple):
    """What each deal (or group of deals) adds to the residuals.

    Let R be the residuals by deal (line) and pair, U the surpluses by deal and parameter, H the information matrix, and
    J the slopes of the residuals. Then the z are the lines of R - U H^-1 J', times a factor for each deal.

    Args:
        deals: the number of deals.
        contest: the contest of each deal.
        pair: the pair of each part of R that is not 0.
        deal: its deal.
        rest: its value.
        shift: U H^-1.
        scale: the factors.
    """

    deals: int
    contest: Ints
    pair: Ints
    deal: Ints
    rest: Floats
    shift: Floats
    scale: Floats


def _parts(model: Model, found: Clusters, left: Residuals, weight: Floats) -> _Parts:
    """Return what each deal adds to the residuals."""
    group = _groups(found.contest)
    deals = int(group.max()) + 1
    contest = np.zeros(deals, dtype=np.int64)
    contest[group] = found.contest
    keys, place = different(left.pair * deals + group[left.deal], weight.size * deals)
    pair, deal = keys // deals, keys % deals
    rest = sums(place, left.surplus, keys.size)
    information = (left.variance / left.games)[pair] * np.bincount(place, minlength=keys.size)
    shift = _surpluses(model, found, group, deals) @ model.bread
    return _Parts(
        deals, contest, pair, deal, rest, shift, _leverage_scale(model, left, weight, pair, deal, information, deals)
    )


def _groups(contest: Ints) -> Ints:
    """Return the group of each deal: itself, or with more than `MOST` deals one of as many groups, in turns.

    Each contest has groups of its own, as many as its share of the deals.
    """
    count = np.bincount(contest)
    sizes = count if contest.size <= MOST else np.maximum(count * MOST // contest.size, np.minimum(count, 2))
    base, group = np.cumsum(sizes) - sizes, np.empty(contest.size, dtype=np.int64)
    for number in range(count.size):
        deals = np.flatnonzero(contest == number)
        group[deals] = base[number] + np.arange(deals.size) % max(1, sizes[number])
    return group


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
    return _within(np.asarray(inner * parts.scale * parts.scale[:, None]), parts.contest)


def _within(inner: Floats, contest: Ints) -> Floats:
    """Return the products after each z is taken less what the mean of its contest differs from the mean of all.

    The contests are not drawn by chance, so their differences are no noise. With a single contest nothing changes.
    """
    count = np.bincount(contest)
    if count.size == 1:
        return inner
    same = (contest[:, None] == contest) / count[contest]
    scale = np.sqrt(count / np.maximum(count - 1, 1))[contest]
    apart = scale[:, None] * (np.eye(contest.size) - same) + 1.0 / contest.size
    return np.asarray(apart @ inner @ apart.T)


def _surpluses(model: Model, found: Clusters, group: Ints, deals: int) -> Floats:
    """Return how much more often than expected each entrant and seat (column) was chosen in each group of deals."""
    size = model.members.size
    entrants = sums(group[found.deal] * size + found.entrant, found.surplus, deals * size).reshape(deals, size)
    seats = np.zeros((deals, found.seats.shape[1]))
    np.add.at(seats, group, found.seats)
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


def _deviance(left: Residuals) -> float:
    """Return twice the gain in log-likelihood from a free score for every pair."""
    lost, unexpected = left.games - left.points, left.games - left.expected
    return max(0.0, 2.0 * float((_gain(left.points, left.expected) + _gain(lost, unexpected)).sum()))


def _gain(points: Floats, expected: Floats) -> Floats:
    """Return points * log(points / expected), which is 0 for 0 points."""
    return points * np.log(np.where(points > 0.0, points, expected) / expected)
