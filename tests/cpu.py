"""What tests cost: a pytest plugin that says after a run how many seconds of CPU each game and each file took.

`python -m pytest -p tests.cpu -m "not thorough" tests/games`; with `-n 2`, too. Processes that a test has started and
waited for are counted. Wall time would measure the machine and its other work.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Generator, Iterable

import pytest

from arena.games.names import NAMES

OTHERS = "no game"
FILES = 25
"""Files that are listed, the most costly first."""
BY_LENGTH = sorted(NAMES, key=len, reverse=True)


def spent() -> float:
    """Return the CPU time of this process and of its children that have ended, in seconds."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def game_of(node: str) -> str:
    """Return the game that a test is about, by its folder or its parameter."""
    words = re.sub(r"[_:/\[\]]", "-", node)
    return next((name for name in BY_LENGTH if f"-{name}-" in words), OTHERS)


def lines(costs: Iterable[tuple[str, float]]) -> list[str]:
    """Return the table of costs: (test, seconds of CPU) may name a test several times."""
    games: defaultdict[str, float] = defaultdict(float)
    files: defaultdict[str, float] = defaultdict(float)
    for node, cost in costs:
        games[game_of(node)] += cost
        files[node.split("::")[0]] += cost
    total = sum(files.values())
    most = sorted(files.items(), key=lambda each: -each[1])[:FILES]
    return [
        f"{total:8.1f} s of CPU in all, without collecting the tests",
        *(f"{cost:8.1f} s {name}" for name, cost in sorted(games.items(), key=lambda each: -each[1])),
        *(f"{cost:8.1f} s {name}" for name, cost in most),
    ]


class Costs:
    """Measures every phase of a test where it runs, and adds up where the run is reported."""

    def __init__(self) -> None:
        self.last = spent()
        self.costs: list[tuple[str, float]] = []

    def pytest_runtest_logstart(self) -> None:
        """Begin a test: what came before, such as collecting, is not its cost."""
        self.last = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Write the cost of a phase into its report, which xdist brings home."""
        report = yield
        now = spent()
        vars(report)["cpu"] = now - self.last
        self.last = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in the cost of a phase."""
        self.costs.append((report.nodeid, vars(report)["cpu"]))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the table."""
        terminalreporter.section("CPU")
        for line in lines(self.costs):
            terminalreporter.line(line)


def pytest_configure(config: pytest.Config) -> None:
    """Begin to measure."""
    config.pluginmanager.register(Costs(), "costs")
