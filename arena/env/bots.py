"""A real bot at a seat of an environment: a process that talks through pipes, as it does on a ladder.

A learner steps its environment without waiting for anything, and bots are waited for in trio. So trio runs in a thread
of its own, and a question is passed on to it.
"""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Any, Self

import trio

from arena.bots.entrants import playable
from arena.bots.intake import Intake
from arena.bots.staging import staging_folder
from arena.chance import bot_seeds
from arena.env.games import Encoder
from arena.errors import UserError, command
from arena.escapes import last_words
from arena.games.catalogue import GAMES
from arena.games.kernel import Ask, Result, Seat, Word, places
from arena.games.kernel.knowledge import tell
from arena.protocol import Answer, BotFault
from arena.sandbox import Sandbox
from arena.settings.clock import ClockSettings
from arena.settings.limits import Limits
from arena.table import record
from arena.table.clock import Clock
from arena.table.launcher import Launcher
from arena.table.player import Account
from arena.table.surroundings import Surroundings
from arena.tournament.setup import program

CLOCK = ClockSettings()


class _Game:
    """A game that the bot plays at one table.

    Args:
        position: the state of the game.
        name: its id.
    """

    def __init__(self, position: Any, name: str) -> None:
        self.position = position
        self.name = name
        self.told = 0
        """How many of its events the bot's seat was told, or was not to be told."""


class BotSeat:
    """A bot that answers for one seat. A context manager: the bot runs while it is open.

    It runs without a sandbox, like the program that trains. Its time limits are those of a ladder without settings.

    Args:
        encoder: the game.
        seat: its seat.
        bot: a path, a quoted command, or `sample:NAME`.

    Raises:
        UserError: there is no such bot, or this machine cannot run it.
    """

    def __init__(self, encoder: Encoder, seat: Seat, bot: str) -> None:
        found = playable(Intake(GAMES, staging_folder(), retry=True).find(bot, Path.cwd()))
        self.bot = bot
        self._encoder = encoder
        self._seat = seat
        self._launcher = Launcher(seat, program(found, Limits()), Surroundings(sandbox=Sandbox("none"), tables=1000))
        self._thread = Thread(target=self._serve, name=f"bot at seat {seat}", daemon=True)
        self._ready = Event()
        self._error: BaseException | None = None
        self._token: trio.lowlevel.TrioToken | None = None
        self._closing: trio.Event | None = None
        self._games: dict[int, _Game] = {}
        self._begun = 0

    def __enter__(self) -> Self:
        """Start the bot."""
        self._thread.start()
        self._ready.wait()
        if self._error is not None:
            self._thread.join()
            raise self._failed(self._error)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._token is not None and self._closing is not None and self._thread.is_alive():
            self._token.run_sync_soon(self._closing.set)
        self._thread.join()

    def _serve(self) -> None:
        """Run the bot until it is to be ended; this is what the thread does."""
        try:
            trio.run(self._play)
        except BaseException as error:  # noqa: BLE001 - it is raised again where the bot is asked
            self._error = error
        self._ready.set()

    async def _play(self) -> None:
        launcher = self._launcher
        async with trio.open_nursery() as nursery:
            try:
                fault = await launcher.launch(CLOCK, nursery)
                if fault is not None:
                    self._error = BotFault(fault.kind, fault.text)
                    return
                self._token, self._closing = trio.lowlevel.current_trio_token(), trio.Event()
                self._ready.set()
                await self._closing.wait()
            finally:
                await launcher.dismiss()
                launcher.kill()

    def answer(self, ask: Ask, table: Any) -> Word:
        """Return the bot's answer to the open question of a table.

        Args:
            ask: the question.
            table: the `arena.env.tables.Table`.

        Raises:
            UserError: the bot failed, or it is asked at more tables than it plays at.
        """
        try:
            return trio.from_thread.run(self._asked, ask, table, trio_token=self._token)
        except (BotFault, trio.RunFinishedError) as error:
            raise self._failed(error) from error

    def _failed(self, error: BaseException) -> UserError:
        said = f"{error.kind}: {error.text}" if isinstance(error, BotFault) else f"it has ended: {error!r}"
        last = last_words(self._launcher.take_stderr().text)
        hint = f"its standard error ends with: {last}" if last else f"try it with: {command('check', self.bot)}"
        return UserError(f"{self.bot}, at seat {self._seat}: {said}", hint)

    async def _asked(self, ask: Ask, table: Any) -> Word:
        """Tell the bot what is new at a table, and ask it."""
        connection, player = self._launcher.connection, self._launcher.player
        assert connection is not None
        assert player is not None
        data = b""
        game = self._games.get(id(table))
        if game is None or game.position is not table.position:
            if game is not None:
                data += connection.session.send(self._over(game), connection.table_of(game.name))
            elif len(self._games) >= connection.session.capabilities.tables:
                most = connection.session.capabilities.tables
                raise UserError(
                    f"{self.bot} plays at {most} table(s) at once, but more are open",
                    "take num_envs=1, or a bot that asks for more tables when it greets",
                )
            self._begun += 1
            game = self._games[id(table)] = _Game(table.position, f"G{self._begun}")
            encoder = self._encoder
            of = encoder.features
            (key, label), seat = table.chance, self._seat
            seeds = bot_seeds(key, label, of.seats)
            opening = record.opening(game.name, of.game, encoder.preset, of.options, CLOCK, seat=seat, seeds=seeds)
            data += connection.session.send(opening, connection.table_of(game.name))
        name, log = connection.table_of(game.name), game.position.log
        news = [told for event in log[game.told :] if (told := tell(event, self._seat)) is not None]
        game.told = len(log)
        data += b"".join([connection.session.send(record.message(told), name) for told in news])
        data += connection.session.send(record.question(ask), name)
        [(_, answer)] = await player.ask([Account(Clock(CLOCK))], lambda: data, trio.current_time())
        assert isinstance(answer, Answer)
        return answer.word

    def _over(self, game: _Game) -> Any:
        """Return the last line of a game; a game that was stopped ends with its scores as they were."""
        _, result = game.position.result or (None, None)
        sides = {side for side in self._encoder.features.sides if side is not None}
        stopped = Result(places([0] * len(sides)), (), "stopped")
        return record.ending(game.name, result or stopped)
