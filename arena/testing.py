"""Bots in tests: play them, assert that they play legally, assert that a new version is not worse than an old one.

    from arena.testing import assert_not_worse, assert_plays_legally, play

    def test_it_still_plays_well():
        assert_not_worse("bots/mine", "bots/mine@main", "kaiser", elo=30)

With pytest, the fixture `arena` has the same functions, finds bots from the rootdir, and keeps the games of a failed
test. Bots are named as on the command line, or PATH@REV for what git has of them; games as `kaiser`,
`two-hundred:kitty` or `kaiser:standard max_deals=10`. They run without a sandbox, as the test itself does. The seed is
the same in every run unless another is named: bots that do nothing by chance play the same games again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import trio

import ladders
from arena.bots.entrants import Entrant, numbered, playable
from arena.bots.intake import Intake
from arena.bots.revisions import take_in
from arena.bots.staging import in_use, place
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.games.study import StudyError, read_study, set_up
from arena.regression.gate import Finding, Kind, Question, decide, gate_of
from arena.regression.head_to_head import DecisionTime, HeadToHead
from arena.regression.report import RegressionReport
from arena.regression.series import play_out, sets_of
from arena.sandbox import Sandbox
from arena.schedules.plan import PlannedGame
from arena.settings.clock import ClockSettings, OnFault
from arena.settings.contest import Contest, parse_game
from arena.settings.limits import OWN_LIMITS, Limits
from arena.store import PlayedGame, Store, TryAgain
from arena.table.choice import choose
from arena.table.outcome import Failure, Outcome
from arena.tournament.probation import Benched
from arena.tournament.setup import TournamentSetup, program

SEED = "test"
"""Keys all packs where nobody names another."""
DEFAULT_CLOCK = ClockSettings()
SHOWN = 3
"""How many faults a message tells in full."""
TAIL = 5
"""How many lines of what a failed bot was sent, said and wrote."""


@dataclass(frozen=True)
class BotFault:
    """A fault of a bot in a game.

    Args:
        bot: its name.
        game: the id of the game.
        kind: TIMEOUT, CRASH, ILLEGAL and so on.
        text: what happened.
        sent: the last lines that it was sent.
        received: the last lines that it said.
        stderr: the last lines of its standard error.
    """

    bot: str
    game: str
    kind: str
    text: str
    sent: tuple[str, ...] = ()
    received: tuple[str, ...] = ()
    stderr: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"{self.bot}: {self.kind} in {self.game}: {self.text}"]
        for title, found in (("it was sent", self.sent), ("it said", self.received), ("stderr", self.stderr)):
            if found:
                parts += [f"  {title}, at the end:", *(f"    {line}" for line in found)]
        return "\n".join(parts)


@dataclass(frozen=True)
class MatchResult:
    """A match that was played.

    Args:
        game: the canonical name of what was played.
        seed: keyed all packs.
        bots: the names of the bots, in the order they were named in; the second of a name has -2 behind it.
        entrants: the bots.
        games: the games, by set and room.
        faults: of all bots.
    """

    game: str
    seed: str
    bots: tuple[str, ...]
    entrants: tuple[Entrant, ...]
    games: tuple[PlayedGame, ...]
    faults: tuple[BotFault, ...]

    def compare(self, first: str | None = None, second: str | None = None) -> ladders.Comparison:
        """Return how two of the bots compare, by their names; left out, the first two."""
        pairs = self._head_to_head(first or self.bots[0], second or self.bots[1]).pairs
        assert pairs is not None, "a match has one set or more"
        return ladders.compare(pairs)

    def used(self, bot: str) -> DecisionTime:
        """Return the decisions and the time of a bot, by its name."""
        other = next(name for name in self.bots if name != bot)
        return self._head_to_head(bot, other).used(self._id(bot))

    def __str__(self) -> str:
        text = f"{self.bots[0]} against {self.bots[1]} at {self.game}\n{ladders.summary(self.compare())}"
        return "\n".join((text, *map(str, self.faults[:SHOWN])))

    def _head_to_head(self, first: str, second: str) -> HeadToHead:
        found = HeadToHead([played.game for played in self.games], self._id(first), self._id(second))
        for played in self.games:
            found.take(played)
        while found.count():
            pass
        return found

    def _id(self, bot: str) -> str:
        for entrant in self.entrants:
            if entrant.name == bot:
                return entrant.id
        raise KeyError(f"no bot {bot!r} in this match; there are {', '.join(self.bots)}")


class _Quiet:
    """A watcher that says nothing but what is wrong with the arena itself."""

    def finished(self, planned: PlannedGame, outcome: Outcome) -> None:
        """Say nothing."""

    def internal(self, planned: PlannedGame, trace: str) -> None:
        """Print the trace."""
        sys.stderr.write(f"the arena failed in {planned.id}:\n{trace}")

    def voided(self, planned: PlannedGame, reason: str, *, again: bool) -> None:
        """Say nothing: it is played again."""

    def benched(self, found: Benched) -> None:
        """Say nothing: nobody is on probation here."""

    def stopping(self) -> None:
        """Say nothing."""

    def waiting(self, trouble: TryAgain) -> None:
        """Say why nothing goes on."""
        sys.stderr.write(f"{trouble}\n  {trouble.hint}\n")

    def going_on(self) -> None:
        """Say nothing."""


@dataclass(frozen=True)
class Arena:
    """Plays bots for tests.

    Args:
        base: where relative paths start; None for the current directory.
        keep: a folder for the games; None to keep none.
        seed: keys all packs.
        rooms: how many rooms play at the same time; None for as many as there are cores.
        clock: the limits of every bot.
        on_fault: what a fault does to a game.
        fill: the bot for sides that nobody is named for.
    """

    base: Path | None = None
    keep: Path | None = None
    seed: str = SEED
    rooms: int | None = None
    clock: ClockSettings = DEFAULT_CLOCK
    on_fault: OnFault = "forfeit"
    fill: str = "sample:random"

    def play(self, game: str, bots: Sequence[str], sets: int = 20) -> MatchResult:
        """Play a match.

        Args:
            game: what is played.
            bots: who plays, one for each side at most; `fill` takes the others.
            sets: how many duplicate sets: every deal is played once in each seating.

        Raises:
            UserError: there is no such game or bot, or it cannot be used here.
        """
        contest = _contest(game, sets)
        with self._table() as (desk, store):
            return self._play(contest, self._pairing(desk, contest, bots), store)

    def assert_not_worse(
        self,
        new: str,
        old: str,
        game: str,
        elo: float = 30.0,
        alpha: float = 0.05,
        *,
        beta: float = 0.05,
        test: Kind = "sprt",
        max_sets: int = 2000,
    ) -> RegressionReport:
        """Assert that a bot is not worse than another; play until that is clear.

        Args:
            new: the bot that is tested.
            old: what it is tested against.
            game: what they play.
            elo: how much worse is too much: in Elo, or normalized Elo for a test on margins.
            alpha: the chance that a bot passes that is so much worse.
            beta: the chance that a bot fails that is as good.
            test: on scores (`sprt`), on points (`margin`), or by an e-value.
            max_sets: after so many sets without a verdict it fails.

        Returns:
            The statistics; as text they are the message of a failure.

        Raises:
            AssertionError: it is worse, or the sets were not enough to tell.
            UserError: there is no such game or bot, or it cannot be used here.
        """
        __tracebackhide__ = True
        contest = _contest(game, max_sets)
        with self._table() as (desk, store):
            pairing = self._pairing(desk, contest, (new, old))
            gate, games = gate_of(contest, pairing, Question(test, -elo, 0.0, alpha, beta), self.seed)
            _heed(decide(self._setup(contest, pairing), gate, games, store, _Quiet()))
            command = f"assert_not_worse({new!r}, {old!r}, {game!r}, elo={elo:g}) with the seed {self.seed!r}"
            report = RegressionReport(contest.label, self.seed, pairing[0], pairing[1], gate, command)
            kept = self._kept(store)
        if report.status:
            more = "more max_sets or a higher elo would tell" if gate.finding is Finding.UNDECIDED else ""
            raise AssertionError("\n".join(filter(None, (str(report), more, kept))))
        return report

    def assert_plays_legally(
        self, bot: str, games: str | Iterable[str] | None = None, sets: int = 2, against: str = "sample:random"
    ) -> None:
        """Assert that a bot makes no fault: no illegal word, no crash, no answer too late.

        Args:
            bot: who is tested.
            games: what it plays; None for the first preset of every game that it says it plays.
            sets: how many duplicate sets of each.
            against: who takes the other sides.

        Raises:
            AssertionError: it made faults; the message tells what it was sent, what it said, and its standard error.
            UserError: there is no such game or bot, or it cannot be used here.
        """
        __tracebackhide__ = True
        with self._table() as (desk, store):
            if games is None:
                found = playable(take_in(desk, bot, self._base)[0])
                games = [name for name in GAMES if found.plays(name)]
            faults: list[BotFault] = []
            played = 0
            for game in [games] if isinstance(games, str) else games:
                contest = _contest(game, sets)
                pairing = self._pairing(desk, contest, (bot, *(against for _ in range(contest.sides - 1))))
                match = self._play(contest, pairing, store)
                faults += [fault for fault in match.faults if fault.bot == match.bots[0]]
                played += len(match.games)
            kept = self._kept(store)
        if faults:
            head = f"{bot} does not play legally: {len(faults)} faults in {played} games"
            raise AssertionError("\n".join(filter(None, (head, *map(str, faults[:SHOWN]), kept))))

    def choice(self, bot: str, study: str | Path | Mapping[str, Any]) -> str:
        """Return what a bot answers at the open question of a deal that was set up.

        Args:
            bot: who is asked.
            study: a file of TOML text, or what it would say (`arena.games.study.set_up`).

        Raises:
            AssertionError: it failed; the message tells what it was sent, what it said, and its standard error.
            StudyError: the deal cannot be set up.
            UserError: there is no such bot, or it cannot be used here.
        """
        __tracebackhide__ = True
        if isinstance(study, Mapping):
            deal = set_up(study)
        else:
            deal = read_study((self._base / study).read_text(encoding="utf-8"), str(study))
        if deal.position.ask is None:
            raise StudyError([f"{study}: the deal is over, and nobody is asked anything"])
        with self._table() as (desk, _):
            found = playable(take_in(desk, bot, self._base)[0])
            started = program(found, replace(Limits(), **found.wishes))
            said = trio.run(choose, started, deal, self.clock, Sandbox("none"))
        if said.answer is None:
            assert said.failure is not None
            raise AssertionError(str(_fault(found.name, "the study", said.failure)))
        return said.answer.word

    @property
    def _base(self) -> Path:
        return self.base or Path.cwd()

    @contextmanager
    def _table(self) -> Iterator[tuple[Intake, Store]]:
        """Open a place for bots and one for games."""
        area = place()
        with ExitStack() as opened:
            opened.enter_context(in_use(area))
            folder = self.keep or Path(opened.enter_context(TemporaryDirectory(prefix="arena-test-")))
            free = next(path for n in range(1_000_000) if not (path := folder / f"games-{n}.db").exists())
            store = opened.enter_context(Store.open(free, writing=True))
            store.start_run(self.seed, {"on_fault": self.on_fault, "deals": "shared"})
            yield Intake(GAMES, area, OWN_LIMITS), store

    def _pairing(self, desk: Intake, contest: Contest, bots: Sequence[str]) -> list[Entrant]:
        if len(bots) > contest.sides or not bots:
            raise UserError(f"{contest.label} takes {contest.sides} bots, not {len(bots)}", "name one for each side")
        named = (*bots, *(self.fill for _ in range(contest.sides - len(bots))))
        return numbered(playable(take_in(desk, bot, self._base)[0]) for bot in named)

    def _setup(self, contest: Contest, pairing: Sequence[Entrant]) -> TournamentSetup:
        entrants = {entrant.id: entrant for entrant in pairing}
        rooms = self.rooms or os.cpu_count() or 1
        return TournamentSetup({contest.label: contest}, entrants, self.seed, self.clock, self.on_fault, rooms)

    def _play(self, contest: Contest, pairing: Sequence[Entrant], store: Store) -> MatchResult:
        games = sets_of(contest, pairing, self.seed)
        ended: dict[str, PlayedGame] = {}

        def take(played: PlayedGame) -> None:
            ended[played.game.id] = played

        _heed(play_out(self._setup(contest, pairing), games, store, _Quiet(), take))
        names = {entrant.id: entrant.name for entrant in pairing}
        return MatchResult(
            game=contest.label,
            seed=self.seed,
            bots=tuple(names.values()),
            entrants=tuple(pairing),
            games=tuple(ended[game.id] for game in games),
            faults=tuple(_faults(contest, games, names, store)),
        )

    def _kept(self, store: Store) -> str:
        return f"the games: arena record {store.path}" if self.keep else ""


def _contest(game: str, sets: int) -> Contest:
    """Return what GAME[:PRESET] and any option=value behind it stand for."""
    if sets < 1:
        raise UserError(f"{game}: {sets} sets are too few", "play one or more")
    name, *options = game.split()
    wrong = [option for option in options if "=" not in option]
    if wrong:
        raise UserError(f"{game}: {wrong[0]} is not option=value", "such as: kaiser max_deals=10")
    return parse_game(name, dict(option.split("=", 1) for option in options), GAMES, sets)


def _heed(number: int | None) -> None:
    """Pass on a Ctrl-C that the arena took for itself."""
    if number:
        raise KeyboardInterrupt


def _faults(contest: Contest, games: Sequence[PlannedGame], names: dict[str, str], store: Store) -> Iterator[BotFault]:
    sides = contest.game.seating(contest.options).sides
    for game in games:
        for failure in store.failures(game.id):
            side = sides[failure.fault.seat]
            assert side is not None
            yield _fault(names[game.sides[side]], game.id, failure)


def _fault(bot: str, game: str, failure: Failure) -> BotFault:
    """Return the fault of a bot, with the last lines of its streams."""
    ends = map(_end, (failure.sent, failure.received, failure.stderr))
    return BotFault(bot, game, failure.fault.kind, failure.fault.text, *ends)


def _end(stream: bytes) -> tuple[str, ...]:
    """Return the last lines of a stream."""
    return tuple(stream.decode(errors="replace").splitlines()[-TAIL:])


_ARENA = Arena()
play = _ARENA.play
assert_not_worse = _ARENA.assert_not_worse
assert_plays_legally = _ARENA.assert_plays_legally
choice = _ARENA.choice
