"""The rounds of a Swiss and the bracket of a knock-out, for a terminal and in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text

from arena import ratings
from arena.cli.screen import out, table, title
from arena.schedules.knockout import THIRD_PLACE
from arena.schedules.report import EventReport, MatchReport, number
from arena.schedules.rounds import name_of

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
    for part in rounds(report, out.width):
        out.print(part)


def rounds(report: EventReport, width: int = WIDTH) -> Iterator[RenderableType]:
    """Yield the parts to print: the standings of a Swiss with all rounds, or the bracket of a knock-out.

    Args:
        report: the rounds so far.
        width: the width of the terminal in characters.
    """
    return _crosstables(report, width) if report.standings else _bracket(report, width)


def rounds_table(report: EventReport) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows of the rounds so far: the standings of a Swiss, or a list of the matches of a knock-out."""
    made = _crosstable if report.standings else _matches
    return made(report, list(report.rounds))


def rounds_markdown(report: EventReport) -> str:
    """Return the rounds so far in Markdown."""
    return ratings.markdown(*rounds_table(report))


def _crosstables(report: EventReport, width: int) -> Iterator[RenderableType]:
    """Yield the standings with as many rounds as fit beside them, then tables with the other rounds."""
    left = list(report.rounds)
    while left:
        first = len(left) == len(report.rounds)
        fitting = max(n for n in range(1, len(left) + 1) if n == 1 or _width(report, left[:n], first) <= width)
        heads, rows = _crosstable(report, left[:fitting], first=first)
        if not first:
            yield Text("")
        yield table(heads, rows, right=("place", "points", "Buchholz"))
        left = left[fitting:]


def _width(report: EventReport, titles: Sequence[str], first: bool) -> int:
    heads, rows = _crosstable(report, titles, first=first)
    return 2 * (len(heads) - 1) + sum(max(cell_len(line[i]) for line in (heads, *rows)) for i in range(len(heads)))


def _crosstable(report: EventReport, titles: Sequence[str], *, first: bool = True) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows: the places, and for some rounds the scores against which places."""
    places = {row.entrant: row.place for row in report.standings}
    heads = ["place", "name", *["points", "Buchholz"] * first, *titles]
    rows = []
    for row in report.standings:
        sums = [number(row.points), number(row.buchholz)] * first
        cells = [_cell(row.entrant, report.rounds[title], places) for title in titles]
        rows.append([str(row.place), name_of(row.entrant), *sums, *cells])
    return heads, rows


def _cell(entrant: str, pairings: Sequence[MatchReport], places: Mapping[str, int]) -> str:
    """Return what an entrant scored in a round and against which places, such as `12.5 v 4`.

    A walk-over has `wo` instead of `v`. The cell of an entrant that was out already is empty.
    """
    pairing = next((pairing for pairing in pairings if entrant in pairing.entrants), None)
    if pairing is None:
        return ""
    if len(pairing.entrants) == 1:
        return "bye"
    others = ",".join(str(places[other]) for other in pairing.entrants if other != entrant)
    points = number(pairing.points[pairing.entrants.index(entrant)])
    if pairing.out:
        return f"{points} wo {others}"
    if not pairing.sets:
        return f"- v {others}"
    return f"{points} v {others}" if pairing.over else f"{points}… v {others}"


def _matches(report: EventReport, titles: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows of the matches of some rounds, without byes."""
    played = [(title, pairing) for title in titles for pairing in report.rounds[title] if len(pairing.entrants) > 1]
    return ["round", "match", "points", "sets", "winner"], [
        [
            title,
            " - ".join(f"{report.seeds.index(one) + 1} {name_of(one)}" for one in pairing.entrants),
            " : ".join(map(number, pairing.points)),
            str(pairing.sets),
            _winner(pairing),
        ]
        for title, pairing in played
    ]


def _winner(pairing: MatchReport) -> str:
    if pairing.winner is None:
        return "nobody" if pairing.over else "…"
    if pairing.out:
        return f"{name_of(pairing.winner)} (walk-over)"
    return name_of(pairing.winner) + (" (higher seed)" if len(set(pairing.points)) == 1 else "")


def _bracket(report: EventReport, width: int) -> Iterator[RenderableType]:
    """Yield the early rounds of a large knock-out as a list, the last as a tree, and the match for third place."""
    titles = [title for title in report.rounds if title != THIRD_PLACE]
    depth = len(report.rounds[titles[0]]).bit_length()
    cell = max(CELL, MARKS + max(map(cell_len, _labels(report.seeds).values())))
    fitting = max(0, width // cell - 1)  # the name of the winner stands to the right of the last round
    listed = max(0, depth - min(DEPTH, fitting))
    if listed:
        yield table(*_matches(report, titles[:listed]), right=("sets",), wrap=("match", "winner"))
        yield Text("")
    if drawn := [report.rounds[title] for title in titles[listed:]]:
        yield Text("\n".join(_Tree(report.seeds, drawn, depth - listed, cell).lines()))
    if THIRD_PLACE in report.rounds:
        yield Text("")
        yield table(*_matches(report, [THIRD_PLACE]), right=("sets",), wrap=("match", "winner"))


def _labels(seeds: Sequence[str]) -> dict[str, str]:
    """Return how entrants are called in a bracket: seed and name, after a space."""
    return {one: f" {number} {name_of(one)}" for number, one in enumerate(seeds, start=1)}


class _Block(NamedTuple):
    """A drawn part of a bracket: lines of equal length, the line that leads on, and the winner (None if not known)."""

    lines: tuple[str, ...]
    middle: int
    entrant: str | None


class _Tree:
    """The last rounds of a bracket, drawn as lines of text.

    Args:
        seeds: all entrants, the best seed first.
        played: the pairings of each drawn round so far.
        depth: how many rounds are drawn.
        cell: the width of a round, in characters.
    """

    def __init__(self, seeds: Sequence[str], played: Sequence[Sequence[MatchReport]], depth: int, cell: int) -> None:
        self._labels = _labels(seeds)
        self._played = played
        self._depth = depth
        self._cell = cell

    def lines(self) -> list[str]:
        """Return the drawing."""
        last = self._block(self._depth - 1, 0)
        after = self._label(last.entrant)[: self._cell - 1]
        return [(line + after * (i == last.middle)).rstrip() for i, line in enumerate(last.lines)]

    def _block(self, level: int, place: int) -> _Block:
        """Return the drawing of a pairing and everything that leads to it."""
        pairing = self._played[level][place] if level < len(self._played) else None
        if level:
            return self._joined(self._block(level - 1, 2 * place), self._block(level - 1, 2 * place + 1), pairing)
        entrants = pairing.entrants if pairing else (None, None)
        if len(entrants) == 1:
            return _Block((" " * self._cell,), 0, entrants[0])
        upper, lower = (_Block(("",), 0, one) for one in entrants)
        return self._joined(upper, lower, pairing)

    def _joined(self, upper: _Block, lower: _Block, pairing: MatchReport | None) -> _Block:
        """Return two blocks, one above the other, with lines from both to the pairing of their winners."""
        above = [
            line + self._corner(upper, i, pairing, "┐", after=i > upper.middle) for i, line in enumerate(upper.lines)
        ]
        below = [
            line + self._corner(lower, i, pairing, "┘", after=i < lower.middle) for i, line in enumerate(lower.lines)
        ]
        between = "├".rjust(len(above[0]))
        return _Block((*above, between, *below), len(above), pairing and pairing.winner)

    def _corner(self, block: _Block, line: int, pairing: MatchReport | None, corner: str, *, after: bool) -> str:
        """Return the cell of a round in a line: an entrant with its points, or part of a connecting line."""
        if line != block.middle:
            return ("│" if after else "").rjust(self._cell)
        points = ""
        if pairing and pairing.sets and block.entrant:
            points = number(pairing.points[pairing.entrants.index(block.entrant)])
        room = self._cell - len(points) - 3
        return f"{self._label(block.entrant)[:room]:{room}} {points} {corner}"

    def _label(self, entrant: str | None) -> str:
        return " ?" if entrant is None else self._labels[entrant]
