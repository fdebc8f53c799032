"""The table of hostile bots: `python -m tests.fortress.report` tries them all and prints it.

`--write` also writes it into docs/fortress.md (`make hostile`). It takes up to three minutes on an idle machine.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import trio

from arena.bots.staging import VARIABLE
from arena.sandbox.levels import probe_all
from arena.settings.limits import Level
from tests.fortress.promises import kept
from tests.fortress.rows import Row, tries
from tests.fortress.trial import ATTACKED, ROOT, Trial
from tests.memory import PLACE

PAGE = ROOT / "docs/fortress.md"
HEAD = "| id | the bot | how | level | verdict | ms |\n|---|---|---|---|---|---|"
PART = re.compile(r"(<!-- table -->\n).*?(<!-- /table -->)", re.DOTALL)
ROUNDED = 10
"""Times are rounded to multiples of this many ms."""


class Line(NamedTuple):
    """A line of the table.

    Args:
        id: the id of the row.
        bot: what the bot does.
        how: what is special about this try.
        level: the level of the sandbox.
        verdict: the kind of the fault, or OK.
        ms: the time from the verdict, or from the goodbye, until no process of the bot was left.
    """

    id: str
    bot: str
    how: str
    level: str
    verdict: str
    ms: float

    def __str__(self) -> str:
        ms = ROUNDED * round(self.ms / ROUNDED)
        return f"| {self.id} | {self.bot} | {self.how} | {self.level} | {self.verdict} | {ms} |".replace('"', "&quot;")


def line(row: Row, trial: Trial) -> Line:
    """Return the line of a trial."""
    verdicts = trial.told.outcomes[ATTACKED].faults
    kind = verdicts[0].kind if verdicts else "OK"
    return Line(row.id, row.bot, trial.what.name, trial.level, kind, trial.hostile.clean_ms)


def lines(rooms: int = 2) -> Iterator[Line]:
    """Yield the lines of the table, each as soon as it is known; every promise is checked.

    Raises:
        AssertionError: a promise is broken.
    """
    here: list[Level] = [probed.level for probed in probe_all() if probed.works]
    for row, what, level in tries(here):
        with tempfile.TemporaryDirectory(prefix="arena-", dir=PLACE) as folder:
            trial = trio.run(kept, what, level, rooms, Path(folder), row.also)
        yield line(row, trial)


def main() -> None:
    """Try all bots, and print the table."""
    with tempfile.TemporaryDirectory(prefix="arena-staging-") as place:
        Path(place).chmod(0o711)
        os.environ[VARIABLE] = place
        table = [HEAD]
        sys.stdout.write(f"{HEAD}\n")
        for found in lines():
            table.append(str(found))
            sys.stdout.write(f"{found}\n")
            sys.stdout.flush()
    if "--write" in sys.argv[1:]:
        text = "\n".join(table)
        PAGE.write_text(PART.sub(lambda part: f"{part[1]}\n{text}\n\n{part[2]}", PAGE.read_text()))


if __name__ == "__main__":
    main()
