"""One decision of a bot, outside any game: it is told a deal up to some moment, asked the open question, and ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import trio

from arena.chance import bot_seeds
from arena.games.study import Study
from arena.protocol import Answer, BotFault, Message
from arena.sandbox import Program, Sandbox
from arena.settings.clock import ClockSettings
from arena.table import record
from arena.table.clock import Clock
from arena.table.connection import Connection
from arena.table.launcher import Launcher
from arena.table.outcome import Failure, Fault
from arena.table.player import Account, Player
from arena.table.surroundings import Surroundings

GAME_ID: Final = "G0"


class Choice(NamedTuple):
    """What a bot answered to a question, or how it failed.

    Args:
        answer: the answer; None if the bot failed.
        ms: how long the answer took (ms).
        failure: the fault, if there was one, with what the bot wrote and read.
    """

    answer: Answer | None
    ms: float = 0.0
    failure: Failure | None = None


async def choose(program: Program, study: Study, clock: ClockSettings, sandbox: Sandbox) -> Choice:
    """Start a bot, ask it the open question of a deal, and end it.

    Args:
        program: the bot.
        study: the deal at the moment of the question; a seat must be asked something there.
        clock: the time limits, without a bank.
        sandbox: what the bot is started in.

    Raises:
        SandboxFailure: the sandbox could not be set up.
    """
    ask = study.position.ask
    assert ask is not None
    launcher = Launcher(ask.seat, program, Surroundings(sandbox=sandbox))
    async with trio.open_nursery() as nursery:
        try:
            fault = await launcher.launch(clock, nursery)
            if launcher.connection is None or launcher.player is None or fault is not None:
                assert fault is not None
                return Choice(None, failure=launcher.failure(fault))
            choice = await _ask(launcher, launcher.connection, launcher.player, study, clock)
            await launcher.dismiss()
            return choice
        finally:
            launcher.kill()


async def _ask(
    launcher: Launcher, connection: Connection, player: Player, study: Study, clock: ClockSettings
) -> Choice:
    """Tell a bot that has greeted what its seat knows, and ask it."""
    connection.begin_traffic()
    table = connection.table_of(GAME_ID)
    data = b"".join([connection.session.send(message, table) for message in messages(study, clock)])
    account = Account(Clock(clock))
    try:
        [(_, answer)] = await player.ask([account], lambda: data, trio.current_time())
    except BotFault as fault:
        failure = launcher.failure(Fault(launcher.seat, fault.kind, fault.text))
        await connection.dismiss(fault)
        return Choice(None, failure=failure)
    assert isinstance(answer, Answer)
    return Choice(answer, account.total_ms)


def messages(study: Study, clock: ClockSettings) -> Iterator[Message]:
    """Yield the messages to the seat that is asked: the `game` line, what it was told in the deal, and the question."""
    position = study.position
    ask = position.ask
    assert ask is not None
    seeds = bot_seeds("study", GAME_ID, study.game.seating(position.options).seats)
    yield record.opening(GAME_ID, study.game, study.preset, position.options, clock, seat=ask.seat, seeds=seeds)
    yield from (record.message(event) for event in position.told(ask.seat))
    yield record.question(ask)
