"""Plots of ladders and matches as matplotlib figures (an optional extra: `pip install matplotlib`).

    from pathlib import Path
    from arena.ratings import fit, plots, read_csv

    plots.save(plots.forest(fit(read_csv("results.csv"))), Path("forest.svg"))

Each function returns a figure; `save` writes it as SVG or PNG. The same results always give the same file.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

try:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator
except ImportError as error:
    raise ImportError("plots need matplotlib; install it with: pip install matplotlib") from error

from arena.escapes import one_line
from arena.ratings.arrays import Floats, Ints
from arena.ratings.curves import no_faster_beats, spread, strength_and_time, widths_of
from arena.ratings.drawing import COLOURS, DASHES, FONT, GREY, entitle, label_points, new_figure, save, styled
from arena.ratings.history import elo_history
from arena.ratings.ladder import Ladder, Status
from arena.ratings.pairs import Pairs, compare
from arena.ratings.table import elo_text
from arena.ratings.versus import Cell, head_to_head

__all__ = ["deals", "forest", "heat_map", "history", "llr_path", "of_ladder", "pareto", "precision", "save"]

MOST_ROWS = 100
"""The most entrants in a forest plot."""
MOST_CELLS = 40
"""The most entrants in a heat map."""
MOST_LINES = 32
"""The most entrants in a plot of histories: colours times dashes."""
SURPRISE = 2.0
"""A heat map shows residuals of at least this many standard errors."""
POINTS = 600
"""The most points of a line."""


def forest(ladder: Ladder) -> Figure:
    """Return the ratings with their 95 % intervals, best first. An arrow is the bound for a perfect or zero score."""
    ranked = [i for i in ladder.order if ladder.ratings[i].middle is not None]
    rows = ranked[:MOST_ROWS]
    title = "Ratings" if len(rows) == len(ranked) else f"Ratings: the first {len(rows)} of {len(ranked)}"
    with styled():
        figure, axes = new_figure(7.0, 1.3 + 0.24 * max(3, len(rows)), title, "Elo with 95 % intervals by deal")
        for place, entrant in enumerate(rows):
            _interval(axes, place, ladder, entrant)
        ranks = [ladder.ranks[i] for i in rows]
        names = [f"{rank.place}  {_cut(ladder.names[i])}" for i, rank in zip(rows, ranks, strict=True) if rank]
        axes.set_yticks(range(len(rows)), names)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0.0)
        axes.spines["left"].set_visible(False)
        axes.axvline(0.0, color=GREY, linewidth=0.8)
        axes.grid(axis="x", visible=True)
        axes.set_xlabel(_zero(ladder))
    return figure


def _interval(axes: Axes, place: int, ladder: Ladder, entrant: int) -> None:
    rating = ladder.ratings[entrant]
    if rating.elo is not None:
        if rating.low is not None and rating.high is not None:
            axes.plot([rating.low, rating.high], [place, place], color=COLOURS[0], linewidth=2.0, alpha=0.55)
        axes.plot([rating.elo], [place], marker="o", markersize=5.0, color=COLOURS[0], linestyle="none")
        return
    bound = rating.low if rating.low is not None else rating.high
    if bound is None:
        return
    marker = ">" if rating.status is Status.UNDEFEATED else "<"
    axes.plot([bound], [place], marker=marker, markersize=7.0, color=COLOURS[1], linestyle="none")
    spot = (8.0, 0.0) if marker == "<" else (-8.0, 0.0)
    text = elo_text(None, rating.low, rating.high)
    axes.annotate(
        text,
        (bound, place),
        xytext=spot,
        textcoords="offset points",
        va="center",
        ha="left" if marker == "<" else "right",
        fontsize=FONT - 1.0,
    )


def _zero(ladder: Ladder) -> str:
    if ladder.anchors and ladder.zero is None:
        return "Elo, by " + ", ".join(f"{name} = {elo:+g}" for name, elo in ladder.anchors.items())
    return "Elo above the mean of the rated entrants" if ladder.zero is None else f"Elo above {ladder.zero}"


def heat_map(ladder: Ladder) -> Figure:
    """Return the score of every pair in %, with z where it differs from the ratings by two standard errors or more.

    z is the difference between the score and the score that the ratings predict, in standard errors.
    """
    rows = ladder.order[:MOST_CELLS]
    cells = head_to_head(ladder)
    size = len(rows)
    scores = np.full((size, size), np.nan)
    for y, i in enumerate(rows):
        for x, j in enumerate(rows):
            if (i, j) in cells:
                scores[y, x] = 100.0 * cells[i, j].score
    side = 0.46 * max(4, size)
    title = "Who beats whom" if size == len(ladder.order) else f"Who beats whom: the first {size}"
    with styled():
        figure, axes = new_figure(
            side + 2.6, side + 2.2, title, "score of the row in %; z if two standard errors off the ratings"
        )
        image = axes.imshow(np.ma.masked_invalid(scores), cmap="RdBu", vmin=0.0, vmax=100.0)
        for (y, x), score in np.ndenumerate(scores):
            if not math.isnan(score):
                _write_cell(axes, x, y, cells[rows[y], rows[x]])
        axes.set_yticks(range(size), [f"{place}  {_cut(ladder.names[i])}" for place, i in enumerate(rows, start=1)])
        axes.set_xticks(range(size), [str(place) for place in range(1, size + 1)])
        axes.set_facecolor("#E4E4E4")
        axes.set_xticks(np.arange(size + 1) - 0.5, minor=True)
        axes.set_yticks(np.arange(size + 1) - 0.5, minor=True)
        axes.grid(which="minor", visible=True, color="white", linewidth=1.5)
        axes.tick_params(which="both", length=0.0)
        axes.spines[:].set_visible(False)
        bar = figure.colorbar(image, ax=axes, shrink=min(0.7, 2.6 / side), ticks=[0, 25, 50, 75, 100], pad=0.02)
        bar.outline.set_visible(False)
        bar.ax.tick_params(length=0.0)
    return figure


def _write_cell(axes: Axes, x: int, y: int, cell: Cell) -> None:
    surprise = cell.z is not None and abs(cell.z) >= SURPRISE
    dark = abs(cell.score - 0.5) > 0.28
    text = f"{100.0 * cell.score:.0f}" + (f"\nz {cell.z:+.1f}" if surprise else "")
    weight = "bold" if surprise else "normal"
    colour = "white" if dark else "black"
    size = FONT - 2.5 if surprise else FONT - 1.0
    axes.text(x, y, text, ha="center", va="center", fontsize=size, color=colour, fontweight=weight)


def llr_path(path: Sequence[float], bounds: tuple[float, float], names: tuple[str, str] = ("H0", "H1")) -> Figure:
    """Return the path of a sequential test.

    Args:
        path: the evidence after each deal: a log-likelihood ratio, or the log of an e-value.
        bounds: the evidence at which the first and the second hypothesis are accepted.
        names: the names of the two hypotheses.
    """
    low, high = bounds
    values = [0.0, *path]
    with styled():
        last = f"{values[-1]:+.2f} after {len(path)} deals"
        figure, axes = new_figure(7.0, 3.6, "Evidence of the test", f"log-likelihood ratio by deal: {last}")
        for bound, name, colour in ((high, names[1], COLOURS[0]), (low, names[0], COLOURS[1])):
            axes.axhline(bound, color=colour, linewidth=1.2, linestyle=DASHES[1])
            above = bound >= 0.0
            text = f"accept {name} ({bound:+.2f})"
            axes.annotate(
                text,
                (0.0, bound),
                xytext=(4.0, 4.0 if above else -4.0),
                textcoords="offset points",
                color=colour,
                va="bottom" if above else "top",
            )
        axes.axhline(0.0, color=GREY, linewidth=0.8)
        axes.plot(range(len(values)), values, color="black", linewidth=1.3, drawstyle="steps-post")
        axes.plot([len(path)], [values[-1]], marker="o", color="black", markersize=5.0)
        reach = max(high - low, max(values) - min(values))
        axes.set_ylim(min(low, *values) - 0.14 * reach, max(high, *values) + 0.14 * reach)
        axes.set_xlim(0.0, max(1, len(path)) * 1.02)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("deals")
    return figure


def deals(pairs: Pairs, first: str, second: str) -> Figure:
    """Return the distribution of the deals between two entrants: their scores, and their margins if known."""
    found, margins = compare(pairs), pairs.deal_margins
    with styled():
        figure = Figure(figsize=(8.0 if margins is not None else 4.2, 3.4), layout="constrained")
        columns = 1 if margins is None else 2
        axes = figure.add_subplot(1, columns, 1)
        entitle(axes, _cut(f"{first} v {second}"), f"{found.deals} deals by score of {_cut(first, 20)}")
        places = range(len(found.counts))
        bars = axes.bar(places, found.counts, color=COLOURS[0], width=0.8)
        if len(found.counts) < 12:
            axes.bar_label(bars, fontsize=FONT - 1.0, padding=2.0)
        axes.set_xticks(places, [f"{score:.3g}" for score in found.histogram])
        axes.set_xlabel("score of a deal")
        axes.locator_params(axis="y", integer=True)
        axes.margins(y=0.12)
        if margins is not None:
            _margins(figure.add_subplot(1, 2, 2), margins, pairs)
    return figure


def _margins(axes: Axes, margins: Floats, pairs: Pairs) -> None:
    mean = compare(pairs).margin
    ends = "" if mean is None or mean.low is None else f" ({mean.low:+.2f} to {mean.high:+.2f})"
    entitle(axes, "Margins", f"points ahead per game, mean {margins.mean():+.2f}{ends}")
    reach = max(1.0, float(np.abs(margins).max()))
    bins = min(41, 2 * math.ceil(math.sqrt(margins.size) / 2.0) + 1)
    axes.hist(margins, bins=np.linspace(-reach, reach, max(5, bins) + 1).tolist(), color=COLOURS[5])
    axes.axvline(0.0, color=GREY, linewidth=0.8)
    axes.axvline(float(margins.mean()), color=COLOURS[1], linewidth=1.6)
    if mean is not None and mean.low is not None and mean.high is not None:
        axes.axvspan(mean.low, mean.high, color=COLOURS[1], alpha=0.25, linewidth=0.0)
    axes.set_xlabel("mean margin of a deal")
    axes.locator_params(axis="y", integer=True)


def _cut(text: str, most: int = 40) -> str:
    """Return a name as a label: SVG files are XML, which has no control characters."""
    text = one_line(text)
    return text if len(text) <= most else text[: most - 1] + "…"


def pareto(ladder: Ladder) -> Figure | None:
    """Return strength against time per decision, with a line through the bots that no faster bot beats.

    None if no rated entrant has a time.
    """
    found = strength_and_time(ladder)
    if not found:
        return None
    with styled():
        height = 4.5 + 0.1 * min(30, len(found))
        figure, axes = new_figure(7.5, height, "Strength and time", "the line joins the bots that no faster bot beats")
        best = no_faster_beats(found)
        right = found[-1][0] * 1.3
        axes.plot(
            [p[0] for p in best] + [right],
            [p[1] for p in best] + [best[-1][1]],
            color=COLOURS[0],
            linewidth=1.2,
            drawstyle="steps-post",
            alpha=0.7,
        )
        for ms, elo, entrant in found:
            rating = ladder.ratings[entrant]
            if rating.low is not None and rating.high is not None:
                axes.plot([ms, ms], [rating.low, rating.high], color="#BBBBBB", linewidth=1.0, zorder=1.0)
            front = any(entrant == other for _, _, other in best)
            axes.plot([ms], [elo], marker="o" if front else "s", color=COLOURS[0] if front else GREY, markersize=5.0)
        axes.set_xscale("log")
        _log_ticks(axes.xaxis)
        axes.set_xlim(found[0][0] / 1.6, found[-1][0] * 2.2)
        axes.margins(y=0.1)
        axes.grid(axis="y", visible=True)
        axes.set_xlabel("milliseconds per decision")
        axes.set_ylabel(_zero(ladder))
        ends = [(ladder.ratings[i].low or elo, ladder.ratings[i].high or elo) for _, elo, i in found]
        lines = [((ms, low), (ms, high)) for (ms, *_), (low, high) in zip(found, ends, strict=True)]
        lines += [((one[0], one[1]), (two[0], one[1])) for one, two in pairwise([*best, (right, 0.0, -1)])]
        points = [(ms, elo) for ms, elo, _ in found]
        label_points(axes, points, [_cut(ladder.names[i], 24) for *_, i in found], lines)
    return figure


def precision(ladder: Ladder) -> Figure | None:
    """Return how the intervals became narrower with more deals, and how they will: as one over the root of the deals.

    None if there are too few deals for a curve.
    """
    found = widths_of(ladder.results)
    if len(found) < 3:
        return None
    counts, widths = (list(column) for column in zip(*found, strict=True))
    constant = widths[-1] * math.sqrt(counts[-1])
    reach = np.geomspace(counts[0], 10.0 * counts[-1], 50)
    with styled():
        now = f"±{widths[-1]:.3g} after {counts[-1]} deals; half of that after {4 * counts[-1]}"
        figure, axes = new_figure(7.0, 4.0, "Precision", f"half the 95 % interval of a rating, median: {now}")
        axes.plot(reach, constant / np.sqrt(reach), color=GREY, linestyle=DASHES[1], linewidth=1.2)
        axes.plot(counts, widths, marker="o", color=COLOURS[0], linewidth=1.5, markersize=4.5)
        axes.annotate(
            "one over the root of the deals",
            (reach[-9], constant / math.sqrt(reach[-9])),
            xytext=(-6.0, -3.0),
            textcoords="offset points",
            color=GREY,
            ha="right",
            va="top",
        )
        axes.set(xscale="log", yscale="log")
        _log_ticks(axes.xaxis)
        _log_ticks(axes.yaxis)
        axes.grid(visible=True)
        axes.set_xlabel("deals")
        axes.set_ylabel("± Elo")
    return figure


def _log_ticks(axis: Axis) -> None:
    """Mark a logarithmic axis by 1, 2 and 5 of each power of ten, as plain numbers."""
    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def history(ladder: Ladder, factor: float = 16.0) -> Figure:
    """Return a plot of classical Elo, game by game. It depends on the order of the games and is only a picture.

    Args:
        ladder: the ladder.
        factor: K: how far one game can move a rating.
    """
    rows = ladder.order[:MOST_LINES]
    curves = elo_history(ladder.results, factor)
    shown = [i for i in rows if curves[i].elo.size]
    with styled():
        height = max(4.0, 1.4 + 0.17 * len(shown))
        title = "History" if len(rows) == len(ladder.order) else f"History: the first {len(rows)}"
        figure, axes = new_figure(8.0, height, title, f"classical Elo, K = {factor:g}, in the order of the games")
        axes.axhline(0.0, color=GREY, linewidth=0.8)
        last = max((int(curves[i].game[-1]) for i in shown), default=1)
        for number, i in enumerate(shown):
            _history_line(axes, curves[i].game, curves[i].elo, number, last)
        axes.set_xlim(0.0, last)
        axes.set_xlabel("games of the pool")
        axes.set_ylabel("Elo")
        low, high = axes.get_ylim()
        ends = [float(curves[i].elo[-1]) for i in shown]
        gap = (high - low) * 0.155 / (height - 1.1)
        for number, (i, place) in enumerate(zip(shown, spread(ends, gap), strict=True)):
            # The names are in the margin: x is a share of the axes, y is Elo.
            beside = axes.get_yaxis_transform()
            axes.plot(
                [1.0, 1.025], [ends[number], place], color="#BBBBBB", linewidth=0.6, transform=beside, clip_on=False
            )
            colour, name = COLOURS[number % len(COLOURS)], _cut(ladder.names[i], 24)
            axes.text(1.03, place, name, color=colour, va="center", fontsize=FONT - 1.0, transform=beside)
        axes.set_ylim(low, high)
    return figure


def _history_line(axes: Axes, games: Ints, elo: Floats, number: int, last: int) -> None:
    x, y = np.concatenate(([0], games, [last])), np.concatenate(([0.0], elo, elo[-1:]))
    keep = np.unique(np.linspace(0, x.size - 1, POINTS).round().astype(np.int64))
    colour, dashes = COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]
    axes.plot(x[keep], y[keep], color=colour, linestyle=dashes, linewidth=1.2, drawstyle="steps-post")


def of_ladder(ladder: Ladder) -> dict[str, Figure]:
    """Return all plots of a ladder by file name, without the suffix."""
    drawn = {
        "forest": forest(ladder),
        "head-to-head": heat_map(ladder),
        "history": history(ladder),
        "strength-and-time": pareto(ladder),
        "precision": precision(ladder),
    }
    return {name: figure for name, figure in drawn.items() if figure is not None}
