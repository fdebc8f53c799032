"""A ladder as rows of a table: as values for programs and as text for people, without colors or column widths."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from arena import escapes
from arena.ratings import tallies
from arena.ratings.anchors import anchor_fit
from arena.ratings.arrays import dense
from arena.ratings.direct import direct_notes
from arena.ratings.faults import FaultShift, fault_shifts
from arena.ratings.ladder import Ladder
from arena.ratings.superiority import los_text

HEADINGS = (
    *("rank", "ranks", "name", "Elo", "±95 %", "LOS", "deals", "games", "W-D-L", "score", "draws"),
    *("points", "±points", "MP", "opponents", "met", "faults", "kinds", "of losses", "ms/move", "note"),
)
"""The headings of `Row.cells`."""


@dataclass(frozen=True)
class Row:
    """One entrant of a ladder. None means unknown.

    Args:
        rank: its rank.
        best: the best rank that is not ruled out (95 %).
        worst: the worst rank that is not ruled out (95 %).
        name: its name.
        status: whether it is rated: the text of a `Status`.
        elo: its rating.
        low: the lower end of the 95 % interval, or a lower bound.
        high: the upper end of the 95 % interval, or an upper bound.
        los: the likelihood of superiority over the entrant of the next row, from 0 to 1.
        deals: the number of different deals it played, over all pairings that share them.
        games: the number of games it played.
        wins: games won.
        draws: games drawn.
        losses: games lost.
        score: its mean score, from 0 to 1.
        draw_rate: the share of draws, from 0 to 1.
        points: its points per game, less the mean of the others at its table.
        points_low: the lower end of the 95 % interval of `points`.
        points_high: the upper end of the 95 % interval of `points`.
        matchpoints: its share of the matchpoints, from 0 to 1, where nobody plays a deal twice.
        matchpoints_low: the lower end of the 95 % interval of `matchpoints`.
        matchpoints_high: the upper end.
        opponents: the mean rating of its rated opponents, weighted by games.
        opponents_met: the number of different opponents it met.
        faults: games in which it committed a fault.
        fault_kinds: the number of faults of each kind, such as "CRASH 2, TIMEOUT 1"; empty if unknown.
        fault_share: the share of its losses with a fault of its own, from 0 to 1.
        ms_per_decision: its mean time for a decision in milliseconds.
        note: a remark.
        identical_to: the names of the entrants that no deal tells apart from it, as if they were copies of one program.
    """

    rank: int | None
    best: int | None
    worst: int | None
    name: str
    status: str
    elo: float | None
    low: float | None
    high: float | None
    los: float | None
    deals: int
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    draw_rate: float | None
    points: float | None
    points_low: float | None
    points_high: float | None
    matchpoints: float | None
    matchpoints_low: float | None
    matchpoints_high: float | None
    opponents: float | None
    opponents_met: int
    faults: int
    fault_kinds: str
    fault_share: float | None
    ms_per_decision: float | None
    note: str
    identical_to: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as text, in the order of `HEADINGS`; "?" stands for unknown, an empty cell for not applicable."""
        return (
            "" if self.rank is None else str(self.rank),
            "" if self.rank is None else f"{self.best}-{self.worst}",
            self.name,
            elo_text(self.elo, self.low, self.high) or self.status,
            self._margin_text(),
            los_text(self.los),
            str(self.deals),
            str(self.games),
            f"{self.wins}-{self.draws}-{self.losses}",
            _percent(self.score),
            _percent(self.draw_rate),
            "" if self.points is None else f"{self.points:+z.{_decimals(self.points)}f}",
            self._points_margin(),
            _percent(self.matchpoints),
            elo_text(self.opponents),
            str(self.opponents_met),
            str(self.faults),
            self.fault_kinds,
            _percent(self.fault_share) if self.faults else "",
            "" if self.ms_per_decision is None else f"{self.ms_per_decision:.{_decimals(self.ms_per_decision)}f}",
            self.note,
        )

    def _margin_text(self) -> str:
        if self.elo is None or self.low == self.high == self.elo:
            return ""
        if self.low is None or self.high is None:
            return "?"
        margin = (self.high - self.low) / 2.0
        return f"{margin:.0f}" if margin >= 9.5 else f"{margin:.1f}"

    def _points_margin(self) -> str:
        if self.points is None:
            return ""
        if self.points_low is None or self.points_high is None:
            return "?"
        margin = max(self.points_high - self.points, self.points - self.points_low)
        return f"{margin:.{_decimals(margin)}f}"


def _decimals(number: float) -> int:
    """Return how many decimals to show of a number: enough for three digits, but at most two."""
    return 2 if abs(number) < 9.995 else 1 if abs(number) < 99.95 else 0


def elo_text(elo: float | None, low: float | None = None, high: float | None = None) -> str:
    """Return a rating or difference in whole Elo: "+132", for a bound alone "> +728" or "< -512", else "".

    Args:
        elo: the number; None if there is only a bound, or nothing.
        low: what it is above, in Elo.
        high: what it is below, in Elo.
    """
    if elo is not None:
        return _signed(round(elo))
    if low is not None:
        return f"> {_signed(math.floor(low))}"
    return "" if high is None else f"< {_signed(math.ceil(high))}"


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100.0 * share:.1f} %"


def rows(ladder: Ladder, *, by_points: bool = False) -> list[Row]:
    """Return the rows of a ladder, best first; entrants without a rating or bound come last.

    Args:
        ladder: the ladder.
        by_points: whether ranks and order are those of the points. Then there is no LOS, which is about ratings, and
            no remark that a row stands above one that beat it.
    """
    following = (*ladder.order, None)[1:]
    shifts, told = fault_shifts(ladder), direct_notes(ladder)
    twins = {entrant: set(members) - {entrant} for members, _ in identical_groups(ladder) for entrant in members}
    if by_points:
        told = [(status, "") for status, _ in told]
    found = []
    for entrant, after in zip(ladder.order, following, strict=True):
        row = _row(ladder, entrant, after, shifts[entrant], told[entrant], twins=twins.get(entrant, ()))
        found.append(row)
    return _by_points(ladder, found) if by_points else found


def _by_points(ladder: Ladder, found: Iterable[Row]) -> list[Row]:
    """Return rows with their ranks by points, in that order, without what belongs to the order of the ratings."""
    ranks = dict(zip(ladder.names, ladder.points_ranks, strict=True))
    ranked = [
        replace(row, rank=rank and rank.place, best=rank and rank.best, worst=rank and rank.worst, los=None)
        for row in found
        for rank in [ranks[row.name]]
    ]
    return sorted(ranked, key=lambda row: row.rank or math.inf)


def identical_groups(ladder: Ladder) -> list[tuple[tuple[int, ...], int]]:
    """Return the groups of entrants that no deal tells apart, and in how many deals two or more of each group met.

    They may be copies of one program. Those that never shared a deal are left out. Groups and their
    members are in the order of the ladder.
    """
    groups: list[tuple[int, ...]] = []
    seen: set[int] = set()
    place = {entrant: place for place, entrant in enumerate(ladder.order)}
    for entrant in ladder.order:
        twins = {entrant, *ladder.identical(entrant)} - seen
        if len(twins) > 1:
            seen |= twins
            groups.append(tuple(sorted(twins, key=place.__getitem__)))
    shared = zip(groups, _shared_deals(ladder, groups), strict=True)
    return [(members, deals) for members, deals in shared if deals]


def _shared_deals(ladder: Ladder, groups: Sequence[Sequence[int]]) -> list[int]:
    """Return in how many deals two or more members of each group played; no entrant is in two groups."""
    found = ladder.results
    group = np.full(len(found.names), -1)
    for number, members in enumerate(groups):
        group[list(members)] = number
    rows = group[found.entrant] >= 0
    deal, size = dense(found.deal[rows]), len(found.names)
    played = np.unique(deal * size + found.entrant[rows])  # each entrant once in each deal
    pairs, there = np.unique(group[played % size] * (deal.max(initial=0) + 1) + played // size, return_counts=True)
    shared = pairs[there > 1] // (deal.max(initial=0) + 1)
    return [int(deals) for deals in np.bincount(shared, minlength=len(groups))]


def _row(
    ladder: Ladder,
    entrant: int,
    following: int | None,
    shift: FaultShift | None,
    direct: tuple[str, str],
    *,
    twins: Collection[int],
) -> Row:
    rating, rank, tally = ladder.ratings[entrant], ladder.ranks[entrant], ladder.tallies[entrant]
    points, boards = ladder.points[entrant], ladder.matchpoints[entrant]
    return Row(
        rank=rank and rank.place,
        best=rank and rank.best,
        worst=rank and rank.worst,
        name=ladder.names[entrant],
        status=rating.status,
        elo=rating.elo,
        low=rating.low,
        high=rating.high,
        los=None if following is None else ladder.los(entrant, following),
        deals=tally.deals,
        games=tally.games,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        score=tally.score,
        draw_rate=tally.draws / tally.games if tally.games else None,
        points=points and points.mean,
        points_low=points and points.low,
        points_high=points and points.high,
        matchpoints=boards and boards.mean,
        matchpoints_low=boards and boards.low,
        matchpoints_high=boards and boards.high,
        opponents=ladder.opponents[entrant],
        opponents_met=ladder.opponents_met[entrant],
        faults=tally.faults,
        fault_kinds=", ".join(f"{kind} {count}" for kind, count in tally.kinds),
        fault_share=tally.fault_share,
        ms_per_decision=tally.ms_per_decision,
        note="; ".join(filter(None, (direct[0], _note(ladder, entrant, shift, identical=bool(twins)), direct[1]))),
        identical_to=", ".join(ladder.names[twin] for twin in sorted(twins)),
    )


def _note(ladder: Ladder, entrant: int, shift: FaultShift | None, *, identical: bool) -> str:
    name = ladder.names[entrant]
    told = ["anchor, not held"] * (name in ladder.loose)
    if identical:
        told.append("identical")  # to whom is said once, below the table
    if told:
        return "; ".join(told)
    if name in ladder.anchors:
        return "zero" if name == ladder.zero else "anchor"
    if shift is not None and shift.decisive:
        return f"{elo_text(shift.elo)} by faults"
    deals = ladder.rests_on(entrant)
    if deals is not None and deals < 1.5 and ladder.tallies[entrant].deals > 1:
        return "linked to the others by one deal"
    return ""


def to_markdown(table: Iterable[Row]) -> str:
    """Return rows as a Markdown table with a line break after every line; empty columns are left out."""
    cells = [row.cells for row in table]
    return markdown(*shown(HEADINGS, cells), right=set(HEADINGS) - {"name", "kinds", "note"})


def shown(heads: Sequence[str], cells: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Return the headings and cells of the columns that are not empty.

    Args:
        heads: the headings of the columns.
        cells: the rows.
    """
    used = [place for place in range(len(heads)) if not cells or any(row[place] for row in cells)]
    return [heads[place] for place in used], [[row[place] for place in used] for row in cells]


def markdown(heads: Sequence[str], cells: Iterable[Sequence[str]], *, right: Collection[str] = ()) -> str:
    """Return a Markdown table with a line break after every line.

    Args:
        heads: the headings of the columns.
        cells: the rows.
        right: the headings of right-aligned columns.
    """
    rule = ["---:" if head in right else "---" for head in heads]
    lines = [[escapes.markdown(cell) for cell in line] for line in (heads, *cells)]
    return "".join(f"| {' | '.join(line)} |\n" for line in (lines[0], rule, *lines[1:]))


def as_data(ladder: Ladder) -> dict[str, Any]:
    """Return a ladder as a dictionary that can be written as JSON."""
    core = {"deals": ladder.core.deals, "rated": ladder.core.members.size, **ladder.lack_of_fit._asdict()}
    del core["worst"]
    core["circles"] = [[ladder.names[one] for one in circle] for circle in ladder.circles]
    seats = [advantage._asdict() for advantage in ladder.seat_advantages]
    entrants, held = [asdict(row) for row in rows(ladder)], anchor_fit(ladder)
    return {
        "zero": ladder.zero,
        "prior": ladder.prior,
        "anchors": dict(ladder.anchors),
        "loose_anchors": dict(ladder.loose),
        "games": ladder.results.games,
        "draw_rate": draw_rate(ladder),
        "variance_reduction": ladder.variance_reduction,
        "fit": core,
        "anchor_fit": held and held._asdict(),
        "seats": seats,
        "entrants": entrants,
    }


def draw_rate(ladder: Ladder) -> float | None:
    """Return the share of games in which the first place is shared, from 0 to 1; None without finished games."""
    return tallies.draw_rate(ladder.results)
