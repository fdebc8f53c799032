"""Plots as SVG inside pages: coordinates and texts, which a template draws. Colours come from the style sheet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from arena.ratings import Curve, Ladder, Rating, elo_history, elo_text
from arena.ratings.curves import no_faster_beats, spread, strength_and_time, widths_of
from arena.web.page import name

MOST_LINES = 16
"""The most entrants in a plot of histories: eight colours, full and dashed."""
COLOURS = 8
"""How many colours of lines the style sheet has."""
POINTS = 150
"""The most points of a line."""
MOST_POINTS = 100
"""The most entrants in a plot of strength and time."""
MOST_NAMES = 30
"""With more points than this, only those on the front are named."""
LARGE = 200_000
"""With more games than this, the plots that go through them one by one or many times are left out."""
BAR = 140
"""The width of an interval in the table, in pixels of the page."""
_LEFT, _TOP, _BOTTOM = 46.0, 14.0, 40.0
_LINE = 15.0
"""The least distance between two names, in units of the plot."""


class Mark(NamedTuple):
    """A text in a plot.

    Args:
        x: where it is.
        y: where its middle is.
        text: what it says.
        style: a class of the style sheet.
        anchor: `start`, `middle` or `end`.
    """

    x: float
    y: float
    text: str
    style: str = ""
    anchor: str = "start"


class Path(NamedTuple):
    """A line in a plot.

    Args:
        d: its points, as SVG has them.
        style: a class of the style sheet.
    """

    d: str
    style: str


class Dot(NamedTuple):
    """A point in a plot.

    Args:
        x: where it is.
        y: where it is.
        style: a class of the style sheet.
        title: what it stands for.
    """

    x: float
    y: float
    style: str
    title: str


class Chart(NamedTuple):
    """A plot.

    Args:
        key: a word for its id.
        title: what it shows.
        about: how to read it.
        width: in units, which are pixels on a wide screen.
        height: in units.
        paths: its lines, from the lowest to the uppermost.
        dots: its points.
        marks: its texts.
    """

    key: str
    title: str
    about: str
    width: float
    height: float
    paths: Sequence[Path]
    dots: Sequence[Dot]
    marks: Sequence[Mark]


class Axis(NamedTuple):
    """A scale from values to places.

    Args:
        low: the value at the beginning.
        high: the value at the end.
        begin: the place of the lowest value.
        end: the place of the highest value.
        log: whether it is logarithmic.
    """

    low: float
    high: float
    begin: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        """Return the place of a value, with one decimal."""
        low, high, value = (math.log(each) for each in (self.low, self.high, value)) if self.log else (*self[:2], value)
        return round(self.begin + (value - low) / ((high - low) or 1.0) * (self.end - self.begin), 1)

    def ticks(self, most: int = 6) -> list[float]:
        """Return round values on the scale: on a logarithmic one 1, 2 and 5 of each power of ten."""
        if self.log:
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            found = [digit * 10.0**power for power in powers for digit in (1.0, 2.0, 5.0)]
            inside = [value for value in found if self.low <= value <= self.high]
            return inside if len(inside) <= 2 * most else inside[::3]
        step = _round_step((self.high - self.low) / most)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [step * number for number in range(first, last + 1)]


def _round_step(least: float) -> float:
    """Return 1, 2 or 5 of a power of ten, at least as large as a number."""
    power = 10.0 ** math.floor(math.log10(least)) if least > 0.0 else 1.0
    return next(digit * power for digit in (1.0, 2.0, 5.0, 10.0) if digit * power >= least * (1.0 - 1e-9))


def _number(value: float) -> str:
    return f"{value:g}"


def _d(points: Iterable[tuple[float, float]]) -> str:
    """Return a line through points as SVG has it."""
    return "M" + " ".join(f"{x:g},{y:g}" for x, y in points)


class Bar(NamedTuple):
    """The interval of a row of the table, from 0 to `BAR`. None stands for what is not known.

    Args:
        low: where it begins.
        high: where it ends.
        at: where the rating is.
        bound: `up` if the rating is above `low` at least, `down` if it is below `high`; empty if it is known.
    """

    low: float | None
    high: float | None
    at: float | None
    bound: str = ""


class Bars(NamedTuple):
    """The intervals of a table.

    Args:
        ticks: where the scale has a value, and the value.
        zero: where zero is; None if it is not on the scale.
        bars: entrant -> its interval; an entrant without one is left out.
    """

    ticks: Sequence[tuple[float, str]]
    zero: float | None
    bars: dict[int, Bar]


def intervals(ladder: Ladder) -> Bars | None:
    """Return the intervals of all ratings on one scale; None without any."""
    known = {entrant: rating for entrant, rating in enumerate(ladder.ratings) if _ends(rating)}
    if not known:
        return None
    values = [value for rating in known.values() for value in _ends(rating)]
    room = 0.04 * (max(values) - min(values)) or 10.0
    axis = Axis(min(values) - room, max(values) + room, 0.0, BAR)
    ticks = [(axis.at(value), elo_text(value)) for value in axis.ticks(4)]
    zero = axis.at(0.0) if axis.low <= 0.0 <= axis.high else None
    return Bars(ticks, zero, {entrant: _bar(rating, axis) for entrant, rating in known.items()})


def _ends(rating: Rating) -> list[float]:
    return [value for value in (rating.elo, rating.low, rating.high) if value is not None]


def _bar(rating: Rating, axis: Axis) -> Bar:
    low, high, elo = (None if value is None else axis.at(value) for value in (rating.low, rating.high, rating.elo))
    return Bar(low, high, elo, "" if elo is not None else "up" if high is None else "down")


def of_ladder(ladder: Ladder) -> list[Chart]:
    """Return the plots of a ladder that belong to its page, beside its intervals and who beats whom."""
    large = ladder.results.games > LARGE
    found = [_pareto(ladder), *([] if large else [_history(ladder), _precision(ladder)])]
    return [chart for chart in found if chart is not None]


def _frame(x: Axis, y: Axis, x_title: str, y_title: str) -> tuple[list[Path], list[Mark]]:
    """Return the lines and texts of the axes."""
    paths = [Path(_d([(x.begin, y.at(value)), (x.end, y.at(value))]), "grid") for value in y.ticks()]
    paths.append(Path(_d([(x.begin, y.begin), (x.end, y.begin)]), "axis"))
    marks = [Mark(x.at(value), y.begin + 14.0, _number(value), "", "middle") for value in x.ticks()]
    marks += [Mark(x.begin - 6.0, y.at(value), _number(value), "", "end") for value in y.ticks()]
    marks.append(Mark((x.begin + x.end) / 2.0, y.begin + 32.0, x_title, "what", "middle"))
    marks.append(Mark(2.0, 8.0, y_title, "what"))
    return paths, marks


def _zero(ladder: Ladder) -> str:
    return "Elo" if ladder.anchors and ladder.zero is None else f"Elo above {name(ladder.zero or 'the mean')}"


def _pareto(ladder: Ladder) -> Chart | None:
    """Return strength against time per decision; None if no rated entrant has a time."""
    first = {*ladder.order[:MOST_POINTS]}
    found = [point for point in strength_and_time(ladder) if point[2] in first]
    if len(found) < 2:
        return None
    width, height = 720.0, 300.0 + 3.0 * min(60, len(found))
    ends = [value for *_, entrant in found for value in _ends(ladder.ratings[entrant])]
    room = 0.06 * (max(ends) - min(ends)) or 10.0
    x = Axis(found[0][0] / 1.5, found[-1][0] * 1.5, _LEFT, width - 130.0, log=True)
    y = Axis(min(ends) - room, max(ends) + room, height - _BOTTOM, _TOP + 8.0)
    paths, marks = _frame(x, y, "milliseconds a decision", _zero(ladder))
    best = no_faster_beats(found)
    for ms, _, entrant in found:
        rating = ladder.ratings[entrant]
        if rating.low is not None and rating.high is not None:
            paths.append(Path(_d([(x.at(ms), y.at(rating.low)), (x.at(ms), y.at(rating.high))]), "range"))
    paths.append(Path(_steps([(ms, elo) for ms, elo, _ in best], x, y), "line line-0"))
    dots = [
        Dot(
            x.at(ms),
            y.at(elo),
            "dot front" if point in best else "dot",
            f"{name(ladder.names[point[2]])}: {_of(point)}",
        )
        for point in found
        for ms, elo, _ in [point]
    ]
    named = found if len(found) <= MOST_NAMES else best
    places = spread([y.at(elo) for _, elo, _ in named], _LINE)
    for (ms, elo, entrant), place in zip(named, places, strict=True):
        label = Mark(x.end + 14.0, place, name(ladder.names[entrant]), "name")
        paths.append(Path(_d([(x.at(ms) + 5.0, y.at(elo)), (x.end, y.at(elo)), (x.end + 11.0, place)]), "lead"))
        marks.append(label)
    about = (
        "Mean time of a decision, and the rating with its interval. The line joins the bots that no faster one beats."
    )
    title = "Strength and time" if len(first) == len(ladder.order) else f"Strength and time: the first {len(first)}"
    return Chart("time", title, about, width, height, paths, dots, marks)


def _of(point: tuple[float, float, int]) -> str:
    ms, elo, _ = point
    return f"{elo_text(elo)} Elo, {ms:.3g} ms"


def _steps(points: Sequence[tuple[float, float]], x: Axis, y: Axis) -> str:
    """Return a line that stays level until the next point."""
    corners: list[tuple[float, float]] = []
    for ms, elo in points:
        if corners:
            corners.append((x.at(ms), corners[-1][1]))
        corners.append((x.at(ms), y.at(elo)))
    return _d([*corners, (x.end, corners[-1][1])])


def _history(ladder: Ladder) -> Chart | None:
    """Return classical Elo, game by game, of the first entrants."""
    curves = elo_history(ladder.results)
    shown = [i for i in ladder.order[:MOST_LINES] if curves[i].elo.size]
    if not shown:
        return None
    width, height = 720.0, max(260.0, 70.0 + _LINE * len(shown))
    last = max(int(curves[i].game[-1]) for i in shown)
    ends = [float(value) for i in shown for value in (curves[i].elo.min(), curves[i].elo.max())]
    room = 0.04 * (max(ends) - min(ends)) or 10.0
    x = Axis(0.0, float(max(1, last)), _LEFT, width - 170.0)
    y = Axis(min(*ends, 0.0) - room, max(*ends, 0.0) + room, height - _BOTTOM, _TOP + 8.0)
    paths, marks = _frame(x, y, "games of all bots", "Elo")
    places = spread([y.at(float(curves[i].elo[-1])) for i in shown], _LINE)
    for number, (i, place) in enumerate(zip(shown, places, strict=True)):
        style = f"line-{number % COLOURS}" + " dashed" * (number >= COLOURS)
        end = y.at(float(curves[i].elo[-1]))
        paths.append(Path(_curve(curves[i], last, x, y), f"line {style}"))
        paths.append(Path(_d([(x.end, end), (x.end + 11.0, place)]), "lead"))
        marks.append(Mark(x.end + 14.0, place, name(ladder.names[i]), f"name text-{number % COLOURS}"))
    title = "History" if len(shown) == len(ladder.order) else f"History: the first {len(shown)}"
    about = "Classical Elo, K = 16, in the order of the games. It is only a picture: the table uses all games at once."
    return Chart("history", title, about, width, height, paths, (), marks)


def _curve(curve: Curve, last: int, x: Axis, y: Axis) -> str:
    games, elo = np.concatenate(([0], curve.game, [last])), np.concatenate(([0.0], curve.elo, curve.elo[-1:]))
    keep = np.unique(np.linspace(0, games.size - 1, POINTS).round().astype(np.int64))
    return _d((x.at(g), y.at(e)) for g, e in zip(games[keep].tolist(), elo[keep].tolist(), strict=True))


def _precision(ladder: Ladder) -> Chart | None:
    """Return how the intervals became narrower with more deals; None if there are too few deals for a curve."""
    found = widths_of(ladder.results)
    if len(found) < 3:
        return None
    width, height = 720.0, 260.0
    deals, now = found[-1]
    constant, reach = now * math.sqrt(deals), 10.0 * deals
    lowest, highest = min(constant / math.sqrt(reach), *(w for _, w in found)), max(w for _, w in found)
    x = Axis(float(found[0][0]), reach, _LEFT, width - 20.0, log=True)
    y = Axis(lowest * 0.9, highest * 1.1, height - _BOTTOM, _TOP + 8.0, log=True)
    paths, marks = _frame(x, y, "deals", "± Elo")
    law = [(float(count), constant / math.sqrt(count)) for count in np.geomspace(deals, reach, 20).tolist()]
    paths.append(Path(_line(law, x, y), "range dashed"))
    paths.append(Path(_line(found, x, y), "line line-0"))
    dots = [Dot(x.at(count), y.at(half), "dot front", f"±{half:.3g} after {count} deals") for count, half in found]
    about = (
        f"Half the 95 % interval of a rating, median: ±{now:.3g} after {deals} deals; half of that after {4 * deals}."
        " The dashed line is one over the root of the deals."
    )
    return Chart("precision", "Precision", about, width, height, paths, dots, marks)


def _line(points: Iterable[tuple[float, float]], x: Axis, y: Axis) -> str:
    return _d((x.at(a), y.at(b)) for a, b in points)
