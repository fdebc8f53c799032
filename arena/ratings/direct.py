"""What the rows of a ladder say about single opponents: who beat the undefeated, and who stands below but won.

A rating sums up all games, so a bot may stand above another one that is proven to beat it. That is no error, but nobody
who reads the table should have to find it out alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arena.ratings.arrays import Bools
from arena.ratings.crosstable import meetings
from arena.ratings.ladder import Ladder, Status
from arena.ratings.tallies import Tally

NAMED = 2
"""The most entrants that one remark names; further ones are only counted."""


def winners(ladder: Ladder) -> Bools:
    """Return whether the entrant of the row ever finished before that of the column, in a game that is rated."""
    results, size = ladder.results, len(ladder.names)
    met = meetings(results, results.evidence)
    won = met.score == 1.0
    found = np.zeros((size, size), dtype=np.bool_)
    found[results.entrant[met.better[won]], results.entrant[met.other[won]]] = True
    return found


def direct_notes(ladder: Ladder) -> list[tuple[str, str]]:
    """Return two remarks for each entrant: what its status rests on, and who stands below but beat it; "" for none."""
    won = winners(ladder) if _doubtful(ladder) else None
    lost: dict[int, list[str]] = {}
    for win in ladder.against_order:
        lost.setdefault(win.loser, []).append(
            f"{win.games - win.points:g}:{win.points:g} to {ladder.names[win.winner]}"
        )
    return [
        (_status_text(ladder, entrant, won), f"lost {listed(lost[entrant])}" if entrant in lost else "")
        for entrant in range(len(ladder.names))
    ]


def _doubtful(ladder: Ladder) -> bool:
    """Return whether an undefeated entrant has lost games, or a winless one has won some."""
    pairs = zip(ladder.ratings, ladder.tallies, strict=True)
    return any(_exceptions(rating.status, tally) for rating, tally in pairs)


def _exceptions(status: Status, tally: Tally) -> int:
    return {Status.UNDEFEATED: tally.losses, Status.WINLESS: tally.wins}.get(status, 0)


def _status_text(ladder: Ladder, entrant: int, won: Bools | None) -> str:
    status, tally = ladder.ratings[entrant].status, ladder.tallies[entrant]
    if status is Status.NEVER_ANSWERED:
        return _never_text(tally)
    if status not in {Status.UNDEFEATED, Status.WINLESS}:
        return ""
    exceptions = _exceptions(status, tally)
    if not exceptions or won is None:
        return str(status)
    up = status is Status.UNDEFEATED
    others = np.flatnonzero(won[:, entrant] if up else won[entrant]).tolist()
    if not others:
        return f"{status} except for {exceptions} game{'s' * (exceptions > 1)} that did not count"
    return f"{status} except {'by' if up else 'against'} {listed(sorted(ladder.names[other] for other in others))}"


def _never_text(tally: Tally) -> str:
    games = tally.games + tally.cut_short
    number = f"{games} game{'s' * (games != 1)}"
    if len(tally.kinds) == 1 and tally.faults == games:
        return f"{number}, all {tally.kinds[0][0]}"
    kinds = ", ".join(f"{kind} in {count}" for kind, count in tally.kinds) or f"a fault in {tally.faults}"
    return f"{kinds} of {number}"


def listed(texts: Sequence[str]) -> str:
    """Return texts as a list of which only the first few are spelled out."""
    more = f" and {len(texts) - NAMED} more" if len(texts) > NAMED else ""
    return ", ".join(texts[:NAMED]) + more
