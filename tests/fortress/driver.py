"""The command line with switches for tests, before the command: `driver.py patience=2 run LADDER`.

- `tell=FILE`: append the id of every result to FILE when the arena reports it.
- `gauge=FILE`: append memory, descriptors, threads and children to FILE at every result.
- `patience=SECONDS`: wait only so long for a full disk or a locked database, and try again four times in that time.
- `stop=SECONDS`: give running games only so long to end.
- `clock=jumps`: the wall clock jumps, forward and back, whenever it is read.
- `bug=TEXT`: the rules fail in games whose packs have this label (in workers, so with -j 2 or more).
"""

import itertools
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from arena.cli import main
from arena.cli.progress import Display
from arena.schedules.plan import PlannedGame
from arena.store import errors, store
from arena.tournament import child, writer
from arena.tournament import play as tournament
from arena.tournament.events import GameEnded, PlayEvent


def at_results(write: Callable[[PlannedGame], str], path: str) -> None:
    """Append a line to a file whenever the arena reports a result."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def tell(self: Display, event: PlayEvent, before: object = Display.__call__) -> None:
        before(self, event)  # type: ignore[operator] # a function
        if isinstance(event, GameEnded):
            with suppress(OSError):  # the disk may be full by then
                os.write(file, write(event.game).encode() + b"\n")

    Display.__call__ = tell  # type: ignore[method-assign] # the point


def gauges(_: PlannedGame) -> str:
    me = Path("/proc/self")
    status = dict(line.split(":", 1) for line in (me / "status").read_text().splitlines())
    memory, threads = status["VmRSS"].split()[0], status["Threads"].strip()
    children = sum(len(path.read_text().split()) for path in me.glob("task/*/children"))
    return f"{memory} {len(list((me / 'fd').iterdir()))} {threads} {children}"


def set_patience(seconds: str) -> None:
    errors.FULL_PATIENCE = errors.BUSY_PATIENCE = float(seconds)
    writer.AGAIN = float(seconds) / 4
    vars(store)["HURRY"] = writer.AGAIN


def set_stop(seconds: str) -> None:
    tournament.PATIENCE = float(seconds)


def step_the_clock(_: str) -> None:
    real, steps = time.time, itertools.cycle((0.0, 86400.0, -86400.0, 1e9, -3600.0))
    years = itertools.cycle(("2020-01-01T00:00:00+00:00", "1970-01-01T00:00:00+00:00", "2100-01-01T00:00:00+00:00"))
    time.time = lambda: real() + next(steps)
    vars(store)["now"] = lambda: next(years)


def break_the_rules(label: str) -> None:
    path = "sys.path[:] = json.loads(sys.argv[2])\n"
    assert path in child.BOOT
    also = f"from tests.fortress.broken import install\ninstall({label!r})\n"
    child.BOOT = child.BOOT.replace(path, path + also)


SWITCHES: dict[str, Callable[[str], None]] = {
    "tell": lambda path: at_results(lambda planned: planned.id, path),
    "gauge": lambda path: at_results(gauges, path),
    "patience": set_patience,
    "stop": set_stop,
    "clock": step_the_clock,
    "bug": break_the_rules,
}

if __name__ == "__main__":
    while "=" in sys.argv[1]:
        name, _, value = sys.argv.pop(1).partition("=")
        SWITCHES[name](value)
    main()
