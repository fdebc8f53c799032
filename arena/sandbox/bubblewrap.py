"""The command line of bubblewrap that locks a bot in: namespaces of its own, a file system of a few read-only folders.

Everything but two file descriptors goes through a pipe: a command line can be read by the bot in /proc/1/cmdline.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from glob import glob
from pathlib import Path
from shutil import which

from arena.limits import MB, Level, Limits

PROGRAM = "bwrap"
PACKAGE = "bubblewrap"
OLDEST = (0, 8)
"""The first version with --disable-userns."""
HOME = "/bot"
"""Where a bot finds its own files."""
SEARCHED = ("/usr/local/bin", "/usr/bin", "/bin")
"""The PATH of bots."""
SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
"""Beside /usr: links into it, or folders of their own on some systems."""
CONFIGURATION = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/java-*")
"""What interpreters need of /etc; never all of it."""
SHARED_MEMORY = 1 * MB
ADDRESSES = 4096 * MB
"""Addresses that a process may reserve beyond its memory: Java and Node reserve what they never use."""


def version() -> tuple[int, ...] | None:
    """Return the version of bubblewrap that is installed, None if there is none."""
    if which(PROGRAM) is None:
        return None
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    return tuple(map(int, re.findall(r"\d+", said)))


def system_folders() -> list[str]:
    """Return the folders of the machine that every bot sees: its programs and libraries, and a little of /etc."""
    configuration = (path for pattern in CONFIGURATION for path in sorted(glob(pattern)))  # noqa: PTH207 - absolute
    return ["/usr", *(path for path in SYSTEM if Path(path).exists()), *configuration]


def arguments(
    limits: Limits,
    folder: Path,
    *,
    read: Iterable[Path] = (),
    descriptors: Mapping[str, int],
    writable: bool = False,
) -> bytes:
    """Return the arguments of bubblewrap as its --args takes them.

    Args:
        limits: how much the bot may write to /tmp.
        folder: the bot's files, seen at /bot.
        read: more folders to be seen, read-only.
        descriptors: option of bubblewrap -> the descriptor that goes with it.
        writable: whether the bot may write to /bot.
    """
    words = [
        *("--unshare-all", "--unshare-user", "--disable-userns"),
        *_folders(system_folders()),
        *(word for path in read for word in ("--ro-bind", str(path), str(path))),
        *("--proc", "/proc", "--dev", "/dev"),
        *_memory_folder("/dev/shm", SHARED_MEMORY),  # noqa: S108 - the sandbox's own
        *("--remount-ro", "/dev"),
        *_memory_folder("/tmp", limits.file_mb * MB),  # noqa: S108 - the sandbox's own
        *("--bind" if writable else "--ro-bind", str(folder), HOME),
        *("--remount-ro", "/"),  # last: bubblewrap does these in order
        *("--die-with-parent", "--new-session", "--hostname", "bot", "--chdir", HOME),
        *("--clearenv", "--setenv", "PATH", ":".join(SEARCHED)),
        *("--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8"),  # noqa: S108
        *(word for option, number in descriptors.items() for word in (option, str(number))),
    ]
    return b"".join(word.encode() + b"\0" for word in words)


def _folders(paths: Iterable[str]) -> Iterable[str]:
    for path in paths:
        if Path(path).is_symlink():
            yield from ("--symlink", str(Path(path).readlink()), path)
        else:
            yield from ("--ro-bind", path, path)


def _memory_folder(path: str, size: int) -> Sequence[str]:
    return ("--size", str(size), "--perms", "1777", "--tmpfs", path)


def limited(limits: Limits, level: Level, command: Sequence[str]) -> list[str]:
    """Return a command that sets resource limits inside the sandbox and then becomes the bot's.

    Inside, since the number of processes is counted by sandbox there. Memory is limited here where no cgroup does it.

    Args:
        limits: what the bot may use.
        level: of the sandbox.
        command: the bot's.
    """
    values = {"nproc": limits.processes, "nofile": limits.files, "fsize": limits.file_mb * MB, "core": 0}
    if limits.cpu_s:
        values["cpu"] = limits.cpu_s
    if level != "strict":
        values |= {"data": limits.memory, "as": limits.memory + ADDRESSES}
    return ["/usr/bin/prlimit", *(f"--{name}={value}" for name, value in values.items()), "--", *command]
