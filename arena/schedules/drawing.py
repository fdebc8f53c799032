"""The rounds of a Swiss and the bracket of a knock-out as rows of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arena import ratings
from arena.schedules.knockout import THIRD_PLACE, titled
from arena.schedules.report import EventReport, MatchReport, number
from arena.schedules.rounds import name_of


class Line(NamedTuple):
    """An entrant in a match of a drawn bracket.

    Args:
        seed: its number; 0 while nobody knows who it will be.
        name: what it is called; "" if nobody knows yet, or if the other one has a bye.
        points: what it has scored; "" before play.
        won: whether it goes on.
    """

    seed: int = 0
    name: str = ""
    points: str = ""
    won: bool = False


def bracket(report: EventReport) -> list[tuple[str, list[tuple[list[Line], str]]]]:
    """Return the bracket of a knock-out: each round with its title, its matches, and a remark on each match.

    Rounds that are still to come have empty matches.
    """
    seeds = {one: number for number, one in enumerate(report.seeds, start=1)}
    titles = [title for title in report.rounds if title != THIRD_PLACE]

    def played(title: str) -> tuple[str, list[tuple[list[Line], str]]]:
        return title, [(_lines(match, seeds), _remark(match)) for match in report.rounds[title]]

    found = [played(title) for title in titles]
    count = len(report.rounds[titles[-1]])
    while count > 1:
        count //= 2
        found.append((titled(2 * count), [([Line(), Line()], "")] * count))
    return [*found, *[played(title) for title in report.rounds if title == THIRD_PLACE]]


def _lines(match: MatchReport, seeds: Mapping[str, int]) -> list[Line]:
    shown = [number(points) if match.sets else "" for points in match.points]
    lines = [
        Line(seeds[one], name_of(one), points, match.winner == one)
        for one, points in zip(match.entrants, shown, strict=True)
    ]
    return lines if len(lines) > 1 else [*lines, Line()]


def _remark(match: MatchReport) -> str:
    if len(match.entrants) == 1:
        return "bye"
    if match.out:
        return "walk-over" if match.winner else "nobody goes on"
    return "higher seed" if match.winner and len(set(match.points)) == 1 else ""


def rounds_table(report: EventReport) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows of the rounds so far: the standings of a Swiss, or a list of the matches of a knock-out."""
    made = crosstable if report.standings else matches
    return made(report, list(report.rounds))


def rounds_markdown(report: EventReport) -> str:
    """Return the rounds so far in Markdown."""
    return ratings.markdown(*rounds_table(report))


def crosstable(report: EventReport, titles: Sequence[str], *, first: bool = True) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows: the places, and for some rounds the scores against whom."""
    heads = ["place", "name", *["points", "Buchholz"] * first, *titles]
    rows = []
    for row in report.standings:
        sums = [number(row.points), number(row.buchholz)] * first
        cells = [_cell(row.entrant, report.rounds[title]) for title in titles]
        rows.append([str(row.place), name_of(row.entrant), *sums, *cells])
    return heads, rows


def _cell(entrant: str, pairings: Sequence[MatchReport]) -> str:
    """Return what an entrant scored in a round and against whom, such as `12.5 v owl`.

    A walk-over has `wo` instead of `v`. The cell of an entrant that was out already is empty.
    """
    pairing = next((pairing for pairing in pairings if entrant in pairing.entrants), None)
    if pairing is None:
        return ""
    if len(pairing.entrants) == 1:
        return "bye"
    others = ", ".join(name_of(other) for other in pairing.entrants if other != entrant)
    points = number(pairing.points[pairing.entrants.index(entrant)])
    if pairing.out:
        return f"{points} wo {others}"
    if not pairing.sets:
        return f"- v {others}"
    return f"{points} v {others}" if pairing.over else f"{points}… v {others}"


def matches(report: EventReport, titles: Sequence[str]) -> tuple[list[str], list[list[str]]]:
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


def labels_of(seeds: Sequence[str]) -> dict[str, str]:
    """Return how entrants are called in a bracket: seed and name, after a space."""
    return {one: f" {number} {name_of(one)}" for number, one in enumerate(seeds, start=1)}


class _Block(NamedTuple):
    """A drawn part of a bracket: lines of equal length, the line that leads on, and the winner (None if not known)."""

    lines: tuple[str, ...]
    middle: int
    entrant: str | None


class Tree:
    """The last rounds of a bracket, drawn as lines of text.

    Args:
        seeds: all entrants, the best seed first.
        played: the pairings of each drawn round so far.
        depth: how many rounds are drawn.
        cell: the width of a round, in characters.
    """

    def __init__(self, seeds: Sequence[str], played: Sequence[Sequence[MatchReport]], depth: int, cell: int) -> None:
        self._labels = labels_of(seeds)
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
