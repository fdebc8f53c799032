"""Control groups: exact limits on memory, fair shares of the CPU, and one call to freeze, kill or measure a whole bot.

Groups are made below the arena's own group, so bots cannot escape limits set on the arena. If version 1 has the
controllers for memory and tasks, it sets these limits. Otherwise version 2 does, and the arena's group must be allowed
to delegate the controllers. Freezing, killing and measuring always use version 2, which can do that in every group
without any controller (Linux 5.14). If there is a controller for CPU time as well, every bot has the same share of it,
whatever the number of its processes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from arena.sandbox.processes import descendants

CONTROLLERS = ("memory", "pids")
SHARES = "cpu"
"""The controller of CPU time; bots do without it if it is not there."""
FIRST = 10_000
"""The weight of the arena's own group in version 2, the highest there is; that of a bot is 100."""
KERNEL = "5.14"
"""The first kernel with cgroup.kill."""
MAIN = "arena-main"
"""The group that the arena moves to: in version 2, a group that holds processes cannot delegate controllers."""
DELEGATE = "run it as systemd-run --user --scope -p Delegate=yes arena ..."
REMOVAL = 0.5
"""Seconds to wait for a group to become empty after its processes were killed. The arena does nothing else meanwhile,
and a bot is to end within a second; a group that is left is removed at the end of the run."""


class NoCgroupError(Exception):
    """Bots cannot have control groups here; the text says why."""


class Roots(NamedTuple):
    """Folders of the arena's own groups, some of which may be the same.

    Args:
        unified: that of version 2.
        memory: that which limits memory.
        pids: that which limits tasks.
        cpu: that which shares out CPU time, if there is one.
    """

    unified: Path
    memory: Path
    pids: Path
    cpu: Path | None = None

    @property
    def version(self) -> int:
        """The version that limits memory and tasks."""
        return 2 if self.memory == self.unified else 1

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders, each once."""
        return tuple(dict.fromkeys(folder for folder in self if folder is not None))


class GroupUsage(NamedTuple):
    """What a group has used.

    Args:
        cpu_ns: CPU time in ns.
        peak_memory: the most memory at one time, in bytes; the current value if the kernel keeps no peak.
        peak_tasks: the most processes and threads at one time; the current value if the kernel keeps no peak.
        oom_kills: how often the kernel killed one of its processes because memory ran out.
    """

    cpu_ns: int
    peak_memory: int
    peak_tasks: int
    oom_kills: int


def find() -> Roots:
    """Return the groups below which groups for bots can be made.

    Raises:
        NoCgroupError: there are none; the message says why.
    """
    places = own_groups(Path("/proc/self/cgroup").read_text(), Path("/proc/self/mountinfo").read_text())
    if "" not in places:
        raise NoCgroupError("cgroup version 2 is not mounted")
    unified = places[""].parent if places[""].name == MAIN else places[""]
    if not os.access(unified, os.W_OK):
        raise NoCgroupError(f"the arena may not make cgroups in {unified}; {DELEGATE}, or as root")
    if not all(name in places for name in CONTROLLERS):
        hand_on(unified, CONTROLLERS)
    memory, pids = (places.get(name, unified) for name in CONTROLLERS)
    for folder in (memory, pids):
        if not os.access(folder, os.W_OK):
            raise NoCgroupError(f"the arena may not make cgroups in {folder}")
    return Roots(unified, memory, pids, _shares(places, unified))


def _shares(places: Mapping[str, Path], unified: Path) -> Path | None:
    """Return the group below which groups can have shares of the CPU time; None if no group can."""
    if SHARES in places:
        return places[SHARES] if os.access(places[SHARES], os.W_OK) else None
    try:
        hand_on(unified, [SHARES])
        if (unified / MAIN).exists():
            (unified / MAIN / "cpu.weight").write_text(str(FIRST))
    except (NoCgroupError, OSError):
        return None
    return unified


def own_groups(groups: str, mounts: str) -> dict[str, Path]:
    """Return controller of version 1 -> folder of this process's group; the group of version 2 has the empty name.

    Args:
        groups: the text of /proc/self/cgroup.
        mounts: the text of /proc/self/mountinfo.
    """
    own: dict[str, str] = {}
    for line in groups.splitlines():
        _, names, path = line.split(":", 2)
        own |= dict.fromkeys(names.split(","), path)
    found = {}
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        root, point = before.split(" ")[3:5]
        kind, _, options = after.split(" ")
        controllers = {"cgroup": options.split(","), "cgroup2": [""]}.get(kind, [])
        for name in own.keys() & controllers:
            inside = os.path.relpath(own[name], root)
            if not inside.startswith(".."):
                found[name] = Path(point, inside)
    return found


def hand_on(own: Path, controllers: Sequence[str]) -> None:
    """Delegate controllers of a group of version 2 to the groups below it; the arena moves into one of those.

    Raises:
        NoCgroupError: the group lacks these controllers, or holds processes that are not the arena's.
    """
    if missing := {*controllers} - {*_words(own / "cgroup.controllers")}:
        raise NoCgroupError(f"{own} has no controller {', '.join(sorted(missing))}; {DELEGATE}")
    if not {*controllers} - {*_words(own / "cgroup.subtree_control")}:
        return
    ours = {os.getpid(), *descendants(os.getpid())}
    inside = set(map(int, _words(own / "cgroup.procs")))
    if inside - ours:
        raise NoCgroupError(f"{own} holds other programs besides the arena; {DELEGATE}")
    try:
        if inside:
            (own / MAIN).mkdir(exist_ok=True)
            for pid in inside:
                (own / MAIN / "cgroup.procs").write_text(str(pid))
        (own / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in controllers))
    except OSError as error:
        raise NoCgroupError(f"{own}: {error.strerror}; {DELEGATE}") from error


class Group:
    """The control group of one bot, at first without processes.

    Args:
        roots: the arena's own groups.
        name: its name, different from all others.
    """

    def __init__(self, roots: Roots, name: str) -> None:
        self._version = roots.version
        self._unified, self._memory, self._pids = (root / name for root in (roots.unified, roots.memory, roots.pids))
        self._idle = None if roots.cpu is None else roots.cpu / name / "cpu.idle"
        self._made: list[Path] = []
        try:
            for root in roots.folders:
                folder = root / name
                folder.mkdir()
                self._made.append(folder)
        except BaseException:
            self.remove()
            raise

    def limit(self, memory: int, tasks: int) -> None:
        """Set the limits: bytes of memory (without swap), and the number of processes and threads.

        Raises:
            NoCgroupError: the kernel is too old to kill a group.
        """
        if not (self._unified / "cgroup.kill").exists():
            raise NoCgroupError(f"Linux {KERNEL} is needed: there is no cgroup.kill")
        if self._version == 1:
            (self._memory / "memory.limit_in_bytes").write_text(str(memory))
            swap = self._memory / "memory.memsw.limit_in_bytes"
        else:
            (self._memory / "memory.max").write_text(str(memory))
            swap = self._memory / "memory.swap.max"
        if swap.exists():  # it does not exist if the kernel does not count swap
            swap.write_text(str(memory) if self._version == 1 else "0")
        (self._pids / "pids.max").write_text(str(tasks))

    def add(self, pid: int) -> None:
        """Move a process into the group; what it starts from now on is in it."""
        for folder in self._made:
            (folder / "cgroup.procs").write_text(str(pid))

    def freeze(self, frozen: bool) -> None:
        """Stop all processes, or let them go on. Takes a few ms to come into force."""
        (self._unified / "cgroup.freeze").write_text("1" if frozen else "0")

    def give_way(self, *, to_others: bool) -> bool:
        """Let the group run only when nothing else wants the core, or as everybody else; return whether that works."""
        if self._idle is None:
            return False
        try:
            self._idle.write_text("1" if to_others else "0")
        except OSError:  # a kernel before 5.15 has no such file
            return False
        return True

    def kill(self) -> None:
        """Kill every process of the group, frozen or not."""
        (self._unified / "cgroup.kill").write_text("1")

    def processes(self) -> list[int]:
        """Return the ids of the processes in the group."""
        return list(map(int, _words(self._unified / "cgroup.procs")))

    def cpu_ns(self) -> int:
        """Return the CPU time used so far, in ns."""
        return 1000 * _field(self._unified / "cpu.stat", "usage_usec")

    def usage(self) -> GroupUsage:
        """Return what the group has used; this works also after its processes have ended."""
        if self._version == 1:
            memory = int((self._memory / "memory.max_usage_in_bytes").read_text())
        else:
            memory = _peak(self._memory, "memory")
        return GroupUsage(self.cpu_ns(), memory, _peak(self._pids, "pids"), self.oom_kills())

    def oom_kills(self) -> int:
        """Return how often the kernel killed a process because memory ran out."""
        return _field(self._memory / ("memory.oom_control" if self._version == 1 else "memory.events"), "oom_kill")

    def remove(self) -> None:
        """Remove the group, once its killed processes are gone; leave it if some do not go in time."""
        deadline = time.monotonic() + REMOVAL
        while self._made:
            try:
                self._made[-1].rmdir()
                self._made.pop()
            except FileNotFoundError:
                self._made.pop()
            except OSError:
                if time.monotonic() > deadline:
                    return
                time.sleep(0.001)


def _peak(folder: Path, what: str) -> int:
    peak = folder / f"{what}.peak"
    return int((peak if peak.exists() else folder / f"{what}.current").read_text())


def _field(path: Path, name: str) -> int:
    """Return the number behind a name, from a file with lines `name number`."""
    return next(int(line.split()[1]) for line in path.read_text().splitlines() if line.startswith(f"{name} "))


def _words(path: Path) -> list[str]:
    return path.read_text().split()
