"""Which columns of a ladder fit into lines of so many characters, and its table as plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from arena.app.ladder_view import PROSE, View, as_cells
from arena.escapes import one_line

COLUMNS = (
    *("rank", "ranks", "name", "Elo", "±95 %", "LOS", "deals", "games", "W-D-L", "score", "points", "faults", "note"),
    *("illegal", "tries", "tokens", "cost"),
)
"""The columns without `--wide`, as far as they fit; beside language models, which have `tries`, also `ms/move`."""

EXPENDABLE = ("games", "points", "deals", "W-D-L", "LOS", "faults", "score", "ranks", "note")
"""The columns to leave out on a narrow terminal, the first one first."""

NARROW = {"Elo": 9, "note": 16, "kinds": 22, "name": 32}
"""The widths of columns with text; longer text takes several lines. Where nobody can rate a bot, `Elo` has text."""


class Layout(NamedTuple):
    """What of a ladder a terminal shows.

    Args:
        heads: the heads of all columns that are not empty.
        cells: the rows.
        blocks: the columns of each table, by their place in `heads`.
        left_out: the heads of the columns for which the terminal is too narrow.
    """

    heads: list[str]
    cells: list[list[str]]
    blocks: list[list[int]]
    left_out: list[str]

    @property
    def shown(self) -> list[str]:
        """The heads of all columns that are shown."""
        return [head for place, head in enumerate(self.heads) if any(place in block for block in self.blocks)]


def layout(view: View, width: int, *, wide: bool = False, broken: Mapping[str, int] = NARROW) -> Layout:
    """Choose the columns that fit, or divide all columns among as many tables as they need.

    Args:
        view: the ladder.
        width: the width of the terminal in characters.
        wide: whether to show all columns.
        broken: the widths of columns in which longer text takes several lines.
    """
    heads, cells = as_cells(view)
    cells = [[one_line(text) for text in row] for row in cells]
    if wide:
        return Layout(heads, cells, _blocks(heads, cells, width), [])
    chosen = {*COLUMNS, *(["±points"] * view.by_points), *(["ms/move"] * ("tries" in heads))}
    places = [place for place, head in enumerate(heads) if head in chosen]
    dropped = []
    for head in EXPENDABLE:
        if _width(heads, cells, places, broken) <= width:
            break
        if head in heads and not (view.by_points and head == "points"):
            places.remove(heads.index(head))
            dropped.append(head)
    return Layout(heads, cells, [places], [head for head in heads if head in dropped])


def _blocks(heads: Sequence[str], cells: Sequence[Sequence[str]], width: int) -> list[list[int]]:
    """Return the columns of each table, as many as fit; every table begins with rank and name."""
    first = [heads.index("rank"), heads.index("name")]
    blocks = [list(first)]
    for place in (place for place in range(len(heads)) if place not in first):
        if _width(heads, cells, [*blocks[-1], place], NARROW) > width and len(blocks[-1]) > len(first):
            blocks.append(list(first))
        blocks[-1].append(place)
    return [sorted(block) for block in blocks]


def _width(
    heads: Sequence[str], cells: Sequence[Sequence[str]], places: Sequence[int], broken: Mapping[str, int]
) -> int:
    """Return the width of a table in characters; long text may be broken into lines."""
    total = 2 * (len(places) - 1)
    for place in places:
        widest = max(cell_len(text) for text in (heads[place], *(row[place] for row in cells)))
        total += min(widest, broken.get(heads[place], widest))
    return total


def as_text(view: View, width: int = 80) -> str:
    """Return the table of a ladder, what it shows in words, and its alarms as text without a line feed at the end.

    Args:
        view: the ladder.
        width: how many characters a line may have; columns that do not fit are left out.
    """
    found = layout(view, width, broken={})
    rows, places = [found.heads, *found.cells], found.blocks[0]
    widths = {place: max(cell_len(row[place]) for row in rows) for place in places}

    def padded(text: str, place: int) -> str:
        room = " " * (widths[place] - cell_len(text))
        return text + room if found.heads[place] in PROSE else room + text

    lines = ["  ".join(padded(row[place], place) for place in places).rstrip() for row in rows]
    alarms = [f"Caution: {one_line(note.text)}" for note in (*view.notes, *view.origin) if note.alarm]
    for told in (view.in_words, *alarms):
        lines += ["", *textwrap.wrap(one_line(told), width)]
    return "\n".join(lines)
