"""A bot at one moment of a deal: told what its seat was told, asked the open question, and sent away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import trio

from arena.games.study import Study
from arena.sandbox import Program, Sandbox
from arena.settings.clock import ClockSettings
from arena.table import record
from arena.table.clock import Clock
from arena.table.connection import Connection
from arena.table.launcher import Launcher
from arena.table.outcome import Failure, Fault
from arena.table.player import Account, Player
from arena.table.surroundings import Surroundings
from protocol import Answer, BotFault, Message

GAME_ID: Final = "G0"


class Choice(NamedTuple):
    """What came of a question.

    Args:
        answer: what the bot said; None if it failed.
        ms: how long it took.
        failure: how it failed, if it did.
    """

    answer: Answer | None
    ms: float = 0.0
    failure: Failure | None = None


async def choose(program: Program, study: Study, clock: ClockSettings, sandbox: Sandbox) -> Choice:
    """Start a bot, ask it the open question of a deal, and end it.

    Args:
        program: the bot.
        study: where the deal stands; somebody is asked something.
        clock: its limits, without a bank.
        sandbox: what it is started in.

    Raises:
        SandboxFailure: the sandbox could not be made.
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
    """Ask a bot that has exchanged greetings."""
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
    return Choice(answer, account.use.total_ms)


def messages(study: Study, clock: ClockSettings) -> Iterator[Message]:
    """Yield what the seat that is asked is sent: the game, what it was told in this deal, the question."""
    position = study.position
    ask = position.ask
    assert ask is not None
    yield record.opening(GAME_ID, study.game, study.preset, position.options, clock, seat=ask.seat)
    yield from (record.message(event) for event in position.told(ask.seat))
    yield record.question(ask)
