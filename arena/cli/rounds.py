"""The rounds of a Swiss and the bracket of a knock-out, for a terminal and in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text

from arena.cli.screen import out, table, title
from arena.schedules.drawing import Tree, crosstable, labels_of, matches
from arena.schedules.knockout import THIRD_PLACE
from arena.schedules.report import EventReport, verdict

WIDTH = 100
"""The width of a terminal for which rounds are laid out if nothing else is said, in characters."""
CELL = 20
"""The least width of a round of the bracket, in characters; longer names need more."""
MARKS = 7
"""How many characters of a round of the bracket are not for the names: points, corners and spaces."""
DEPTH = 4
"""How many rounds of a bracket, the last ones, are drawn as a tree; earlier rounds are listed."""


def print_rounds(report: EventReport) -> None:
    """Print the rounds of an event so far."""
    out.print()
    out.print(title(f"{report.event.contest}: {report.event.settings.kind}"))
    out.print(verdict(report))
    for part in rounds(report, out.width):
        out.print(part)


def rounds(report: EventReport, width: int = WIDTH) -> Iterator[RenderableType]:
    """Yield the parts to print: the standings of a Swiss with all rounds, or the bracket of a knock-out.

    Args:
        report: the rounds so far.
        width: the width of the terminal in characters.
    """
    return _crosstables(report, width) if report.standings else _bracket(report, width)


def _crosstables(report: EventReport, width: int) -> Iterator[RenderableType]:
    """Yield the standings with as many rounds as fit beside them, then tables with the other rounds."""
    left = list(report.rounds)
    while left:
        first = len(left) == len(report.rounds)
        fitting = max(n for n in range(1, len(left) + 1) if n == 1 or _width(report, left[:n], first) <= width)
        heads, rows = crosstable(report, left[:fitting], first=first)
        if not first:
            yield Text("")
        yield table(heads, rows, right=("place", "points", "Buchholz"))
        left = left[fitting:]


def _width(report: EventReport, titles: Sequence[str], first: bool) -> int:
    heads, rows = crosstable(report, titles, first=first)
    return 2 * (len(heads) - 1) + sum(max(cell_len(line[i]) for line in (heads, *rows)) for i in range(len(heads)))


def _bracket(report: EventReport, width: int) -> Iterator[RenderableType]:
    """Yield the early rounds of a large knock-out as a list, the last as a tree, and the match for third place."""
    titles = [title for title in report.rounds if title != THIRD_PLACE]
    depth = len(report.rounds[titles[0]]).bit_length()
    cell = max(CELL, MARKS + max(map(cell_len, labels_of(report.seeds).values())))
    fitting = max(0, width // cell - 1)  # the name of the winner stands to the right of the last round
    listed = max(0, depth - min(DEPTH, fitting))
    if listed:
        yield table(*matches(report, titles[:listed]), right=("sets",))
        yield Text("")
    if drawn := [report.rounds[title] for title in titles[listed:]]:
        yield Text("\n".join(Tree(report.seeds, drawn, depth - listed, cell).lines()))
    if THIRD_PLACE in report.rounds:
        yield Text("")
        yield table(*matches(report, [THIRD_PLACE]), right=("sets",))
