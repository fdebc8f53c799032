"""A running program with everything it started: measured, frozen and thawed, and killed to the last process."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import NamedTuple

import trio

from arena.sandbox import priority, processes
from arena.sandbox.cgroups import Group
from arena.sandbox.cpu_meter import CpuMeter
from arena.sandbox.listener import Listener
from arena.sandbox.network import Network
from arena.sandbox.owner import as_owner
from arena.sandbox.warden import OWN_KILL
from arena.settings.limits import Limits
from arena.threads import beside

LONGEST, SHORTEST = 0.05, 0.005
"""Seconds between two checks of a bot's memory, far from its limit and close to it."""
GROWING = 0.001
"""Seconds between two checks of memory that is close to the limit and grows."""
GROWTH = 1e10
"""The fastest that memory can grow, in bytes per second: the next check comes before it can pass the limit by much."""
EFFORT = 3
"""A pause between two checks is at least this many times as long as the last check took."""
PART = 0.01
"""Seconds after which a check that walks over the pages of many processes is broken off, to go on later."""
MANIFOLD = 16
"""A bot is killed at once if the memory of all its processes, with shared pages counted for each, is this many times
the limit: the exact figure would take too long to find."""
WALKS = trio.CapacityLimiter(1)
"""Lets one such check at a time run beside the event loop."""
BUSY = 0.1
"""A bot that uses more than this part of a core while it is not asked gives way to all others until it is asked."""
REST = 0.02
"""Seconds without a question after which that is judged."""
END = 1.0
"""Seconds to wait for a killed sandbox to be gone."""
NAME = 1024
"""About how many bytes of memory an empty file in a file system in memory takes."""
OWN_FOLDERS = ("tmp", "dev/shm")
"""The file systems in memory that a bot may write to, where it has namespaces."""
STATUS = 4096
KILLED = 128 + signal.SIGKILL
"""The exit code reported if the sandbox itself was killed; for a bot that was killed it is `OWN_KILL`."""


class Used(NamedTuple):
    """What a bot used over its life.

    Args:
        cpu_ms: CPU time of all its processes, in ms.
        peak_memory: the most memory at one time, in bytes.
        peak_tasks: the most processes and threads at one time.
        run_delay_ms: how long its living threads waited for a CPU, in ms.
        oom_kills: how often the kernel killed one of its processes because memory ran out.
        over_memory: whether the arena killed it because it held too much memory.
    """

    cpu_ms: float = 0.0
    peak_memory: int = 0
    peak_tasks: int = 0
    run_delay_ms: float = 0.0
    oom_kills: int = 0
    over_memory: bool = False


class Status:
    """The reports of bubblewrap or the warden: JSON objects one after another, in pieces of any size."""

    def __init__(self) -> None:
        self._text = ""
        self.said: dict[str, object] = {}

    def feed(self, data: bytes) -> None:
        """Parse the next piece."""
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
        """The id of the process that the bot descends from, once it is known."""
        pid = self.said.get("child-pid")
        return pid if isinstance(pid, int) else None

    @property
    def exit_code(self) -> int | None:
        """The exit code of the bot's command, 128 + N for signal N; None if it never ran, or still runs."""
        code = self.said.get("exit-code")
        return code if isinstance(code, int) else None


class Root(NamedTuple):
    """The root of a bot's process tree, and how to kill the tree.

    Args:
        pid: the process that all of them descend from.
        own: whether this process is itself one of the bot's.
        end: kills them all; harmless if they have ended.
        gone: a descriptor that becomes readable when no process is left, if there is one.
        namespace: the inode of their PID namespace, if they have one.
        meter: counts the CPU time of all of them, if there is one.
    """

    pid: int
    own: bool
    end: Callable[[], None]
    gone: int | None = None
    namespace: int | None = None
    meter: CpuMeter | None = None


class RunningProgram:
    """A program that runs, in a sandbox or without one, with everything it started. Its owner must call `close`.

    Args:
        process: the program, or the process that watches it; it leads a session of its own.
        limits: what it may use.
        root: the root of its process tree.
        status: the reports of the watching process, and the descriptor that they come from.
        group: its control group, if there is one.
        listener: answers the calls that are left to the arena, if it is locked in.
        network: passes on its connections to the places that are open to it, if there are any.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        limits: Limits,
        root: Root,
        *,
        status: tuple[Status, int] | None = None,
        group: Group | None = None,
        listener: Listener | None = None,
        network: Network | None = None,
    ) -> None:
        self.process = process
        self.limits = limits
        self.broken: bool = False
        """Whether the sandbox itself failed, so that it is unknown how the program ended."""
        self.closed: bool = False
        self._root = root
        self._status = status
        self._group = group
        self._listener = listener
        self._network = network
        self._killed = False
        self.walking_ms: float = 0.0
        """How long (ms) the arena walked over its pages."""
        self._used = Used()
        self._walk = processes.Walk()
        self._asked = True
        self._yields = False
        """Whether it gives way to all others."""
        self._restless = False
        """Whether it was ever busy while it was not asked."""
        self._rest: tuple[float, float] | None = None
        """When it was first seen to rest since it was asked (s), and its CPU time then (ms)."""
        self._first: int | None = None
        self._held = ExitStack()

    def holds(self, give_back: Callable[[], object]) -> None:
        """Register a function to call when the running is closed."""
        self._held.callback(give_back)

    @property
    def locked(self) -> bool:
        """Whether it runs in a sandbox."""
        return not self._root.own

    @property
    def counted(self) -> bool:
        """Whether the kernel itself limits its memory; if not, the arena checks the memory, with some delay."""
        return self._group is not None

    def folder(self, path: str) -> int:
        """Open a folder as its first process sees it, which lasts until it is closed, even if it is in memory.

        Raises:
            OSError: it cannot be opened, or the process is gone.
        """
        pid = self._root.pid
        return as_owner(pid, lambda: os.open(f"/proc/{pid}/root{path}", os.O_RDONLY | os.O_DIRECTORY))

    def pids(self) -> list[int]:
        """Return the ids of its processes."""
        if self._group is not None:
            return [pid for pid in self._group.processes() if pid != self._root.pid]
        return [*[self._root.pid] * self._root.own, *processes.descendants(self._root.pid)]

    def cpu_ms(self) -> float | None:
        """Return the CPU ms used so far by all its processes, including ended ones; None if that is unknown."""
        if self._group is not None and not self.closed:
            return self._group.cpu_ns() / 1e6
        if self._root.meter is not None and not self.closed:
            return self._root.meter.cpu_ns() / 1e6
        if not self._killed:
            self._look()
        return self._used.cpu_ms or None

    @property
    def known(self) -> Used:
        """What it has used, as last measured."""
        return self._used

    def waited_ms(self) -> float | None:
        """Return the ms that the first thread of the program has waited for a CPU; None once it has ended."""
        if self._killed:
            return None
        if self._first is None:
            self._first = next(iter(self.pids()), None)
        waited = None if self._first is None else processes.waited_for_cpu_ns(self._first)
        return None if waited is None else waited / 1e6

    def run_delay_ms(self) -> float | None:
        """Return the ms that its living threads have waited for a CPU; None once it was killed.

        Threads that put themselves behind those of others, by a nice value or an idle policy, are left out.
        """
        return None if self._killed else processes.run_delay_ns(self.pids(), fair=True) / 1e6

    def runnable(self) -> bool:
        """Return whether a thread of it runs or waits for a CPU now; the kernel counts a wait only when it is over."""
        return not self._killed and processes.runnable(self.pids())

    def used(self) -> Used:
        """Return what it has used so far; after it was killed, the last measurement."""
        if not self._killed:
            self._measure()
        return self._used

    def turn(self, *, asked: bool) -> None:
        """Say whether the bot is asked now; at first it is. One that is not asked and is busy gives way to others.

        In a control group, where that costs little, one that was once found busy gives way whenever it is not asked.
        """
        self._asked, self._rest = asked, None
        if asked and self._yields:
            self._give_way(to_others=False)
        elif not asked and self._restless and self._group is not None:
            self._give_way(to_others=True)

    async def watch(self) -> None:
        """Watch it, answer the calls that are left to the arena, and pass on its connections, until it is killed."""
        async with trio.open_nursery() as nursery:
            if self._listener is not None:
                nursery.start_soon(self._listener.serve)
            if self._network is not None:
                nursery.start_soon(self._network.serve)
            await self._watch()
            nursery.cancel_scope.cancel()

    async def _watch(self) -> None:
        """Watch it until it is killed.

        Kill it as soon as it holds too much memory, or the kernel has killed one of its processes for that. Let it give
        way to others while it is busy though it is not asked.
        """
        held = 0
        while not self._killed:
            begun, before = time.monotonic(), held
            if not self._root.own:
                held = await self._check_memory()
            if self._used.over_memory or (self._group is not None and self._group.oom_kills()):
                self.kill()
                return
            self._keep_down(begun)
            pause = min(LONGEST, max(GROWING if held > before else SHORTEST, (self.limits.memory - held) / GROWTH))
            await trio.sleep(max(pause, EFFORT * (time.monotonic() - begun)))

    def _keep_down(self, now: float) -> None:
        """Let it give way to others if it is busy though it is not asked."""
        if self._asked:
            if self._yields:  # the system had refused to raise it again
                self._give_way(to_others=False)
        elif not self._yields:
            cpu = self.cpu_ms() or 0.0
            since, before = self._rest = self._rest or (now, cpu)
            if now - since > REST:
                self._rest = now, cpu
                if cpu - before > BUSY * 1000 * (now - since):
                    self._restless = True
                    self._give_way(to_others=True)

    def _give_way(self, *, to_others: bool) -> None:
        """Lower its priority below all others, or raise it again; the system may refuse that."""
        grouped = self._group is not None and self._group.give_way(to_others=to_others)
        nice = priority.LAST if to_others else priority.NORMAL
        if grouped or priority.set_session(self._root.pid, nice):
            self._yields = to_others

    async def _check_memory(self) -> int:
        """Return the bytes that it holds, as far as that is known by now; note if they are too many."""
        if self._group is not None:
            return 0
        found = self._look()
        besides = self._memory_of_names() + self._buffers()
        limit = max(0, self.limits.memory - besides)
        held, over = found.memory, found.memory > limit
        if over and found.alive > 1 and held <= MANIFOLD * limit:
            begun = time.monotonic()
            exact, over = await beside(self._walk.go_on, self.pids(), limit, PART, limiter=WALKS)
            self.walking_ms += 1000 * (time.monotonic() - begun)
            held = limit
            self._used = self._used._replace(peak_memory=max(self._used.peak_memory, exact or 0))
        if not self._killed:
            peak = max(self._used.peak_memory, found.memory + besides) if over and besides else self._used.peak_memory
            self._used = self._used._replace(over_memory=over, peak_memory=peak)
        return held + besides

    def _buffers(self) -> int:
        """Return how many bytes its pipes and sockets may hold."""
        return processes.buffers(self.pids(), None if self._root.namespace is None else self._root.pid)

    def _memory_of_names(self) -> int:
        """Return about how many bytes the kernel needs for the names in the bot's /tmp and /dev/shm.

        They have no limit of their own there, and belong to no process: empty files, folders and short links.
        """
        if self._root.namespace is None:
            return 0
        return sum(NAME * processes.names_in(self._root.pid, folder) for folder in OWN_FOLDERS)

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
        """Let frozen processes continue."""
        if self._group is not None:
            self._group.freeze(frozen=False)
            return
        if self._root.own:
            self._signal_group(signal.SIGCONT)
        self._signal(self.pids(), signal.SIGCONT)

    def poll(self) -> int | None:
        """Return its exit status, or minus the number of the signal that ended it; None while it runs."""
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
        """Kill all its processes, after measuring what they have used."""
        if not self._killed:
            self._measure()
            self._killed = True
            if self._yields:  # a process must run in order to end
                self._give_way(to_others=False)
            self._root.end()

    async def finish(self) -> None:
        """Kill it, wait until none of its processes is left, and close it; other tasks run meanwhile."""
        self.kill()
        if self._root.gone is not None and not self.closed:
            with trio.CancelScope(shield=True), trio.move_on_after(END):
                await trio.lowlevel.wait_readable(self._root.gone)
                while self.process.poll() is None:  # noqa: ASYNC110 - no portable event reports the end of a process
                    await trio.sleep(0.001)
        self.close()

    def close(self) -> None:
        """Kill it, wait until none of its processes is left, and close it, in one blocking call. May be repeated."""
        if self.closed:
            return
        self.kill()
        if self._root.gone is not None:
            _wait_readable(self._root.gone, END)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(END)  # killed right away, it would leave a zombie to the machine's init
            self.process.kill()
        self.process.wait()
        self.poll()
        self.closed = True
        self._held.close()

    def close_pipes(self) -> None:
        """Close the arena's ends of the pipes to its standard input, output and error."""
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def _measure(self) -> None:
        """Record what was used so far."""
        with contextlib.suppress(OSError):
            if self._group is None:
                self._look()
            else:
                cpu_ns, memory, tasks, oom_kills = self._group.usage()
                self._used = Used(cpu_ns / 1e6, memory, tasks - 1, self._used.run_delay_ms, oom_kills)
            delay = processes.run_delay_ns(self.pids()) / 1e6
            self._used = self._used._replace(run_delay_ms=max(delay, self._used.run_delay_ms))

    def _look(self) -> processes.Usage:
        """Return what its processes use now, and update the highest values seen."""
        found = processes.usage(self.pids())
        if self._root.meter is not None:
            found = found._replace(cpu_ns=self._root.meter.cpu_ns())
        elif not self._root.own:
            found = found._replace(cpu_ns=found.cpu_ns + processes.waited_ns(self._root.pid))
        before = self._used
        exact = found.alive == 1 or found.memory <= self.limits.memory  # shared pages count for each of several
        self._used = before._replace(
            cpu_ms=max(before.cpu_ms, found.cpu_ns / 1e6),
            peak_memory=max(before.peak_memory, found.memory if exact else 0),
            peak_tasks=max(before.peak_tasks, found.tasks),
        )
        return found

    def _signal_group(self, number: signal.Signals) -> None:
        """Signal the process group; this works also without a /proc that shows descendants."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def _signal(self, pids: Iterable[int], number: signal.Signals) -> None:
        for pid in pids:
            processes.send(pid, number, self._root.namespace)


def _read_now(descriptor: int) -> bytes:
    """Return the bytes that can be read without waiting."""
    try:
        return os.read(descriptor, STATUS)
    except BlockingIOError:
        return b""


def _wait_readable(descriptor: int, seconds: float) -> None:
    waiting = select.poll()  # select itself knows descriptors below 1024 only
    waiting.register(descriptor, select.POLLIN)
    waiting.poll(1000 * seconds)
