"""The process of a bot: started in a sandbox, watched, and ended with all that it started.

What a bot may reach of the machine is decided in `arena.sandbox`.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import signal
import termios
from collections.abc import Callable, Sequence
from functools import partial
from typing import IO, Any

import trio

from arena.escapes import last_words
from arena.protocol import BotFault
from arena.sandbox import Program, RunningProgram, Sandbox, SandboxFailure
from arena.settings.limits import MB
from arena.table.channel import PipeChannel
from arena.table.outcome import Use
from arena.table.stderr import StandardError, Written

EXIT_WAIT = 0.1
"""Seconds that a bot has to end by itself after `bye`, and its standard error after its output."""
DEATH_WAIT = 1.0
"""Seconds that a bot has to end when it has closed its output, or fails unasked: a busy machine is slow."""
SETTLE = 0.25
"""Seconds that a bot has to finish what it does after a game, if its standard error is kept."""
FULL = 0.9
"""If a bot that failed has used more than this part of its memory limit, it is taken to have run out of memory."""
LOOK = 1.0
"""Seconds between two looks at the peaks of a bot that plays on."""
WANTING = {errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC}
"""The errors of a system that lacks descriptors, processes, memory or disk space; no bot is to blame for them."""
SHELL_SAYS = {126: "; a command could not be run", 127: "; a command was not found"}
"""What these exit codes mean by the convention of shells: of the bot's own command, or of one that it ran."""


class BotProcess:
    """A running bot. Made by `start_bot`.

    Args:
        running: the bot's process in the sandbox, with all that it starts.
        secrets: texts that are blotted out in all that it writes.
    """

    def __init__(self, running: RunningProgram, secrets: Sequence[str] = ()) -> None:
        self.running = running
        process = running.process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self.pipes: tuple[IO[Any], IO[Any]] = (process.stdin, process.stdout)
        self._stderr = os.dup(process.stderr.fileno())
        process.stderr.close()
        self.secrets: list[bytes] = [os.fsencode(secret) for secret in secrets]
        self.stderr: StandardError = StandardError(1024 * running.limits.log_kb, self.secrets)
        keep = partial(_keep, running, self.stderr)
        self.channel: PipeChannel = PipeChannel(process.stdin.fileno(), process.stdout.fileno(), self._stderr, keep)
        self.turn: Callable[..., None] = running.turn  # called twice a decision, so without a method in between
        self._drained = trio.Event()
        self._attending = trio.CancelScope()
        self._before = (0, 0.0)
        """At the last `note`: bytes of standard error, and ms that the bot had waited for a CPU."""
        self._next_look = 0.0

    async def attend(self) -> None:
        """Read standard error and watch the memory, until `close` is called; kill the bot if either is too much."""
        with self._attending:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.running.watch)
                await self._drain()
        self._drained.set()
        self.channel.hush()
        os.close(self._stderr)

    async def _drain(self) -> None:
        """Read standard error to its end."""
        while not self.channel.hushed:
            await trio.lowlevel.wait_readable(self._stderr)
            self.channel.overhear()
        self._drained.set()

    async def settle(self, seconds: float = SETTLE) -> None:
        """Wait until the bot has read all that it was sent and waits for more.

        What it writes to standard error about the end of a game has come then, and if it did not survive that, it has
        ended.

        Args:
            seconds: how long to wait at most.
        """
        with trio.move_on_after(seconds):
            while self.running.poll() is None and (self._unread() or self._at_work()):  # noqa: ASYNC110 - no event tells
                await trio.sleep(0.001)

    def _at_work(self) -> bool:
        """Return whether it runs or wants to, or is about to be gone: the kernel lists no process that ends."""
        return self.runnable() or not self.running.pids()

    def _unread(self) -> bool:
        """Return whether there are bytes in the bot's input that it has not read."""
        try:
            found = fcntl.ioctl(self.pipes[0].fileno(), termios.FIONREAD, bytes(4))
        except (OSError, ValueError):  # its input is closed
            return False
        return found != bytes(4)

    def take_stderr(self) -> Written:
        """Return what was written to standard error since the last call; if it was much, its beginning and its end."""
        self.channel.overhear()  # what is in the pipe now belongs to it
        return self.stderr.take()

    def kill(self) -> None:
        """Kill the bot and everything that it started."""
        self.running.kill()

    def cpu_ms(self) -> float | None:
        """Return the CPU time (ms) of the bot and all that it started; None where it cannot be measured."""
        return self.running.cpu_ms()

    def run_delay_ms(self) -> float | None:
        """Return how long (ms) its living threads waited for a CPU, without those that chose to wait for others."""
        return self.running.run_delay_ms()

    def walking_ms(self) -> float:
        """Return how long (ms) the arena walked over the pages of its processes."""
        return self.running.walking_ms

    def runnable(self) -> bool:
        """Return whether one of its threads runs or waits for a CPU now."""
        return self.running.runnable()

    def freeze(self) -> None:
        """Stop the bot and all that it started."""
        self.running.freeze()

    def thaw(self) -> None:
        """Let the bot and all that it started go on."""
        self.running.thaw()

    def note(self, use: Use) -> None:
        """Note what the process used since the last call.

        Looking costs system calls, so peaks are looked at only every `LOOK` seconds, and when a bot is ended.

        Args:
            use: of the game that has just ended; the process must have played no other one since the last call.
        """
        if (now := trio.current_time()) >= self._next_look:
            self._next_look = now + LOOK
            self.running.used()
        peaks, stderr, waited = self.running.known, self.stderr.total, self.running.waited_ms()
        stderr_before, waited_before = self._before
        self._before = (stderr, waited or 0.0)
        use.delay_ms = None if waited is None else waited - waited_before
        use.memory, use.processes = peaks.peak_memory, peaks.peak_tasks
        use.stderr = stderr - stderr_before

    async def how_it_ended(self) -> BotFault:
        """Return the fault of a bot whose output has ended, after the rest of its standard error has arrived.

        MEMORY and FLOOD, for which the arena or the kernel ended the bot, come before CRASH.

        Raises:
            SandboxFailure: the sandbox ended, not the bot.
        """
        with trio.move_on_after(EXIT_WAIT):
            await self._drained.wait()
        code = await self._wait(DEATH_WAIT)
        if self._out_of_memory(code):
            peak = f"{self.running.used().peak_memory / MB:.0f} MB"
            return BotFault("MEMORY", f"more than {self.running.limits.memory_mb} MB (seen: {peak})")
        if self.stderr.flooded:
            return BotFault("FLOOD", "too much on standard error")
        if self.running.broken:
            words = last_words(self.stderr.kept())
            raise SandboxFailure("; ".join(filter(None, ("it ended while a bot was running in it", words))))
        return BotFault("CRASH", how(code))

    def _out_of_memory(self, code: int | None) -> bool:
        """Return whether the bot ran out of memory. Where no counter says so, its peak and its exit `code` decide."""
        used, limit = self.running.used(), self.running.limits.memory
        ended_full = bool(code) and not self.running.counted and used.peak_memory > FULL * limit
        return used.over_memory or used.oom_kills > 0 or (ended_full and self.running.locked)

    async def ended(self) -> BotFault | None:
        """Return the fault of a bot whose output has ended; None for one that goes on."""
        said = self.channel.soon(0)
        if (self.channel.soon(0) if said else said) != b"":  # what it said after its last answer comes first
            return None
        with contextlib.suppress(SandboxFailure):
            return await self.how_it_ended()
        return None

    async def stop(self) -> None:
        """Close the bot's input, give it a moment to end by itself, then end it with all that it started."""
        self.end_input()
        await self._wait(EXIT_WAIT)
        await self.running.finish()
        self.close()

    def end_input(self) -> None:
        """Close the bot's input, which tells it to end."""
        with contextlib.suppress(OSError):
            self.pipes[0].close()

    async def ends(self, seconds: float) -> bool:
        """Return whether the bot ends by itself within some seconds, or has ended before."""
        return await self._wait(seconds) is not None

    async def _wait(self, seconds: float) -> int | None:
        """Return the exit code, or None if the process has not ended in time."""
        with trio.move_on_after(seconds):
            while self.running.poll() is None:  # noqa: ASYNC110 - no portable event tells of a process's end
                await trio.sleep(0.002)
        return self.running.poll()

    def close(self) -> None:
        """Kill the bot and all that it started, wait until that is done, and close every pipe."""
        self.running.close()
        self.channel.overhear()  # its last words may still be in the pipe
        self._attending.cancel()
        for pipe in self.pipes:
            with contextlib.suppress(OSError):
                pipe.close()


async def start_bot(program: Program, sandbox: Sandbox, nursery: trio.Nursery) -> BotProcess:
    """Start a bot. The caller has to call `close` on it.

    Args:
        program: the bot.
        sandbox: what it is started in.
        nursery: holds the task that attends to the bot; it ends only after the bot was closed.

    Raises:
        OSError: the command cannot be started (only without a sandbox).
        SandboxFailure: the sandbox could not be set up, or the arena lacks descriptors, processes or memory.
    """
    running = None
    try:
        running = await sandbox.start(program)
        bot = BotProcess(running, program.own.secrets)
    except OSError as error:
        if running is not None:
            running.close()
            running.close_pipes()
        if error.errno in WANTING:
            raise SandboxFailure(f"no process can be started now: {error.strerror}") from error
        raise
    nursery.start_soon(bot.attend)
    return bot


def _keep(running: RunningProgram, stderr: StandardError, data: bytes) -> None:
    """Keep some bytes of standard error; kill the bot if they were too many."""
    stderr.add(data)
    if stderr.total > 1024 * running.limits.stderr_kb:
        stderr.flooded = True
        running.kill()


def how(code: int | None) -> str:
    """Return in words how a process ended: `exit 7`, `signal 11 (SIGSEGV)`.

    Args:
        code: its exit code, the negative number of a signal, or None if it has not ended.
    """
    if code is None:
        return "it closed its input or output but is still running"
    if code < 0:
        return f"signal {-code} ({_signal_name(-code)})"
    if code == 0:
        return "exit 0; a bot stays until `bye` or the end of its input"
    return f"exit {code}{SHELL_SAYS.get(code, '')}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "a real-time signal"
