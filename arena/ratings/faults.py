"""How faults change a ladder: losses by timeouts, crashes and illegal moves say something of programs, not of play."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arena.ratings.ladder import Ladder
from arena.ratings.ratings import fit


class FaultShift(NamedTuple):
    """How far the deals with faults move the rating of an entrant.

    Args:
        elo: its rating less its rating without these deals, both relative to the mean of all entrants that are rated
            with and without them; below 0 if faults lowered the rating.
        decisive: whether the shift is larger than half the 95 % interval of the rating.
    """

    elo: float
    decisive: bool


def fault_shifts(ladder: Ladder) -> tuple[FaultShift | None, ...]:
    """Compare a ladder with the ladder without the deals in which someone committed a fault.

    >>> from arena.ratings import Results, duel
    >>> games = [duel("A", "B", (deal + room) % 2, deal // 3) for deal in range(60) for room in range(2)]
    >>> games += [duel("A", "B", 0, ("lost on time", deal), fault=True) for deal in range(30)]
    >>> round(fault_shifts(fit(Results.of(games)))[0].elo)
    -35

    Returns:
        A shift for each entrant; None if it is not rated in both ladders, or if there are no faults at all.
    """
    found: list[FaultShift | None] = [None] * len(ladder.names)
    if ladder.results.fault is None or not ladder.results.fault.any():
        return tuple(found)
    clean = fit(ladder.results.without_faults(), prior=ladder.prior)
    both = np.intersect1d(ladder.core.members, clean.core.members)
    if both.size < 2:
        return tuple(found)
    ours = ladder.core.elo[np.searchsorted(ladder.core.members, both)]
    theirs = clean.core.elo[np.searchsorted(clean.core.members, both)]
    shifts = ours - theirs - (ours - theirs).mean()
    for entrant, shift in zip(both.tolist(), shifts.tolist(), strict=True):
        rating = ladder.ratings[entrant]
        decisive = rating.low is not None and rating.high is not None and abs(shift) > (rating.high - rating.low) / 2.0
        found[entrant] = FaultShift(shift, decisive)
    return tuple(found)
