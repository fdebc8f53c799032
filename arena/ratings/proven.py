"""Who beat whom beyond chance, and who beats one another in a circle, so that no order from best to worst holds.

Each pair is judged by the games between the two alone: Student's t of what one of them scored above one half, deal by
deal. All pairs of a table are judged together (S. Holm, A simple sequentially rejective multiple test procedure,
Scandinavian Journal of Statistics 6, 1979): in 95 % of tables no pair is called proven wrongly. So every circle of
proven wins is proven too.

To be the one of 780 pairs that is called proven, a pair has to be as sure as fifteen thousand to one, and so far out
scores do not follow Student's t: of fifteen games, equals part 14:1 once in a thousand times, which t takes for once in
seventy thousand. So no pair is surer than by its exact likelihood, which allows for scores that did not occur (A. B.
Owen, Biometrika 75, 1988), with one game less: the correction for continuity.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints, dense, different, sums
from arena.ratings.crosstable import Crosstable, meetings
from arena.ratings.distributions import normal_cdfs, student_cdfs
from arena.ratings.pools import groups
from arena.ratings.results import Results

ERRORS = 0.05
"""The chance that one or more pairs of a table are called proven wrongly."""
FEWEST = 2
"""With fewer deals against each other, two entrants prove nothing."""
HALVINGS = 24
"""How often the range of a multiplier is halved. A likelihood is flat at its maximum, so that this is plenty."""


class Win(NamedTuple):
    """A pair whose games prove who is the better one of the two, when they play each other.

    Args:
        winner: the index of the better one.
        loser: the index of the other.
        points: the games that the winner won, or finished before the other; draws count half.
        games: the games that they had in common.
    """

    winner: int
    loser: int
    points: float
    games: float

    @property
    def score(self) -> str:
        """The games as text, such as "70:30"."""
        return f"{self.points:g}:{self.games - self.points:g}"


def lead_chances(pair: Ints, deal: Ints, contest: Ints, gain: Floats, size: int) -> tuple[Floats, Floats]:
    """Return the mean gain of each pair, and how likely a mean so far from 0 is if the true one is 0.

    It is the larger one of the chances by Student's t and by the exact likelihood. With n deals it is at least 2 / 2^n:
    equals win n deals in a row as often as that.

    Args:
        pair: the pair of each game, below `size`.
        deal: the deal of each game, from 0.
        contest: the contest of each deal. Differences between contests are no noise: the question is about these games.
        gain: the score of one of the two, less one half: from -0.5 to 0.5.
        size: the number of pairs.
    """
    deals = int(deal.max(initial=-1)) + 1
    keys, place = different(pair * deals + deal, size * deals)
    of, played, total = keys // max(1, deals), np.bincount(place, minlength=keys.size), sums(place, gain, keys.size)
    count, games = np.bincount(of, minlength=size), sums(of, played, size)
    mean = np.divide(sums(of, total, size), games, out=np.zeros(size), where=games > 0.0)
    left = total - played * mean[of]
    part = dense(of * (int(contest.max(initial=0)) + 1) + contest[keys % max(1, deals)])
    many = np.bincount(part)
    left = np.where(many[part] > 1, left - (sums(part, left, many.size) / many)[part], left)
    spread = sums(of, left**2 * (many / np.maximum(many - 1, 1))[part], size)
    free = count - np.bincount(of[np.unique(part, return_index=True)[1]], minlength=size)
    known = (count >= FEWEST) & (spread > 0.0)
    ratio = np.divide(np.abs(mean) * games, np.sqrt(spread), out=np.zeros(size), where=known)
    tail = np.where(known, 2.0 * student_cdfs(-ratio, np.maximum(free, 1)), np.where(mean == 0.0, 1.0, 0.0))
    inner = left + (mean * games / np.maximum(count, 1))[of]
    tail = np.maximum(tail, _exact_tails(of, np.sign(mean)[of] * inner, np.maximum(0.5 * played, np.abs(inner)), size))
    return mean, np.where(count >= FEWEST, np.maximum(tail, 2.0 * 0.5**count), 1.0)


def _exact_tails(sample: Ints, values: Floats, most: Floats, size: int) -> Floats:
    """Return how likely the mean of each sample is by its exact likelihood, if the true one is 0.

    Twice the log-likelihood that is lost if the expected value has to be that of one game is the square of a normal
    deviate. It is that of `arena.ratings.likelihood.mean_deficit`, for samples with values of their own.

    Args:
        sample: the sample of each value, below `size`.
        values: the values; no mean of a sample is below 0.
        most: what each value could have been at most, and at least with its sign changed.
        size: the number of samples.
    """
    count, ends = np.bincount(sample, minlength=size), np.zeros(size)
    np.maximum.at(ends, sample, most)
    game = 1.0 / np.maximum(count, 1)
    away = values - game[sample]
    low, high = np.zeros(size), 1.0 / (ends + game)  # beyond it, the least value would have a chance below 0
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        rising = sums(sample, away / (1.0 + middle[sample] * away), size) > 0.0
        low, high = np.where(rising, middle, low), np.where(rising, high, middle)
    lost = np.maximum(0.0, sums(sample, np.log1p(low[sample] * away), size))
    return 2.0 * normal_cdfs(-np.sqrt(2.0 * lost))


def deals_and_contests(results: Results, rows: Ints) -> tuple[Ints, Ints]:
    """Return the deals of some rows, numbered from 0, and the contest of each of these deals."""
    deal = dense(results.deal[rows])
    contest = np.zeros(int(deal.max(initial=-1)) + 1, dtype=np.int64)
    if results.contest is not None:
        contest[deal] = results.contest[rows]
    return deal, contest


def proven_wins(results: Results, table: Crosstable) -> tuple[Win, ...]:
    """Return all pairs whose games prove who is better, the surest first.

    Args:
        results: the table of results.
        table: who met whom in it.
    """
    met, size = meetings(results, results.evidence), table.size
    one, other = results.entrant[met.better], results.entrant[met.other]
    keys = table.first * size + table.second
    pair = np.searchsorted(keys, np.minimum(one, other) * size + np.maximum(one, other))
    gain = np.where(one < other, met.score, 1.0 - met.score) - 0.5
    mean, chance = lead_chances(pair, *deals_and_contests(results, met.better), gain, keys.size)
    order = np.argsort(chance, kind="stable")
    allowed = ERRORS / (keys.size - np.arange(keys.size))
    proven = np.logical_and.accumulate(chance[order] <= allowed)
    found = []
    for spot in order[proven].tolist():
        sides, games, points = (int(table.first[spot]), int(table.second[spot])), table.games[spot], table.points[spot]
        if mean[spot] < 0.0:
            sides, points = sides[::-1], games - points
        found.append(Win(*sides, float(points), float(games)))
    return tuple(found)


def circles(wins: Sequence[Win]) -> list[tuple[int, ...]]:
    """Return a shortest circle of proven wins in each group of entrants that beat one another, perhaps through others.

    >>> circles([Win(0, 1, 9, 9), Win(1, 2, 9, 9), Win(2, 0, 9, 9), Win(2, 3, 9, 9)])
    [(0, 1, 2)]

    Returns:
        The entrants of each circle: each beat the next one, and the last beat the first.
    """
    size = 1 + max((max(win.winner, win.loser) for win in wins), default=-1)
    beat = np.zeros((size, size), dtype=np.bool_)
    for win in wins:
        beat[win.winner, win.loser] = True
    left = _without_ends(beat)
    among = beat[np.ix_(left, left)]
    members = [np.flatnonzero(group.members) for group in groups(among)]
    found = [_circle(among, int(group[0])) for group in members if group.size > 1]
    return sorted(tuple(left[list(circle)].tolist()) for circle in found)


def _without_ends(beat: Bools) -> Ints:
    """Return the entrants that are left if those whom nobody beat are taken away, again and again."""
    losses = beat.sum(axis=0)
    gone = np.flatnonzero(losses == 0).tolist()
    for one in gone:
        losses -= beat[one]
        gone += np.flatnonzero(beat[one] & (losses == 0)).tolist()
    return np.setdiff1d(np.arange(len(beat)), gone)


def _circle(beat: Bools, start: int) -> list[int]:
    """Return the shortest circle through an entrant; there is one."""
    through = np.full(len(beat), -1)
    queue = [start]
    for one in queue:
        if one != start and beat[one, start]:
            break
        fresh = np.flatnonzero(beat[one] & (through < 0))
        through[fresh] = one
        queue += [other for other in fresh.tolist() if other != start]
    path = [one]
    while path[-1] != start:
        path.append(int(through[path[-1]]))
    return path[::-1]
