"""A ladder as a program drives it: open it, play what is missing, look at standings and games."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from signal import Signals
from time import sleep
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypedDict, Unpack

from arena.app import field
from arena.app.events import Event, Note, RunBegun, Tell
from arena.app.field import NOTHING, AnyPath, End, Player
from arena.app.forever import endless, go_on
from arena.app.game import PlayedGame, games_in
from arena.app.ladder_view import view_of
from arena.app.ladders import as_word, open_ladder
from arena.app.options import checked, several
from arena.app.plan import NightPlan, plan
from arena.app.playing import Played, check_played, play_games, start_run
from arena.app.rated import load_store
from arena.app.ready import Lineup, RunOptions, ready
from arena.app.standings import Standings
from arena.bots.submissions import Found
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.results.conditions import FOREVER
from arena.results.lookup import Choice, ids_of_bots
from arena.results.strengths import Strengths, strengths
from arena.settings.clock import ClockSettings
from arena.settings.contest import RankBy
from arena.settings.ladder import LadderFile, ladder_of
from arena.settings.sections import LadderSections
from arena.settings.toml import in_file, validated
from arena.store import Store
from arena.tournament.apart import Stopped, awaited, told
from arena.tournament.stops import TIME_IS_UP, StopButton, Stops, until

if TYPE_CHECKING:
    from arena.app.calling import Calling

ANYBODY = "sample:random"
MOMENT = 0.005
"""Seconds after which a run of another thread is looked at again while it is closed."""


class Run(NamedTuple):
    """A run of a ladder that has ended.

    Args:
        played: what came of it.
        found: all bots, each with what came of its start.
        hidden: whether the season is open and has a secret.
    """

    played: Played
    found: Sequence[Found]
    hidden: bool


class _Asked(TypedDict, total=False):
    """What `standings`, `games` and `strengths` are called with."""

    bot: str | None
    lost: bool
    fault: str | None
    game: str | None
    season: str | None
    by: RankBy | None


class _Files(TypedDict, total=False):
    """What `Ladder` and `open` are called with."""

    results: AnyPath
    path: AnyPath


class Ladder:
    """A ladder: games, bots, and results that grow.

    Use it as a context manager: at its end, or after Ctrl-C, a run that goes on ends first. Every result is stored
    before it is told, so nothing is lost or played twice.

    Args:
        games: what is played, each a name such as `kaiser` or `two-hundred:kitty`, or a table as in a ladder file.
        bots: who plays, each a name as in a ladder file, such as a folder or `sample:sensible`, a table, or a function
            of a `Turn`, as for `arena.client.run`. Functions need `trust` unless all other bots are
            samples.
        results: the file of the results; it is made if it is missing.
        settings: further keys of a ladder file, such as `sets`, `seed` or `clock` (`arena help ladder-keys`).

    Raises:
        UserError: the settings have errors; all are listed.
    """

    def __init__(
        self,
        games: Sequence[AnyPath | Mapping[str, Any]],
        bots: Sequence[Player | Mapping[str, Any]],
        results: AnyPath,
        **settings: Any,
    ) -> None:
        checked("Ladder", _Files, {"results": results})
        played, bots = several("Ladder", "games", games), several("Ladder", "bots", bots)
        place = str(Path(results).absolute())
        needed = [ANYBODY if callable(bot) else bot for bot in bots]  # a ladder file has no functions
        given = {"name": "ladder", "games": played, "bots": needed, "results": place, **settings}
        called = Path("Ladder()")
        with in_file(called):
            file = ladder_of(validated(LadderSections, _plain(given), GAMES), called)
        lines = tuple([line for line, bot in zip(file.bots, bots, strict=True) if not callable(bot)])
        self._set(replace(file, bots=lines), "Ladder()", None, [bot for bot in bots if callable(bot)])

    @classmethod
    def open(cls, path: AnyPath) -> Self:
        """Return the ladder of a ladder file, or one that comes with the arena, such as `quickstart`.

        Raises:
            UserError: there is no such file, or it has errors; all are listed.
        """
        checked("open", _Files, {"path": path})
        ladder = cls.__new__(cls)
        ladder._set(open_ladder(Path(path)), as_word(Path(path)), Path(path), ())  # noqa: SLF001 - its own
        return ladder

    def _set(self, file: LadderFile, called: str, path: Path | None, functions: Sequence[Any]) -> None:
        self.file = file
        """The settings."""
        self.called = called
        """How a command line names it."""
        self._path = path
        self._functions = functions
        self._runs: list[Generator[Event, None, None]] = []
        self._buttons: list[StopButton] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End a run that goes on, perhaps in another thread, which gets `Stopped`. Games that are running end first."""
        pressed: list[StopButton] = []
        for run in [*self._runs]:
            while not _closed(run):  # another thread waits for its next event
                new = [button for button in self._buttons if button not in pressed]
                for button in new:
                    button.press()
                pressed += new
                sleep(MOMENT)
        self._runs.clear()

    def play(self, **options: Unpack[RunOptions]) -> Iterator[Event]:
        """Play the missing games, and yield what happens: `GameEnded`, `GameVoided`, `Benched`, `Refused`, `Note` ...

        It works in any thread, and beside an event loop that runs already; it installs no signal handlers. Whoever
        stops asking for events stops the run: games that are running end first. So does Ctrl-C, which raises
        KeyboardInterrupt then. With `forever=True` it waits when all is played, and plays again when a bot or the
        ladder file has changed.

        Args:
            options: how it is played.

        Raises:
            UserError: a bot or a setting is wrong, or games could not be played.
        """
        run = told(partial(self._told, options))
        self._runs.append(run)
        try:
            yield from run
        finally:
            if run in self._runs:  # unless it was closed
                self._runs.remove(run)

    async def aplay(self, tell: Tell = lambda _: None, **options: Unpack[RunOptions]) -> None:
        """Play the missing games, under trio or asyncio: other tasks go on meanwhile.

        If this is cancelled, games that are running end first.

        Args:
            tell: is called with what happens, in the thread that plays.
            options: how it is played.

        Raises:
            UserError: as for `play`.
        """
        await awaited(lambda button: self._whole(options, button, tell))

    def _told(self, options: RunOptions, button: StopButton, tell: Tell) -> None:
        """Play to the end, as `_whole`; `close` may press the button meanwhile."""
        self._buttons.append(button)
        try:
            self._whole(options, button, tell)
        finally:
            self._buttons.remove(button)

    def _whole(self, options: RunOptions, button: StopButton, tell: Tell) -> None:
        """Play to the end, or for ever.

        Raises:
            Stopped: the button was pressed.
            UserError: games could not be played.
        """
        checked("play", RunOptions, options)

        def heard(event: Event) -> None:
            if isinstance(event, RunBegun):
                options.pop("pardons", None)  # once is enough
            tell(event)

        def play(stops: Stops) -> Signals | None:
            played = self.run(heard, stops, end=button.end, **options).played
            if not played.stopped:
                check_played(played.left, "play again")
            return played.stopped

        forever = options.get("forever")
        stopped = self.go_on(play, button.heed, options.get("until"), tell) if forever else play(button.heed)
        if stopped and stopped is not TIME_IS_UP:
            raise Stopped

    def run(
        self,
        tell: Tell,
        stops: Stops | None = None,
        elsewhere: Calling | None = None,
        end: End = NOTHING,
        **options: Unpack[RunOptions],
    ) -> Run:
        """Play the missing games in this thread, beside no event loop, and return when that has ended.

        Args:
            tell: is told what happens.
            stops: what may ask for a stop.
            elsewhere: lets other machines play.
            end: ends all games at once, if functions cannot go on.
            options: how it is played.

        Raises:
            UserError: a bot or a setting is wrong, or the arena itself failed.
        """
        checked("run", RunOptions, options)
        with ExitStack() as opened:
            at = ready(self._lineup(), tell, opened, options, end)
            file, store, warn = at.file, at.store, field.warning(tell)
            settings = at.settings(options.get("pardons", ()), warn)
            settings |= {FOREVER: "yes"} if options.get("forever") else {}
            settings |= elsewhere.conditions(at.entrants) if elsewhere else {}
            secret = not file.reproducible
            season = start_run(store, file.seed, settings, warn, secret=secret, ladder=self._path, records=file.records)
            tell(RunBegun(season, at.choice.about()))
            moment = options.get("until")
            stops = until(moment, stops) if moment else stops
            rooms = options.get("rooms") or (0 if elsewhere else None)
            setup = at.setup(season.key, options | {"rooms": rooms}, stops)
            server = elsewhere.server(setup, file.staging) if elsewhere else None
            hint = "" if at.filler else "; `fill` in the ladder file names a bot for the other sides"
            played = play_games(store, setup, file.schedule, file.deals, tell, server, hint=hint)
            return Run(played, at.found, season.hidden)

    def go_on(
        self,
        play: Callable[[Stops], Signals | None],
        stops: Stops,
        moment: datetime | None,
        tell: Callable[[Note], None],
    ) -> Signals:
        """Play whenever a bot or the ladder file has changed, until something asks for a stop, and return what did.

        Args:
            play: plays the missing games, such as by `run`, and returns what stopped it early, or None.
            stops: what may ask for a stop.
            moment: when the time is up; None for never.
            tell: is told of errors, which end no league, and of what is waited for.
        """

        def read() -> LadderFile:
            self.file = endless(self.file if self._path is None else open_ladder(self._path))
            return self.file

        return go_on(self.file, read, play, until(moment, stops) if moment else stops, tell)

    def plan(self, tell: Tell = lambda _: None, stops: Stops | None = None, **options: Unpack[RunOptions]) -> NightPlan:
        """Return how long the missing games will take. New bots play a few games for it, which count nowhere.

        Args:
            tell: is told how far the trial games are.
            stops: what may ask for a stop.
            options: how the ladder is to be played.

        Raises:
            UserError: a bot or a setting is wrong, or the trial was stopped.
        """
        checked("plan", RunOptions, options)
        return plan(self._lineup(), tell, stops, options)

    def _lineup(self) -> Lineup:
        return Lineup(self.file, self._functions, self.called)

    @contextmanager
    def results(self) -> Iterator[Store]:
        """Open the results for reading, also while games are played.

        Raises:
            UserError: there are none yet, or they cannot be read.
        """
        with Store.open(self.file.results, writing=False) as store:
            yield store

    def standings(self, game: str | None = None, season: str | None = None, by: RankBy | None = None) -> Standings:
        """Return how the ladder stands.

        Args:
            game: only this contest, as `arena ladder --game` names it; None for all together.
            season: the number of a season, or `current`; None for all.
            by: what it goes by: `wins`, `boards`, `points`, `stakes` or `money`; None for what the ladder says.

        Raises:
            UserError: there are no results yet, none of this contest, or there is no such season.
        """
        checked("standings", _Asked, {"game": game, "season": season, "by": by})
        reading = self.file.reading if by is None else self.file.reading._replace(rank_by=by)
        with self.results() as store:
            [loaded] = load_store(store, [None if game is None else [game]], reading, season=season)
        if game is not None and not loaded.played:
            raise UserError(f"{self.file.results}: there are no results of {game!r}", "leave out game", os.EX_NOINPUT)
        return Standings(view_of(loaded, MappingProxyType({})))

    def games(self, bot: str | None = None, *, lost: bool = False, fault: str | None = None) -> list[PlayedGame]:
        """Return the games that were played, those with a fault first.

        Args:
            bot: only games of this bot.
            lost: only games in which that bot was not first.
            fault: only games with a fault of this kind; `any` for any.

        Raises:
            UserError: there are no results yet, or no such bot has played.
        """
        checked("games", _Asked, {"bot": bot, "lost": lost, "fault": fault})
        if lost and not bot:
            raise UserError("lost=True needs a bot", "say whose games: games(NAME, lost=True)")
        with self.results() as store:
            return games_in(store, Choice((bot,) if bot else (), lost=lost, fault=fault))

    def strengths(self, bot: str | None = None) -> list[Strengths]:
        """Return what bots are good at, at games with contracts: their contracts, and what they take by role and seat.

        It describes their games and rates nobody. `Strengths.bot` is the id of the bot.

        Args:
            bot: only this bot.

        Raises:
            UserError: there are no results yet, or no such bot has played.
        """
        checked("strengths", _Asked, {"bot": bot})
        with self.results() as store:
            ids = ids_of_bots(store, [bot] if bot else [])
            return [one for one in strengths(store, store.numbers()) if not ids or one.bot in ids[0]]


def _closed(run: Generator[Event, None, None]) -> bool:
    """Close a run, and return whether that could be done: not while another thread waits in it."""
    try:
        run.close()
    except ValueError:  # a generator is executing already
        return False
    return True


def _plain(given: Any) -> Any:
    """Return settings in which every path is text and every clock a table, as in a ladder file."""
    if isinstance(given, ClockSettings):
        return asdict(given)
    if isinstance(given, os.PathLike):
        return os.fspath(given)
    if isinstance(given, Mapping):
        return {key: _plain(value) for key, value in given.items()}
    return [_plain(each) for each in given] if isinstance(given, (list, tuple)) else given
