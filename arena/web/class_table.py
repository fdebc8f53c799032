"""The table of a class: its columns, as text for pages and as values for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from arena.ratings import Row
from arena.results.marks import Mark
from arena.results.roster import Known


class Entry(NamedTuple):
    """A line of the table.

    Args:
        known: the bot as the last run knew it.
        called: what to call it.
        state: whether it plays, and if not, why, in a word or two.
        benched: why it is benched; empty if it is not.
        cells: its line of the ladder: head -> cell; empty without games.
        row: the same as values.
        marks: its marks.
        old: whether it is an earlier version.
        place: its rank among the lines of the table; None if it has none.
        ranks: its ranks among them that are not ruled out, such as `1-3`; empty if it has none.
        came: when the version came whose marks count, in ISO 8601; empty if that is not known.
        late: how many days late the version came whose marks count; None if that is not known.
    """

    known: Known
    called: str
    state: str
    benched: str
    cells: Mapping[str, str]
    row: Row | None
    marks: Sequence[Mark]
    old: bool = False
    place: int | None = None
    ranks: str = ""
    came: str = ""
    late: int | None = None

    @property
    def mark(self) -> float | None:
        """The sum of its marks; None without any."""
        return sum(each.points for each in self.marks) if self.marks else None


COLUMNS: Mapping[str, str] = {
    "rank": "",
    "ranks": "",
    "name": "",
    "author": "",
    "version": "",
    "folder": "",
    "digest": "",
    "state": "Whether it plays, is benched, or could not play: refused, or left out because a program is missing here.",
    "Elo": "",
    "±95 %": "",
    "deals": "",
    "games": "",
    "W-D-L": "",
    "score": "",
    "points": "",
    "faults": "",
    "kinds": "",
    "ms/move": "",
    "note": "",
    "mark": "The points for standing up to the bots that the ladder file names.",
    "of": "The most points that there are.",
    "late": "Days after what is due, for the version whose marks count.",
}
"""The columns that a table may have, and what those mean that a ladder does not have."""
SHOWN = ("rank", "ranks", "name", "author", "version", "Elo", "±95 %", "W-D-L", "faults", "state", "mark")
"""The columns of the page, if nothing else is said."""
FOR_PROGRAMS = ("rank", "ranks", "name", "author", "folder", "version", "digest", *SHOWN[5:], "of")
"""Those of the files."""
OF_PEOPLE = ("late",)
"""Those that a roster adds to the files."""


def cells(entry: Entry, heads: Sequence[str]) -> list[str]:
    """Return a line as text."""
    return [entry.cells.get(head, "") if head in LADDER else _text(_OWN[head](entry)) for head in heads]


def values(entry: Entry, heads: Sequence[str]) -> list[object]:
    """Return a line as values; None where there is none."""
    return [_OF_ROW[head](entry.row) if head in _OF_ROW and entry.row else _value(entry, head) for head in heads]


def _value(entry: Entry, head: str) -> object:
    if head in _OWN:
        return _OWN[head](entry)
    return None if head in _OF_ROW else entry.cells.get(head) or None


def _text(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _margin(row: Row) -> float | None:
    """Return half of the interval of a rating."""
    return None if row.low is None or row.high is None or row.elo is None else round((row.high - row.low) / 2.0, 1)


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


_OWN: Mapping[str, Callable[[Entry], object]] = {
    "rank": lambda entry: entry.place,
    "ranks": lambda entry: entry.ranks,
    "name": lambda entry: entry.called,
    "author": lambda entry: entry.known.author,
    "version": lambda entry: entry.known.version,
    "folder": lambda entry: entry.known.given,
    "digest": lambda entry: entry.known.digest[:8],
    "state": lambda entry: entry.state,
    "mark": lambda entry: entry.mark,
    "late": lambda entry: entry.late,
    "of": lambda entry: sum(each.most for each in entry.marks) if entry.marks else None,
}
"""The columns that a ladder does not have, or has otherwise."""
_OF_ROW: Mapping[str, Callable[[Row], object]] = {
    "Elo": lambda row: _rounded(row.elo, 1),
    "±95 %": _margin,
    "deals": lambda row: row.deals,
    "games": lambda row: row.games,
    "score": lambda row: _rounded(row.score, 4),
    "points": lambda row: _rounded(row.points, 3),
    "faults": lambda row: row.faults,
    "ms/move": lambda row: _rounded(row.ms_per_decision, 3),
}
"""The columns of a ladder whose text is not their value."""
LADDER = frozenset(COLUMNS) - frozenset(_OWN)
