"""Bots in tests, scripts and notebooks: play them, assert that they play legally and that none is worse than before.

    from arena.testing import assert_not_worse, assert_plays_legally, play

    def test_it_still_plays_well():
        assert_not_worse("bots/mine", "bots/mine@main", "kaiser", elo=30)

A bot may be a function of a question and a view, as for `arena.client.run`:

    def first(question, view):
        return question.legal[0]

    print(play("kaiser", first, "sample:python/sensible", sets=20).shown())

With pytest, the fixture `arena` has these functions as methods. It looks for bots from the rootdir, and keeps the games
of a failed test.

Bots are named as on the command line; PATH@REV is a revision in git. Games are named like `kaiser`, `two-hundred:kitty`
or `kaiser:standard max_deals=10`. Bots run without a sandbox, like the test itself. The seed is the same in every run
unless you give another one, so bots that do nothing at random play the same games again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import trio

from arena import ratings
from arena.bots.entrants import Entrant, numbered, playable
from arena.bots.functions import Functions
from arena.bots.intake import Intake
from arena.bots.revisions import take_in
from arena.bots.staging import in_use, staging_folder
from arena.client.loop import Choose
from arena.errors import UserError, command
from arena.escapes import decoded, printable
from arena.games.catalogue import GAMES
from arena.games.study import StudyError, read_study, set_up
from arena.regression.gate import Finding, Kind, Question, decide, gate_of
from arena.regression.head_to_head import DecisionTime, HeadToHead
from arena.regression.report import RegressionReport, first_faults
from arena.regression.series import play_out, sets_of
from arena.results.rating_input import results
from arena.sandbox import Sandbox
from arena.schedules.plan import PlannedGame
from arena.settings.clock import ClockSettings, OnFault
from arena.settings.contest import Contest, parse_game
from arena.settings.limits import OWN_LIMITS, Limits
from arena.store import PlayedGame, Store
from arena.table.choice import Choice, choose
from arena.table.outcome import Failure
from arena.tournament.apart import Stopped, awaited, waited
from arena.tournament.descriptors import fitted
from arena.tournament.events import GameVoided, Note, PlayEvent
from arena.tournament.setup import TournamentSetup, program
from arena.tournament.stops import StopButton

Player: TypeAlias = str | Choose
"""A bot: its name, or a function that answers a question, given what its seat was told."""
SEED = "test"
"""The key of all packs if no other is given."""
DEFAULT_CLOCK = ClockSettings()
SHOWN = 3
"""How many faults a message describes in full."""
TAIL = 5
"""How many last lines are shown of each stream of a bot that failed."""


@dataclass(frozen=True)
class BotFault:
    """A fault of a bot in a game.

    Args:
        bot: its name.
        game: the id of the game.
        kind: TIMEOUT, CRASH, ILLEGAL and so on.
        text: what happened.
        sent: the last lines that the arena sent to it.
        received: the last lines that it sent to the arena.
        stderr: the last lines that it wrote to standard error.
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
        return printable("\n".join(parts))


@dataclass(frozen=True)
class MatchResult:
    """A match that was played.

    Args:
        game: the canonical name of what was played.
        seed: the key of all packs.
        bots: the names of the bots in the order of the call; a second bot with the same name gets the suffix -2.
        entrants: the bots.
        games: the games, by set and room.
        faults: the faults of all bots.
        results: the results as the input of ratings.
        records: the records of the games, in their order.
    """

    game: str
    seed: str
    bots: tuple[str, ...]
    entrants: tuple[Entrant, ...]
    games: tuple[PlayedGame, ...]
    faults: tuple[BotFault, ...]
    results: ratings.Results
    records: tuple[str, ...]

    @property
    def ladder(self) -> ratings.Ladder:
        """The ladder of the match."""
        return ratings.fit(self.results)

    def shown(self, game: int = 0) -> str:
        """Return the ladder as a Markdown table, the faults, and the record of a game.

        Args:
            game: which game, from 0; each room of a set is one.

        Raises:
            IndexError: there are not as many games.
        """
        return "\n\n".join((self._table(), *self._texts(game)))

    def _repr_markdown_(self) -> str:
        """Return what a notebook shows of it."""
        return "\n\n".join((self._table(), *[f"```text\n{text}\n```" for text in self._texts(0)]))

    def _table(self) -> str:
        """Return the ladder as a Markdown table."""
        return ratings.to_markdown(ratings.rows(self.ladder)).rstrip()

    def _texts(self, game: int) -> list[str]:
        """Return the first faults, and the record of a game."""
        return [*map(str, self.faults[:SHOWN]), printable(self.records[game].rstrip())]

    def compare(self, first: str | None = None, second: str | None = None) -> ratings.Comparison:
        """Return how two of the bots compare.

        Args:
            first: the name of one; by default the first bot of the match.
            second: the name of the other; by default the second bot of the match.

        Raises:
            KeyError: there is no bot with this name.
        """
        pairs = self._head_to_head(first or self.bots[0], second or self.bots[1]).pairs
        assert pairs is not None, "a match has one set or more"
        return ratings.compare(pairs)

    def used(self, bot: str) -> DecisionTime:
        """Return how many decisions a bot made, and how long they took.

        Args:
            bot: its name.

        Raises:
            KeyError: there is no bot with this name.
        """
        other = next(name for name in self.bots if name != bot)
        return self._head_to_head(bot, other).used(self._id(bot))

    def __str__(self) -> str:
        text = printable(f"{self.bots[0]} against {self.bots[1]} at {self.game}\n{ratings.summary(self.compare())}")
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


def _report(event: PlayEvent) -> None:
    """Print what is wrong with the arena itself, and why play waits."""
    match event:
        case GameVoided(trace=trace) if trace:
            sys.stderr.write(f"the arena failed in {event.game.id}:\n{trace}")
        case Note(kind="waiting"):
            sys.stderr.write(f"{event}\n")


@dataclass(frozen=True)
class Arena:
    """Plays bots for tests.

    Args:
        base: the folder where relative paths start; None for the current directory.
        keep: the folder that the games are kept in; None to keep no games.
        seed: the key of all packs.
        rooms: how many rooms play at the same time; None for as many as there are cores, and for one if bots are
            functions. In several rooms a function is called in several threads at a time, which helps those that wait
            for a network, and slows down those that compute.
        clock: the time limits of every bot.
        on_fault: what happens to a game at a fault.
        fill: the bot that takes the sides for which no bot is named.
    """

    base: Path | None = None
    keep: Path | None = None
    seed: str = SEED
    rooms: int | None = None
    clock: ClockSettings = DEFAULT_CLOCK
    on_fault: OnFault = "forfeit"
    fill: str = "sample:random"

    def play(self, game: str, *bots: Player | Sequence[Player], sets: int = 20) -> MatchResult:
        """Play a match.

        Args:
            game: what is played.
            bots: who plays, at most one for each side, one by one or in a list: the names of bots, and functions that
                answer as for `arena.client.run`. `fill` takes the other sides. A game for one player takes any number
                of bots: each plays alone, and `fill` plays if there is only one.
            sets: how many duplicate sets; each plays the same deals once in every rotation of the sides.

        Raises:
            UserError: there is no such game or bot, or the bot cannot be used here.
            KeyboardInterrupt: after Ctrl-C; games that were running have ended first.
        """
        return waited(lambda button: self._match(button, game, bots, sets))

    async def aplay(self, game: str, *bots: Player | Sequence[Player], sets: int = 20) -> MatchResult:
        """Play a match as `play` does, and await it, under trio or asyncio: other tasks go on meanwhile.

        If this is cancelled, games that are running end first.
        """
        return await awaited(lambda button: self._match(button, game, bots, sets))

    def _match(
        self, button: StopButton, game: str, bots: Sequence[Player | Sequence[Player]], sets: int
    ) -> MatchResult:
        contest = _contest(game, sets)
        players: list[Player] = []
        for bot in bots:
            players += [bot] if isinstance(bot, str) or callable(bot) else bot
        functions = not all(isinstance(player, str) for player in players)
        with ExitStack() as opened:
            named = _named(players, opened, button)
            intake, store = opened.enter_context(self._table())
            return self._play(button, contest, self._pairing(intake, contest, named), store, functions=functions)

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
        """Assert that a new bot is not worse than an old one. Plays until that is clear.

        Args:
            new: the bot that is tested.
            old: the bot that it is tested against.
            game: what they play.
            elo: how much worse is too much: in Elo, or in normalized Elo for a test on margins.
            alpha: the chance that a bot passes although it is this much worse.
            beta: the chance that a bot fails although it is as good as the old one.
            test: `sprt` tests scores, `evalue` tests scores with an e-value, `margin` tests points with an e-value, and
                `margin-sprt` tests points, trusting that there are no rare disasters.
            max_sets: the assertion fails if there is no verdict after this many sets.

        Returns:
            The statistics. As text they are the message of a failed assertion.

        Raises:
            AssertionError: the new bot is worse, or the sets were not enough to tell.
            UserError: there is no such game or bot, or the bot cannot be used here.
        """
        __tracebackhide__ = True
        contest = _contest(game, max_sets)
        question = Question(test, -elo, 0.0, alpha, beta)
        command = f"assert_not_worse({new!r}, {old!r}, {game!r}, elo={elo:g}) with the seed {self.seed!r}"

        def decided(button: StopButton) -> tuple[RegressionReport, str]:
            with self._table() as (intake, store):
                pairing = self._pairing(intake, contest, (new, old))
                gate, games = gate_of(contest, pairing, question, self.seed)
                _heed(decide(self._setup(button, contest, pairing), gate, games, store, _report))
                report = RegressionReport(contest.label, self.seed, pairing[0], pairing[1], gate, command)
                faults = first_faults(gate.head_to_head, pairing[:2], store)
                return replace(report, first_faults=faults), self._kept(store)

        report, kept = waited(decided)
        if report.status:
            more = "more max_sets or a higher elo would tell" if report.gate.finding is Finding.UNDECIDED else ""
            raise AssertionError("\n".join(filter(None, (str(report), more, kept))))
        return report

    def assert_plays_legally(
        self, bot: str, games: str | Iterable[str] | None = None, sets: int = 2, against: str = "sample:random"
    ) -> None:
        """Assert that a bot makes no faults: no illegal word, no crash, no late answer.

        Args:
            bot: the bot that is tested.
            games: what it plays; None for the first preset of every game that it says it plays.
            sets: how many duplicate sets of each game.
            against: the bot that takes the other sides.

        Raises:
            AssertionError: it made faults; the message shows what it was sent, what it answered, and its standard
                error.
            UserError: there is no such game or bot, or the bot cannot be used here.
        """
        __tracebackhide__ = True
        named = [games] if isinstance(games, str) else games
        faults: list[BotFault] = []

        def played(button: StopButton) -> tuple[int, str]:
            with self._table() as (intake, store):
                found = playable(take_in(intake, bot, self._base)[0])
                number = 0
                for game in [name for name in GAMES if found.plays(name)] if named is None else named:
                    contest = _contest(game, sets)
                    pairing = self._pairing(intake, contest, (bot, *(against for _ in range(contest.sides - 1))))
                    match = self._play(button, contest, pairing, store)
                    faults.extend(fault for fault in match.faults if fault.bot == match.bots[0])
                    number += len(match.games)
                return number, self._kept(store)

        number, kept = waited(played)
        if faults:
            failed = len({fault.game for fault in faults})  # a bot with two seats may fail in both
            head = f"{bot} does not play legally: it failed in {failed} of {number} games"
            raise AssertionError("\n".join(filter(None, (head, *map(str, faults[:SHOWN]), kept))))

    def choice(self, bot: str, study: str | Path | Mapping[str, Any]) -> str:
        """Return a bot's answer to the open question of a deal that you set up.

        Args:
            bot: the bot that is asked.
            study: a TOML file with the deal, or its content as a mapping (see `arena.games.study.set_up`).

        Raises:
            AssertionError: the bot failed; the message shows what it was sent, what it answered, and its standard
                error.
            StudyError: the deal cannot be set up.
            UserError: there is no such bot, or it cannot be used here.
        """
        __tracebackhide__ = True
        if isinstance(study, Mapping):
            deal = set_up(study)
        else:
            deal = read_study((self._base / study).read_text(encoding="utf-8"), str(study))
        if deal.position.ask is None:
            raise StudyError([f"{study}: the deal is over, so there is no question to answer"])

        def asked(_: StopButton) -> tuple[Choice, str]:
            with self._table() as (intake, _store):
                found = playable(take_in(intake, bot, self._base)[0])
                started = program(found, replace(Limits(), **found.wishes))
                return trio.run(choose, started, deal, self.clock, Sandbox("none")), found.name

        said, name = waited(asked)
        if said.answer is None:
            assert said.failure is not None
            raise AssertionError(str(_fault(name, "the study", said.failure)))
        return said.answer.word

    @property
    def _base(self) -> Path:
        return self.base or Path.cwd()

    @contextmanager
    def _table(self) -> Iterator[tuple[Intake, Store]]:
        """Open the folder for copies of bots, and a store for the games."""
        area = staging_folder()
        with ExitStack() as opened:
            opened.enter_context(in_use(area))
            folder = self.keep or Path(opened.enter_context(TemporaryDirectory(prefix="arena-test-")))
            free = next(path for n in range(1_000_000) if not (path := folder / f"games-{n}.db").exists())
            store = opened.enter_context(Store.open(free, writing=True))
            store.start_run(self.seed, {"on_fault": self.on_fault, "deals": "shared"})
            yield Intake(GAMES, area, OWN_LIMITS), store

    def _pairing(self, intake: Intake, contest: Contest, bots: Sequence[str]) -> list[Entrant]:
        if (len(bots) > contest.sides > 1) or not bots:
            raise UserError(f"{contest.label} takes {contest.sides} bots, not {len(bots)}", "name one for each side")
        named = (*bots, *(self.fill for _ in range(max(2, contest.sides) - len(bots))))
        return numbered(playable(take_in(intake, bot, self._base)[0]) for bot in named)

    def _setup(
        self, button: StopButton, contest: Contest, pairing: Sequence[Entrant], *, functions: bool = False
    ) -> TournamentSetup:
        entrants = {entrant.id: entrant for entrant in pairing}
        rooms = self.rooms or (1 if functions else os.cpu_count()) or 1
        contests = {contest.label: contest}
        setup = TournamentSetup(contests, entrants, self.seed, self.clock, self.on_fault, rooms, stops=button.heed)
        return fitted(setup, lambda _: None, functions=functions)

    def _play(
        self,
        button: StopButton,
        contest: Contest,
        pairing: Sequence[Entrant],
        store: Store,
        *,
        functions: bool = False,
    ) -> MatchResult:
        games = sets_of(contest, pairing, self.seed)
        ended: dict[str, PlayedGame] = {}

        def take(played: PlayedGame) -> None:
            ended[played.game.id] = played

        _heed(play_out(self._setup(button, contest, pairing, functions=functions), games, store, _report, take))
        names = {entrant.id: entrant.name for entrant in pairing}
        return MatchResult(
            game=contest.label,
            seed=self.seed,
            bots=tuple(names.values()),
            entrants=tuple(pairing),
            games=tuple(ended[game.id] for game in games),
            faults=tuple(_faults(contest, games, names, store)),
            results=results(store.columns(), store.entrants()),
            records=tuple(store.record(game.id) for game in games),
        )

    def _kept(self, store: Store) -> str:
        return f"the games: {command('record', store.path)}" if self.keep else ""


def _named(players: Iterable[Player], opened: ExitStack, button: StopButton) -> list[str]:
    """Return the names of players; functions get folders, which are there as long as `opened` is open.

    If they cannot be called any more, the button is pressed as often as ends all games at once.
    """
    found = [*players]
    functions = [player for player in found if not isinstance(player, str)]
    if not functions:
        return [str(player) for player in found]

    def end() -> None:
        button.press()
        button.press()

    place = Path(opened.enter_context(TemporaryDirectory(prefix="arena-")))
    folders = iter(opened.enter_context(Functions(place, functions, end)))
    return [player if isinstance(player, str) else str(next(folders)) for player in found]


def _contest(game: str, sets: int) -> Contest:
    """Return the contest for GAME[:PRESET], followed by any number of option=value."""
    if sets < 1:
        raise UserError(f"{game}: {sets} sets are too few", "play one or more")
    name, *options = game.split()
    wrong = [option for option in options if "=" not in option]
    if wrong:
        raise UserError(f"{game}: {wrong[0]} is not option=value", "such as: kaiser max_deals=10")
    return parse_game(name, dict(option.split("=", 1) for option in options), GAMES, sets)


def _heed(number: int | None) -> None:
    """Raise `Stopped` if play was stopped."""
    if number:
        raise Stopped


def _faults(contest: Contest, games: Sequence[PlannedGame], names: dict[str, str], store: Store) -> Iterator[BotFault]:
    """Yield the faults in some games; `names` are those of the bots, by id."""
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
    return tuple(decoded(stream).splitlines()[-TAIL:])


_ARENA = Arena()
play = _ARENA.play
aplay = _ARENA.aplay
assert_not_worse = _ARENA.assert_not_worse
assert_plays_legally = _ARENA.assert_plays_legally
choice = _ARENA.choice
