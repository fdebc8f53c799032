"""What a sandbox shows of the machine in /proc and /dev: constants, and nothing that changes with what others do.

The kernel's own files count what all programs of the machine do: a bot could open terminals, and a bot in another
sandbox would see their number in /proc/sys/kernel/pty/nr. So everything in /proc is covered that is neither the folder
of a process nor known to be constant: programs find a stand-in there, or an empty file or folder. The list is made from
what the machine has, so files of later kernels are covered too.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from arena.sandbox.mounts import Mount
from arena.settings.limits import Limits

PROC = Path("/proc")
CONSTANT = {
    *("acpi", "bus", "cmdline", "config.gz", "consoles", "crypto", "devices", "dma", "execdomains", "filesystems"),
    *("iomem", "ioports", "misc", "mtrr", "partitions", "scsi", "sysvipc", "tty", "version"),
}
"""What of /proc does not change while bots play, or only with what they do themselves: it is not covered, since
where bubblewrap mounts, each cover costs a fifth of a ms per start."""
SETTINGS = (
    *("kernel/cap_last_cap", "kernel/ngroups_max", "kernel/osrelease", "kernel/ostype", "kernel/pid_max"),
    *("kernel/threads-max", "vm/max_map_count", "vm/mmap_min_addr", "vm/overcommit_memory"),
    *("fs/file-max", "fs/nr_open", "fs/pipe-max-size", "net/core/somaxconn"),
)
"""Files of /proc/sys that language runtimes and libraries read; bots get copies of them, made when the run begins."""
CHANGING = ("cpu MHz", "power management")
"""How lines of /proc/cpuinfo begin that bots do not get: the first tells how busy the machine is."""
UPTIME = 100_000
"""Seconds for which the machine has been on, as bots see it."""


def covered(proc: Path = PROC) -> dict[str, bool]:
    """Return name -> whether it is a folder, of what in /proc must not be shown as it is, sorted by name.

    Files that only root may read are left out: no bot is root. So are links: they lead to folders of processes.
    """
    found = {}
    for name in sorted(_named(proc)):
        with contextlib.suppress(OSError):
            about = (proc / name).lstat()
            if about.st_mode & stat.S_IROTH and not stat.S_ISLNK(about.st_mode):
                found[name] = stat.S_ISDIR(about.st_mode)
    return found


def _named(proc: Path) -> frozenset[str]:
    """Return what /proc has besides processes and constants."""
    return frozenset(name for name in os.listdir(proc) if not name.isdigit()) - CONSTANT  # noqa: PTH208 - at each start


class ConstantProc:
    """The files that are shown instead of the machine's own.

    Args:
        folder: where they are, or are to be made; every user may read it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._named: frozenset[str] = frozenset()
        self._covered: dict[str, bool] = {}
        """What is covered as long as /proc has these names; a module of the kernel may add some."""

    def make(self, proc: Path = PROC) -> None:
        """Make the files.

        Raises:
            OSError: they cannot be made.
        """
        self.folder.mkdir(mode=0o755)
        (self.folder / "empty").mkdir(mode=0o555)
        self._write("nothing", "")
        self._write("cpuinfo", _steady(_read(proc / "cpuinfo")))
        self._write("stat", _idle(_read(proc / "stat")))
        self._write("loadavg", "0.00 0.00 0.00 1/1 1\n")
        self._write("uptime", f"{UPTIME}.00 {UPTIME}.00\n")
        for name in SETTINGS:
            with contextlib.suppress(OSError):
                self._write(f"sys/{name}", (proc / "sys" / name).read_text())

    def covers(self, limits: Limits, proc: Path = PROC) -> Iterator[Mount]:
        """Yield what to show over the files and folders of /proc, and over the terminals of /dev.

        Args:
            limits: of the bot; its memory is shown as that of the machine.
            proc: the /proc of the machine.

        Raises:
            OSError: a stand-in cannot be made.
        """
        yield Mount(str(self.folder / "empty"), "/proc/1")  # the arena's own process in there
        yield Mount(str(self.folder / "empty"), "/dev/pts")  # new terminals, of which all of the machine has one stock
        if (named := _named(proc)) != self._named:
            self._named, self._covered = named, covered(proc)
        own = {*os.listdir(self.folder)}  # noqa: PTH208 - at each start
        for name, is_folder in self._covered.items():
            instead = name if name in own else "empty" if is_folder else "nothing"
            source = self._memory(limits) if name == "meminfo" else self.folder / instead
            yield Mount(str(source), f"/proc/{name}")

    def _memory(self, limits: Limits) -> Path:
        """Return the file that shows the memory a bot may use; make it if it is the first with this limit."""
        name = f"meminfo-{limits.memory_mb}"
        if not (self.folder / name).exists():
            rows = dict.fromkeys(("MemTotal", "MemFree", "MemAvailable"), limits.memory_mb * 1024)
            rows |= dict.fromkeys(("Buffers", "Cached", "SwapCached", "SwapTotal", "SwapFree", "Shmem"), 0)
            self._write(name, "".join(f"{row + ':':<15} {value:>8} kB\n" for row, value in rows.items()))
        return self.folder / name

    def _write(self, name: str, text: str) -> None:
        """Write a file for all to read; another thread or process of the arena may write the same at the same time."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{secrets.token_hex(6)}")
        unfinished.write_text(text)
        unfinished.chmod(0o444)
        unfinished.replace(path)


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def _steady(processors: str) -> str:
    """Return the text of /proc/cpuinfo without what changes."""
    return "".join(line for line in processors.splitlines(keepends=True) if not line.startswith(CHANGING))


def _idle(figures: str) -> str:
    """Return the text of /proc/stat as it would be if the machine had never done anything."""
    rows = (line.split() for line in figures.splitlines() if line.startswith("cpu"))
    return "".join(f"{name} {' '.join('0' for _ in values)}\n" for name, *values in rows) + "btime 0\nprocesses 1\n"
