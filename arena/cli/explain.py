"""`arena ladder --explain`: what the columns and remarks on the screen mean."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from arena.cli.ladder_view import Layout
from arena.cli.meanings import COLUMNS, REMARKS
from arena.escapes import one_line

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
        (remark, Text(text)) for remark, text in REMARKS.items() if any(remark in each for each in told)
    ]
    return [(head, Text(COLUMNS[head])) for head in found.shown], remarks
