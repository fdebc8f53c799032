"""Plots of ladders and matches as SVG, for pages and for files.

    from pathlib import Path
    from arena.ratings import fit, plots, read_csv

    Path("ratings.svg").write_text(plots.forest(fit(read_csv("results.csv"))).file())

The same results always give the same text.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from arena.ratings.arrays import Floats
from arena.ratings.drawing import (
    BOTTOM,
    COLORS,
    LEFT,
    LINE,
    TOP,
    WIDTH,
    Axis,
    Plot,
    Point,
    around,
    beside,
    dot,
    frame,
    label,
    path,
    text,
)
from arena.ratings.ladder import Ladder, Rating
from arena.ratings.pairs import Pairs, compare
from arena.ratings.scale import Interval
from arena.ratings.snapshots import Moment, Snapshot, history
from arena.ratings.table import elo_text
from arena.ratings.versus import Cell, head_to_head

MOST_ROWS = 100
"""The most entrants in a plot with a row or a point for each."""
MOST_CELLS = 40
"""The most entrants in a table of who beats whom."""
MOST_LINES = 16
"""The most entrants in a plot of histories: eight colors, full and dashed."""
MOST_NAMES = 30
"""With more points than this, only those on the front are named."""
LARGE = 200_000
"""With more games than this, a page has no plots that need many fits."""
NIGHTS = 3
"""With so many nights, a history has a point for each."""
FEWEST = 8
"""With fewer games nothing is said of precision."""
SURPRISE = 2.0
"""A score is marked if it is at least this many standard errors off the ratings."""
Timed: TypeAlias = tuple[float, float, int]
"""The mean milliseconds of a decision, the rating in Elo, and the number of the entrant."""


def _zero(ladder: Ladder) -> str:
    if ladder.anchors and ladder.zero is None:
        return "Elo, by " + ", ".join(f"{label(name)} = {elo:+g}" for name, elo in ladder.anchors.items())
    return f"Elo above {label(ladder.zero or 'the mean of the rated bots')}"


def _titled(title: str, shown: int, count: int) -> str:
    return title if shown == count else f"{title}: the first {shown} of {count}"


def ends_of(rating: Rating) -> list[float]:
    """Return those of a rating and the ends of its interval that are known."""
    return [value for value in (rating.elo, rating.low, rating.high) if value is not None]


def of_ladder(ladder: Ladder, moments: Sequence[Moment] = ()) -> list[Plot]:
    """Return all plots of a ladder.

    Args:
        ladder: the ladder.
        moments: the ends of its nights; with fewer than three, its history is told by parts of the games.
    """
    return [forest(ladder), who_beats_whom(ladder), *of_page(ladder, moments, most=math.inf)]


def of_page(ladder: Ladder, moments: Sequence[Moment] = (), most: float = LARGE) -> list[Plot]:
    """Return the plots of a ladder that belong to its page, beside its intervals and who beats whom.

    Args:
        ladder: the ladder.
        moments: as for `of_ladder`.
        most: with more games than this, those that need many fits are left out.
    """
    found = [strength_and_time(ladder)]
    if 0 < ladder.results.games <= most:
        points = history(ladder)
        nights = history(ladder, moments) if len(moments) >= NIGHTS else points
        found += [ratings_so_far(ladder, nights), precision(points)]
    return [plot for plot in found if plot is not None]


def forest(ladder: Ladder) -> Plot:
    """Return the ratings with their 95 % intervals, best first. An arrow is the bound for a perfect or zero score."""
    ranked = [entrant for entrant in ladder.order if ladder.ratings[entrant].middle is not None]
    rows = ranked[:MOST_ROWS]
    height = TOP + 18.0 * len(rows) + BOTTOM
    x = around([0.0, *(end for entrant in rows for end in ends_of(ladder.ratings[entrant]))], 240.0, WIDTH - 20.0)
    bottom = height - BOTTOM
    parts = [path([(x.at(value), TOP), (x.at(value), bottom)], "grid") for value in x.ticks()]
    parts += [text(x.at(value), bottom + 14.0, f"{value:g}", "", "middle") for value in x.ticks()]
    parts.append(path([(x.at(0.0), TOP), (x.at(0.0), bottom)], "axis"))
    parts.append(text((x.begin + x.end) / 2.0, bottom + 32.0, _zero(ladder), "what", "middle"))
    for row, entrant in enumerate(rows):
        rank, y = ladder.ranks[entrant], TOP + 18.0 * row + 9.0
        parts.append(text(8.0, y, f"{rank.place if rank else ''}  {label(ladder.names[entrant])}", "name"))
        parts += _interval(ladder, entrant, x, y)
    about = "Elo with 95 % intervals by deal. An arrow is a bound."
    return Plot("forest", _titled("Ratings", len(rows), len(ranked)), about, WIDTH, height, parts)


def _interval(ladder: Ladder, entrant: int, x: Axis, y: float) -> Iterator[str]:
    rating = ladder.ratings[entrant]
    said = elo_text(rating.elo, rating.low, rating.high)
    if rating.elo is not None:
        if rating.low is not None and rating.high is not None:
            yield path([(x.at(rating.low), y), (x.at(rating.high), y)], "line line-0")
        yield dot(x.at(rating.elo), y, "dot front", f"{label(ladder.names[entrant])}: {said}")
        return
    for bound, way in ((rating.low, 1.0), (rating.high, -1.0)):
        if bound is not None:
            at = x.at(bound)
            yield path([(at, y - 5.0), (at + 8.0 * way, y), (at, y + 5.0)], "line line-1")
            yield text(at - 6.0 * way, y, said, "", "end" if way > 0.0 else "start")


def who_beats_whom(ladder: Ladder) -> Plot:
    """Return the score of every pair in %, with z where it differs from the ratings by two standard errors or more.

    z is the difference between the score and the score that the ratings predict, in standard errors.
    """
    rows, cells, side, left = ladder.order[:MOST_CELLS], head_to_head(ladder), 36.0, 200.0
    size = len(rows)
    parts = []
    for line, entrant in enumerate(rows):
        y = TOP + side * (line + 0.5)
        parts.append(text(8.0, y, f"{line + 1}  {label(ladder.names[entrant])}", "name"))
        parts.append(text(left + side * (line + 0.5), TOP - 10.0, str(line + 1), "", "middle"))
        for column, other in enumerate(rows):
            if cell := cells.get((entrant, other)):
                parts += _cell(left + side * column, TOP + side * line, side, cell)
    about = "Score of the row in %; z if two standard errors off the ratings."
    width, height = max(400.0, left + side * size + 10.0), TOP + side * size + 10.0
    return Plot("head-to-head", _titled("Who beats whom", size, len(ladder.order)), about, width, height, parts)


def _cell(x: float, y: float, side: float, cell: Cell) -> Iterator[str]:
    color = COLORS[0] if cell.score > 0.5 else COLORS[1]
    opacity = abs(cell.score - 0.5)
    yield (
        f'<rect x="{x:g}" y="{y:g}" width="{side - 1.0:g}" height="{side - 1.0:g}" fill="{color}"'
        f' fill-opacity="{opacity:.2f}"/>'
    )
    surprise = cell.z is not None and abs(cell.z) >= SURPRISE
    middle = y + side / 2.0
    score = f"{100.0 * cell.score:.0f}"
    yield text(x + side / 2.0, middle - 6.0 * surprise, score, "name", "middle")
    if surprise:
        yield text(x + side / 2.0, middle + 8.0, f"z {cell.z:+.1f}", "", "middle")


def timed(ladder: Ladder) -> list[Timed]:
    """Return the time and the rating of every rated entrant with a time, the fastest first."""
    found = [
        (ms, rating.elo, entrant)
        for entrant, (tally, rating) in enumerate(zip(ladder.tallies, ladder.ratings, strict=True))
        if (ms := tally.ms_per_decision) and rating.elo is not None
    ]
    return sorted(found, key=lambda point: (point[0], -point[1]))


def front(found: Sequence[Timed]) -> list[Timed]:
    """Return those of `timed` that no faster entrant beats."""
    best: list[Timed] = []
    for point in found:
        if not best or point[1] > best[-1][1]:
            best.append(point)
    return best


def strength_and_time(ladder: Ladder) -> Plot | None:
    """Return strength against time per decision, with a line through the entrants that no faster one beats.

    None with fewer than two rated entrants that have a time.
    """
    first = {*ladder.order[:MOST_ROWS]}
    found = [point for point in timed(ladder) if point[2] in first]
    if len(found) < 2:
        return None
    height = 300.0 + 3.0 * min(60, len(found))
    x = Axis(found[0][0] / 1.5, found[-1][0] * 1.5, LEFT, WIDTH - 170.0, log=True)
    y = around((end for *_, entrant in found for end in ends_of(ladder.ratings[entrant])), height - BOTTOM, TOP)
    parts, best = frame(x, y, "milliseconds a decision", _zero(ladder)), front(found)
    for ms, _, entrant in found:
        rating = ladder.ratings[entrant]
        if rating.low is not None and rating.high is not None:
            parts.append(path([(x.at(ms), y.at(rating.low)), (x.at(ms), y.at(rating.high))], "range"))
    corners = _steps([(x.at(ms), y.at(elo)) for ms, elo, _ in best])
    parts.append(path([*corners, (x.end, corners[-1][1])], "line line-0"))
    for ms, elo, entrant in found:
        said = f"{label(ladder.names[entrant])}: {elo_text(elo)} Elo, {ms:.3g} ms"
        parts.append(dot(x.at(ms), y.at(elo), "dot front" if (ms, elo, entrant) in best else "dot", said))
    named = found if len(found) <= MOST_NAMES else best
    parts += [path([(x.at(ms), y.at(elo)), (x.end, y.at(elo))], "lead") for ms, elo, _ in named]
    names = [ladder.names[entrant] for *_, entrant in named]
    parts += beside(x.end, [y.at(elo) for _, elo, _ in named], names, ["name"] * len(named))
    about = "Mean time of a decision, and the rating with its interval. No faster bot beats those on the line."
    title = _titled("Strength and time", len(first), len(ladder.order))
    return Plot("strength-and-time", title, about, WIDTH, height, parts)


def _steps(points: Sequence[Point]) -> list[Point]:
    """Return the corners of a line that stays level until the next point."""
    corners = [points[0]]
    for x, y in points[1:]:
        corners += [(x, corners[-1][1]), (x, y)]
    return corners


def ratings_so_far(ladder: Ladder, points: Sequence[Snapshot]) -> Plot | None:
    """Return how the ratings of the first entrants changed with the games; None without any rating.

    Args:
        ladder: the ladder.
        points: its history.
    """
    rated = np.flatnonzero(~np.isnan(points[-1].elo))
    shown = [entrant for entrant in ladder.order if entrant in rated][:MOST_LINES]
    if not shown:
        return None
    height = max(260.0, 70.0 + LINE * len(shown))
    lines = [[(point.games, float(point.elo[i])) for point in points if not np.isnan(point.elo[i])] for i in shown]
    x = Axis(0.0, float(points[-1].games), LEFT, WIDTH - 170.0)
    y = around((0.0, *(elo for line in lines for _, elo in line)), height - BOTTOM, TOP)
    parts = frame(x, y, "games of all bots", _zero(ladder))
    for number, line in enumerate(lines):
        style = f"line line-{number % len(COLORS)}" + " dashed" * (number >= len(COLORS))
        parts.append(path([(x.at(games), y.at(elo)) for games, elo in line], style))
    styles = [f"name text-{number % len(COLORS)}" for number in range(len(shown))]
    parts += beside(x.end, [y.at(line[-1][1]) for line in lines], [ladder.names[i] for i in shown], styles)
    about = "The rating by all games up to each point. A line begins when its bot has won and lost."
    title = _titled("History", len(shown), len(ladder.order))
    return Plot("history", title, about, WIDTH, height, parts)


def precision(points: Sequence[Snapshot]) -> Plot | None:
    """Return how the intervals became narrower with more games, and how they will: as one over the root of the games.

    None if there are too few games for a curve.

    Args:
        points: the history of a ladder.
    """
    told = [(float(point.games), point.half_width) for point in points if point.games >= FEWEST]
    found = [(games, width) for games, width in told if width is not None]
    if len(found) < 3:
        return None
    games, now = found[-1]
    constant, reach = now * math.sqrt(games), 10.0 * games
    widths = [width for _, width in found]
    x = Axis(found[0][0], reach, LEFT, WIDTH - 20.0, log=True)
    y = Axis(0.9 * min(constant / math.sqrt(reach), *widths), 1.1 * max(widths), 260.0 - BOTTOM, TOP, log=True)
    parts = frame(x, y, "games of all bots", "± Elo")
    parts.append(path([(x.at(games), y.at(now)), (x.at(reach), y.at(constant / math.sqrt(reach)))], "range dashed"))
    parts.append(path([(x.at(count), y.at(width)) for count, width in found], "line line-0"))
    parts += [dot(x.at(n), y.at(width), "dot front", f"±{width:.3g} after {n:g} games") for n, width in found]
    about = (
        f"Half the 95 % interval of a rating, median: ±{now:.3g} after {games:g} games; half of that after"
        f" {4 * games:g} (dashed)."
    )
    return Plot("precision", "Precision", about, WIDTH, 260.0, parts)


def evidence(steps: Sequence[float], bounds: tuple[float, float], names: tuple[str, str] = ("H0", "H1")) -> Plot:
    """Return the path of a sequential test.

    Args:
        steps: the evidence after each deal: a log-likelihood ratio, or the log of an e-value.
        bounds: the evidence at which the first and the second hypothesis are accepted.
        names: the names of the two hypotheses.
    """
    values = [0.0, *steps]
    x = Axis(0.0, float(max(1, len(steps))), LEFT, WIDTH - 170.0)
    y = around((*bounds, *values), 300.0 - BOTTOM, TOP, room=0.1)
    parts = frame(x, y, "deals", "evidence")
    for bound, name, number in zip(bounds, names, (1, 0), strict=True):
        parts.append(path([(x.begin, y.at(bound)), (x.end, y.at(bound))], f"line line-{number} dashed"))
        parts.append(text(x.end + 6.0, y.at(bound), f"accept {name} ({bound:+.2f})", f"name text-{number}"))
    parts.append(path(_steps([(x.at(deal), y.at(value)) for deal, value in enumerate(values)]), "line line-6"))
    parts.append(dot(x.at(len(steps)), y.at(values[-1]), "dot front", f"{values[-1]:+z.2f}"))
    about = f"Log-likelihood ratio by deal: {values[-1]:+z.2f} after {len(steps)} deals."
    return Plot("evidence", "Evidence of the test", about, WIDTH, 300.0, parts)


def deals(pairs: Pairs, first: str, second: str, *, stopped: bool = False) -> list[Plot]:
    """Return the distribution of the deals between two entrants: of their scores, and of their margins if known.

    For `stopped` see `arena.ratings.wording.summary`.
    """
    found, versus = compare(pairs), f"{label(first)} v {label(second)}"
    about = f"{found.deals} deals by score of {label(first)}."
    last = len(found.histogram) - 1
    scores = _histogram([number / last for number in range(last + 1)], found.counts, 0.5 / last, "score of a deal")
    plots = [Plot("deals", versus, about, WIDTH, 260.0, scores)]
    if pairs.deal_margins is not None:
        plots.append(_margins(None if stopped else found.margin, pairs.deal_margins, versus))
    return plots


def _margins(mean: Interval | None, margins: Floats, versus: str) -> Plot:
    ends = "" if mean is None or mean.low is None else f" (95 %: {mean.low:+z.2f} to {mean.high:+z.2f})"
    reach = max(1.0, float(np.abs(margins).max()))
    bins = 2 * min(20, max(2, math.ceil(math.sqrt(margins.size) / 2.0))) + 1
    counts, edges = np.histogram(margins, np.linspace(-reach, reach, bins + 1))
    middles = ((edges[1:] + edges[:-1]) / 2.0).tolist()
    parts = _histogram(middles, counts.tolist(), reach / bins, "mean margin of a deal")
    about = f"Points ahead per game, mean {margins.mean():+z.2f}{ends}."
    return Plot("margins", f"Margins: {versus}", about, WIDTH, 260.0, parts)


def _histogram(middles: Sequence[float], counts: Sequence[int], half: float, title: str) -> list[str]:
    """Return bars with their axes."""
    x = Axis(middles[0] - half, middles[-1] + half, LEFT, WIDTH - 20.0)
    y = Axis(0.0, max(1.0, 1.05 * max(counts)), 260.0 - BOTTOM, TOP)
    bars = []
    for middle, count in zip(middles, counts, strict=True):
        left, right, top = x.at(middle - half) + 1.0, x.at(middle + half) - 1.0, y.at(count)
        bars.append(
            f'<rect class="bar" x="{left:.6g}" y="{top:.6g}" width="{right - left:.6g}" height="{y.begin - top:.6g}">'
            f"<title>{middle:.3g}: {count}</title></rect>"
        )
    return [*frame(x, y, title, "deals"), *bars]
