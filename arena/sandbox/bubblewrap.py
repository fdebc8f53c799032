"""The bubblewrap command line that locks a bot in: with namespaces, and a file system of a few read-only folders.

Except for two file descriptors, all of it goes through a pipe: the bot can read the command line in /proc/1/cmdline.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from glob import glob
from pathlib import Path
from shutil import which
from signal import SIGKILL
from types import MappingProxyType
from typing import NamedTuple

from arena.sandbox.constant_proc import ConstantProc
from arena.sandbox.library import variables
from arena.sandbox.mounts import Mount
from arena.sandbox.warden import OWN_KILL
from arena.settings.limits import MB, Level, Limits

PROGRAM = "bwrap"
PACKAGE = "bubblewrap"
OLDEST = (0, 8)
"""The first version with --disable-userns."""
HOME = "/bot"
"""The folder in which a bot sees its own files."""
GIVEN = "/given"
"""Where a build sees the files that it begins with; at `HOME` it has an empty folder in memory."""
LIBRARY = "/library"
"""The folder in which a bot that asks for it sees the library for authors."""
SEARCHED = ("/usr/local/bin", "/usr/bin", "/bin")
"""The PATH of bots, but for what `searched` adds to it."""
PARTS = """
    /usr/bin /usr/lib32 /usr/lib64 /usr/libx32 /usr/lib/*-linux-* /usr/local/bin /usr/local/lib
    /usr/lib/locale/C.utf8 /usr/share/zoneinfo
    /usr/lib/python3* /usr/lib/pypy* /usr/lib/jvm /usr/lib/perl* /usr/share/perl*
    /usr/lib/nodejs /usr/share/node* /usr/lib/ruby /usr/share/ruby* /usr/lib/lua /usr/share/lua*
    /usr/lib/php* /usr/share/php* /usr/lib/R /usr/share/R /usr/lib/tcltk /usr/share/tcltk
    /usr/lib/ocaml /usr/lib/erlang /usr/lib/swi-prolog /usr/lib/sbcl /usr/lib/guile /usr/share/guile
    /usr/lib/julia /usr/share/julia /usr/lib/mono /usr/lib/dotnet /usr/share/dotnet
"""
"""What bots see of /usr, as patterns: programs, libraries, and the files of interpreters. No documentation, headers or
desktops: what bots see must fit into memory (`page_cache`). Where bubblewrap mounts, each takes a fifth of a ms."""
ALL_IN_LIB = "/usr/lib/libc.so*"
"""Where this exists, libraries are in /usr/lib itself, so that all of it is shown."""
SYSTEM = ("/bin", "/lib", "/lib32", "/lib64", "/libx32")
"""Shown in addition to /usr: links into it, or on some systems separate folders."""
CONFIGURATION = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/java-*")
"""The parts of /etc that interpreters need; the rest is never shown."""
CERTIFICATES = ("/etc/ssl/certs", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates")
"""What bots that may connect somewhere see beside that: by these files, TLS knows whom it talks to."""
REPEATABLE = {"LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "PERL_HASH_SEED": "0", "PERL_PERTURB_KEYS": "0"}
"""Variables of every bot, at level `none` too. Languages whose hash tables have random seeds then go through sets and
maps in the same order each time, so that a bot answers twice the same."""
NAMED = {"USER": "bot", "LOGNAME": "bot"}
"""Variables of a bot in a sandbox: its user id has no name, for which programs ask (`getpass.getuser` in Python)."""
SHARED_MEMORY = 1 * MB
ZEROS = ("/dev/full", "/dev/zero")
"""A device that gives zeros as well, and what it is shown as: who maps /dev/zero has memory that no process shows."""
ADDRESSES = 4096 * MB
"""Address space that a process may reserve beyond its memory: Java and Node reserve much that they never use."""
ULIMITS = {
    "nofile": ("-n", 1),
    "fsize": ("-f", 512),
    "core": ("-c", 512),
    "cpu": ("-t", 1),
    "data": ("-d", 1024),
    "as": ("-v", 1024),
}
"""Resource limit -> its option of the shell's `ulimit`, and the unit of the option's value in bytes or seconds."""
INIT = f"""exec 3>&2 2>/dev/null
({{limits}} && exec "$@" 2>&3 3>&-)
code=$?
[ $code = {128 + SIGKILL} ] && code={OWN_KILL}
exit $code"""
"""The first process of a sandbox: it waits for the bot, and ends with the bot's exit status.

No process inside can kill it, and from outside only SIGKILL can. A bot killed by SIGKILL is reported as OWN_KILL, so
that it can be told from a sandbox that was killed. The shell's own messages do not get into the bot's standard error.
The bot is the same user: so /proc/1 is covered, and the filter denies all other calls that reach into a process.
"""


def version() -> tuple[int, ...] | None:
    """Return the version of the installed bubblewrap; None if it is not installed."""
    if which(PROGRAM) is None:
        return None
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    return tuple(map(int, re.findall(r"\d+", said)))


class Shown(NamedTuple):
    """What bots see of the machine.

    Args:
        path: a folder, a file or a link.
        link: where the link leads; empty if it is none.
        is_folder: whether it is a folder.
    """

    path: str
    link: str
    is_folder: bool


def system_folders(*, whole: bool = False) -> list[str]:
    """Return the folders of the machine that every bot sees: programs, libraries, and a little of /etc.

    Args:
        whole: whether all of /usr is shown, as to builds.
    """
    return [shown.path for shown in _shown(whole=whole, changed=_changed())]


@lru_cache(maxsize=4)
def _shown(*, whole: bool, changed: tuple[int, ...]) -> list[Shown]:  # noqa: ARG001 - it is the key
    """Return what bots see of the machine.

    It is searched for anew only when something was made, removed or renamed where it lies: that takes a while, and
    every bot that starts asks.
    """
    parts = PARTS.split()
    if existing([ALL_IN_LIB]):
        parts = [*(part for part in parts if not part.startswith("/usr/lib/")), "/usr/lib"]
    paths = [*(["/usr"] if whole else existing(parts)), *existing(SYSTEM), *existing(CONFIGURATION)]
    links = {path: str(Path(path).readlink()) for path in paths if Path(path).is_symlink()}
    return [Shown(path, links.get(path, ""), path not in links and Path(path).is_dir()) for path in paths]


def _changed() -> tuple[int, ...]:
    """Return when something was last made, removed or renamed in each folder that `_shown` looks into (ns)."""
    times = []
    for folder in _looked_into():
        with suppress(OSError):
            times.append(os.stat(folder).st_mtime_ns)  # noqa: PTH116 - every bot that starts asks
    return tuple(times)


@cache
def _looked_into() -> tuple[str, ...]:
    return tuple(
        sorted({str(Path(pattern).parent) for pattern in (*PARTS.split(), ALL_IN_LIB, *SYSTEM, *CONFIGURATION)})
    )


def searched(read: Iterable[Path] = ()) -> tuple[str, ...]:
    """Return the PATH of bots that are shown more folders: it begins with the folder `bin` of each of these."""
    return (*(str(folder / "bin") for folder in read if (folder / "bin").is_dir()), *SEARCHED)


def existing(patterns: Iterable[str]) -> list[str]:
    """Return the paths that exist, those of each pattern in order."""
    return [path for pattern in patterns for path in sorted(glob(pattern))]  # noqa: PTH207 - absolute


def arguments(
    limits: Limits,
    folder: Path,
    *,
    read: Iterable[Path] = (),
    library: Path | None = None,
    descriptors: Mapping[str, int],
    environment: Mapping[str, str] = MappingProxyType({}),
    room: int = 0,
    stand_ins: ConstantProc | None = None,
    files: Mapping[str, int] = MappingProxyType({}),
    devices: Iterable[str] = (),
    counted: bool = False,
    later: bool = False,
) -> bytes:
    """Return the arguments of bubblewrap, in the form that its --args reads.

    Args:
        limits: of these, the size of /tmp is used, and the memory that the bot is told the machine has.
        folder: the bot's files, shown at /bot.
        read: more folders to show, read-only.
        library: the folder with the library for authors; None to show none.
        descriptors: option of bubblewrap -> the descriptor that it takes.
        environment: more variables for the bot, or others than it has by default.
        room: for a build, the bytes that its folder in memory may hold: it sees the given folder at /given, and all
            of /usr; 0 for a bot.
        stand_ins: what to show instead of the machine's own files in /proc; None to show those.
        files: path -> the descriptor that has the content of a file to show there.
        devices: the devices that it may use, as paths or patterns.
        counted: whether a control group counts its memory.
        later: whether the arena shows `mounts_for_later` itself, after bubblewrap has made the sandbox.

    Raises:
        OSError: a stand-in cannot be made.
    """
    read = tuple(read)
    covers = () if stand_ins is None or later else stand_ins.covers(limits)
    usual = REPEATABLE | NAMED | ({} if library is None else variables(LIBRARY))
    words = [
        *("--unshare-all", "--unshare-user", "--disable-userns"),
        *_folders(_shown(whole=room > 0, changed=_changed()), later=later),
        *(word for path in read for word in ("--ro-bind", str(path), str(path))),
        *(() if library is None else ("--ro-bind", str(library), LIBRARY)),
        *("--proc", "/proc", "--remount-ro", "/proc"),  # a bot could rewrite the first process in /proc/1/mem
        *("--dev", "/dev"),
        *(word for cover in covers for word in ("--ro-bind", *cover)),
        *(() if counted else ("--dev-bind", *ZEROS)),
        *(word for path in existing(devices) for word in ("--dev-bind", path, path)),
        *_memory_folder("/dev/shm", SHARED_MEMORY),  # noqa: S108 - that of the sandbox
        *("--remount-ro", "/dev"),
        *_memory_folder("/tmp", limits.file_mb * MB),  # noqa: S108 - the sandbox's own
        *("--ro-bind", str(folder), GIVEN if room else HOME),
        *(_memory_folder(HOME, room) if room else ()),
        *(word for path, number in files.items() for word in ("--ro-bind-data", str(number), path)),
        *(word for path in existing(CERTIFICATES if files else ()) for word in ("--ro-bind", path, path)),
        *("--remount-ro", "/"),  # last: bubblewrap goes through these in order
        *("--die-with-parent", "--new-session", "--hostname", "bot", "--chdir", HOME),
        "--as-pid-1",
        *("--clearenv", "--setenv", "PATH", ":".join(searched(read))),
        *("--setenv", "HOME", "/tmp"),  # noqa: S108
        *(word for name, value in {**usual, **environment}.items() for word in ("--setenv", name, value)),
        *(word for option, number in descriptors.items() for word in (option, str(number))),
    ]
    return b"".join(word.encode() + b"\0" for word in words)


def _folders(shown: Iterable[Shown], *, later: bool) -> Iterable[str]:
    for path, link, is_folder in shown:
        if link:
            yield from ("--symlink", link, path)
        elif later and is_folder:
            yield from ("--dir", path)
        else:
            yield from ("--ro-bind", path, path)


def mounts_for_later(limits: Limits, *, room: int, stand_ins: ConstantProc | None) -> list[Mount]:
    """Return what the arena has to show in a sandbox that was made with `later`, in order; see `arguments`.

    Raises:
        OSError: a stand-in cannot be made.
    """
    folders = [each.path for each in _shown(whole=room > 0, changed=_changed()) if each.is_folder]
    covers = () if stand_ins is None else stand_ins.covers(limits)
    return [*(Mount(path, path) for path in folders), *covers]


def _memory_folder(path: str, size: int) -> Sequence[str]:
    return ("--size", str(size), "--perms", "1777", "--tmpfs", path)


def inside(limits: Limits, level: Level, command: Sequence[str]) -> list[str]:
    """Return the command to run in the sandbox: the first process, which starts the bot within its limits.

    The limits are set inside, because there the kernel counts processes per sandbox. Memory is limited here only if no
    control group does it.

    Args:
        limits: what the bot may use.
        level: the level of the sandbox.
        command: the bot's command.
    """
    values = {"nofile": limits.files, "fsize": limits.file_mb * MB, "core": 0}
    if limits.cpu_s:
        values["cpu"] = limits.cpu_s
    if level != "strict":
        values |= memory_limits(limits)
    processes = allowed("nproc", limits.processes)
    words = [f"{{ ulimit -u {processes} || ulimit -p {processes}; }}"]  # shells differ in the name of this limit
    words += [f"ulimit {ULIMITS[name][0]} {allowed(name, value) // ULIMITS[name][1]}" for name, value in values.items()]
    return ["/bin/sh", "-c", INIT.format(limits=" && ".join(words)), "sh", *command]


def memory_limits(limits: Limits) -> dict[str, int]:
    """Return resource limits in bytes that keep a process from allocating without bound where no cgroup counts memory.

    They are twice the bot's limit: the arena kills a bot above its limit, and needs time to see it.
    """
    return {"data": 2 * limits.memory, "as": 2 * limits.memory + ADDRESSES}


def allowed(name: str, value: int) -> int:
    """Return a resource limit, or the arena's own hard limit if that is lower: only root may raise it."""
    own = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))[1]
    return value if own == resource.RLIM_INFINITY else min(value, own)
