"""The table of hostile bots in docs/fortress.md is that of the tests; `make hostile` writes it anew."""

import re

from arena.settings.limits import Level
from tests.fortress.report import PAGE
from tests.fortress.rows import ROWS, tries

LINE = re.compile(r"^\| (B\d\d) \| (.+?) \| (.+?) \| (\w+) \| (\w+) \| (\d+) \|$", re.MULTILINE)
LEVELS: tuple[Level, ...] = ("strict", "standard")
"""Where it was written."""


def test_the_page_tells_of_every_hostile_bot_and_its_verdict() -> None:
    lines = LINE.findall(PAGE.read_text())
    expected = list(tries(LEVELS))

    assert [line[:4] for line in lines] == [
        (row.id, row.bot, what.name.replace('"', "&quot;"), level) for row, what, level in expected
    ]
    for (*_, verdict, ms), (_, what, _) in zip(lines, expected, strict=True):
        assert verdict in what.verdict.split("|")
        assert int(ms) < 1000


def test_the_rows_are_those_of_the_catalogue() -> None:
    assert [row.id for row in ROWS] == [f"B{number:02}" for number in range(1, 53)]
    assert all(row.tries for row in ROWS)
    assert len({(row.id, what.name, level) for row, what, level in tries(LEVELS)}) == len(list(tries(LEVELS)))
