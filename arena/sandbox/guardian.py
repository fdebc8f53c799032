"""The guardian: kills everything an arena has started, once the arena is dead.

A separate program that needs only the standard library, started by path: `python -I -S guardian.py ORDERS`. It waits
for the end of its input, which is a pipe from the arena. An arena that exits normally writes `done` first. After any
other end, including kill -9, the guardian kills all processes with the mark of the run in their environment.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import sys
import time
from glob import glob
from pathlib import Path

DONE = b"done"
IN_USE = ".in-use"
"""The end of the name of the file beside a folder that says that its process lives (`arena.sandbox.leftovers`)."""
ROUNDS = 500
PAUSE = 0.02
"""Killing is repeated until no marked process is found: at most ROUNDS times, PAUSE seconds apart."""
QUIET = 5
"""How many looks in a row must find no process: a child has its mark only once it is executed."""


def main() -> None:
    """Wait for the arena's end, and clean up if it was not a normal exit."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    orders = json.loads(sys.argv[1])
    if sys.stdin.buffer.read() != DONE:
        kill_marked(orders["mark"], quiet=QUIET)
        remove(orders["folders"], orders["groups"])


def kill_marked(mark: str, but: str = "", quiet: int = 1) -> None:
    """Kill all processes with an environment variable that begins with a mark.

    Args:
        mark: the beginning of the variable, such as `ARENA_RUN=1f2e:`.
        but: a longer mark; processes whose variable begins with it are spared.
        quiet: how often in a row none must be found; `QUIET` if what starts them may have died while it started one.
    """
    left = quiet
    for _ in range(ROUNDS if sys.platform == "linux" else 0):  # elsewhere nothing tells the variables of a process
        left = quiet if _kill_once(mark.encode(), but.encode()) else left - 1
        if not left:
            return
        time.sleep(PAUSE)


def _kill_once(mark: bytes, but: bytes) -> bool:
    """Look at all processes once; return whether one was killed."""
    found = False
    for pid in Path("/proc").glob("[0-9]*"):
        found |= _killed(int(pid.name), mark, but)
    return found


def _killed(pid: int, mark: bytes, but: bytes) -> bool:
    """Kill a process if it has the mark; return whether it had. The descriptor keeps its id from being reused."""
    with contextlib.suppress(OSError):
        held = os.pidfd_open(pid)
        try:
            marks = [entry for entry in _environment(pid) if entry.startswith(mark)]
            if not marks or (but and marks[0].startswith(but)):
                return False
            signal.pidfd_send_signal(held, signal.SIGKILL)
            return True
        finally:
            os.close(held)
    return False


def _environment(pid: int) -> list[bytes]:
    return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")


def remove(folders: list[str], groups: list[str]) -> None:
    """Remove the folders of a run, and the control groups that match its patterns."""
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
        Path(f"{folder}{IN_USE}").unlink(missing_ok=True)
    for pattern in groups:
        for group in glob(pattern):  # noqa: PTH207 - patterns may be absolute
            _remove_group(group)


def _remove_group(group: str) -> None:
    with contextlib.suppress(OSError):
        Path(group, "cgroup.kill").write_text("1")
    for _ in range(ROUNDS):
        with contextlib.suppress(OSError):
            Path(group).rmdir()
        if not Path(group).exists():
            return
        time.sleep(PAUSE)


if __name__ == "__main__":
    main()
