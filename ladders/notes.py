"""What the numbers of a ladder rest on: the lines below its table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ladders.estimate import SeatAdvantage
from ladders.faults import fault_shifts
from ladders.ladder import Ladder, Status
from ladders.table import draw_rate, elo_text, is_cyclic

LISTED = 6
"""The most names in a list; further ones are only counted."""


class Note(NamedTuple):
    """A remark about a ladder.

    Args:
        text: a phrase without a full stop.
        alarm: whether it changes how the table has to be read.
    """

    text: str
    alarm: bool = False


def notes(ladder: Ladder) -> list[Note]:
    """Return the remarks about a ladder: games, zero, errors, draws, seats, fit, unrated entrants, faults."""
    parts = (_basis, _loose, _seats, _fit, _apart, _faults)
    return [note for part in parts for note in part(ladder)]


def _basis(ladder: Ladder) -> Iterator[Note]:
    games = sum(len(rows) for rows in ladder.results.orders)
    deals = len(set(ladder.results.deal.tolist()))
    yield Note(f"{games} game{'s' * (games != 1)} of {deals} deal{'s' * (deals != 1)}")
    anchors = [f"{name} at {elo_text(elo)}" for name, elo in ladder.anchors.items() if elo]
    if anchors:
        yield Note(f"anchors: {', '.join(anchors)}")
    elif ladder.zero is not None:
        yield Note(f"0 is {ladder.zero}")
    elif ladder.core.members.size and not ladder.core.shift:
        yield Note("0 is the mean of the rated entrants")
    yield Note("intervals of 95 %, errors clustered by deal")
    if ladder.luck is not None:
        yield Note(f"the luck of the deal is removed: good cards are worth {ladder.luck:.0f} Elo (standard deviation)")
    if ladder.variance_reduction is not None:
        yield Note(f"each game is worth {ladder.variance_reduction:.2f} independent games")
    drawn = draw_rate(ladder)
    if drawn is not None:
        yield Note(f"draws {100.0 * drawn:.1f} %")


def _loose(ladder: Ladder) -> Iterator[Note]:
    """Yield an alarm for each anchor that is not rated."""
    for name, elo in ladder.loose.items():
        rating = ladder.ratings[ladder.names.index(name)]
        why = "has no games" if rating.status is Status.NO_GAMES else str(rating.status)
        if rating.status in {Status.NOT_CONNECTED, Status.UNDEFEATED, Status.WINLESS}:
            why = f"is {why}"
        if rating.middle is None:
            text = "so the ladder is rated without it"
        elif ladder.anchors:
            text = f"so it cannot be held at {elo_text(elo)}"
        else:
            far = "stronger" if rating.status is Status.UNDEFEATED else "weaker"
            even = f"{elo_text(elo)} is where its results have an even chance"
            text = f"so the scale is a guess: {even}, and it may be much {far}"
        yield Note(f"the anchor {name} {why}, {text}", alarm=True)


def _seats(ladder: Ladder) -> Iterator[Note]:
    if ladder.results.seat is None:
        yield Note("seats unknown")
    elif not ladder.seat_advantages:
        yield Note("seats balanced")
    for seat in ladder.seat_advantages:
        yield Note(_seat_text(seat))


def _seat_text(seat: SeatAdvantage) -> str:
    which = f"seat {seat.seat} over seat {seat.over} of {seat.sides}"
    if seat.elo is None:
        return f"{which}: cannot be separated from the strength of those who took it"
    error = "?" if seat.error is None else f"{seat.error:.1f}"
    return f"{which}: {seat.elo:+.1f} Elo, standard error {error}"


def _fit(ladder: Ladder) -> Iterator[Note]:
    p = ladder.lack_of_fit.p
    if p is None:
        return
    told = f"p {p:.2g}" if p >= 1e-4 else "p < 0.0001"
    if is_cyclic(ladder):
        text = f"one order of strength does not explain the results ({told}): look at who beats whom"
        yield Note(f"{text}, and at the Nash average", alarm=True)
    else:
        yield Note(f"lack of fit {told}")


def _apart(ladder: Ladder) -> Iterator[Note]:
    for status in (Status.NOT_CONNECTED, Status.NO_GAMES):
        names = [ladder.names[i] for i in ladder.order if ladder.ratings[i].status is status]
        if names:
            yield Note(f"{status}: {_listed(names)}", alarm=status is Status.NOT_CONNECTED)
    names = [ladder.names[i] for i in ladder.order if ladder.ratings[i].status is Status.NEVER_ANSWERED]
    if names:
        yield Note(f"never answered, so neither they nor games against them are rated: {_listed(names)}", alarm=True)


def _faults(ladder: Ladder) -> Iterator[Note]:
    fault = ladder.results.fault
    if fault is None:
        return
    games = len(set(ladder.results.game[fault].tolist()))
    yield Note(f"games with a fault {games}")
    cut = sum(int(ladder.results.cut_short(rows).sum()) for rows in ladder.results.orders if rows.shape[1] > 2)
    if cut:
        text = f"{cut} game{'s' * (cut != 1)} of more than two sides cut short by a fault"
        yield Note(f"{text}: lost by who failed, no result for the others")
    moved = [name for name, shift in zip(ladder.names, fault_shifts(ladder), strict=True) if shift and shift.decisive]
    if moved:
        yield Note(f"faults shift the rating beyond its interval: {_listed(moved)}", alarm=True)


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more
