"""Counts for each entrant: games won, drawn and lost, faults, time.

A game counts once for each of its sides.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Floats, Ints, sums
from arena.ratings.results import Results


class Tally(NamedTuple):
    """Counts for one entrant.

    Args:
        games: the number of its games with a result for it: `wins` plus `draws` plus `losses`, and games that it played
            alone in a deal that nobody else has played.
        wins: games in which it alone had the first place.
        draws: games in which it shared the first place.
        losses: games in which it had a lower place, or that a fault of its own cut short.
        points: the sum of its scores; the score of a game is the share of the other sides that finished behind it, and
            a tie counts half.
        deals: the number of different deals of these games.
        faults: games in which it committed a fault.
        fault_losses: games with a fault of its own that it lost.
        decisions: the number of its decisions; None if the table does not say.
        ms: the milliseconds that it took for them; None if the table does not say.
        cut_short: its games without a result for it: another side's fault ended them while it had other opponents left,
            and nobody knows which of them would have finished first.
        kinds: the number of its faults of each known kind, in the order of the kinds.
    """

    games: int
    wins: int
    draws: int
    losses: int
    points: float
    deals: int
    faults: int
    fault_losses: int
    decisions: int | None = None
    ms: float | None = None
    cut_short: int = 0
    kinds: tuple[tuple[str, int], ...] = ()

    @property
    def score(self) -> float | None:
        """The mean score, from 0 to 1; None if it has no games with anybody else."""
        compared = self.wins + self.draws + self.losses
        return self.points / compared if compared else None

    @property
    def ms_per_decision(self) -> float | None:
        """The mean time of a decision in milliseconds; None if unknown."""
        return self.ms / self.decisions if self.ms is not None and self.decisions else None

    @property
    def fault_share(self) -> float | None:
        """The share of its losses with a fault of its own, from 0 to 1; None if it has no losses."""
        return self.fault_losses / self.losses if self.losses else None


def tallies(results: Results) -> tuple[Tally, ...]:
    """Return the counts of games, deals, faults and time of every entrant."""
    size = len(results.names)
    score = np.zeros(len(results))
    won, drawn, spoilt = np.zeros((3, len(results)), dtype=np.bool_)
    single = results.alone.copy()
    fault = np.zeros(len(results), dtype=np.bool_) if results.fault is None else results.fault
    for rows in results.orders:
        single[rows] = False
        place, cut = results.place[rows], results.cut_short(rows)[:, None]
        best = place == place[:, :1]
        alone = best.sum(axis=1, keepdims=True) == 1
        won[rows], drawn[rows] = best & alone, best & ~alone & ~cut
        spoilt[rows] = cut & ~fault[rows] & ~alone
        score[rows] = np.where(cut & ~alone, 0.0, shares(place))
        score[rows] = np.where(cut & fault[rows], 0.0, score[rows])
    single &= ~fault
    lost = ~won & ~drawn & ~spoilt & ~single
    games = np.bincount(results.entrant[~spoilt], minlength=size)
    deals = np.bincount(results.appearances.entrant, minlength=size)
    counts = [np.bincount(results.entrant[rows], minlength=size) for rows in (won, drawn, lost, fault, fault & lost)]
    points = sums(results.entrant, score, size)
    columns = zip(games.tolist(), *(count.tolist() for count in counts), points.tolist(), deals.tolist(), strict=True)
    left_out = np.bincount(results.entrant[spoilt], minlength=size).tolist()
    thought, time = _sum_up(results, results.decisions), _sum_up(results, results.ms)
    kinds = _kinds(results)
    return tuple(
        Tally(g, w, d, lo, p, n, f, fl, None if k is None else round(k), t, s, of_kind)
        for (g, w, d, lo, f, fl, p, n), k, t, of_kind, s in zip(columns, thought, time, kinds, left_out, strict=True)
    )


def draw_rate(results: Results) -> float | None:
    """Return the share of games in which the first place is shared, from 0 to 1; None without finished games.

    Games that a fault cut short before there was a winner do not count.
    """
    finished = drawn = 0
    for rows in results.orders:
        place, cut = results.place[rows], results.cut_short(rows)
        shared = place[:, 0] == place[:, 1]
        finished += int((~cut | ~shared).sum())
        drawn += int((~cut & shared).sum())
    return drawn / finished if finished else None


def shares(place: Ints) -> Floats:
    """Return for each place the share of the other sides that finished behind it; a tie counts half.

    Args:
        place: one line for each game, its places ascending.
    """
    sides = place.shape[1]
    left = np.zeros(place.shape)
    for a in range(sides):
        for b in range(a + 1, sides):
            ahead = np.where(place[:, a] < place[:, b], 1.0, 0.5)
            left[:, a] += ahead
            left[:, b] += 1.0 - ahead
    return np.asarray(left / (sides - 1))


def _kinds(results: Results) -> list[tuple[tuple[str, int], ...]]:
    size = len(results.names)
    if results.kind is None:
        return [()] * size
    of = [np.bincount(results.entrant[results.kind == kind], minlength=size) for kind in range(len(results.kinds))]
    return [
        tuple((kind, int(count[entrant])) for kind, count in zip(results.kinds, of, strict=True) if count[entrant])
        for entrant in range(size)
    ]


def _sum_up(results: Results, column: Floats | Ints | None) -> list[float] | list[None]:
    if column is None:
        return [None] * len(results.names)
    total: list[float] = sums(results.entrant, column, len(results.names)).tolist()
    return total
