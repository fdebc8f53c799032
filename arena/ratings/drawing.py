"""What all plots share: their style, labels that do not overlap, and files that are the same every time.

Matplotlib is an optional extra. In `ladders`, only this module and `arena.ratings.plots` import it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C564B")
"""Colours for the colour-blind (M. Okabe and K. Ito, Color Universal Design), without yellow, hard to see on white."""
DASHES = ("solid", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))
"""With more lines than colours, the colours repeat with other dashes."""
GREY = "#666666"
FONT = 9.0
"""The usual font size in points."""
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": FONT,
    "axes.titlesize": 11.0,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.labelsize": FONT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.axisbelow": True,
    "axes.grid": False,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.7,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": "black",
    "ytick.labelcolor": "black",
    "legend.frameon": False,
    "figure.facecolor": "white",
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "trickarena",
}
"""Math is off because names of bots may contain dollar signs; SVG files keep text as text, to search or read aloud."""
DOTS = 150
"""Dots per inch of a PNG."""


@contextmanager
def styled() -> Iterator[None]:
    """Draw in our style inside the block, whatever the user's settings; they are restored afterwards."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        yield


def new_figure(width: float, height: float, title: str, subtitle: str = "") -> tuple[Figure, Axes]:
    """Return a figure with one pair of axes.

    Args:
        width: in inches.
        height: in inches.
        title: what it shows.
        subtitle: how to read it.
    """
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    entitle(axes, title, subtitle)
    return figure, axes


def entitle(axes: Axes, title: str, subtitle: str = "") -> None:
    """Put a title above axes, and below it a grey subtitle that says how to read them."""
    axes.set_title(title, pad=20.0 if subtitle else 8.0)
    if subtitle:
        axes.annotate(
            subtitle,
            (0.0, 1.0),
            xytext=(0.0, 6.0),
            xycoords="axes fraction",
            textcoords="offset points",
            color=GREY,
            fontsize=FONT - 1.0,
            va="bottom",
            ha="left",
        )


def save(figure: Figure, path: Path) -> None:
    """Write a figure as SVG or PNG, depending on the suffix of the path. The same figure gives the same file.

    Raises:
        ValueError: the path has another suffix.
        OSError: the file cannot be written.
    """
    if path.suffix not in {".svg", ".png"}:
        raise ValueError(f"{path}: plots are written as .svg or .png")
    kept = {"Date": None, "Creator": None} if path.suffix == ".svg" else {"Software": None}
    with styled():
        figure.savefig(path, dpi=DOTS, metadata=kept)


GAP = 7.0
"""The distance between a point and its label, in points."""
Point: TypeAlias = tuple[float, float]


class Box(NamedTuple):
    """A rectangle on the paper, in points."""

    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: Box) -> float:
        """Return the area that two boxes share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(0.0, width) * max(0.0, height)


def label_points(
    axes: Axes, points: Sequence[Point], names: Sequence[str], lines: Sequence[tuple[Point, Point]] = ()
) -> None:
    """Write a name beside each point, if possible where it covers no other name, point or line.

    Args:
        axes: where the points are; their limits must not change afterwards.
        points: the points in the units of the axes.
        names: the names of the points.
        lines: lines to avoid, each from left to right or from bottom to top.
    """
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.draw_without_rendering()
    scale = 72.0 / figure.dpi
    places = [tuple(scale * value for value in axes.transData.transform(point)) for point in points]
    ends = [[scale * value for end in line for value in axes.transData.transform(end)] for line in lines]
    drawn = [Box(x0 - 1.0, y0 - 1.0, x1 + 1.0, y1 + 1.0) for x0, y0, x1, y1 in ends]
    whole = axes.get_window_extent()
    limits = Box(scale * whole.x0, scale * whole.y0, scale * whole.x1, scale * whole.y1)
    taken = [Box(x - 4.0, y - 4.0, x + 4.0, y + 4.0) for x, y in places]
    for (x, y), point, name in zip(places, points, names, strict=True):
        size = (0.62 * (FONT - 1.0) * len(name), FONT)
        costs = [(_cost(_box(x, y, spot, size), taken, drawn, limits) + 0.5 * abs(spot[1])) for spot in _spots(size)]
        best = _spots(size)[costs.index(min(costs))]
        taken.append(_box(x, y, best, size))
        far = abs(best[1]) > 15.0
        # The size is a guess, so a label on the left is aligned to its right end: it ends beside the point in any case.
        share = {-size[0] / 2.0: 0.5, GAP: 0.0}.get(best[0], 1.0)
        axes.annotate(
            name,
            point,
            xytext=(best[0] + share * size[0], best[1]),
            textcoords="offset points",
            fontsize=FONT - 1.0,
            va="center",
            ha={0.0: "left", 0.5: "center", 1.0: "right"}[share],
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": GREY, "linewidth": 0.5} if far else None,
        )


def _spots(size: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the possible offsets of a label from its point: right, left, above, below, and further up and down."""
    heights = (0.0, 11.0, -11.0, 22.0, -22.0, 33.0, -33.0, 44.0, -44.0)
    return [(side, height) for height in heights for side in (GAP, -GAP - size[0], -size[0] / 2.0) if height or side]


def _box(x: float, y: float, spot: tuple[float, float], size: tuple[float, float]) -> Box:
    return Box(x + spot[0], y + spot[1] - size[1] / 2.0, x + spot[0] + size[0], y + spot[1] + size[1] / 2.0)


def _cost(box: Box, taken: Sequence[Box], lines: Sequence[Box], limits: Box) -> float:
    """Return the area of a label that covers others or is outside; touching a line counts as much as one letter."""
    area = (box.right - box.left) * (box.top - box.bottom)
    covered = sum(box.overlap(other) for other in taken) + 40.0 * sum(box.overlap(line) > 0.0 for line in lines)
    return covered + area - box.overlap(limits)
