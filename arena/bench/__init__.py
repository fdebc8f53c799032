"""What `arena bench` measures: speed and growth, as ratios to bare loops, bare reads and OpenSpiel in the same run.

- figures: measuring, sections, targets
- rules: random play, rollouts on integers, worlds, forks
- rollouts: rollouts of the library for authors
- pipes: a decision through pipes
- play: whole tournaments: speed with one and two rooms, memory, bytes per game
- sandbox: starts and messages at every level
- envs: environments for learners: steps with observations and masks
- view: a query to `arena view`
- storing: storing results that many rooms report at a time
- growth: resuming a ladder with many results, and rating them
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

from arena.bench import agents, growth, rules, storing, view
from arena.bench.envs import at_once, env_contenders, in_turn
from arena.bench.figures import REFERENCES, ROUNDS, Figure, Section, Target, best, one_core
from arena.bench.pipes import PING_PONG, echo, ping_pong, pipes_contenders, tables_text
from arena.bench.play import RECORD, decisions, memory, sizes
from arena.bench.rollouts import PLAYED, rollout_contenders
from arena.bench.sandbox import costs
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.intake import resolve
from arena.errors import UserError
from arena.games.catalogue import GAMES

__all__ = ["FULL", "SECTIONS", "Bench", "Figure", "Section", "Sizes", "Target"]

TABLES = (8, 64)
"""The numbers of tables that a room is measured with, besides one."""
RUNNER = "60,000 a second"
"""The name of a reference that is not measured here: `MOVES`."""
MOVES = 60_000
"""How many moves per second the fastest chess runner makes, which is written in C++, on two cores."""
SECONDS = 10.0
"""The target for a result, in microseconds: ten seconds for a million results."""
OURS = ("two-hundred", "five-hundred", "kaiser")
"""The games that have a target."""


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
        matches: how many duplicate sets workers play; so many that their start hardly counts.
        sets: how many duplicate sets are played to measure the bytes of a game.
        deals: after how many deals a game of workers ends.
        stored: how many results are stored.
        reporting: how many rooms report at a time, where they are many: those of a hundred machines with ten cores.
        results: how many results the ladder has that is resumed and rated.
        entrants: how many entrants that ladder has.
        games: the numbers of games after which memory is measured.
        agents: how many agents play slow bots.
    """

    rounds: int = ROUNDS
    trips: int = 4000
    decisions: int = rules.DECISIONS
    starts: int = 40
    at_once: int = 64
    viewed: int = 6
    tables: int = 64
    matches: int = 400
    sets: int = 20
    deals: int = 12
    stored: int = 10_000
    reporting: int = 1_000
    results: int = 20_000
    entrants: int = 8
    games: tuple[int, ...] = (2_000, 10_000)
    agents: int = 16


FULL = Sizes(stored=60_000, matches=800, sets=100, results=1_000_000, games=(2_000, 20_000, 50_000))
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
    def thinker(self) -> Entrant:
        """A sensible bot: games between such bots have the usual length."""
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
    targets = [Target(0.8, "OpenSpiel euchre", most=False, names=quickest)]
    yield Section("rollouts", about, "speed", "rollouts a second", "CPU time", figures, targets)


def _worlds(bench: Bench) -> Iterator[Section]:
    contenders = rules.worlds_contenders()
    drawn = tuple(name for name in contenders if not name.endswith("anew"))
    figures = bench.best(contenders | rules.bare_shuffle())
    about = "worlds that agree with a view: a seat is out of a suit, the kitty is unseen"
    yield Section("worlds", about, "speed", "worlds a second", "CPU time", figures, [Target(20_000, "", False, drawn)])


def _fork(bench: Bench) -> Iterator[Section]:
    figures = bench.compared(bench.best(rules.fork_contenders() | rules.clones()))
    about = "copies of positions at random moments of a deal, and of a whole game"
    yield Section("fork", about, "cost", "forks a second", "CPU time", figures, [Target(60)])


def _pipes(bench: Bench) -> Iterator[Section]:
    yield _through_pipes(bench, "pipes", (1,), "one decision at one table: rules, messages, clocks, records")


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
    """Yield the speed of whole tournaments with one room and with two."""
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


def _agents(bench: Bench) -> Iterator[Section]:
    """Yield the speed of tournaments that agents on this machine play."""
    bots = (replace(bench.bot, name="one"), replace(bench.bot, name="two"))
    sets, deals = max(1, bench.sizes.matches // 2), bench.sizes.deals
    fast = [partial(agents.at_home, bots), partial(agents.decisions, bots, 2)]
    here, there = _in_turn(bench, [partial(one, bench.folder, sets, deals) for one in fast])
    about = "whole tournaments by two agents of one room on this machine, and by two workers"
    targets = [Target(0.95, here.name, False, (there.name,))]
    yield Section("agents", about, "speed", "decisions a second", "wall time", [here, there], targets, (here.name,))
    slow = (agents.slow_bot(bench.folder, "one"), agents.slow_bot(bench.folder, "two"))
    most, each = bench.sizes.agents, bench.sizes.sets
    one, many = (agents.decisions(slow, number, bench.folder, number * each, 2) for number in (1, most))
    about = "whole tournaments of bots that think for 5 ms, by agents of one room on this machine"
    targets = [Target(0.9 * most, one.name, False, (many.name,))]
    yield Section("agents", about, "speed", "decisions a second", "wall time", [one, many], targets, (one.name,))


def _in_turn(bench: Bench, contenders: Sequence[Callable[[], Figure]]) -> list[Figure]:
    """Run contenders that need seconds in turn; return the best round of each."""
    rounds = [[run() for run in contenders] for _ in range(bench.rounds)]
    return [max(figures, key=lambda figure: figure.amount) for figures in zip(*rounds, strict=True)]


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


def _store(bench: Bench) -> Iterator[Section]:
    sizes = bench.sizes
    wall, cpu = storing.speeds(bench.folder, bench.bot, sizes.reporting, sizes.stored, bench.rounds)
    about = "results stored in database and journal, safe from a power cut; many rooms report from other machines"
    many = tuple(figure.name for figure in wall if figure.name != storing.ONE)
    targets = [Target(3_000, "", False, many)]
    yield Section("store", about, "speed", "results a second", "wall time", wall, targets, (storing.ONE,))
    yield Section("store", "the same", "speed", "results a second", "CPU time", cpu, (), (storing.ONE,))


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


def _size(bench: Bench) -> Iterator[Section]:
    bots = (replace(bench.thinker, name="one"), replace(bench.thinker, name="two"))
    for game, figures in sizes(bots, bench.folder, bench.sizes.sets).items():
        about = f"the bytes on the disk of a game of {game} between sensible bots"
        yield Section("size", about, "amount", "bytes a game", "", figures, beside=(RECORD,))


SECTIONS: Mapping[str, Callable[[Bench], Iterator[Section]]] = {
    "rules": _rules,
    "search": _search,
    "rollouts": _rollouts,
    "worlds": _worlds,
    "fork": _fork,
    "pipes": _pipes,
    "tables": _tables,
    "workers": _workers,
    "agents": _agents,
    "sandbox": _sandbox,
    "env": _env,
    "view": _view,
    "memory": _memory,  # before the sections with a million results: memory that these give back would hide growth
    "store": _store,
    "resume": _resume,
    "ladder": _ladder,
    "size": _size,
}
"""What can be measured: name -> a function that yields one table or more."""
