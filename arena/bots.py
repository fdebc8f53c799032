"""Bots as processes: started, watched, and ended together with their children. The only place with processes.

A bot runs in a session and process group of its own, with a small environment, and its standard error drained into a
bounded tail. What a bot may reach on the machine is not limited here: a sandbox would wrap `_command` and
`_environment`.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import trio

from arena.channel import CHUNK, PipeChannel
from protocol import BotFault

STDERR_KEPT = 32 * 1024
STDERR_LIMIT = 8 * 1024 * 1024
EXIT_WAIT = 0.1
"""Seconds a bot has to end by itself after `bye`, and after its output has ended."""


class Tail:
    """The first and the last `STDERR_KEPT` bytes of a stream, and how much there was."""

    def __init__(self) -> None:
        self.total = 0
        self._first = bytearray()
        self._last = bytearray()

    def add(self, data: bytes) -> None:
        """Take in the next bytes of the stream."""
        self.total += len(data)
        room = STDERR_KEPT - len(self._first)
        self._first += data[:room]
        self._last = (self._last + data[room:])[-STDERR_KEPT:] if room < len(data) else self._last

    def kept(self) -> bytes:
        """Return what was kept, with a line between the two ends where bytes are missing."""
        missing = self.total - len(self._first) - len(self._last)
        gap = b"\n[... %d bytes left out ...]\n" % missing if missing else b""
        return bytes(self._first) + gap + bytes(self._last)


class BotProcess:
    """A running bot. Made by `start_bot`."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._pipes = (process.stdin, process.stdout)
        self.channel = PipeChannel(process.stdin.fileno(), process.stdout.fileno())
        self.stderr = Tail()
        self.flooded = False
        self._drained = trio.Event()
        self._draining = trio.CancelScope()
        self._stderr = os.dup(process.stderr.fileno())
        process.stderr.close()
        os.set_blocking(self._stderr, False)

    async def drain(self) -> None:
        """Read standard error until it ends or `close` is called; a bot that writes too much is killed."""
        with self._draining:
            while data := await self._read_stderr():
                self.stderr.add(data)
                if self.stderr.total > STDERR_LIMIT:
                    self.flooded = True
                    self.kill()
        self._drained.set()
        os.close(self._stderr)

    async def _read_stderr(self) -> bytes:
        while True:
            await trio.lowlevel.wait_readable(self._stderr)
            with contextlib.suppress(BlockingIOError):
                return os.read(self._stderr, CHUNK)

    def kill(self) -> None:
        """Kill the bot and everything in its process group."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def cpu_ms(self) -> float | None:
        """Return the CPU time (ms) of the bot and its children, dead ones included; None where there is no /proc."""
        return tree_cpu_ms(self._process.pid)

    def freeze(self) -> None:
        """Stop the bot's process group."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGCONT)

    async def how_it_ended(self) -> BotFault:
        """Return the verdict on a bot whose output has ended, and let its last words on standard error arrive."""
        with trio.move_on_after(EXIT_WAIT):
            await self._drained.wait()
        code = await self._wait(EXIT_WAIT)
        if self.flooded:
            return BotFault("FLOOD", "too much on standard error")
        return BotFault("CRASH", how(code))

    async def stop(self) -> None:
        """Close the bot's input, give it a moment to end by itself, then `close`."""
        with contextlib.suppress(OSError):
            self._pipes[0].close()
        await self._wait(EXIT_WAIT)
        self.close()

    async def _wait(self, seconds: float) -> int | None:
        """Return the exit code, or None if the process has not ended in time."""
        with trio.move_on_after(seconds):
            while self._process.poll() is None:  # noqa: ASYNC110 - no portable event tells of a process's end
                await trio.sleep(0.002)
        return self._process.poll()

    def close(self) -> None:
        """Kill the bot and its group, wait for it, close every pipe: nothing of it is left in the arena."""
        self.kill()
        self._process.wait()
        self._draining.cancel()
        for pipe in self._pipes:
            with contextlib.suppress(OSError):
                pipe.close()


def how(code: int | None) -> str:
    """Return how a process ended for people, from its exit code: `exit 7`, `signal 11 (SIGSEGV)`."""
    if code is None:
        return "it closed its output but runs on"
    if code < 0:
        return f"signal {-code} ({signal.Signals(-code).name})"
    return f"exit {code}" if code else "exit 0; a bot stays until `bye` or the end of its input"


TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")


def tree_cpu_ms(pid: int) -> float | None:
    """Return the CPU time (ms) of a process and its descendants; of the dead what their parents have collected.

    None if the process is gone, or where there is no /proc.
    """
    own, waiting = None, [pid]
    while waiting:
        at = f"/proc/{waiting.pop()}"
        try:
            with open(f"{at}/stat", "rb") as file:  # noqa: PTH123 - read in every turn
                fields = file.read().rpartition(b")")[2].split()
            with open(f"{at}/task/{at[6:]}/children", "rb") as file:  # noqa: PTH123
                waiting += map(int, file.read().split())
        except OSError:
            continue
        own = (own or 0.0) + TICK_MS * sum(map(int, fields[11:15]))
    return own


def start_bot(command: Sequence[str], folder: Path, nursery: trio.Nursery) -> BotProcess:
    """Start a bot; the nursery holds the task that drains its standard error. Whoever starts it calls `close`.

    Called on the main thread on purpose: a parent-death signal follows the thread that forked.

    Args:
        command: program and arguments.
        folder: the current directory of the bot.
        nursery: ends no earlier than the bot is closed.

    Raises:
        OSError: the command cannot be started.
    """
    process = subprocess.Popen(  # noqa: S603 - running bots is the point
        _command(command, folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=_environment(),
        start_new_session=True,
        bufsize=0,
    )
    bot = BotProcess(process)
    nursery.start_soon(bot.drain)
    return bot


def _command(command: Sequence[str], folder: Path) -> list[str]:
    """Return the command with a program of the bot's own folder made absolute."""
    program, *rest = command
    own = folder / program
    return [str(own) if own.is_file() else program, *rest]


def _environment() -> dict[str, str]:
    """Return what a bot may know of the arena's environment: where programs are, and a UTF-8 locale."""
    return {"PATH": os.environ.get("PATH", os.defpath), "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"}
