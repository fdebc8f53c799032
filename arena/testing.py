"""Bots in tests, scripts and notebooks: play them, assert that they play legally and that none is worse than before.

    from arena.testing import assert_not_worse, assert_plays_legally, play

    def test_it_still_plays_well():
        assert_not_worse("bots/mine", "bots/mine@main", "kaiser", elo=30)

A bot may be a function of what its seat knows, as for `arena.client.run`:

    def first(t):
        return t.legal[0]

    print(play("kaiser", first, "sample:python/sensible", sets=20).shown())

With pytest, the fixture `arena` has these functions as methods. It looks for bots from the rootdir, and keeps the games
of a failed test.

Bots are named as on the command line; PATH@REV is a revision in git. Games are named like `kaiser`, `two-hundred:kitty`
or `kaiser:standard max_deals=10`. Bots run without a sandbox, like the test itself. The seed is the same in every run
unless you give another one, so bots that do nothing at random play the same games again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Unpack

import trio

from arena.app.compare import VerdictOptions, compare
from arena.app.field import AnyPath, Player, intake
from arena.app.match import SHOWN, BotFault, Match, bot_fault
from arena.app.match import aplay as await_match
from arena.app.match import play as play_match
from arena.app.terms import MatchOptions
from arena.bots.entrants import playable
from arena.bots.revisions import find
from arena.errors import UserError, command
from arena.games.catalogue import GAMES
from arena.games.study import Study, StudyError, read_study, set_up
from arena.regression.gate import Finding
from arena.regression.report import RegressionReport
from arena.sandbox import Sandbox
from arena.settings.clock import ClockSettings, OnFault
from arena.settings.limits import Limits
from arena.table.choice import Choice, choose
from arena.tournament.apart import waited
from arena.tournament.setup import program
from arena.tournament.stops import StopButton

__all__ = ["SEED", "Arena", "aplay", "assert_not_worse", "assert_plays_legally", "choice", "play"]

SEED = "test"
"""The key of all packs if no other is given."""


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

    base: AnyPath | None = None
    keep: AnyPath | None = None
    seed: str = SEED
    rooms: int | None = None
    clock: ClockSettings = ClockSettings()  # noqa: RUF009 - it is frozen
    on_fault: OnFault = "forfeit"
    fill: Player = "sample:random"

    def play(self, game: str, *bots: Player | Sequence[Player], sets: int = 20) -> Match:
        """Play a match, as `arena.play` does: bots get no sandbox.

        Args:
            game: what is played.
            bots: who plays, one by one or in a list: the names of bots, and functions that answer as for
                `arena.client.run`. `fill` takes the sides for which there is none. A game for one player takes any
                number of bots: each plays alone, and `fill` plays if there is only one.
            sets: how many duplicate sets; each plays the same deals once in every rotation of the sides.

        Raises:
            UserError: there is no such game or bot, or the bot cannot be used here.
            KeyboardInterrupt: after Ctrl-C; games that were running have ended first.
        """
        __tracebackhide__ = True
        return play_match(game, *bots, sets=sets, **self._options(self._file()))

    async def aplay(self, game: str, *bots: Player | Sequence[Player], sets: int = 20) -> Match:
        """Play a match as `play` does, and await it, under trio or asyncio: other tasks go on meanwhile.

        If this is cancelled, games that are running end first.
        """
        __tracebackhide__ = True
        return await await_match(game, *bots, sets=sets, **self._options(self._file()))

    def assert_not_worse(
        self,
        new: Player,
        old: Player,
        game: str,
        elo: float = 30.0,
        **until: Unpack[VerdictOptions],
    ) -> RegressionReport:
        """Assert that a new bot is not worse than an old one. Plays until that is clear.

        Args:
            new: the bot that is tested.
            old: the bot that it is tested against.
            game: what they play.
            elo: how much worse is too much: in Elo, or in normalized Elo for a test on margins.
            until: when it ends, as for `arena.compare`: `alpha`, `beta`, `test` and `max_sets`. The assertion fails if
                there is no verdict then.

        Returns:
            The statistics. As text they are the message of a failed assertion.

        Raises:
            AssertionError: the new bot is worse, or the sets were not enough to tell.
            UserError: there is no such game or bot, or the bot cannot be used here.
        """
        __tracebackhide__ = True
        save = self._file()
        report = compare(new, old, game, elo, **until, **self._options(save))
        called = f"assert_not_worse({_called(new)}, {_called(old)}, {game!r}, elo={elo:g})"
        words = f"{called} with the seed {self.seed!r}"
        report = replace(report, command=words, deals=())
        if report.status:
            more = "more max_sets or a higher elo would tell" if report.gate.finding is Finding.UNDECIDED else ""
            raise AssertionError("\n".join(filter(None, (str(report), more, _kept(save)))))
        return report

    def assert_plays_legally(
        self, bot: Player, games: str | Iterable[str] | None = None, sets: int = 2, against: Player = "sample:random"
    ) -> None:
        """Assert that a bot makes no faults: no illegal word, no crash, no late answer.

        Args:
            bot: the bot that is tested.
            games: what it plays; None for the first preset of every game that it says it plays, which a function
                does not.
            sets: how many duplicate sets of each game.
            against: the bot that takes the other sides.

        Raises:
            AssertionError: it made faults; the message shows what it was sent, what it answered, and its standard
                error.
            UserError: there is no such game or bot, no game is named, or the bot cannot be used here.
        """
        __tracebackhide__ = True
        if games is None:
            games = waited(lambda _: self._games_of(bot))
        named = [games] if isinstance(games, str) else [*games]
        if not named:
            raise UserError("assert_plays_legally has no game to play", "name one or more")
        save, faults, played = self._file(), list[BotFault](), 0
        options: MatchOptions = {**self._options(save), "fill": against}
        for game in named:
            match = play_match(game, bot, sets=sets, **options)
            faults += [fault for fault in match.faults if fault.bot == match.bots[0]]
            played += len(match.games)
        if faults:
            failed = len({fault.game for fault in faults})  # a bot with two seats may fail in both
            called = faults[0].bot if callable(bot) else bot
            head = f"{called} does not play legally: it failed in {failed} of {played} games"
            raise AssertionError("\n".join(filter(None, (head, *map(str, faults[:SHOWN]), _kept(save)))))

    def choice(self, bot: AnyPath, study: AnyPath | Mapping[str, Any]) -> str:
        """Return a bot's answer to the open question of a deal that you set up.

        Args:
            bot: the bot that is asked.
            study: a TOML file with the deal, or its content as a mapping (see `arena.games.study.set_up`).

        Raises:
            AssertionError: the bot failed; the message shows what it was sent, what it answered, and its standard
                error.
            StudyError: the deal cannot be set up.
            UserError: there is no such bot or file, or the bot cannot be used here.
        """
        __tracebackhide__ = True
        try:
            deal = self._deal(study)
        except StudyError as error:
            raise error.with_traceback(None) from None
        if deal.position.ask is None:
            raise StudyError([f"{study}: the deal is over, so there is no question to answer"])

        def asked(_: StopButton) -> tuple[Choice, str]:
            with intake(None, trust=True) as here:
                found = playable(find(here, os.fspath(bot), self._base))
                started = program(found, replace(Limits(), **found.wishes))
                return trio.run(choose, started, deal, self.clock, Sandbox("none")), found.name

        said, name = waited(asked)
        if said.answer is None:
            assert said.failure is not None
            raise AssertionError(str(bot_fault(name, "the study", said.failure)))
        return said.answer.word

    def _deal(self, study: AnyPath | Mapping[str, Any]) -> Study:
        """Return the deal of a study."""
        if isinstance(study, Mapping):
            return set_up(study)
        try:
            text = (self._base / study).read_text(encoding="utf-8")
        except OSError as error:
            raise UserError(f"{self._base / study}: {error.strerror}", exit_status=os.EX_NOINPUT) from None
        return read_study(text, str(study))

    def _games_of(self, bot: Player) -> list[str]:
        """Return the games that a bot says it plays."""
        if not isinstance(bot, (str, os.PathLike)):
            raise UserError("a function does not say what it plays", 'name games: assert_plays_legally(bot, "kaiser")')
        with intake(None, trust=True) as here:
            found = playable(find(here, os.fspath(bot), self._base))
        return [name for name in GAMES if found.plays(name)]

    @property
    def _base(self) -> Path:
        return Path(self.base or "")

    def _options(self, save: Path | None) -> MatchOptions:
        return {
            "seed": self.seed,
            "clock": self.clock,
            "on_fault": self.on_fault,
            "fill": self.fill,
            "rooms": self.rooms,
            "trust": True,
            "base": self._base,
            "save": save,
        }

    def _file(self) -> Path | None:
        """Return where the next games are kept, a new file that no other call takes; None if they are not."""
        if self.keep is None:
            return None
        for number in count():
            path = Path(self.keep) / f"games-{number}.db"
            try:
                path.open("x").close()
            except FileExistsError:
                continue
            except OSError:
                pass  # whoever opens it says what is wrong with the folder
            break
        return path


def _called(bot: Player) -> str:
    """Return a bot as a test names it."""
    return repr(os.fspath(bot)) if isinstance(bot, (str, os.PathLike)) else getattr(bot, "__name__", "a function")


def _kept(save: Path | None) -> str:
    return f"the games: {command('record', save)}" if save else ""


_ARENA = Arena()
play = _ARENA.play
aplay = _ARENA.aplay
assert_not_worse = _ARENA.assert_not_worse
assert_plays_legally = _ARENA.assert_plays_legally
choice = _ARENA.choice
