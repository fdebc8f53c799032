"""Starts a person's seat beside the arena: its process, the bot that stands for it in a room, and a bot for hints."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import trio

from arena.bots.entrants import Entrant
from arena.bots.functions import PROGRAM
from arena.errors import UserError
from arena.escapes import last_words
from arena.sandbox import Program, Sandbox, SandboxFailure
from arena.seat.desk import ARENA, HINTS, TERMINAL, hand_in
from arena.table.process import BotProcess, start_bot

END: Final = 2.0
"""Seconds that the process has to end by itself: streams of pages are closed first."""
DOOR: Final = "door"
NAME: Final = "you"
"""The name of the person in results."""


def person(place: Path) -> Entrant:
    """Return a person as an entrant: the bot that hands its pipes to the process of the seat.

    Args:
        place: the empty folder of the seat; its path is short, as that of a socket may have 100 bytes.
    """
    folder = place / "bot"
    folder.mkdir()
    (folder / "bot.py").write_text(PROGRAM.format(door=str(place / DOOR), number=ARENA), encoding="utf-8")
    command = (sys.executable, "-I", "bot.py")
    return Entrant(NAME, NAME, "", command, folder, sha256(b"a person").hexdigest(), person=True)


class SeatProcess:
    """The process of a person's seat.

    Args:
        process: the process.
    """

    def __init__(self, process: BotProcess) -> None:
        self._process = process
        self._buffer = b""

    async def report(self) -> str:
        """Wait for a line that it reports (see `arena.seat.__main__`); return "" when it has ended."""
        while b"\n" not in self._buffer:
            data = await self._process.channel.read()
            if not data:
                return ""
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode()

    async def tell(self, data: bytes) -> None:
        """Send it bytes.

        Raises:
            OSError: it has ended.
        """
        while data:
            data = data[await self._process.channel.write(data) :]

    @property
    def stderr(self) -> bytes:
        """What it wrote to standard error."""
        return self._process.stderr.kept()

    async def end(self) -> None:
        """Let it end."""
        self._process.end_input()
        await self._process.ends(END)
        self._process.close()


async def _adviser(program: Program, sandbox: Sandbox, nursery: trio.Nursery) -> BotProcess:
    """Start the bot that gives hints."""
    try:
        return await start_bot(program, sandbox, nursery)
    except (OSError, SandboxFailure) as error:
        raise UserError(f"--hints {program.name}: it cannot be started: {error}", "name another bot") from error


@asynccontextmanager
async def started(
    place: Path,
    module: str,
    settings: Mapping[str, Any],
    sandbox: Sandbox,
    terminal: Sequence[int] = (),
    hints: Program | None = None,
) -> AsyncIterator[SeatProcess]:
    """Start the process of a person's seat, and end it afterwards.

    Args:
        place: the folder of the seat.
        module: the module that is run as the process.
        settings: what it takes: plain values.
        sandbox: what a bot for hints is started in.
        terminal: the descriptors of input and output of the terminal, if the person sits there.
        hints: the bot that gives hints, if there is one.

    Raises:
        UserError: a process cannot be started; perhaps in a group.
    """
    door = place / DOOR
    command = (sys.executable, "-m", module, str(door), json.dumps(settings))
    async with trio.open_nursery() as nursery:
        bots: list[BotProcess] = []
        seat: SeatProcess | None = None
        try:
            program = Program(NAME, command, place, library=True, person=True)
            seat = SeatProcess(await start_bot(program, sandbox, nursery))
            if not await seat.report():
                await seat.end()
                raise UserError(
                    f"your seat cannot be started: {last_words(seat.stderr)}", "please report it", os.EX_OSERR
                )
            if hints is not None:
                bots.append(adviser := await _adviser(hints, sandbox, nursery))
                ends = (pipe.fileno() for pipe in adviser.pipes)
                await trio.to_thread.run_sync(hand_in, door, HINTS, *ends)
            if terminal:
                await trio.to_thread.run_sync(hand_in, door, TERMINAL, *terminal)
            yield seat
        finally:
            with trio.CancelScope(shield=True):
                if seat is not None:
                    await seat.end()
                for bot in bots:
                    bot.close()
            nursery.cancel_scope.cancel()
