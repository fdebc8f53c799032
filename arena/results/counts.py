"""What bots count in their standard error: lines such as `count asked=1 tokens=512`, one for each decision."""

from __future__ import annotations

import re
from collections import Counter
from math import isfinite
from typing import NamedTuple

from arena.protocol import ARENA, Game, parse_line
from arena.store import Reader

COUNT = re.compile(rb"^count ((?:[a-z_]{1,32}=[0-9.]{1,18} ?)+)$", re.MULTILINE)
"""A line that counts something."""
MOST = 32
"""So many different things are counted for a bot at most."""


class Counted(NamedTuple):
    """What a bot has counted.

    Args:
        lines: in how many lines; one a decision.
        sums: what was counted -> the sum.
    """

    lines: int
    sums: dict[str, float]


def counts(store: Reader) -> dict[str, Counted]:
    """Return what each bot has counted in all games of which standard error was kept, by its id.

    Lines in the middle of a long text that was cut are missing (`log_kb`).
    """
    lines: Counter[str] = Counter()
    sums: dict[str, Counter[str]] = {}
    for record, written in store.logs():
        opening = parse_line(record.partition("\n")[0], ARENA)
        assert isinstance(opening, Game)
        bots = opening.settings["names"].split(",")
        for seat, text in written:
            for found in COUNT.findall(text):
                lines[bots[seat]] += 1
                _add(sums.setdefault(bots[seat], Counter()), found.decode())
    return {bot: Counted(lines[bot], dict(found)) for bot, found in sorted(sums.items())}


def _add(sums: Counter[str], line: str) -> None:
    for word in line.split():
        name, _, text = word.partition("=")
        try:
            value = float(text)
        except ValueError:
            continue
        if isfinite(value) and (name in sums or len(sums) < MOST):
            sums[name] += value  # type: ignore[assignment] # a counter adds numbers of any kind
