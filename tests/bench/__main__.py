"""The bench: `python -m tests.bench [SECTION]... [--full] [--json]`. `make bench` compares two builds (`turns`).

- rules, search: decisions of random play, and rollouts from the middle of deals, compared with OpenSpiel
- rollouts: rollouts of `arena.client` by every policy, compared with OpenSpiel
- pipes, tables: a decision through pipes at one table, and at 8 and 64, compared with a bare ping-pong; chess runners
- workers: whole tournaments with -j 1 and -j 2
- sandbox: starts and messages at every level that works here
- env: steps of environments for learners, beside OpenSpiel's
- view: a query to `arena view`, there and back
- memory: the memory of the arena after many games
- resume, ladder: going on with many stored results, listing them, and rating them

docs/benchmarks.md says what the references are. Ratios carry over to other machines, times do not.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from platform import python_version
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Self

from rich.console import Console
from rich.table import Table

from arena.bots.entrants import Entrant, Unavailable
from arena.bots.intake import Intake
from arena.bots.staging import staging_folder
from arena.cli.commands.version import how_built
from arena.errors import UserError
from arena.games.catalogue import GAMES
from tests.bench import growth, rules, view
from tests.bench.chess import chess_contenders
from tests.bench.envs import at_once, env_contenders, in_turn
from tests.bench.figures import REFERENCES, ROUNDS, Figure, Section, Target, best, one_core
from tests.bench.pipes import PING_PONG, echo, ping_pong, pipes_contenders, tables_text
from tests.bench.play import decisions, memory
from tests.bench.rollouts import PLAYED, rollout_contenders
from tests.bench.sandbox import costs

TABLES = (8, 64)
"""The numbers of tables that a room is measured with, besides one."""
LIMITS = {1: 5.5, 64: 1.5}
"""The number of tables -> how many ping-pongs a decision may take."""
SECONDS = 10.0
"""The target for a result, in microseconds: ten seconds for a million results."""
OURS = ("two-hundred", "five-hundred", "kaiser")
"""The games that have a target."""
WORDS = {True: "met", False: "MISSED", None: "not compared"}
"""Whether a target is met -> the word for it."""


class Sizes(NamedTuple):
    """How much is measured.

    Args:
        rounds: how often the contenders take turns.
        trips: how many round trips the bare loops make.
        decisions: about how many decisions of random play a round has.
        starts: how many programs are started at every level of the sandbox, one after the other.
        at_once: how many programs are started at the same time.
        viewed: in how many games queries are put to `arena view`.
        tables: the number of tables that workers play at, besides one.
        matches: how many duplicate sets workers play.
        deals: after how many deals a game of workers ends.
        results: how many results the ladder has that is resumed and rated.
        entrants: how many entrants that ladder has.
        games: the numbers of games after which memory is measured.
    """

    rounds: int = ROUNDS
    trips: int = 4000
    decisions: int = rules.DECISIONS
    starts: int = 40
    at_once: int = 64
    viewed: int = 6
    tables: int = 64
    matches: int = 800
    deals: int = 12
    results: int = 20_000
    entrants: int = 8
    games: tuple[int, ...] = (2_000, 10_000)


FULL = Sizes(matches=3200, results=1_000_000, games=(2_000, 20_000, 50_000))
"""The sizes that the targets are meant for; measuring takes some minutes."""


@dataclass
class Bench:
    """What the sections share: sizes, bots and a folder. A context manager that removes its files in the end.

    Args:
        sizes: how much is measured.
        say: is called with what a reader of the figures should know.
    """

    sizes: Sizes = field(default_factory=Sizes)
    say: Callable[[str], None] = print
    _opened: ExitStack = field(default_factory=ExitStack)
    _told: bool = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    @cached_property
    def folder(self) -> Path:
        """A temporary folder."""
        return Path(self._opened.enter_context(TemporaryDirectory(prefix="arena-bench-")))

    def best(self, contenders: Mapping[str, Callable[[], int]]) -> list[Figure]:
        """Run the contenders, and return the best round of each."""
        return best(contenders, self.sizes.rounds)

    @cached_property
    def bot(self) -> Entrant:
        """A bot that needs next to no time and plays at several tables."""
        return self._sample("c/random") or self._python

    @cached_property
    def _python(self) -> Entrant:
        found = Intake(GAMES, staging_folder()).find("sample:random", Path.cwd())
        assert isinstance(found, Entrant)
        return found

    def _sample(self, name: str) -> Entrant | None:
        found = Intake(GAMES, staging_folder()).find(f"sample:{name}", Path.cwd())
        if isinstance(found, Unavailable):
            self.say(f"sample:{name} {found.reason}; sample:random stands in")
            return None
        return found

    @cached_property
    def other_end(self) -> tuple[str, ...]:
        """The command of a program that sends back its input."""
        command, language = echo(self.folder)
        if language != "C":
            self.say("there is no C compiler: the bare loops use an echo in Python, which is slower")
        return command

    @cached_property
    def stored(self) -> Path:
        """The path of a database with many results, which is filled at the first use."""
        path = self.folder / "many.db"
        growth.fill(path, self.bot, self.sizes.entrants, self.sizes.results)
        return path

    @property
    def rounds(self) -> int:
        """How often contenders take turns that need seconds."""
        return 1 if self.sizes.results > Sizes().results else min(2, self.sizes.rounds)

    def compared(self, figures: list[Figure]) -> list[Figure]:
        """Return the figures, after a note if OpenSpiel is not there to compare them with."""
        if not self._told and not any(figure.name.startswith(REFERENCES) for figure in figures):
            self._told = True
            self.say("open_spiel is not installed, so nothing is compared with it (pip install open_spiel)")
        return figures


def _rules(bench: Bench) -> Iterator[Section]:
    figures = bench.compared(bench.best(rules.rules_contenders(bench.sizes.decisions)))
    about = "random play of whole games: every seat is told, everything is logged"
    targets = [Target(1.0, "OpenSpiel euchre", most=False, names=OURS)]
    yield Section("rules", about, "speed", "decisions a second", "CPU time", figures, targets)


def _search(bench: Bench) -> Iterator[Section]:
    figures = bench.compared(bench.best(rules.search_contenders()))
    about = "random rollouts of the play of a hand, from the middle of deals"
    targets = [Target(3.0, "OpenSpiel euchre", most=False)]
    yield Section("search", about, "speed", "decisions a second", "CPU time", figures, targets)


def _rollouts(bench: Bench) -> Iterator[Section]:
    figures = bench.compared(bench.best(rollout_contenders()))
    about = "worlds with a rollout for each card at the first lead: `simulate`, and bare loops of random play"
    quickest = tuple(f"{name}, random by points" for name in PLAYED)
    targets = [Target(1.2, "OpenSpiel euchre", most=False, names=quickest)]
    yield Section("rollouts", about, "speed", "rollouts a second", "CPU time", figures, targets)


def _pipes(bench: Bench) -> Iterator[Section]:
    yield _through_pipes(bench, "pipes", (1,), "one decision at one table: rules, messages, clocks, records")


def _tables(bench: Bench) -> Iterator[Section]:
    yield _through_pipes(bench, "tables", TABLES, "one decision where a room plays at several tables")


def _through_pipes(bench: Bench, name: str, tables: tuple[int, ...], about: str) -> Section:
    with one_core():
        contenders = pipes_contenders(bench.bot, bench.other_end, tables, bench.sizes.trips)
        figures = bench.best(contenders | (chess_contenders(bench.folder) if 1 in tables else {}))
    targets = [Target(LIMITS[n], PING_PONG, names=(tables_text(n),)) for n in tables if n in LIMITS]
    return Section(
        name, about, "cost", "decisions a second", "CPU time of all processes, on one core", figures, targets
    )


def _workers(bench: Bench) -> Iterator[Section]:
    """Yield the speed of whole tournaments with one room and with two."""
    sizes = bench.sizes
    with one_core():
        bare = best({PING_PONG: partial(ping_pong, bench.other_end, sizes.trips)}, sizes.rounds)
    bots = (replace(bench.bot, name="one"), replace(bench.bot, name="two"))
    for tables in (1, sizes.tables):
        one, two = (decisions(bots, bench.folder, rooms, tables, sizes.matches, sizes.deals) for rooms in (1, 2))
        about = f"whole tournaments at {tables_text(tables)}, results stored"
        targets = [Target(1.8, one.name, False, (two.name,))]
        figures = [*bare, one, two]
        beside = (one.name,)
        yield Section("workers", about, "speed", "decisions a second", "wall time", figures, targets, beside)


def _sandbox(bench: Bench) -> Iterator[Section]:
    for about, figures in costs(bench.sizes.starts, bench.sizes.at_once, bench.sizes.rounds).items():
        yield Section("sandbox", about, "cost", f"{about.split()[0]} a second", "wall time", figures)


def _env(bench: Bench) -> Iterator[Section]:
    try:
        contenders = env_contenders(bench.sizes.decisions)
    except UserError as missing:
        bench.say(f"{missing}; nothing is measured ({missing.hint})")
        return
    figures = bench.compared(bench.best(contenders))
    about = "random steps of environments, each with what the seat knows as an array and its mask"
    targets = [Target(60_000, "", False, (in_turn("kaiser"),)), Target(200_000, "", False, (at_once("kaiser"),))]
    yield Section("env", about, "speed", "steps a second", "CPU time", figures, targets)


def _view(bench: Bench) -> Iterator[Section]:
    for about, figures in view.costs(
        bench.other_end, bench.sizes.trips, bench.sizes.viewed, bench.sizes.rounds
    ).items():
        yield Section("view", about, "cost", "queries a second", "CPU time of both processes", figures)


def _resume(bench: Bench) -> Iterator[Section]:
    figures = best(growth.resume_contenders(bench.stored), bench.rounds)
    about = f"a ladder of {bench.sizes.results:,} results: resuming it until nothing is missing, and listing its games"
    yield Section("resume", about, "cost", "results a second", "CPU time", figures, [Target(SECONDS)])


def _ladder(bench: Bench) -> Iterator[Section]:
    figures = best(growth.ladder_contenders(bench.stored), bench.rounds)
    about = f"rating and printing {bench.sizes.results:,} results, in parts and as a whole"
    targets = [Target(SECONDS, names=("ladder",))]
    yield Section("ladder", about, "cost", "results a second", "CPU time", figures, targets)


def _memory(bench: Bench) -> Iterator[Section]:
    bots = (replace(bench.bot, name="one"), replace(bench.bot, name="two"))
    for rooms, who in ((1, "the arena itself"), (2, "the larger of two workers (-j 2)")):
        figures = memory(bots, bench.folder, bench.sizes.games, rooms)
        first, *_, last = (figure.name for figure in figures)
        about = f"the memory of {who} after a number of games"
        yield Section("memory", about, "amount", "MB", "", figures, [Target(1.05, first, names=(last,))], (first,))


SECTIONS: Mapping[str, Callable[[Bench], Iterator[Section]]] = {
    "rules": _rules,
    "search": _search,
    "rollouts": _rollouts,
    "pipes": _pipes,
    "tables": _tables,
    "workers": _workers,
    "sandbox": _sandbox,
    "env": _env,
    "view": _view,
    "memory": _memory,  # before the sections with many results: memory that these give back would hide growth
    "resume": _resume,
    "ladder": _ladder,
}
"""What can be measured: name -> a function that yields one table or more."""


def main(words: Sequence[str] | None = None) -> None:
    """Measure some sections, or all, and print their figures as tables or as JSON."""
    parser = ArgumentParser(prog="python -m tests.bench", description="Measure speed and growth, as ratios.")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"one of: {', '.join(SECTIONS)} (default: all)")
    parser.add_argument("--full", action="store_true", help="with 1,000,000 results and 50,000 games: some minutes")
    parser.add_argument("--json", action="store_true", help="print figures, ratios and targets as JSON")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often contenders take turns")
    asked = parser.parse_args(words)
    sections = chosen(parser, asked.sections)
    sizes = (FULL if asked.full else Sizes())._replace(rounds=asked.rounds)
    console = Console(highlight=False, width=140)
    if not asked.json:
        console.print(f"Python {python_version()}, the arena {how_built()}")
    found: list[Section] = []
    with Bench(sizes, Console(stderr=True).print) as run:
        for name in sections:
            for section in SECTIONS[name](run):
                found.append(section)
                if not asked.json:
                    print_section(section, console)
    if asked.json:
        console.print_json(json.dumps({"built": how_built(), "sections": [as_data(section) for section in found]}))


def chosen(parser: ArgumentParser, names: Sequence[str]) -> Sequence[str]:
    """Return the sections to measure, all if none is named; end the program if there is no such section."""
    if unknown := [name for name in names if name not in SECTIONS]:
        parser.error(f"there is no section {unknown[0]!r}; there are: {', '.join(SECTIONS)}")
    return names or [*SECTIONS]


def print_section(section: Section, console: Console) -> None:
    """Print a section as a table, and whether its targets are met."""
    timed = section.kind != "amount"
    about = section.about + f" ({section.clock})" * bool(section.clock)
    table = Table(title=f"{section.name}: {about}", title_justify="left", box=None)
    table.add_column("")
    for head in (section.unit, *["µs each"] * timed, *(f"x {each.name}" for each in section.references)):
        table.add_column(head, justify="right")
    for figure in section.figures:
        amount = f"{figure.amount:,.0f}" if figure.amount >= 100 else f"{figure.amount:.1f}"
        ratios = [f"{section.ratio(figure, each):.2f}" for each in section.references]
        table.add_row(figure.name, amount, *([f"{figure.micros:,.1f}"] if timed else []), *ratios)
    console.print()
    console.print(table)
    for figure in section.figures:
        for target, met in section.verdicts(figure):
            console.print(f"  {figure.name}: {section.target_text(target)}: {WORDS[met]}")


def as_data(section: Section) -> dict[str, Any]:
    """Return a section as plain data for JSON."""
    figures = [
        {
            "name": figure.name,
            "amount": figure.amount,
            "ratios": {each.name: section.ratio(figure, each) for each in section.references},
            "targets": [{"text": section.target_text(target), "met": met} for target, met in section.verdicts(figure)],
        }
        for figure in section.figures
    ]
    return {key: getattr(section, key) for key in ("name", "about", "kind", "unit", "clock")} | {"figures": figures}


if __name__ == "__main__":
    main()
