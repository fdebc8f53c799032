"""How an entrant does in each seat: a description of its games, never a rating.

The score of a seat has the interval of E. B. Wilson (Journal of the American Statistical Association 22, 1927). Who
plays the same cards against nine others mostly does the same nine times. So games with the same cards count as one, as
far as they ended alike: their number is divided by the design effect (L. Kish, Survey Sampling, 1965), which is how
many times as much the sums of deals vary as those of independent games. A few deals may look independent by chance, so
`PRIOR` deals are added in which all games end alike. Points are compared with those of others who had the same seat in
the same deal, so that good cards do not count: the mean over deals of the entrant's points less theirs.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Floats, Ints, dense, different
from arena.ratings.distributions import NORMAL_975
from arena.ratings.pairs import mean_interval
from arena.ratings.results import UNKNOWN_SEAT, Results
from arena.ratings.scale import UNKNOWN, Interval

PRIOR = 2
"""How many deals are added in which all games end alike. Without them, intervals of ten deals hold .78 at worst."""


class SeatRecord(NamedTuple):
    """The games of an entrant in a seat.

    Args:
        sides: the number of sides of the games.
        seat: the seat, from 0.
        games: how many games there were; those that a fault cut short do not count.
        score: the mean score, from 0 to 1, with its interval: the share of the others that finished behind; ties count
            half.
        lead: its points less those of others with the same seat of the same deal; unknown without others.
    """

    sides: int
    seat: int
    games: int
    score: Interval
    lead: Interval


def wilson(share: float, count: float) -> Interval:
    """Return a share of some independent cases with its 95 % interval.

    >>> [round(number, 3) for number in wilson(0.9, 10)]
    [0.9, 0.596, 0.982]

    Args:
        share: from 0 to 1.
        count: the number of cases, 1 or more; it need not be whole.
    """
    square = NORMAL_975**2
    middle = (share + square / (2.0 * count)) / (1.0 + square / count)
    half = NORMAL_975 / (1.0 + square / count) * math.sqrt(share * (1.0 - share) / count + square / (4.0 * count**2))
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def share_of(cases: Floats, cards: Ints) -> Interval:
    """Return the mean of some cases with its 95 % interval; those with the same cards need not be independent.

    >>> [round(number, 3) for number in share_of(np.array([1.0, 1, 1, 1, 0, 0]), np.array([0, 0, 1, 1, 2, 2]))]
    [0.667, 0.208, 0.939]

    Args:
        cases: numbers from 0 to 1, at least one.
        cards: the number of the cards of each, from 0.
    """
    share, same = float(cases.mean()), np.bincount(cards)
    deals = int(np.count_nonzero(same))
    most = float((same**2).sum()) / cases.size  # the design effect if all cases with the same cards ended alike
    effect, usual = most, cases.size * share * (1.0 - share)
    if usual > 0.0 and deals > 1:
        found = float((np.bincount(cards, cases - share) ** 2).sum()) * deals / (deals - 1) / usual
        effect = (deals * min(max(found, 1.0), most) + PRIOR * most) / (deals + PRIOR)
    return wilson(share, cases.size / effect)


def mean_of(values: Floats, cards: Ints) -> Interval:
    """Return the mean of some values with its 95 % interval; those with the same cards need not be independent.

    >>> [round(number, 3) for number in mean_of(np.array([5.0, 5, 4, 4, 2, 2]), np.array([0, 0, 1, 1, 2, 2]))]
    [3.667, -0.128, 7.461]

    Args:
        values: the values, at least one.
        cards: the number of the cards of each, from 0.
    """
    mean, played = float(values.mean()), np.unique(cards)
    total = np.bincount(cards, values - mean)[played]
    return mean_interval(mean + total * played.size / values.size)


def by_seat(results: Results) -> list[list[SeatRecord]]:
    """Return how each entrant did in each seat, sorted by sides and seat; nothing where seats are unknown.

    Args:
        results: the results; there is a list for each of their names, in order.
    """
    found: list[list[SeatRecord]] = [[] for _ in results.names]
    for every in results.orders if results.seat is not None else ():
        assert results.seat is not None
        rows = every[(results.seat[every] != UNKNOWN_SEAT).all(axis=1) & ~results.cut_short(every)]
        place, sides = results.place[rows], rows.shape[1]
        behind = (place[:, :, None] < place[:, None, :]).sum(axis=2) + 0.5 * (
            (place[:, :, None] == place[:, None, :]).sum(axis=2) - 1
        )
        row, score = rows.ravel(), (behind / (sides - 1)).ravel()
        lead, deal = _leads(results, row)
        for entrant in np.unique(results.entrant[row]).tolist():
            for seat in np.unique(results.seat[row]).tolist():
                own = (results.entrant[row] == entrant) & (results.seat[row] == seat)
                if own.any():
                    leads = lead[own & ~np.isnan(lead)], deal[own & ~np.isnan(lead)]
                    mean = share_of(score[own], deal[own])
                    found[entrant].append(SeatRecord(sides, seat, int(own.sum()), mean, _by_deal(*leads)))
    return [sorted(records, key=lambda record: record[:2]) for records in found]


def _leads(results: Results, row: Ints) -> tuple[Floats, Ints]:
    """Return the points of rows less those of others at the same deal and seat (NaN without any), and the deals."""
    assert results.seat is not None
    deal = dense(results.deal)[row]
    if results.points is None or results.unlike:
        return np.full(row.size, np.nan), deal
    points, seat, entrant = results.points[row], results.seat[row], results.entrant[row]
    _, cards = different(deal * (int(seat.max(initial=0)) + 1) + seat, (int(deal.max(initial=0)) + 1) * (row.size + 1))
    _, own = different(cards * len(results.names) + entrant, (int(cards.max(initial=0)) + 1) * len(results.names))
    (count, total), (mine, sum_) = ((np.bincount(of), np.bincount(of, points)) for of in (cards, own))
    others = count[cards] - mine[own]
    theirs = np.divide(total[cards] - sum_[own], others, out=np.full(row.size, np.nan), where=others > 0)
    return points - theirs, deal


def _by_deal(lead: Floats, deal: Ints) -> Interval:
    """Return the mean of the means of deals with its interval."""
    if not lead.size:
        return UNKNOWN
    of = dense(deal)
    return mean_interval(np.bincount(of, lead) / np.bincount(of))
