"""SVG: a plot as a list of its elements, scales, and names that do not cover each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple, TypeAlias

from arena.escapes import one_line

LONGEST = 40
"""The most characters of a name."""
LEFT, TOP, BOTTOM, WIDTH = 46.0, 22.0, 40.0, 720.0
LINE = 15.0
"""The least distance between two names."""
COLORS = ("#0072b2", "#c24e00", "#00805c", "#a8528a", "#8f6400", "#2f7fb0", "#1a201d", "#8c564b")
"""Colors of lines that color-blind people can tell apart on white; dark pages have others."""
STYLE = """\
svg { background: #fff; font: 11px system-ui, "DejaVu Sans", sans-serif; }
path { fill: none; }
text { fill: #58625c; dominant-baseline: middle; }
.title { font-size: 14px; font-weight: bold; fill: #1a201d; }
.what { font-size: 12px; }
.name { font-size: 12px; fill: #1a201d; }
.grid, .lead { stroke: #d5dbd6; }
.axis, .range { stroke: #84908a; }
.dot { fill: #84908a; }
.front, .bar { fill: #0072b2; }
.line { stroke-width: 1.5; stroke-linejoin: round; }
.dashed { stroke-dasharray: 5 3; }
"""
"""The style of a file; on a page the style sheet of the site has these classes."""

Point: TypeAlias = tuple[float, float]


class Plot(NamedTuple):
    """A plot.

    Args:
        key: the name of its file, without the suffix.
        title: what it shows.
        about: how to read it.
        width: in units, which are pixels on a wide screen.
        height: in units.
        parts: its elements, from the lowest to the uppermost.
    """

    key: str
    title: str
    about: str
    width: float
    height: float
    parts: Sequence[str]

    def svg(self) -> str:
        """Return the plot as an element of a page, which has its title above it in an element with `key` as its id."""
        head = f'<svg viewBox="0 0 {self.width:g} {self.height:g}" role="img" aria-labelledby="{self.key}">'
        return "\n".join((head, *self.parts, "</svg>"))

    def file(self) -> str:
        """Return the plot as a file: with its own style, and with the title inside."""
        width, height = self.width, self.height + 50.0
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -50 {width:g} {height:g}" width="{width:g}">',
                f"<title>{escape(self.title)}</title>",
                f"<style>\n{STYLE}{_line_styles()}</style>",
                text(2.0, -36.0, self.title, "title"),
                text(2.0, -16.0, self.about),
                *self.parts,
                "</svg>\n",
            )
        )


def _line_styles() -> str:
    rules = (f".line-{i} {{ stroke: {color}; }}\n.text-{i} {{ fill: {color}; }}\n" for i, color in enumerate(COLORS))
    return "".join(rules)


def text(x: float, y: float, said: str, style: str = "", anchor: str = "start") -> str:
    """Return a text as an element of SVG.

    Args:
        x: where it is.
        y: where its middle is.
        said: what it says; anything that is HTML is escaped.
        style: classes of the style sheet.
        anchor: `start`, `middle` or `end`.
    """
    look = f' class="{style}"' if style else ""
    at = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:.6g}" y="{y:.6g}"{look}{at}>{escape(said)}</text>'


def path(points: Iterable[Point], style: str) -> str:
    """Return a line through points as an element of SVG."""
    return f'<path class="{style}" d="M{" ".join(f"{x:.6g},{y:.6g}" for x, y in points)}"/>'


def dot(x: float, y: float, style: str, title: str) -> str:
    """Return a point as an element of SVG; a pointer that rests on it shows the title."""
    return f'<circle class="{style}" cx="{x:.6g}" cy="{y:.6g}" r="4"><title>{escape(title)}</title></circle>'


def label(name: str) -> str:
    """Return a name that a stranger chose, for a plot: one line, at most `LONGEST` characters, marks as escapes."""
    found = one_line(name)
    return found if len(found) <= LONGEST else f"{found[: LONGEST - 1]}…"


class Axis(NamedTuple):
    """A scale from values to positions.

    Args:
        low: the value at the beginning.
        high: the value at the end.
        begin: the position of the lowest value.
        end: the position of the highest value.
        log: whether it is logarithmic.
    """

    low: float
    high: float
    begin: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        """Return the position of a value, with one decimal."""
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


def around(values: Iterable[float], begin: float, end: float, *, room: float = 0.05) -> Axis:
    """Return a scale for some values, with some room on both sides."""
    found = [*values]
    spare = room * (max(found) - min(found)) or 10.0
    return Axis(min(found) - spare, max(found) + spare, begin, end)


def _round_step(least: float) -> float:
    """Return 1, 2 or 5 of a power of ten, at least as large as a number."""
    power = 10.0 ** math.floor(math.log10(least)) if least > 0.0 else 1.0
    return next(digit * power for digit in (1.0, 2.0, 5.0, 10.0) if digit * power >= least * (1.0 - 1e-9))


def frame(x: Axis, y: Axis, x_title: str, y_title: str) -> list[str]:
    """Return the lines and texts of the axes."""
    return [
        *(path([(x.begin, y.at(value)), (x.end, y.at(value))], "grid") for value in y.ticks()),
        path([(x.begin, y.begin), (x.end, y.begin)], "axis"),
        *(text(x.at(value), y.begin + 14.0, f"{value:g}", "", "middle") for value in x.ticks()),
        *(text(x.begin - 6.0, y.at(value), f"{value:g}", "", "end") for value in y.ticks()),
        text((x.begin + x.end) / 2.0, y.begin + 32.0, x_title, "what", "middle"),
        text(2.0, 8.0, y_title, "what"),
    ]


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return positions that are at least a gap apart, each as close as possible to the wanted one, in the same order.

    Neighbors that are too close form a block around the mean of their wanted positions; blocks that touch are joined.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    blocks: list[tuple[float, int]] = []
    for index in order:
        center, size = wanted[index], 1
        while blocks and blocks[-1][0] + gap * (blocks[-1][1] + size) / 2.0 > center:
            other, count = blocks.pop()
            center, size = (other * count + center * size) / (count + size), count + size
        blocks.append((center, size))
    found = [0.0] * len(wanted)
    positions = [center + gap * (place - (size - 1) / 2.0) for center, size in blocks for place in range(size)]
    for index, position in zip(order, positions, strict=True):
        found[index] = position
    return found


def beside(x: float, ends: Sequence[float], names: Sequence[str], styles: Sequence[str]) -> Iterator[str]:
    """Yield names right of a plot, each with a line from where its own line or point ends."""
    for end, place, name, style in zip(ends, spread(ends, LINE), names, styles, strict=True):
        yield path([(x, end), (x + 11.0, place)], "lead")
        yield text(x + 14.0, place, label(name), style)
