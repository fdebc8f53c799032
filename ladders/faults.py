"""What faults do to a ladder: losses by time, crashes and illegal moves measure programs, not strategies."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ladders.ladder import Ladder
from ladders.ratings import fit


class FaultShift(NamedTuple):
    """How far the deals with faults move an entrant.

    Args:
        elo: its rating less the one that it has without these deals, both against the mean of all that are rated in
            both; below 0 if faults cost it something.
        decisive: whether that is more than the 95 % interval of its rating.
    """

    elo: float
    decisive: bool


def fault_shifts(ladder: Ladder) -> tuple[FaultShift | None, ...]:
    """Compare a ladder with what it is without the deals in which someone committed a fault.

    >>> from ladders import Results, duel
    >>> games = [duel("A", "B", (deal + room) % 2, deal // 3) for deal in range(60) for room in range(2)]
    >>> games += [duel("A", "B", 0, ("lost on time", deal), fault=True) for deal in range(30)]
    >>> round(fault_shifts(fit(Results.of(games)))[0].elo)
    -35

    Returns:
        A shift for each entrant; None if it is not rated in both, or if there are no faults at all.
    """
    found: list[FaultShift | None] = [None] * len(ladder.names)
    if ladder.results.fault is None or not ladder.results.fault.any():
        return tuple(found)
    clean = fit(ladder.results.without_faults())
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
