"""A running program with all that it started: measured, frozen, ended, until nothing of it is left."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import NamedTuple

import trio

from arena.sandbox import processes
from arena.sandbox.cgroups import Group
from arena.sandbox.warden import OWN_KILL
from arena.settings.limits import Limits

LONGEST, SHORTEST = 0.05, 0.005
"""Seconds between two looks at a bot's memory, far from its limit and close to it."""
GROWING = 0.001
"""The same close to the limit while it grows."""
GROWTH = 1e10
"""Bytes a second: faster no memory grows; a look comes before the limit could be passed by much."""
END = 1.0
"""Seconds that a killed sandbox may take to be gone."""
STATUS = 4096
KILLED = 128 + signal.SIGKILL
"""What is reported when the sandbox itself was killed; of a bot that was it is `OWN_KILL`."""


class Used(NamedTuple):
    """What a bot used over its life.

    Args:
        cpu_ms: CPU time of all its processes.
        peak_memory: bytes, at most at a time.
        peak_tasks: processes and threads, at most at a time.
        run_delay_ms: how long its living threads waited for a CPU.
        oom_kills: how often the kernel killed one of its processes for want of memory.
        over_memory: whether it was killed because it held too much memory.
    """

    cpu_ms: float = 0.0
    peak_memory: int = 0
    peak_tasks: int = 0
    run_delay_ms: float = 0.0
    oom_kills: int = 0
    over_memory: bool = False


class Status:
    """What bubblewrap (or the warden) reports: JSON objects one after the other, in pieces of any size."""

    def __init__(self) -> None:
        self._text = ""
        self.said: dict[str, object] = {}

    def feed(self, data: bytes) -> None:
        """Take in the next piece."""
        self._text += data.decode()
        while text := self._text.lstrip():
            try:
                found, end = json.JSONDecoder().raw_decode(text)
            except json.JSONDecodeError:
                return  # the rest is still to come
            self.said |= found
            self._text = text[end:]

    @property
    def child(self) -> int | None:
        """The process below which the bot runs, once it is known."""
        pid = self.said.get("child-pid")
        return pid if isinstance(pid, int) else None

    @property
    def exit_code(self) -> int | None:
        """How the bot's command ended, 128 and more for a signal; None if it never ran, or still runs."""
        code = self.said.get("exit-code")
        return code if isinstance(code, int) else None


class Root(NamedTuple):
    """Where the processes of a bot hang, and how they are ended.

    Args:
        pid: the process whose descendants they are.
        own: whether it is one of them.
        end: ends them all; may be called when they have ended.
        gone: a descriptor that becomes readable when nothing is left, where there is one.
        namespace: the inode of the PID namespace that all of them are in, where there is one.
    """

    pid: int
    own: bool
    end: Callable[[], None]
    gone: int | None = None
    namespace: int | None = None


class Cell:
    """A program that runs in a sandbox, or without one, with all that it started. Whoever has it calls `close`.

    Args:
        process: the program, or what watches it; leads a session of its own.
        limits: what it may use.
        root: where its processes hang.
        status: what the watching process reports, and the descriptor that the reports come from.
        group: its control group, if there is one.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        limits: Limits,
        root: Root,
        *,
        status: tuple[Status, int] | None = None,
        group: Group | None = None,
    ) -> None:
        self.process = process
        self.limits = limits
        self.broken = False
        """Whether the sandbox itself failed, so that nobody can say how the program ended."""
        self.closed = False
        self._root = root
        self._status = status
        self._group = group
        self._killed = False
        self._used = Used()
        self._first: int | None = None
        self._held = ExitStack()

    def holds(self, give_back: Callable[[], object]) -> None:
        """Have something called when everything is over."""
        self._held.callback(give_back)

    @property
    def locked(self) -> bool:
        """Whether it runs in a sandbox at all."""
        return not self._root.own

    @property
    def counted(self) -> bool:
        """Whether the kernel counts its memory and kills it beyond the limit; else the arena looks, and may be late."""
        return self._group is not None

    def pids(self) -> list[int]:
        """Return its processes."""
        if self._group is not None:
            return [pid for pid in self._group.processes() if pid != self._root.pid]
        return [*[self._root.pid] * self._root.own, *processes.descendants(self._root.pid)]

    def cpu_ms(self) -> float | None:
        """Return the CPU time used so far by all its processes, ended ones included; None where nobody can tell."""
        if self._group is not None and not self.closed:
            return self._group.cpu_ns() / 1e6
        if not self._killed:
            self._look()
        return self._used.cpu_ms or None

    @property
    def known(self) -> Used:
        """What it has used as far as is known without a look."""
        return self._used

    def waited_ms(self) -> float | None:
        """Return how long the first thread of the program waited for a CPU so far; None once it has ended."""
        if self._killed:
            return None
        if self._first is None:
            self._first = next(iter(self.pids()), None)
        waited = None if self._first is None else processes.waited_for_cpu_ns(self._first)
        return None if waited is None else waited / 1e6

    def used(self) -> Used:
        """Return what it has used so far; after its end, what was known last."""
        if not self._killed:
            self._measure()
        return self._used

    async def watch(self) -> None:
        """Kill it when it holds too much memory, or when the kernel has killed one of its processes for that."""
        held = 0
        while not self._root.own and not self._killed:
            before = held
            if self._group is None:
                held = self._look().memory
                self._used = self._used._replace(over_memory=held > self.limits.memory)
            if self._used.over_memory or (self._group is not None and self._group.oom_kills()):
                self.kill()
            pause = (self.limits.memory - held) / GROWTH
            await trio.sleep(min(LONGEST, max(GROWING if held > before else SHORTEST, pause)))

    def freeze(self) -> None:
        """Stop all its processes."""
        if self._group is not None:
            self._group.freeze(frozen=True)
            return
        if self._root.own:
            self._signal_group(signal.SIGSTOP)
        stopped: set[int] = set()
        while new := {*self.pids()} - stopped:  # they may fork while they are being stopped
            self._signal(new, signal.SIGSTOP)
            stopped |= new

    def thaw(self) -> None:
        """Let frozen processes go on."""
        if self._group is not None:
            self._group.freeze(frozen=False)
            return
        if self._root.own:
            self._signal_group(signal.SIGCONT)
        self._signal(self.pids(), signal.SIGCONT)

    def poll(self) -> int | None:
        """Return how it ended: the exit status, or the negative number of a signal; None while it runs."""
        code = self.process.poll()
        if code is None or self._status is None:
            return code
        status, reports = self._status
        while not self.closed and (data := _read_now(reports)):
            status.feed(data)
        self.broken = self.broken or (status.exit_code in {None, KILLED} and not self._killed)
        ended = code if status.exit_code is None else status.exit_code
        return -signal.SIGKILL if ended == OWN_KILL else 128 - ended if ended > 128 else ended

    def kill(self) -> None:
        """Kill all its processes, and remember what they had used."""
        if not self._killed:
            self._measure()
            self._killed = True
            self._root.end()

    async def finish(self) -> None:
        """Kill it, and wait until nothing of it is left."""
        self.kill()
        if self._root.gone is not None and not self.closed:
            with trio.CancelScope(shield=True), trio.move_on_after(END):
                await trio.lowlevel.wait_readable(self._root.gone)
                while self.process.poll() is None:  # noqa: ASYNC110 - no portable event tells of a process's end
                    await trio.sleep(0.001)
        self.close()

    def close(self) -> None:
        """Do the same without letting others go on meanwhile; may be called again."""
        if self.closed:
            return
        self.kill()
        if self._root.gone is not None:
            _wait_readable(self._root.gone, END)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(END)  # killed at once, it would leave a zombie to the machine's first process
            self.process.kill()
        self.process.wait()
        self.poll()
        self.closed = True
        self._held.close()

    def close_pipes(self) -> None:
        """Close the arena's ends of its input and outputs."""
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def _measure(self) -> None:
        """Note what was used until now."""
        with contextlib.suppress(OSError):
            if self._group is None:
                self._look()
            else:
                cpu_ns, memory, tasks, oom_kills = self._group.usage()
                self._used = Used(cpu_ns / 1e6, memory, tasks - 1, self._used.run_delay_ms, oom_kills)
            delay = processes.run_delay_ns(self.pids()) / 1e6
            self._used = self._used._replace(run_delay_ms=max(delay, self._used.run_delay_ms))

    def _look(self) -> processes.Usage:
        """Return what its processes use now, and note the most that was ever seen."""
        found = processes.usage(self.pids(), exact_above=self.limits.memory)
        if not self._root.own:
            found = found._replace(cpu_ns=found.cpu_ns + processes.waited_ns(self._root.pid))
        before = self._used
        self._used = before._replace(
            cpu_ms=max(before.cpu_ms, found.cpu_ns / 1e6),
            peak_memory=max(before.peak_memory, found.memory),
            peak_tasks=max(before.peak_tasks, found.tasks),
        )
        return found

    def _signal_group(self, number: signal.Signals) -> None:
        """Signal the process group, which is there also where no /proc shows who descends from whom."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def _signal(self, pids: Iterable[int], number: signal.Signals) -> None:
        for pid in pids:
            processes.send(pid, number, self._root.namespace)


def _read_now(descriptor: int) -> bytes:
    """Return what can be read without waiting."""
    try:
        return os.read(descriptor, STATUS)
    except BlockingIOError:
        return b""


def _wait_readable(descriptor: int, seconds: float) -> None:
    waiting = select.poll()  # select itself knows descriptors below 1024 only
    waiting.register(descriptor, select.POLLIN)
    waiting.poll(1000 * seconds)
