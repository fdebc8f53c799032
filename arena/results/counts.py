"""What bots count in their standard error: lines such as `count asked=1 tokens=512`, one for each decision."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from math import isfinite
from typing import NamedTuple

from arena.protocol import ARENA, ArenaFault, Game, parse_line
from arena.store import Reader

COUNT = re.compile(rb"^count ((?:[a-z_]{1,32}=[0-9.]{1,18} ?)+)$", re.MULTILINE)
"""A line that counts something."""
MOST = 32
"""So many different things are counted for a bot at most."""


class Counted(NamedTuple):
    """What a bot has counted.

    Args:
        lines: in how many lines; one each time that it was asked.
        sums: what was counted -> the sum.
    """

    lines: int
    sums: dict[str, float]

    @property
    def decisions(self) -> float:
        """How many decisions that were: a line with `again=1` belongs to the decision of the line before it."""
        return max(1, self.lines - self.sums.get("again", 0))


class OfSeat(NamedTuple):
    """What the bot of a seat has counted in a game.

    Args:
        number: the number of the result.
        bot: the id of the bot.
        lines: the lines without their first word.
    """

    number: int
    bot: str
    lines: list[bytes]


def counted_in(store: Reader) -> list[OfSeat]:
    """Return what was counted in all games, if the standard error of all bots was kept; else nothing.

    Lines in the middle of a long text that was cut are missing (`log_kb`).
    """
    found = []
    for number, record, written in store.logs():
        try:
            opening = parse_line(record.partition("\n")[0], ARENA)
        except ArenaFault:
            continue  # `arena verify` says what is wrong with this record
        bots = opening.settings.get("names", "").split(",") if isinstance(opening, Game) else []
        for seat, text in written:
            if seat < len(bots) and (lines := COUNT.findall(text)):
                found.append(OfSeat(number, bots[seat], lines))
    return found if found and store.has_all_logs() else []


def added_up(found: Iterable[OfSeat], numbers: Collection[int] | None = None) -> dict[str, Counted]:
    """Return what each bot has counted, by its id.

    Args:
        found: what was counted in each game.
        numbers: the numbers of the results that count; None for all.
    """
    lines: Counter[str] = Counter()
    sums: dict[str, dict[str, float]] = {}
    for one in found:
        if numbers is None or one.number in numbers:
            lines[one.bot] += len(one.lines)
            for line in one.lines:
                _add(sums.setdefault(one.bot, {}), line.decode())
    return {bot: Counted(lines[bot], counted) for bot, counted in sorted(sums.items())}


def _add(sums: dict[str, float], line: str) -> None:
    for word in line.split():
        name, _, text = word.partition("=")
        try:
            value = float(text)
        except ValueError:
            continue
        if isfinite(value) and (name in sums or len(sums) < MOST):
            sums[name] = sums.get(name, 0.0) + value
