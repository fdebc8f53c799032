"""What the numbers of a ladder rest on: the lines below its table."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from arena.ratings.anchors import anchor_fit
from arena.ratings.estimate import SeatAdvantage
from arena.ratings.faults import fault_shifts
from arena.ratings.lack_of_fit import FEWEST as FEWEST_DEALS
from arena.ratings.ladder import MISFIT, Ladder, Status
from arena.ratings.plain_words import circle_text, misfit_text, upset_text
from arena.ratings.seats import unbalanced
from arena.ratings.table import draw_rate, elo_text, identical_groups

LISTED = 6
"""The most names in a list; further ones are only counted."""


class NoteGroup(StrEnum):
    """What a remark is about. Remarks are shown group by group, in this order."""

    RESULTS = "results"
    SCALE = "scale"
    CHECKS = "checks"
    CONDITIONS = "conditions"
    ORIGIN = "origin"


class Note(NamedTuple):
    """A remark about a ladder.

    Args:
        text: a phrase without a full stop.
        alarm: whether it changes how the table has to be read.
        group: what it is about.
        minor: whether a short view of the ladder may leave it out.
    """

    text: str
    alarm: bool = False
    group: NoteGroup = NoteGroup.RESULTS
    minor: bool = False


def notes(ladder: Ladder) -> list[Note]:
    """Return the remarks about a ladder: games, zero, errors, seats, fit, unrated entrants, faults."""
    checks = [*_seats(ladder), *_fit(ladder)]
    return [
        *_games(ladder),
        *_scale(ladder),
        *_loose(ladder),
        *(note._replace(group=NoteGroup.CHECKS, minor=not note.alarm) for note in checks),
        *_apart(ladder),
        *_identical(ladder),
        *_faults(ladder),
    ]


def _games(ladder: Ladder) -> Iterator[Note]:
    games = ladder.results.games
    deals = len(set(ladder.results.deal.tolist()))
    yield Note(f"{games} game{'s' * (games != 1)} of {deals} deal{'s' * (deals != 1)}")
    drawn = draw_rate(ladder)
    if drawn is not None:
        yield Note(f"draws {100.0 * drawn:.1f} %")


def _scale(ladder: Ladder) -> Iterator[Note]:
    anchors = [f"{name} at {elo_text(elo)}" for name, elo in ladder.anchors.items() if elo]
    if anchors:
        yield Note(f"anchors: {', '.join(anchors)}", group=NoteGroup.SCALE)
    elif ladder.zero is not None:
        yield Note(f"0 is {ladder.zero}", group=NoteGroup.SCALE)
    elif ladder.core.members.size and not ladder.core.shift:
        yield Note("0 is the mean of the rated entrants", group=NoteGroup.SCALE)
    if ladder.prior is not None:
        yield Note(f"a prior of {ladder.prior:g} Elo pulls all ratings towards their mean", group=NoteGroup.SCALE)
    contests = 1 if ladder.results.contest is None else np.unique(ladder.results.contest).size
    finer = [f"intervals of 95 %{f' at these {contests} games' * (contests > 1)}, errors clustered by deal"]
    if ladder.luck is not None:
        finer.append(
            f"the luck of the deal is removed: good cards are worth {ladder.luck:.0f} Elo (standard deviation)"
        )
    if ladder.variance_reduction is not None:
        finer.append(f"each game is worth {ladder.variance_reduction:.2f} independent games")
    for text in finer:
        yield Note(text, group=NoteGroup.SCALE, minor=True)


def _loose(ladder: Ladder) -> Iterator[Note]:
    """Yield an alarm for each anchor that is not rated."""
    for name, elo in ladder.loose.items():
        rating = ladder.ratings[ladder.names.index(name)]
        why = "has no games" if rating.status is Status.NO_GAMES else str(rating.status)
        if rating.status in {Status.NOT_CONNECTED, Status.ALONE, Status.UNDEFEATED, Status.WINLESS}:
            why = f"is {why}"
        if rating.middle is None:
            text = "so the ladder is rated without it"
        elif ladder.anchors:
            text = f"so it cannot be held at {elo_text(elo)}"
        else:
            far = "stronger" if rating.status is Status.UNDEFEATED else "weaker"
            even = f"{elo_text(elo)} is where its results have an even chance"
            text = f"so the scale is a guess: {even}, and it may be much {far}"
        yield Note(f"the anchor {name} {why}, {text}", alarm=True, group=NoteGroup.SCALE)


def _seats(ladder: Ladder) -> Iterator[Note]:
    if ladder.results.seat is None:
        yield Note("seats unknown")
        return
    uneven = unbalanced(ladder.results, np.isin(np.arange(len(ladder.names)), ladder.core.members))
    kinds = {seat.sides for seat in ladder.seat_advantages}
    if not kinds:
        yield Note("seats not balanced" if uneven else "seats balanced")
    for sides in sorted(kinds):
        which = "seats" if kinds == {2} else f"seats of {sides}"
        told = _worth([seat for seat in ladder.seat_advantages if seat.sides == sides], balanced=sides not in uneven)
        yield Note(f"{which} {'not ' if sides in uneven else ''}balanced ({told})")


def _worth(seats: list[SeatAdvantage], *, balanced: bool) -> str:
    """Return what the seats of games with the same number of sides are worth; of many only the best and the worst."""
    known = [(seat.elo, seat) for seat in seats if seat.elo is not None]
    if not known and balanced:
        return "too few games to tell what a seat is worth"
    if not known:
        return "what a seat is worth cannot be told from the strength of those who took it"
    told = known if len(known) <= LISTED else [max(known), min(known)]
    errors = ["" if seat.low is None else f" ± {elo - seat.low:.0f}" for elo, seat in told]
    worth = [f"seat {seat.seat} {elo_text(elo)}{error}" for (elo, seat), error in zip(told, errors, strict=True)]
    which = "" if len(told) == len(known) else "best and worst "
    return f"{which}over seat {seats[0].over}: {', '.join(worth)} Elo"


def _fit(ladder: Ladder) -> Iterator[Note]:
    lack, deals = ladder.lack_of_fit, ladder.core.deals
    for circle in ladder.circles:
        yield Note(f"{circle_text(ladder, circle)}: look at who beats whom", alarm=True)
    if lack.p is None:
        if lack.spare and deals < FEWEST_DEALS:
            yield Note(f"{deals} deals are too few to tell whether the ratings describe every pair")
    elif ladder.misfit and not ladder.circles:
        yield Note(f"{misfit_text(ladder)} ({_p_text(lack.p)})", alarm=True)
    else:
        yield Note(f"lack of fit {_p_text(lack.p)}")
    for win in ladder.against_order[:LISTED]:
        yield Note(upset_text(ladder, win))
    held = anchor_fit(ladder)
    if held is not None and held.p < MISFIT:
        where = f"{held.name} is Elo {elo_text(held.elo)} by its games, anchored at {elo_text(held.anchored)}"
        yield Note(f"the anchors do not fit the results ({_p_text(held.p)}): {where}", alarm=True)


def _p_text(p: float) -> str:
    return f"p {p:.2g}" if p >= 1e-4 else "p < 0.0001"


def _apart(ladder: Ladder) -> Iterator[Note]:
    for status in (Status.NOT_CONNECTED, Status.NO_GAMES):
        names = [ladder.names[i] for i in ladder.order if ladder.ratings[i].status is status]
        if names:
            yield Note(f"{status}: {_listed(names)}", alarm=status is Status.NOT_CONNECTED)
    names = [ladder.names[i] for i in ladder.order if ladder.ratings[i].status is Status.NEVER_ANSWERED]
    if names:
        yield Note(f"never answered, so neither they nor games against them are rated: {_listed(names)}", alarm=True)


def _identical(ladder: Ladder) -> Iterator[Note]:
    told = [
        f"{', '.join(ladder.names[i] for i in members)} ({deals} deal{'s' * (deals != 1)})"
        for members, deals in identical_groups(ladder)
    ]
    if told:
        yield Note(f"identical in all deals that they shared: {'; '.join(told)}")


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
