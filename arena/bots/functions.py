"""Python functions as bots: programs that hand their pipes to this process, where a thread answers by the function.

So a function of a notebook or a script is a bot like any other, with faults, a clock and a place on the ladder.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from traceback import print_exc
from types import TracebackType

from arena.client.loop import Choose, run

PROGRAM = '''"""Hands this bot's pipes to the process of the function that answers."""
import socket
import sys

with socket.socket(socket.AF_UNIX) as door:
    door.connect({door!r})
    socket.send_fds(door, [b"{number}"], [0, 1, 2])
    sys.exit(door.recv(1) != b"0")  # an end without a word is a crash
'''
STREAMS = 3
"""Standard input, output and error."""
LONGEST = 16
"""The most bytes of a function's number."""


class Functions:
    """Makes functions bots, as a context manager; when it ends, no bot of it can start any more.

    Functions are called one at a time. One that never returns loses its game on time, but its thread goes on.

    Args:
        place: an empty folder for the bots' files and the socket. Its path is short: a socket's may have 100 bytes.
        functions: the functions, as for `arena.client.run`.
    """

    def __init__(self, place: Path, functions: Sequence[Choose]) -> None:
        self._place = place
        self._functions = functions
        self._door = socket.socket(socket.AF_UNIX)

    def __enter__(self) -> list[Path]:
        """Return the folder of the bot of each function."""
        address = str(self._place / "door")
        self._door.bind(address)
        self._door.listen()
        Thread(target=self._open, daemon=True).start()
        folders = []
        for number, function in enumerate(self._functions):
            folder = self._place / str(number)
            folder.mkdir()
            (folder / "bot.py").write_text(PROGRAM.format(door=address, number=number), encoding="utf-8")
            command = json.dumps([sys.executable, "-I", "bot.py"])
            (folder / "bot.toml").write_text(f'name = "{_name(function)}"\ncommand = {command}\n', encoding="utf-8")
            folders.append(folder)
        return folders

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._door.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits
        self._door.close()

    def _open(self) -> None:
        """Give each program that knocks a thread of its own."""
        while True:
            try:
                knock, _ = self._door.accept()
            except OSError:  # closed
                return
            Thread(target=self._answer, args=(knock,), daemon=True).start()

    def _answer(self, knock: socket.socket) -> None:
        """Play on the pipes of a program; an exception of the function is written to its standard error."""
        with knock:
            number, streams, _, _ = socket.recv_fds(knock, LONGEST, STREAMS)
            if len(streams) < STREAMS:
                return  # the program was ended at once
            source, sink, errors = streams
            function = self._functions[int(number)]
            try:
                run(function, _name(function), source=source, sink=sink)
                knock.send(b"0")
            except OSError:
                pass  # the game is over: its pipes are closed
            except BaseException:  # noqa: BLE001 - whatever ends a function is its bot's crash, and ends nothing else
                with suppress(OSError), os.fdopen(errors, "w", closefd=False) as report:
                    print_exc(file=report)
            finally:
                for stream in streams:
                    os.close(stream)


def _name(function: Choose) -> str:
    """Return the name of the bot of a function."""
    name = getattr(function, "__name__", "")
    return name if name.isidentifier() else "function"
