"""A ladder as rows of a table: values for machines, the same as text for people. Knows no colours and no widths."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, fields

from ladders.ladder import Ladder, Status

HEADINGS = (
    *("rank", "ranks", "name", "Elo", "±95 %", "LOS", "deals", "games"),
    *("W-D-L", "score", "draws", "opponents", "faults", "note"),
)
"""What stands above `Row.cells`."""


@dataclass(frozen=True)
class Row:
    """One entrant of a ladder. None is what nobody knows.

    Args:
        rank: its place.
        best: the best place that is not ruled out (95 %).
        worst: the worst.
        name: the entrant.
        status: whether it is rated: the text of a `Status`.
        elo: its rating.
        low: the lower end of the 95 % interval, or a lower bound.
        high: the upper end of the 95 % interval, or an upper bound.
        los: the likelihood that it is stronger than the entrant of the next row, from 0 to 1.
        deals: how many different deals it played: sets of rooms, over all pairings that share them.
        games: how many games.
        wins: games won.
        draws: games drawn.
        losses: games lost.
        score: the mean score, from 0 to 1.
        draw_rate: the share of draws, from 0 to 1.
        opponents: the mean rating of its rated opponents, weighted by games.
        faults: games lost by its own faults.
        note: what else there is to say.
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
    opponents: float | None
    faults: int
    note: str

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as text, in the order of `HEADINGS`; unknown is a question mark, meaningless is empty."""
        return (
            "" if self.rank is None else str(self.rank),
            "" if self.rank is None else f"{self.best}-{self.worst}",
            self.name,
            elo_text(self.elo, self.low, self.high) or self.status,
            self._margin_text(),
            _percent(self.los),
            str(self.deals),
            str(self.games),
            f"{self.wins}-{self.draws}-{self.losses}",
            _percent(self.score),
            _percent(self.draw_rate),
            elo_text(self.opponents),
            str(self.faults),
            self.note,
        )

    def _margin_text(self) -> str:
        if self.elo is None or self.low == self.high == self.elo:
            return ""
        if self.low is None or self.high is None:
            return "?"
        margin = (self.high - self.low) / 2.0
        return f"{margin:.0f}" if margin >= 9.5 else f"{margin:.1f}"


def elo_text(elo: float | None, low: float | None = None, high: float | None = None) -> str:
    """Return a rating or difference in whole Elo: "+132", or for a mere bound "> +728" or "< -512"; "" for nothing."""
    if elo is not None:
        return _signed(round(elo))
    if low is not None:
        return f"> {_signed(math.floor(low))}"
    return "" if high is None else f"< {_signed(math.ceil(high))}"


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100.0 * share:.1f} %"


def rows(ladder: Ladder) -> list[Row]:
    """Return the rows of a ladder, best first; entrants without any number come last."""
    following = (*ladder.order[1:], None)  # one more than there are in an empty ladder
    return [_row(ladder, entrant, after) for entrant, after in zip(ladder.order, following, strict=False)]


def _row(ladder: Ladder, entrant: int, following: int | None) -> Row:
    rating, rank, tally = ladder.ratings[entrant], ladder.ranks[entrant], ladder.tallies[entrant]
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
        opponents=ladder.opponents[entrant],
        faults=tally.faults,
        note=_note(ladder, entrant),
    )


def _note(ladder: Ladder, entrant: int) -> str:
    status, name = ladder.ratings[entrant].status, ladder.names[entrant]
    if status in {Status.UNDEFEATED, Status.WINLESS}:
        return str(status)
    if twins := ladder.identical(entrant):
        others = ", ".join(ladder.names[twin] for twin in twins)
        return f"identical to {others} on all {ladder.tallies[entrant].deals} deals"
    if name in ladder.anchors:
        return "zero" if name == ladder.zero else "anchor"
    deals = ladder.rests_on(entrant)
    if deals is not None and deals < 1.5 and ladder.tallies[entrant].deals > 1:
        return "linked to the others by one deal"
    return ""


def to_markdown(table: Iterable[Row]) -> str:
    """Return rows as a Markdown table, each line ended."""
    lines = [HEADINGS, ("---",) * len(HEADINGS), *(row.cells for row in table)]
    return "".join(f"| {' | '.join(_escaped(cell) for cell in line)} |\n" for line in lines)


def _escaped(cell: str) -> str:
    """Keep a name from ending its cell or its row."""
    return " ".join(cell.replace("\\", "\\\\").replace("|", "\\|").split())


def to_csv(table: Iterable[Row]) -> str:
    """Return the values of rows as comma-separated text under the names of their fields; unknown is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(field.name for field in fields(Row))
    writer.writerows(astuple(row) for row in table)
    return text.getvalue()


def to_json(ladder: Ladder) -> str:
    """Return a ladder as a JSON object: what its zero is, how well one order explains the results, and all rows."""
    core = {"deals": ladder.core.deals, "rated": ladder.core.members.size, **ladder.lack_of_fit._asdict()}
    seats = [advantage._asdict() for advantage in ladder.seat_advantages]
    entrants = [asdict(row) for row in rows(ladder)]
    content = {"zero": ladder.zero, "anchors": dict(ladder.anchors), "fit": core, "seats": seats, "entrants": entrants}
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
