"""What the commands share on the screen: consoles, and tables that fit the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

PIPED = 200
"""Columns where there is no terminal, so that lines for other programs and for files do not break."""

out = Console(highlight=False, width=None if sys.stdout.isatty() else PIPED)
err = Console(stderr=True, highlight=False, width=None if sys.stderr.isatty() else PIPED)


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[str] = (), wrap: Sequence[str] = ()
) -> Table:
    """Return a plain table.

    Args:
        heads: the column heads.
        rows: the cells, as text.
        right: heads of columns to align at the right.
        wrap: heads of columns that hold prose, and may take several lines.
    """
    found = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for head in heads:
        found.add_column(head, justify="right" if head in right else "left", no_wrap=head not in wrap, overflow="fold")
    for row in rows:
        found.add_row(*(Text(cell) for cell in row))
    return found
