"""What bots are good at, as tables of text for the command line and for pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arena.ratings import Interval
from arena.ratings.wording import interval_text
from arena.results.strengths import Strengths

MEANING = (
    "A description of its deals, no rating. Shares have their 95 % interval (Wilson). Deals with the same cards count"
    " as one, as far as they ended alike. Points beside others: those of its side less those of others who had the same"
    " cards."
)


class Part(NamedTuple):
    """A table: its heads and its rows. The first column is text, the others are numbers."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def parts(one: Strengths) -> Iterator[Part]:
    """Yield the tables of a bot in a contest: by contract, by role and by seat."""
    levels = [
        (
            each.level,
            f"{each.declared}",
            _share(each.made),
            _mean(each.over),
            _mean(each.under),
            f"{each.defended}",
            _share(each.beaten),
        )
        for each in one.levels
    ]
    yield Part(("contract", "declared", "made", "over by", "under by", "defended", "beaten"), levels)
    roles = [
        (
            each.role,
            f"{each.deals}",
            _number(each.tricks, ".2f"),
            _number(each.points, "+.1f"),
            _number(each.lead, "+.1f"),
        )
        for each in one.roles
    ]
    yield Part(("as", "deals", "tricks", "points", "points beside others"), roles)
    seats = [
        (f"{each.seat}", f"{each.deals}", _share(each.bid), _share(each.declared), _number(each.tricks, ".2f"))
        for each in one.seats
    ]
    yield Part(("seat", "deals", "bid", "declared", "tricks"), seats)


def _share(share: Interval) -> str:
    return _number(Interval(*(None if end is None else 100.0 * end for end in share)), ".0f", " %")


def _number(number: Interval, form: str, unit: str = "") -> str:
    return "" if number.value is None else interval_text(number, form, unit)


def _mean(number: float | None) -> str:
    return "" if number is None else f"{number:.1f}"
