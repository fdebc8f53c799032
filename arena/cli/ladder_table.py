"""A ladder in a terminal: its table, the lines below, who beats whom, and what the columns and remarks mean."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text

from arena import ratings
from arena.app import glossary
from arena.app.ladder_layout import Layout
from arena.app.ladder_view import PROSE, View, cell_text
from arena.cli.screen import table
from arena.escapes import one_line
from arena.ratings import NoteGroup


def ladder_tables(found: Layout) -> list[RenderableType]:
    """Return the tables of a ladder for a terminal."""
    return [_table(found.heads, found.cells, places) for places in found.blocks]


def left_out_text(found: Layout, width: int) -> str:
    """Return the line that names the columns for which the terminal is too narrow; empty if there are none."""
    if not found.left_out:
        return ""
    return f"columns left out for {width} characters: {', '.join(found.left_out)}; --wide shows all"


def _table(heads: Sequence[str], cells: Sequence[Sequence[str]], places: Sequence[int]) -> RenderableType:
    shown = [heads[place] for place in places]
    right = [head for head in shown if head not in PROSE]
    return table(shown, [[row[place] for place in places] for row in cells], right=right)


CAUTION = "caution"
"""The label of the remarks that change how the table has to be read."""


def footer(view: View, *, full: bool = False) -> list[tuple[str, Text]]:
    """Return the lines below a table with their labels: alarms first, each on its own, then one line for each group.

    Args:
        view: the ladder.
        full: whether minor remarks are shown too.
    """
    shown = [*view.notes, *view.origin]
    alarms = [note for note in shown if note.alarm]
    found = [(CAUTION * (note is alarms[0]), Text(one_line(note.text), style="bold red")) for note in alarms]
    for group in NoteGroup:
        texts = [note.text for note in shown if note.group is group and not note.alarm and (full or not note.minor)]
        if texts:
            told = "; ".join(one_line(text).removeprefix(f"{group}: ") for text in texts)
            found.append((group, Text(told, style="dim")))
    return found


def plain(lines: Sequence[tuple[str, Text]]) -> Text:
    """Return labelled lines as text that is not broken, for files and other programs."""
    width = max((len(label) for label, _ in lines), default=0) + 2
    return Text("\n").join(Text(label.ljust(width)) + text for label, text in lines)


def matrix(view: View, width: int) -> list[RenderableType]:
    """Return who beats whom for a terminal: tables with as many columns as fit, one below the other."""
    order, found = view.ladder.order, ratings.head_to_head(view.ladder)
    names = [one_line(view.ladder.names[i]) for i in order]
    room = width - 6 - max(map(cell_len, names), default=0)
    fitting = max(1, room // 6)
    tables: list[RenderableType] = []
    for start in range(0, len(order), fitting):
        block = order[start : start + fitting]
        heads = ["", "name", *(f"{number} " for number in range(start + 1, start + len(block) + 1))]
        lines = [
            [str(place), name, *(cell_text(found.get((i, j)), " ") for j in block)]
            for place, (i, name) in enumerate(zip(order, names, strict=True), start=1)
        ]
        tables.append(table(heads, lines, right=[head for head in heads if head != "name"]))
    return tables


Explained = list[tuple[str, Text]]


def explanations(found: Layout, lines: Sequence[tuple[str, Text]]) -> tuple[Explained, Explained]:
    """Return the columns that are shown, and the remarks, each with what the glossary says of it.

    Args:
        found: the tables that are shown.
        lines: the lines below them.
    """
    name = found.heads.index("name")
    told = [cell for row in found.cells for place, cell in enumerate(row) if place != name]
    told += [one_line(text.plain) for _, text in lines]
    remarks: Explained = [
        (remark, Text(text)) for remark, text in glossary.remarks().items() if any(remark in each for each in told)
    ]
    return [(head, Text(glossary.columns()[head])) for head in found.shown], remarks
