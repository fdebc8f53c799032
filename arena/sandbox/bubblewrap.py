"""The command line of bubblewrap that locks a bot in: namespaces of its own, a file system of a few read-only folders.

Everything but two file descriptors goes through a pipe: a command line can be read by the bot in /proc/1/cmdline.
"""

from __future__ import annotations

import re
import resource
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from glob import glob
from pathlib import Path
from shutil import which
from signal import SIGKILL
from types import MappingProxyType

from arena.sandbox.warden import OWN_KILL
from arena.settings.limits import MB, Level, Limits

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
INIT = f"""exec 3>&2 2>/dev/null
(exec "$@" 2>&3 3>&-)
code=$?
[ $code = {128 + SIGKILL} ] && code={OWN_KILL}
exit $code"""
"""The first process of a sandbox: it waits for the bot, and ends as the bot ended.

The kernel lets nobody inside kill it, and SIGKILL alone reaches it from outside; so that is told apart from a bot that
was killed itself. The shell's remarks on ended commands stay out of the bot's standard error.
"""
INIT_RIGHT = "CAP_WAKE_ALARM"
"""A right that the first process has and the bot has not, worth nothing in a namespace: whoever has fewer rights than
a process may not touch its memory or its descriptors, even as the same user."""


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
    environment: Mapping[str, str] = MappingProxyType({}),
    writable: bool = False,
) -> bytes:
    """Return the arguments of bubblewrap as its --args takes them.

    Args:
        limits: how much the bot may write to /tmp.
        folder: the bot's files, seen at /bot.
        read: more folders to be seen, read-only.
        descriptors: option of bubblewrap -> the descriptor that goes with it.
        environment: more variables for the bot.
        writable: whether the bot may write to /bot.
    """
    words = [
        *("--unshare-all", "--unshare-user", "--disable-userns"),
        *_folders(system_folders()),
        *(word for path in read for word in ("--ro-bind", str(path), str(path))),
        *("--proc", "/proc", "--remount-ro", "/proc"),  # else /proc/1/mem lets a bot rewrite the first process
        *("--dev", "/dev"),
        *_memory_folder("/dev/shm", SHARED_MEMORY),  # noqa: S108 - the sandbox's own
        *("--remount-ro", "/dev"),
        *_memory_folder("/tmp", limits.file_mb * MB),  # noqa: S108 - the sandbox's own
        *("--bind" if writable else "--ro-bind", str(folder), HOME),
        *("--remount-ro", "/"),  # last: bubblewrap does these in order
        *("--die-with-parent", "--new-session", "--hostname", "bot", "--chdir", HOME),
        *("--as-pid-1", "--cap-add", INIT_RIGHT),
        *("--clearenv", "--setenv", "PATH", ":".join(SEARCHED)),
        *("--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8"),  # noqa: S108
        *(word for name, value in environment.items() for word in ("--setenv", name, value)),
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


def inside(limits: Limits, level: Level, command: Sequence[str]) -> list[str]:
    """Return what is run in the sandbox: the first process, which starts the bot's command without rights, in limits.

    Limits are set inside, since the number of processes is counted by sandbox there. Memory is limited here where no
    cgroup does it.

    Args:
        limits: what the bot may use.
        level: of the sandbox.
        command: the bot's.
    """
    values = {"nproc": limits.processes, "nofile": limits.files, "fsize": limits.file_mb * MB, "core": 0}
    if limits.cpu_s:
        values["cpu"] = limits.cpu_s
    if level != "strict":
        values |= memory_limits(limits)
    words = [f"--{name}={allowed(name, value)}" for name, value in values.items()]
    rightless = ("/usr/bin/setpriv", "--inh-caps=-all", "--ambient-caps=-all", "--")
    return ["/bin/sh", "-c", INIT, "sh", *rightless, "/usr/bin/prlimit", *words, "--", *command]


def memory_limits(limits: Limits) -> dict[str, int]:
    """Return what keeps a process from asking for memory without end, where no cgroup counts it.

    It is twice what the bot may use: who holds more than that is ended by the arena, which must have time to see it.
    """
    return {"data": 2 * limits.memory, "as": 2 * limits.memory + ADDRESSES}


def allowed(name: str, value: int) -> int:
    """Return a resource limit, or the arena's own where that is lower: nobody but root may raise it."""
    own = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))[1]
    return value if own == resource.RLIM_INFINITY else min(value, own)
