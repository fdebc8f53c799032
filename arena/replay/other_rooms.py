"""What became of the same cards in the other rooms of a set, deal by deal, and where the rooms part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from arena.replay.diagram import Part, parts, read, told
from arena.replay.frames import Replay
from arena.replay.imps import cross_imps


class Fork(NamedTuple):
    """The first answer of a deal that two rooms do not share.

    Args:
        at: the number of its frame in the replay of this room.
        here: the answer in this room, such as `2 play 3S`; "" if the deal ended without one.
        there: the answer in the other room.
    """

    at: int
    here: str
    there: str


class DealResult(NamedTuple):
    """What became of a deal in a room.

    Args:
        contract: what was played, "" if the game has nothing of that kind.
        counted: the points of the deal as the game notes them, such as `points 0 10`; if it notes none, the scores.
        margin: by how much more the score of the first of two sides grew; None if the deal does not say.
        same: whether the cards lay and the dealer sat as in this room.
        fork: where the rooms part; None if they do not, or the cards are others.
    """

    contract: str
    counted: str
    margin: int | None = None
    same: bool = True
    fork: Fork | None = None


class Row(NamedTuple):
    """A deal in all rooms.

    Args:
        number: the number of the deal.
        own: what became of it here.
        others: the same for each other room; None if it did not come to this deal.
        imps: the mean of what the margin here is worth beside each other one, in IMPs; None if nothing is compared.
    """

    number: int
    own: DealResult
    others: Sequence[DealResult | None]
    imps: float | None = None


def deals_compared(replay: Replay, others: Sequence[Replay]) -> list[Row]:
    """Return the deals of a room beside those of other rooms.

    IMPs are for games whose scores are on the scale of bridge: two sides score in tens.

    Args:
        replay: the game of this room.
        others: the games of other rooms with the same packs; views of seats are not needed.
    """
    rooms = [_deals(other) for other in others]
    rows = []
    for number, part in _deals(replay).items():
        compared = [_compared(part, deals[number]) if number in deals else None for deals in rooms]
        rows.append(Row(number, _outcome(part), compared))
    return [*map(_with_imps, rows)] if all(map(_in_tens, rows)) else rows


def _in_tens(row: Row) -> bool:
    """Return whether all margins of a deal that are known are multiples of ten."""
    return all(one is None or (one.margin or 0) % 10 == 0 for one in (row.own, *row.others))


def _with_imps(row: Row) -> Row:
    margins = [one.margin for one in row.others if one is not None and one.same and one.margin is not None]
    here = row.own.margin
    return row._replace(imps=cross_imps(here, margins)) if margins and here is not None else row


def _deals(replay: Replay) -> Mapping[int, Part]:
    return {part.number: part for part in parts(replay.frames) if part.number}


def _outcome(part: Part) -> DealResult:
    counted = next((f"{kind} {found}" for kind in ("points", "scores") if (found := told(part.frames, kind))), "")
    return DealResult(told(part.frames, "contract"), counted, _margin(part))


def _margin(part: Part) -> int | None:
    """Return by how much more the score of the first of two sides grew; None if the deal does not say."""
    begin = [word.removeprefix("scores=").split(",") for word in read(part.frames[0].line).words if "scores=" in word]
    end = told(part.frames, "scores").split()
    if len(begin) != 1 or len(begin[0]) != len(end) or len(end) != 2:
        return None
    first, second = (int(after) - int(before) for after, before in zip(end, begin[0], strict=True))
    return first - second


def _compared(part: Part, other: Part) -> DealResult:
    """Return what became of a deal in another room, beside the same deal here."""
    same = _begin(part) == _begin(other)
    return _outcome(other)._replace(same=same, fork=_fork(part, other) if same else None)


def _begin(part: Part) -> tuple[object, ...]:
    """Return what a deal begins with: the cards of each place, and who deals."""
    first = part.frames[0]
    dealer = [word for word in read(first.line).words if word.startswith("dealer=")]
    return {place: cards for place, cards in (first.places or {}).items() if cards}, dealer


def _answers(part: Part) -> list[tuple[int, str]]:
    """Return the answers of a deal, each with the number of its frame in the replay."""
    return [
        (at, frame.line.removeprefix("did "))
        for at, frame in enumerate(part.frames, part.start)
        if frame.line.startswith("did ")
    ]


def _fork(part: Part, other: Part) -> Fork | None:
    end = part.start + len(part.frames) - 1
    for here, there in zip_longest(_answers(part), _answers(other), fillvalue=(end, "")):
        if here[1] != there[1]:
            return Fork(here[0], here[1], there[1])
    return None
