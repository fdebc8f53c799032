"""Speed and growth as ratios inside one run, beside bare loops, bare reads and OpenSpiel: what `arena bench` prints.

- figures: contenders, sections, targets
- rules: random play, rollouts, worlds, forks
- pipes: a decision through pipes
- play: whole tournaments: cores kept busy, memory, bytes of a game
- sandbox: starts and messages at every level
- growth: going on with many results, and rating them
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

from arena.bench import growth, rules
from arena.bench.figures import REFERENCES, ROUNDS, Figure, Section, Target, best, one_core
from arena.bench.pipes import PING_PONG, echo, ping_pong, pipes_contenders, tables_text
from arena.bench.play import RECORD, decisions, memory, sizes
from arena.bench.sandbox import costs
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.intake import resolve
from arena.games.catalogue import GAMES

__all__ = ["FULL", "SECTIONS", "Bench", "Figure", "Section", "Sizes", "Target"]

TABLES = (8, 64)
"""How many tables a room is measured with, beside one."""
RUNNER = "60,000 a second"
"""A reference that is not measured here, `MOVES`."""
MOVES = 60_000
"""Moves a second of the fastest chess runner, which is written in C++, on two cores of such a machine."""
SECONDS = 10.0
"""Microseconds for a result: ten seconds for a million."""
OURS = ("two-hundred", "five-hundred", "kaiser")
"""The games with a target."""


class Sizes(NamedTuple):
    """How much is measured.

    Args:
        rounds: how often contenders take turns.
        trips: round trips of the bare loops.
        decisions: about how many decisions of random play a round makes.
        starts: how many programs are started at every level of the sandbox.
        at_once: how many at the same time.
        tables: at how many tables workers play, beside one.
        matches: how many duplicate sets workers play; enough that their start does not count much.
        sets: how many are played for the bytes of a game.
        deals: after how many deals a game of workers ends.
        results: how many results there are to go on with.
        entrants: of how many entrants.
        games: after how many games memory is looked at.
    """

    rounds: int = ROUNDS
    trips: int = 4000
    decisions: int = rules.DECISIONS
    starts: int = 40
    at_once: int = 64
    tables: int = 64
    matches: int = 400
    sets: int = 20
    deals: int = 12
    results: int = 20_000
    entrants: int = 8
    games: tuple[int, ...] = (2_000, 10_000)


FULL = Sizes(matches=800, sets=100, results=1_000_000, games=(2_000, 20_000, 50_000))
"""The sizes that the targets are meant of; some minutes."""


@dataclass
class Bench:
    """What sections have in common; a context manager that removes what it has made.

    Args:
        sizes: how much is measured.
        say: told what a person should know of the figures.
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
        """A folder for what is measured."""
        return Path(self._opened.enter_context(TemporaryDirectory(prefix="arena-bench-")))

    def best(self, contenders: Mapping[str, Callable[[], int]]) -> list[Figure]:
        """Return the best round of each contender."""
        return best(contenders, self.sizes.rounds)

    @cached_property
    def bot(self) -> Entrant:
        """A bot that costs next to nothing and plays at several tables."""
        return self._sample("c/random") or self._python

    @cached_property
    def thinker(self) -> Entrant:
        """A bot with sense: games between such have the usual length."""
        return self._sample("c/sensible") or self._python

    @cached_property
    def _python(self) -> Entrant:
        found = resolve("sample:random", GAMES, base=Path.cwd())
        assert isinstance(found, Entrant)
        return found

    def _sample(self, name: str) -> Entrant | None:
        found = resolve(f"sample:{name}", GAMES, base=Path.cwd())
        if isinstance(found, Unavailable):
            self.say(f"sample:{name} {found.reason}; sample:random stands in")
            return None
        return found

    @cached_property
    def other_end(self) -> tuple[str, ...]:
        """The command of a program that sends back what it is sent."""
        command, language = echo(self.folder)
        if language != "C":
            self.say("there is no C compiler: the bare loops talk to an echo in Python, which costs more")
        return command

    @cached_property
    def stored(self) -> Path:
        """A database with many results."""
        path = self.folder / "many.db"
        growth.fill(path, self.bot, self.sizes.entrants, self.sizes.results)
        return path

    @property
    def rounds(self) -> int:
        """How often those take turns that take seconds."""
        return 1 if self.sizes.results > Sizes().results else min(2, self.sizes.rounds)

    def compared(self, figures: list[Figure]) -> list[Figure]:
        """Return figures; say it if there is nothing to compare them with."""
        if not self._told and not any(figure.name.startswith(REFERENCES) for figure in figures):
            self._told = True
            self.say("open_spiel is not installed: no comparison (pip install trickarena[bench])")
        return figures


def _rules(bench: Bench) -> Iterator[Section]:
    figures = bench.compared(bench.best(rules.rules_contenders(bench.sizes.decisions)))
    about = "random play of whole games, everybody told and everything logged"
    targets = [Target(1.0, "OpenSpiel euchre", most=False, names=OURS)]
    yield Section("rules", about, "speed", "decisions a second", "CPU time", figures, targets)


def _search(bench: Bench) -> Iterator[Section]:
    figures = bench.compared(bench.best(rules.search_contenders()))
    about = "random rollouts of the play of a hand, from the middle of deals"
    targets = [Target(3.0, "OpenSpiel euchre", most=False)]
    yield Section("search", about, "speed", "decisions a second", "CPU time", figures, targets)


def _worlds(bench: Bench) -> Iterator[Section]:
    contenders = rules.worlds_contenders()
    drawn = tuple(name for name in contenders if not name.endswith("anew"))
    figures = bench.best(contenders | rules.bare_shuffle())
    about = "worlds that agree with a view: suits known to lack, a kitty unseen"
    yield Section("worlds", about, "speed", "worlds a second", "CPU time", figures, [Target(20_000, "", False, drawn)])


def _fork(bench: Bench) -> Iterator[Section]:
    figures = bench.compared(bench.best(rules.fork_contenders() | rules.clones()))
    about = "copies of positions somewhere in a deal, or in a whole game"
    yield Section("fork", about, "cost", "forks a second", "CPU time", figures, [Target(60)])


def _pipes(bench: Bench) -> Iterator[Section]:
    yield _through_pipes(bench, "pipes", (1,), "one decision at one table: rules, what seats are told, clocks, records")


def _tables(bench: Bench) -> Iterator[Section]:
    yield _through_pipes(bench, "tables", TABLES, "one decision where a room plays at several tables")


def _through_pipes(bench: Bench, name: str, tables: tuple[int, ...], about: str) -> Section:
    with one_core():
        figures = bench.best(pipes_contenders(bench.bot, bench.other_end, tables, bench.sizes.trips))
    limits = {1: 6.0, 64: 1.5}
    targets = [Target(limits[n], PING_PONG, names=(tables_text(n),)) for n in tables if n in limits]
    return Section(
        name, about, "cost", "decisions a second", "CPU time of all processes, on one core", figures, targets
    )


def _workers(bench: Bench) -> Iterator[Section]:
    """Yield the speed of whole tournaments, and how much faster two rooms are than one."""
    sizes = bench.sizes
    with one_core():
        bare = best({PING_PONG: partial(ping_pong, bench.other_end, sizes.trips)}, sizes.rounds)
    bots = (replace(bench.bot, name="one"), replace(bench.bot, name="two"))
    for tables in (1, sizes.tables):
        one, two = (decisions(bots, bench.folder, rooms, tables, sizes.matches, sizes.deals) for rooms in (1, 2))
        about = f"whole tournaments at {tables_text(tables)}, results stored"
        targets = [Target(1.8, one.name, False, (two.name,)), Target(1.0, RUNNER, False, (two.name,))]
        figures = [*bare, Figure(RUNNER, MOVES), one, two]
        beside = (RUNNER, one.name)
        yield Section("workers", about, "speed", "decisions a second", "wall time", figures, targets, beside)


def _sandbox(bench: Bench) -> Iterator[Section]:
    for about, figures in costs(bench.sizes.starts, bench.sizes.at_once, bench.sizes.rounds).items():
        yield Section("sandbox", about, "cost", f"{about.split()[0]} a second", "wall time", figures)


def _resume(bench: Bench) -> Iterator[Section]:
    figures = best(growth.resume_contenders(bench.stored), bench.rounds)
    about = f"a ladder of {bench.sizes.results:,} results: until it is known what is missing, and all its games listed"
    yield Section("resume", about, "cost", "results a second", "CPU time", figures, [Target(SECONDS)])


def _ladder(bench: Bench) -> Iterator[Section]:
    figures = best(growth.ladder_contenders(bench.stored), bench.rounds)
    about = f"the ladder of {bench.sizes.results:,} results, in its parts and as a whole"
    targets = [Target(SECONDS, names=("ladder",))]
    yield Section("ladder", about, "cost", "results a second", "CPU time", figures, targets)


def _memory(bench: Bench) -> Iterator[Section]:
    bots = (replace(bench.bot, name="one"), replace(bench.bot, name="two"))
    for rooms, who in ((1, "what the arena itself holds"), (2, "what a worker holds, the larger of two (-j 2),")):
        figures = memory(bots, bench.folder, bench.sizes.games, rooms)
        first, *_, last = (figure.name for figure in figures)
        about = f"{who} in memory after so many games"
        yield Section("memory", about, "amount", "MB", "", figures, [Target(1.05, first, names=(last,))], (first,))


def _size(bench: Bench) -> Iterator[Section]:
    bots = (replace(bench.thinker, name="one"), replace(bench.thinker, name="two"))
    for game, figures in sizes(bots, bench.folder, bench.sizes.sets).items():
        about = f"what a game of {game} between sensible bots takes on the disk"
        yield Section("size", about, "amount", "bytes a game", "", figures, beside=(RECORD,))


SECTIONS: Mapping[str, Callable[[Bench], Iterator[Section]]] = {
    "rules": _rules,
    "search": _search,
    "worlds": _worlds,
    "fork": _fork,
    "pipes": _pipes,
    "tables": _tables,
    "workers": _workers,
    "sandbox": _sandbox,
    "memory": _memory,  # before what holds a million results: memory that was given back would hide what grows
    "resume": _resume,
    "ladder": _ladder,
    "size": _size,
}
"""What can be measured, by name; each yields one table or two."""
