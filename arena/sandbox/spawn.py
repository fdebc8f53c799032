"""Starts a program: as a plain process, in bubblewrap, or under the warden.

All processes are started on the calling thread, on purpose. bubblewrap asks the kernel to kill it when its parent ends,
and for the kernel the parent is the thread that forked. Trio's worker threads end after ten idle seconds.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import random
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from io import FileIO
from itertools import count
from pathlib import Path
from shutil import which

import trio

from arena.sandbox import bubblewrap, guardian, library, listener, mounts, priority, processes, seccomp, warden
from arena.sandbox.cgroups import Group
from arena.sandbox.constant_proc import ConstantProc
from arena.sandbox.cpu_meter import CpuMeter, meter
from arena.sandbox.network import Network
from arena.sandbox.running_program import STATUS, Root, RunningProgram, Status
from arena.settings.limits import MB, Level, Limits
from arena.threads import beside

PATIENCE = 5.0
"""Seconds that a sandbox may take to start."""
SETTING_UP = 60.0
"""Seconds that a sandbox may take from its start until it is made, on a machine that is very busy too."""
_STARTS = count()
"""The numbers of the starts of bubblewrap in this process."""
MARK = "ARENA_RUN"
"""The environment variable of everything that a run starts; the guardian finds processes by it."""
WARDEN = Path(__file__).with_name("warden.py")
DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")
INFORMATION = (
    "/dev/zero",  # who may write to it could map it, and have memory there that no process shows
    *("/proc/version", "/etc/ssl/openssl.cnf"),
    *(f"/sys/devices/system/cpu/{name}" for name in ("online", "possible", "present")),
    *(f"/proc/self/{name}" for name in ("cmdline", "comm", "maps", "stat", "statm", "status", "cgroup")),
)
"""Files that language runtimes read besides the system's folders; `basic` shows nothing else of /proc and /etc. Nothing
here changes with what other programs do."""


class SandboxFailure(Exception):  # noqa: N818 - a failure of the sandbox: no bot is to blame
    """A sandbox could not be started, or broke; the text says why."""


@dataclass(frozen=True)
class SpawnRequest:
    """A program to start.

    Args:
        command: program and arguments, with paths as seen from inside.
        folder: its current directory; bubblewrap shows it as /bot.
        limits: what it may use.
        mark: the mark of the run.
        user: the id of the user and group to run as; None for the arena's own.
        read: more folders that it may read.
        room: the bytes that the folder of a build may hold, in which it may write; 0 for a bot.
        stand_ins: what bubblewrap shows instead of the machine's own files in /proc.
        environment: more variables for it, or others than it has by default.
        library: the folder with the library for authors, which it may read; None for none.
        network: the places that it may connect to, as HOST:PORT; in bubblewrap only.
        devices: the devices that it may use, as paths or patterns; in bubblewrap only.
    """

    command: Sequence[str]
    folder: Path
    limits: Limits
    mark: str
    user: int | None = None
    read: tuple[Path, ...] = ()
    room: int = 0
    stand_ins: ConstantProc | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    library: Path | None = None
    network: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()

    @property
    def for_library(self) -> dict[str, str]:
        """The variables by which Python finds the library, and the games from outside."""
        return {} if self.library is None else library.variables(str(self.library))


def spawn_plain(request: SpawnRequest) -> RunningProgram:
    """Start a program as a plain process.

    Raises:
        OSError: the command cannot be started.
    """
    own = {"PATH": os.environ.get("PATH", os.defpath), "HOME": os.environ.get("HOME", "/")}
    environment = bubblewrap.REPEATABLE | own | (library.variables_here() if request.library else {})
    process = _popen(request.command, environment | {**request.environment, MARK: request.mark}, folder=request.folder)

    priority.lower(process.pid)

    def end() -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    return RunningProgram(process, request.limits, Root(process.pid, own=True, end=end))


async def spawn_bubblewrap(
    request: SpawnRequest, threads: trio.CapacityLimiter, group: Group | None = None
) -> RunningProgram:
    """Start a program in bubblewrap.

    Args:
        request: the program.
        threads: limits the threads that wait for the kernel.
        group: the control group to put it in, with its limits set; None if there is none.

    Raises:
        SandboxFailure: the sandbox could not be started.
    """
    if (os.geteuid() if request.user is None else request.user) == 0:
        raise SandboxFailure("bubblewrap run by root is no sandbox: root outside stays root inside")
    level: Level = "standard" if group is None else "strict"
    with ExitStack() as opened, _explained():
        reports, report_to = _pipe(opened)
        asks, made = _pipe(opened)
        holds, go = _pipe(opened)
        network = Network(request.network)
        # It reads from these in this order, when it has made the sandbox: a byte, and the filter, up to its end.
        ends = {"--json-status-fd": report_to, "--block-fd": asks, "--seccomp": holds}
        later = mounts.possible()
        command, passed = _bubblewrapped(opened, request, level, network, ends, later=later)
        fcntl.fcntl(made, fcntl.F_SETPIPE_SZ, 1)  # a byte fills it until it is read
        made.write(b"x")
        own = f"{request.mark}+{next(_STARTS)}."  # bubblewrap's own; the program inside is not to count our starts
        listening, sender = _socket_pair(opened)
        left = warden.Left(listener.program(counted=group is not None), _seccomp_call(), sender)
        process = _popen(command, {MARK: own}, user=request.user, passed=passed, first=left.install)
        sender.close()
        status = Status()
        with _given_up(process, status, own):
            await _wait_for_child(status, reports)
            assert status.child is not None
            listens = _listened(opened, listening, request.limits)
            first = os.pidfd_open(status.child)
            opened.callback(os.close, first)
            namespace = processes.pid_namespace(status.child)
            priority.lower(status.child)
            _pin(status.child, request.limits)
            counter = None if group is not None else _metered(opened, status.child)
            if request.network:
                await beside(network.open, status.child, limiter=threads)
                opened.callback(network.close)
            if group is not None:
                await beside(group.add, status.child, limiter=threads)  # the first one may take the kernel a few ms
            if later:
                await _wait_until_read(made)
                shown = bubblewrap.mounts_for_later(request.limits, room=request.room, stand_ins=request.stand_ins)
                await beside(mounts.show, status.child, shown, limiter=threads)
            go.write(_filter(request, level))  # a pipe has room for much more
        go.close()

        def end() -> None:
            if group is not None:
                group.kill()
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(first, signal.SIGKILL)

        root = Root(status.child, own=False, end=end, gone=first, namespace=namespace, meter=counter)
        running = RunningProgram(
            process,
            request.limits,
            root,
            status=(status, reports.fileno()),
            group=group,
            listener=listens,
            network=network if request.network else None,
        )
        running.holds(opened.pop_all().close)
        return running


def _bubblewrapped(
    opened: ExitStack,
    request: SpawnRequest,
    level: Level,
    network: Network,
    ends: Mapping[str, FileIO],
    *,
    later: bool,
) -> tuple[list[str], Sequence[FileIO]]:
    """Return the command that starts a program in bubblewrap, and the open files that it gets.

    Args:
        opened: closes them.
        request: the program.
        level: how strongly it is locked in.
        network: what it may reach.
        ends: option of bubblewrap -> the file that it reads or writes.
        later: whether the arena shows what bots see of the machine when bubblewrap has made the sandbox.
    """
    files = {path: _filled(opened, text) for path, text in network.files().items()}
    words = bubblewrap.arguments(
        request.limits,
        request.folder,
        read=request.read,
        library=request.library,
        descriptors={option: end.fileno() for option, end in ends.items()},
        environment={**request.environment, MARK: request.mark},
        room=request.room,
        stand_ins=request.stand_ins,
        files={path: end.fileno() for path, end in files.items()},
        devices=request.devices,
        counted=level == "strict",
        later=later,
    )
    given = _filled(opened, words)
    inside = bubblewrap.inside(request.limits, level, request.command)
    command = [_program(bubblewrap.PROGRAM), "--args", str(given.fileno()), "--", *inside]
    return command, (given, *ends.values(), *files.values())


async def spawn_warded(request: SpawnRequest) -> RunningProgram:
    """Start a program under the warden, which locks it in with Landlock and kills everything it started.

    Raises:
        SandboxFailure: the kernel cannot do that, or the program could not be started.
    """
    with ExitStack() as opened, _explained():
        reports, report_to = _pipe(opened)
        until, stop = _pipe(opened)
        listening, sender = _socket_pair(opened)
        given, give = _pipe(opened)
        numbers = {"reports": report_to.fileno(), "until": until.fileno(), "listener": sender.fileno()}
        orders = json.dumps(_orders(request) | numbers).encode()
        command = [sys.executable, "-I", "-S", str(WARDEN), str(given.fileno())]
        process = _popen(command, {MARK: request.mark}, passed=(given, report_to, until, sender))
        status = Status()
        with _given_up(process, status):
            counter = _metered(opened, process.pid)  # before the warden starts anything, for which it needs its orders
            _pin(process.pid, request.limits)
            give.write(orders)  # a pipe has room for much more
            give.close()
            await _wait_for_child(status, reports)
            listens = _listened(opened, listening, request.limits)
            gone = os.pidfd_open(process.pid)
            opened.callback(os.close, gone)
        root = Root(process.pid, own=False, end=stop.close, gone=gone, meter=counter)
        running = RunningProgram(process, request.limits, root, status=(status, reports.fileno()), listener=listens)
        running.holds(opened.pop_all().close)
        return running


def _metered(opened: ExitStack, pid: int) -> CpuMeter | None:
    """Return a meter of what a process starts, closed with the rest; None if the system refuses it."""
    counter = meter(pid)
    if counter is not None:
        opened.callback(counter.close)
    return counter


def _filter(request: SpawnRequest, level: Level) -> bytes:
    opened = {"network": bool(request.network), "devices": bool(request.devices)}
    return seccomp.program(level, building=request.room > 0, **opened)


def _orders(request: SpawnRequest) -> dict[str, object]:
    """Return the orders for the warden, without the descriptors."""
    limits = request.limits
    others = (
        processes.tasks_of(os.geteuid()) if request.user is None else 0
    )  # here the kernel counts processes per user
    values = {
        "NPROC": limits.processes + others,
        "NOFILE": limits.files,
        "FSIZE": limits.file_mb * MB,
        "CORE": 0,
        **{name.upper(): value for name, value in bubblewrap.memory_limits(limits).items()},
        **({"CPU": limits.cpu_s} if limits.cpu_s else {}),
    }
    read = [*bubblewrap.system_folders(), *filter(os.path.exists, INFORMATION)]
    return {
        "command": request.command,
        "folder": str(request.folder),
        "environment": {
            "PATH": ":".join(bubblewrap.searched(request.read)),
            "HOME": "/nonexistent",
            **bubblewrap.REPEATABLE,
            **bubblewrap.NAMED,
            **request.for_library,
            **request.environment,
            MARK: request.mark,
        },
        "user": request.user,
        "read": [*read, str(request.folder), *map(str, request.read), *request.for_library.values()],
        "write": DEVICES,
        "limits": {name: bubblewrap.allowed(name, value) for name, value in values.items()},
        "filter": seccomp.program("basic").hex(),
        "left": listener.program().hex(),
        "seccomp": _seccomp_call(),
        "nice": priority.STEPS,
    }


def _seccomp_call() -> int:
    return listener.SECCOMP[seccomp.MACHINES[os.uname().machine].column]


def _listened(opened: ExitStack, listening: socket.socket, limits: Limits) -> listener.Listener:
    """Return the listener for the calls of a bot that are left to the arena; its first process has sent it by now.

    Raises:
        SandboxFailure: it could not set the filter.
    """
    said, descriptors, _, _ = socket.recv_fds(listening, 8, 1)
    listening.close()
    if not descriptors:
        number = int(said or errno.EMFILE) or errno.EMFILE  # it was sent, and there was no room for it
        raise SandboxFailure(f"no seccomp filter that leaves calls to the arena: {os.strerror(number)}")
    listens = listener.Listener(descriptors[0], limits.memory)
    opened.callback(listens.close)
    return listens


def _program(name: str) -> str:
    """Return the path of a program.

    Raises:
        SandboxFailure: it is not installed.
    """
    found = which(name)
    if found is None:
        raise SandboxFailure(f"{name} is not installed")
    return found


def _pin(pid: int, limits: Limits) -> None:
    """Limit the cores of a process, and of what it starts from now on: to as many as allowed, from a random one on."""
    if limits.cores:
        cores = sorted(os.sched_getaffinity(0))
        first = random.randrange(len(cores))
        os.sched_setaffinity(pid, (cores[first:] + cores)[: limits.cores])


def _popen(
    command: Sequence[str],
    environment: Mapping[str, str],
    *,
    folder: Path = Path("/"),
    user: int | None = None,
    passed: Iterable[FileIO | socket.socket] = (),
    first: Callable[[], None] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a process with pipes; close our copies of the descriptors that are passed to it.

    What is to be done first in the process must be prepared and short: it runs right after the fork.

    We make the pipes, not Popen: before Python 3.11.4, Popen leaks those it has made if the system refuses the next.
    """
    passed = tuple(passed)
    with ExitStack() as opened:
        (its_input, to_it), (from_it, its_output), (errors, its_errors) = (_pipe(opened) for _ in range(3))
        # A bot with a user of its own may open it by its name, as a file for its log: `/dev/stderr`.
        os.fchmod(its_errors.fileno(), stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
        process = subprocess.Popen(  # noqa: S603 - it exists to run bots
            command,
            stdin=its_input,
            stdout=its_output,
            stderr=its_errors,
            cwd=folder,
            env=environment,
            start_new_session=True,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            pass_fds=[end.fileno() for end in passed],
            preexec_fn=first,  # noqa: PLW1509 - a filter for one child cannot be set otherwise
        )
        process.stdin, process.stdout, process.stderr = to_it, from_it, errors
        opened.pop_all()
    for end in (its_input, its_output, its_errors, *passed):
        end.close()
    return process


def _pipe(opened: ExitStack) -> tuple[FileIO, FileIO]:
    """Return the two ends of a pipe: for reading, for writing."""
    ends = os.pipe()
    reading, writing = (opened.enter_context(FileIO(end, mode)) for end, mode in zip(ends, "rw", strict=True))
    return reading, writing


def _socket_pair(opened: ExitStack) -> tuple[socket.socket, socket.socket]:
    """Return two sockets that are connected: for receiving without waiting, for sending."""
    receiving, sending = (opened.enter_context(end) for end in socket.socketpair())
    receiving.setblocking(False)
    return receiving, sending


def _filled(opened: ExitStack, data: bytes) -> FileIO:
    """Return the reading end of a pipe that holds the data; its other end is closed."""
    reading, writing = _pipe(opened)
    writing.write(data)  # a pipe has room for much more
    writing.close()
    return reading


async def _wait_until_read(pipe: FileIO) -> None:
    """Wait until somebody has read the only byte of a pipe of one page.

    Raises:
        SandboxFailure: nobody did in time.
    """
    with trio.move_on_after(SETTING_UP) as limited:
        await trio.lowlevel.wait_writable(pipe)
    if limited.cancelled_caught:
        raise SandboxFailure(f"it was not made within {SETTING_UP:.0f} s")


async def _wait_for_child(status: Status, reports: FileIO) -> None:
    """Read reports until they name the child. This cannot be cancelled: without the child, a sandbox cannot be killed.

    Raises:
        SandboxFailure: the reports ended without it, or it did not come in time.
    """
    os.set_blocking(reports.fileno(), False)
    with trio.CancelScope(shield=True), trio.move_on_after(PATIENCE):
        while status.child is None:
            await trio.lowlevel.wait_readable(reports)
            data = os.read(reports.fileno(), STATUS)
            if not data:
                raise SandboxFailure(str(status.said.get("failed", "")))
            status.feed(data)
    if status.child is None:
        raise SandboxFailure(f"it did not start within {PATIENCE:.0f} s")


@contextlib.contextmanager
def _given_up(process: subprocess.Popen[bytes], status: Status, mark: str | None = None) -> Iterator[None]:
    """If the body fails, kill the process and its children, and add its last line of standard error to the failure.

    Args:
        process: what was started.
        status: what it has reported so far.
        mark: the mark that only this start has. A child that lost its parent before it was reported is found by it.
    """
    try:
        yield
    except BaseException as error:
        _end_unborn(process, status)
        if mark is not None:
            guardian.kill_marked(f"{MARK}={mark}")
        assert process.stderr is not None
        os.set_blocking(process.stderr.fileno(), False)
        words = (process.stderr.read() or b"").decode(errors="replace").strip().splitlines()
        for pipe in (process.stdin, process.stdout, process.stderr):
            assert pipe is not None
            pipe.close()
        if not isinstance(error, SandboxFailure | OSError):
            raise
        what = error.strerror if isinstance(error, OSError) else str(error)
        raise SandboxFailure("; ".join(filter(None, (*words[-1:], what))) or "it ended at once") from error


def _end_unborn(process: subprocess.Popen[bytes], status: Status) -> None:
    """Kill a process that may be about to fork. It is stopped first, so that no child is missed and no id is reused."""
    process.send_signal(signal.SIGSTOP)
    deadline = time.monotonic() + 1
    while not processes.is_stopped(process.pid) and time.monotonic() < deadline:
        time.sleep(0.001)
    pids = set() if status.child is None else {status.child}
    with contextlib.suppress(OSError):  # even if descriptors have run out, a child that was reported is killed
        pids |= {*processes.descendants(process.pid)}
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.kill()
    process.wait()


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Turn errors of the system into `SandboxFailure`."""
    try:
        yield
    except OSError as error:
        raise SandboxFailure(f"{error.strerror}{f': {error.filename}' if error.filename else ''}") from error
