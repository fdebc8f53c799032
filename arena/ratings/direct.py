"""What the rows of a ladder say about single opponents: who beat the undefeated, and who stands below but won.

A rating sums up all games, so a bot may stand above another one that beat it. That is no error, but nobody who reads
the table should have to find it out alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Bools
from arena.ratings.crosstable import meetings
from arena.ratings.ladder import Ladder, Status
from arena.ratings.proven import deals_and_contests, lead_chances
from arena.ratings.tallies import Tally

SELDOM = 0.05
"""Games against each other tell who is better if chance alone explains them less often than this."""
NAMED = 2
"""The most entrants that one remark names; further ones are only counted."""
MOST = 50
"""The most pairs of a ladder that are told; with hundreds of entrants, many beat a better one by chance."""


class Upset(NamedTuple):
    """What an entrant did against one that stands below it and was the better of the two in their own games.

    Args:
        other: the index of the entrant that stands below.
        wins: games that the higher one won, or finished before the other.
        draws: games in which both finished level.
        losses: games that the higher one lost.
    """

    other: int
    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> str:
        """The games as text: "0-6", with the draws in the middle if there are any."""
        return f"{self.wins}-{self.losses}" if not self.draws else f"{self.wins}-{self.draws}-{self.losses}"


def upsets(ladder: Ladder) -> dict[int, list[Upset]]:
    """Return for each entrant those below it that beat it in their games, the clearest first, at most `MOST` in all.

    One that stands below counts if it won all their games, in two deals or more, or if its score is above one half by
    more than chance explains: beyond the 95 % interval by Student's t, clustered by deal.
    """
    table, results = ladder.crosstable, ladder.results
    places = np.array([np.nan if rank is None else rank.place for rank in ladder.ranks])
    lead = places[table.second] - places[table.first]
    against = np.where(lead > 0.0, table.points < table.games / 2.0, (lead < 0.0) & (table.points > table.games / 2.0))
    if not against.any():
        return {}
    met = meetings(results, results.evidence)
    one, other = results.entrant[met.better], results.entrant[met.other]
    number = np.full(table.size * table.size, -1)
    number[(table.first * table.size + table.second)[against]] = np.arange(int(against.sum()))
    pair = number[np.minimum(one, other) * table.size + np.maximum(one, other)]
    kept = pair >= 0
    pair, one, score = pair[kept], one[kept], met.score[kept]
    below = np.where(lead > 0.0, table.second, table.first)[against]
    above = np.where(lead > 0.0, table.first, table.second)[against]
    gain = np.where(one == below[pair], score, 1.0 - score) - 0.5
    lead, chance = lead_chances(pair, *deals_and_contests(results, met.better[kept]), gain, above.size)
    perfect = (lead == 0.5) & (chance < 1.0)
    clear = (lead > 0.0) & (perfect | (chance < SELDOM))
    counts = [np.bincount(pair[gain == value], minlength=above.size) for value in (-0.5, 0.0, 0.5)]
    found: dict[int, list[Upset]] = {}
    won = counts[2] - counts[0]
    names = ladder.names
    told = sorted(np.flatnonzero(clear).tolist(), key=lambda spot: (-won[spot], names[above[spot]], names[below[spot]]))
    for spot in told[:MOST]:
        upset = Upset(int(below[spot]), *(int(count[spot]) for count in counts))
        found.setdefault(int(above[spot]), []).append(upset)
    for each in found.values():
        each.sort(key=lambda upset: (upset.wins - upset.losses, names[upset.other]))
    return found


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
    found, won = upsets(ladder), winners(ladder) if _doubtful(ladder) else None
    return [
        (_status_text(ladder, entrant, won), _upset_text(ladder, found.get(entrant, ())))
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


def _upset_text(ladder: Ladder, found: Sequence[Upset]) -> str:
    return f"lost {listed([f'{upset.score} to {ladder.names[upset.other]}' for upset in found])}" if found else ""


def listed(texts: Sequence[str]) -> str:
    """Return texts as a list of which only the first few are spelled out."""
    more = f" and {len(texts) - NAMED} more" if len(texts) > NAMED else ""
    return ", ".join(texts[:NAMED]) + more
