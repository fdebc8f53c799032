"""Two builds in turns: `python -m tests.bench.turns BEFORE [SECTION]... [--turns N] [--full]`, as `make bench` does.

The build in this folder and the one in the folder BEFORE run each section one after the other, and the best turn of
each figure counts. A slow moment of the machine then affects both. The bare ping-pong is measured in each turn too:
what one takes says how fast this machine is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from tests.bench.__main__ import SECTIONS, WORDS, Sizes, chosen
from tests.bench.figures import REFERENCES, best, one_core
from tests.bench.pipes import PING_PONG, echo, ping_pong

LOSS = 0.05
"""A row that is slower, or takes more, by more than this part is marked."""
TURNS = 3
ROUNDS = 2
"""In each turn the contenders of a section take turns so often."""
USAGE = 2
"""The exit status of a bench that does not know a section."""


class Row(NamedTuple):
    """A figure of both builds.

    Args:
        about: the name of the section, and what it measures.
        name: what was measured.
        timed: whether the figure is a time in microseconds; otherwise it is an amount.
        before: the figure of the other build; None if that does not have it.
        now: the figure of this build.
        targets: the targets in words, each with whether this build meets it.
    """

    about: str
    name: str
    timed: bool
    before: float | None
    now: float
    targets: tuple[str, ...] = ()

    @property
    def ratio(self) -> float | None:
        """How many times as long the figure takes, or as large it is, as in the other build."""
        return None if self.before is None else self.now / self.before

    @property
    def lost(self) -> bool:
        """Whether this build is worse by more than `LOSS`. References are not ours to lose."""
        return self.ratio is not None and self.ratio > 1 + LOSS and not self.name.startswith(REFERENCES)


def measured(build: Path, section: str, options: Sequence[str]) -> list[dict[str, Any]]:
    """Return the tables of a section as a build measures them; none if the build does not have the section.

    Each has its number in the section: what it is about may be said in other words in the other build.
    """
    command = [sys.executable, "-m", "tests.bench", section, "--json", *options]
    around = os.environ | {"PYTHONPATH": str(build)}
    ended = subprocess.run(command, cwd=build, env=around, stdout=subprocess.PIPE, text=True, check=False)
    if ended.returncode == USAGE:
        return []
    ended.check_returncode()
    return [table | {"number": number} for number, table in enumerate(json.loads(ended.stdout)["sections"])]


def rows(before: Iterable[dict[str, Any]], now: Iterable[dict[str, Any]]) -> Iterator[Row]:
    """Yield a row for each figure of this build, with the best of what both builds measured in several turns."""
    then = _best(before)
    for key, row in _best(now).items():
        yield row._replace(before=then[key].now if key in then else None)


def _best(tables: Iterable[dict[str, Any]]) -> dict[tuple[str, int, str], Row]:
    """Return the smallest value of each figure, by section, number of the table and name."""
    found: dict[tuple[str, int, str], Row] = {}
    for table in tables:
        timed = table["kind"] != "amount"
        for figure in table["figures"]:
            key = table["name"], table["number"], figure["name"]
            value = 1e6 / figure["amount"] if timed else figure["amount"]
            if key not in found or value < found[key].now:
                targets = tuple(f"{each['text']}: {WORDS[each['met']]}" for each in figure["targets"])
                found[key] = Row(f"{table['name']}: {table['about']}", figure["name"], timed, None, value, targets)
    return found


def print_rows(found: Iterable[Row], ping_pong_us: float, console: Console) -> None:
    """Print a table for each section, with the rows that lost marked.

    Args:
        found: the rows.
        ping_pong_us: what a bare ping-pong takes (microseconds).
        console: where to print.
    """
    by_section: dict[str, list[Row]] = {}
    for row in found:
        by_section.setdefault(row.about, []).append(row)
    for about, some in by_section.items():
        table = Table(title=about, title_justify="left", box=None)
        table.add_column("µs each" if some[0].timed else "amount")
        for head in ("before", "now", "ratio", "ping-pongs"):
            table.add_column(head, justify="right")
        table.add_column("")
        for row in some:
            before = "-" if row.before is None else f"{row.before:,.2f}"
            ratio = "-" if row.ratio is None else f"{row.ratio:.2f}"
            pings = f"{row.now / ping_pong_us:.2f}" if row.timed else ""
            marks = "; ".join(["LOST"] * row.lost + list(row.targets))
            table.add_row(row.name, before, f"{row.now:,.2f}", ratio, pings, marks)
        console.print(table)
        console.print()
    console.print(f"a bare ping-pong takes {ping_pong_us:.2f} µs here")


def main(words: Sequence[str] | None = None) -> None:
    """Measure some sections, or all, in both builds, and print what changed."""
    parser = ArgumentParser(prog="python -m tests.bench.turns", description="Measure two builds in turns.")
    parser.add_argument("before", metavar="BEFORE", type=Path, help="the folder of the build to compare with")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"one of: {', '.join(SECTIONS)} (default: all)")
    parser.add_argument("--turns", type=int, default=TURNS, help="how often both builds run each section (default: 3)")
    parser.add_argument("--full", action="store_true", help="with 1,000,000 results and 50,000 games: many minutes")
    asked = parser.parse_intermixed_args(words)  # options may stand before sections
    sections = chosen(parser, asked.sections)
    options = ["--rounds", str(ROUNDS), *["--full"] * asked.full]
    before: list[dict[str, Any]] = []
    now: list[dict[str, Any]] = []
    pings = []
    with TemporaryDirectory(prefix="arena-bench-") as folder:
        other_end, _ = echo(Path(folder))
        for section in sections:
            for _ in range(asked.turns):
                before += measured(asked.before.resolve(), section, options)
                now += measured(Path.cwd(), section, options)
                with one_core():
                    pings += best({PING_PONG: lambda: ping_pong(other_end, Sizes().trips)}, 1)
    print_rows(rows(before, now), min(figure.micros for figure in pings), Console(highlight=False, width=140))


if __name__ == "__main__":
    main()
