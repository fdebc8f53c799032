"""Who beats whom: the score of every pair of a ladder, beside the score that the ratings predict."""

from __future__ import annotations

from typing import NamedTuple

from arena.ratings.estimate import Meeting
from arena.ratings.ladder import Ladder
from arena.ratings.matches import pairs_between
from arena.ratings.pairs import Comparison, compare


class Versus(NamedTuple):
    """A comparison of two entrants of a ladder.

    Args:
        first: the name of the entrant that all figures are about.
        second: the name of its opponent.
        found: the comparison over their complete deals.
        games: the number of games they had in common, over all deals.
        score: the mean score of the first in these games, from 0 to 1.
        expected: the score that their ratings predict, from 0 to 1; None if they cannot be compared.
        z: by how many standard errors the first did better than predicted; None if unknown.
    """

    first: str
    second: str
    found: Comparison
    games: int
    score: float
    expected: float | None
    z: float | None


class Cell(NamedTuple):
    """What the entrant of a row scored against the entrant of a column.

    Args:
        games: the number of games they had in common.
        score: its mean score, from 0 to 1.
        expected: the score that their ratings predict in the seats they had, from 0 to 1; None if they are not rated.
        z: by how many standard errors it did better than predicted; None if unknown.
    """

    games: int
    score: float
    expected: float | None
    z: float | None


def versus(ladder: Ladder, first: str, second: str) -> Versus:
    """Return the comparison of two entrants of a ladder.

    Args:
        ladder: the ladder.
        first: the name of the entrant that all figures are about.
        second: the name of its opponent.

    Raises:
        ValueError: one of them is unknown, or they have not met.
    """
    found = compare(pairs_between(ladder.results, first, second))
    cell = head_to_head(ladder)[ladder.names.index(first), ladder.names.index(second)]
    return Versus(first, second, found, *cell)


def head_to_head(ladder: Ladder) -> dict[tuple[int, int], Cell]:
    """Return the cell of every two entrants that met, in both directions, by their indices.

    Args:
        ladder: the ratings of all.
    """
    table = ladder.crosstable
    rated = {(meeting.first, meeting.second): meeting for meeting in ladder.meetings}
    columns = (table.first, table.second, table.games, table.points)
    found = {}
    for first, second, games, points in zip(*(column.tolist() for column in columns), strict=True):
        meeting = rated.get((first, second))
        cell = _cell(games, points, meeting)
        found[first, second] = cell
        found[second, first] = Cell(
            cell.games,
            1.0 - cell.score,
            None if cell.expected is None else 1.0 - cell.expected,
            None if cell.z is None else -cell.z,
        )
    return found


def _cell(games: float, points: float, meeting: Meeting | None) -> Cell:
    if meeting is None:
        return Cell(round(games), points / games, None, None)
    return Cell(round(games), points / games, meeting.expected / games, meeting.z)
