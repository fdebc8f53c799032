"""Real arenas that play a small ladder, and what they leave behind."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from click.testing import CliRunner, Result

from arena.cli.group import command_line
from arena.sandbox.processes import children
from arena.sandbox.spawn import MARK

ROOT = Path(__file__).parents[2]
FAKEBOT = ROOT / "tests/processes/fakebot.py"
DRIVER = Path(__file__).with_name("driver.py")
SETS = 5
GAMES = 2 * 3 * SETS
FEW = 4
"""How many sets a shorter ladder has; its games are among those of the longer one."""
FEW_GAMES = 2 * 3 * FEW
PATIENCE = 120
"""The seconds after which an arena counts as hanging, even on a busy machine."""

STARTED: list[subprocess.Popen[str]] = []
"""The arenas that the current test has started."""

LADDER = f"""
seed = "resume"
reproducible = true
sets = {SETS}
games = [{{ game = "scotch-whist:two", options = {{ target = 40 }} }}]
clock = {{ start_ms = 60000, move_ms = 60000 }}
probation = false

[[bots]]
bot = '/usr/bin/python3 {FAKEBOT}'
name = "one"
[[bots]]
bot = '/usr/bin/python3 {FAKEBOT} none 0'
name = "two"
[[bots]]
bot = '/usr/bin/python3 {FAKEBOT} exit 8'
name = "three"
"""
"""A ladder of deterministic bots, one process a side; the third crashes at the ninth question of a game. Their clocks
suit slow machines.

Their interpreter is one that sandboxes can see.
"""


def ladder(folder: Path, text: str = LADDER) -> Path:
    """Write the ladder file."""
    path = folder / "ladder.toml"
    path.write_text(text)
    return path


def short(ladder: Path) -> Path:
    """Write the ladder file again, with fewer sets."""
    ladder.write_text(ladder.read_text().replace(f"sets = {SETS}", f"sets = {FEW}"))
    return ladder


def start(
    ladder: Path,
    *switches: str,
    rooms: int = 2,
    level: str = "none",
    prepare: Callable[[], None] | None = None,
    **environment: str,
) -> subprocess.Popen[str]:
    """Start an arena that plays, in a session of its own.

    Args:
        ladder: the ladder file.
        switches: switches of the driver.
        rooms: how many rooms play at the same time; a single one plays in the arena's own process, which saves the
            start of two workers where they are not the point.
        level: the level of the sandbox.
        prepare: is called in the new process.
        environment: more environment variables.
    """
    locked = [] if level == "none" else ["--sandbox", level]
    return command(*switches, "run", str(ladder), "-j", str(rooms), *locked, prepare=prepare, **environment)


def command(*words: str, prepare: Callable[[], None] | None = None, **environment: str) -> subprocess.Popen[str]:
    """Start a command of the arena, in a session of its own."""

    def set_up() -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)  # whatever the tests themselves were started under
        if prepare is not None:
            prepare()

    trusted = ["--trust-bots"] if {"run", "match"} & {*words} and "--sandbox" not in words else []
    arena = subprocess.Popen(
        [sys.executable, str(DRIVER), *words, *trusted],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        start_new_session=True,
        preexec_fn=set_up,  # noqa: PLW1509 - the tests have no threads when they start an arena
    )
    STARTED.append(arena)
    return arena


def end_all() -> None:
    """End what a test that failed has left running."""
    while STARTED:
        arena = STARTED.pop()
        arena.kill()
        arena.wait()
        for pipe in (arena.stdout, arena.stderr):
            if pipe is not None:
                pipe.close()


def end(arena: subprocess.Popen[str], status: int) -> str:
    """Wait for an arena to end with a status; return what it printed."""
    out, err = arena.communicate(timeout=PATIENCE)
    assert arena.returncode == status, err
    assert "Traceback" not in err
    return out + err


def run(ladder: Path, *switches: str, level: str = "none") -> str:
    """Play a ladder to its end."""
    return end(start(ladder, *switches, level=level), 0)


def here(*words: str) -> Result:
    """Run a command in this process; play in one room."""
    trusted = ["--trust-bots", "-j", "1"] if words[0] in {"run", "match"} else []
    found = CliRunner().invoke(command_line, [*words, *trusted])
    assert isinstance(found.exception, SystemExit | None), found.exception
    return found


def kill(arena: subprocess.Popen[str]) -> None:
    """End an arena as a power cut would."""
    arena.kill()
    arena.communicate()


def table(ladder: Path) -> list[tuple[object, ...]]:
    """Return everything about the results except times."""
    return query(
        ladder,
        "SELECT id, places, scores, reason, extra, faults, hex(record) FROM results"
        " JOIN records USING (game) JOIN games ON games.number = game ORDER BY id",
    )


def all_few_as_ever(ladder: Path, reference: list[tuple[object, ...]]) -> bool:
    """Return whether a short ladder has all its games, and each is as in the reference."""
    rows = table(ladder)
    return len(rows) == FEW_GAMES and {*rows} < {*reference}


def query(ladder: Path, sql: str) -> list[tuple[object, ...]]:
    """Return the rows of a query to the database of a ladder."""
    with closing(sqlite3.connect(ladder.with_suffix(".db"))) as db:
        return db.execute(sql).fetchall()


def states(ladder: Path) -> dict[str, int]:
    """Return state -> number of attempts."""
    return dict(query(ladder, "SELECT state, count(*) FROM attempts GROUP BY state"))  # type: ignore[arg-type] # pairs


def _reader(ladder: Path) -> sqlite3.Connection:
    """Return a connection that writes nothing, whenever it is closed."""
    return sqlite3.connect(f"file:{ladder.with_suffix('.db')}?mode=ro", uri=True)


@contextmanager
def reading(ladder: Path) -> Iterator[None]:
    """Be in the middle of reading, so that what is written meanwhile stays in the log."""
    with closing(_reader(ladder)) as db:
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM results").fetchone()
        yield


def done(ladder: Path) -> set[str]:
    """Return the ids of the games that have a result."""
    try:
        with closing(_reader(ladder)) as db:
            return {game for (game,) in db.execute("SELECT id FROM results JOIN games ON games.number = game")}
    except sqlite3.OperationalError:  # not there yet, or its tables are being made
        return set()


def count(ladder: Path) -> int:
    """Return the number of results."""
    return len(done(ladder))


def wait_for_results(ladder: Path, more_than: int, arena: subprocess.Popen[str]) -> None:
    """Wait until there are more than so many results, or the arena has ended."""
    while count(ladder) <= more_than and arena.poll() is None:
        time.sleep(0.005)


def said(arena: subprocess.Popen[str], text: str) -> str:
    """Wait until an arena prints a text to standard error; return the line."""
    assert arena.stderr is not None
    for line in arena.stderr:
        if text in line:
            return line
    raise AssertionError(f"it never said {text!r}")


def mark(ladder: Path) -> str:
    """Return the mark in the environment of everything that any run of a ladder starts."""
    return f"{MARK}={sha256(os.fsencode(ladder.with_suffix('.db').resolve())).hexdigest()[:12]}:"


def bots(ladder: Path) -> list[int]:
    """Return the living processes of a ladder: bots, sandboxes, and the workers that started them."""
    found, wanted = [], mark(ladder).encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if any(entry.startswith(wanted) for entry in path.read_bytes().split(b"\0")):
                found.append(int(path.parent.name))
    return found


def workers(arena: int) -> list[int]:
    """Return the worker processes of an arena."""
    found = []
    for pid in children(arena):
        with suppress(OSError):
            if b"arena.tournament.worker_process" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def guardians(ladder: Path) -> list[int]:
    """The processes that would end the bots of a ladder if its arena died."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if b"guardian.py" in (words := path.read_bytes()) and mark(ladder).encode() in words:
                found.append(int(path.parent.name))
    return found


def wait_for_bots(ladder: Path, arena: subprocess.Popen[str], count: int = 1) -> list[int]:
    """Wait until there are at least `count` processes of bots; return them."""
    deadline = time.monotonic() + PATIENCE
    while len(found := bots(ladder)) < count:
        assert arena.poll() is None, "the arena has ended"
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return found


def assert_no_bots(ladder: Path, seconds: float = 5) -> None:
    """Check that the bots of an arena that is gone end soon."""
    deadline = time.monotonic() + seconds
    while left := bots(ladder):
        assert time.monotonic() < deadline, f"left running: {left}"
        time.sleep(0.02)
