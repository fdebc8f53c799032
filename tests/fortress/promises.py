"""What the arena promises whatever a bot does (INV), checked after every trial."""

from __future__ import annotations

import gc
import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
import trio

from arena.bots.staging import VARIABLE
from arena.protocol import LIMIT
from arena.settings.limits import MB, Level, Limits
from arena.store import Store
from arena.table.channel import CHUNK
from arena.table.connection import KEPT
from arena.table.outcome import Failure
from tests.fortress.trial import AFTER, ATTACKED, CLOCK, HONEST, LEFT, RIGHT, LateError, Trial, Try, hold

GROWTH = 32 * MB
LATER_MS = 20
"""How many ms longer the answers of others may take because of a hostile bot."""
TRIES = 5
LATE = "no answer after"
"""Part of the text of verdicts that depend on time."""
SECOND = 1.0
SAID = 1000
"""More bytes than an honest bot writes in a game."""
GAP = 60
"""The length of the line that stands for left-out standard error, in bytes."""
PLACES = ("/tmp", "/dev/shm", "/var/tmp", "/proc/sysvipc/shm", "/proc/sysvipc/msg", "/proc/sysvipc/sem")

INNOCENT = ((HONEST,), (LEFT, RIGHT))
Row = tuple[object, ...]
Usual = Mapping[tuple[str, ...], float]
REFERENCES: dict[tuple[Level, Try], tuple[dict[str, Row], Usual]] = {}
"""The outcome without a hostile bot: game -> row, and the p95 of the others; computed at the first use."""


def children() -> set[str]:
    """Return the children of this process, zombies included."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


@dataclass
class Before:
    """The state of the arena before a trial, which it must be in again afterwards."""

    descriptors: int = field(default_factory=lambda: sum(1 for _ in Path("/proc/self/fd").iterdir()))
    threads: set[threading.Thread] = field(default_factory=lambda: {*threading.enumerate()})
    children: set[str] = field(default_factory=children)
    memory: int = field(default_factory=lambda: memory("VmRSS"))
    files: dict[str, int] = field(default_factory=lambda: dict(files()))


async def kept(what: Try, level: Level, rooms: int, folder: Path, also: Callable[[Trial], None]) -> Trial:
    """Hold a trial and check every promise.

    If other bots were late, or a bot took long to end, or a verdict came at another time, the trial is repeated with a
    new measure of what is usual, since the machine may have been busy. A hostile bot that does delay others delays them
    every time.

    Args:
        what: what the hostile bot does.
        level: the level of the sandbox.
        rooms: how many games are played at the same time.
        folder: the folder for bots and results.
        also: checks what else must hold; raises `LateError` if it took another time.

    Raises:
        AssertionError: a promise is broken.
    """
    usual: dict[tuple[str, ...], float] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trio._core._thread_cache.IDLE_TIMEOUT", 0.05)  # else threads of the arena stay for ten seconds
        for number in range(TRIES):
            rows, now = await reference(what, level, rooms, folder / f"reference{number}")
            usual = {names: max(ms, usual.get(names, 0.0)) for names, ms in now.items()}
            try:
                trial = await _one(what, level, rooms, folder / f"trial{number}", rows)
                if not (late := trial.told.void or [*later(trial, usual), *long_ends(trial)]):
                    also(trial)
                    return trial
            except LateError as error:
                late = [str(error)]
            REFERENCES.pop((level, what.honestly()), None)
    raise AssertionError(late)


async def _one(what: Try, level: Level, rooms: int, folder: Path, rows: Mapping[str, Row]) -> Trial:
    """Hold a trial and check all promises but the times of others; if games were void, only what holds then."""
    before = look_before()
    trial = await hold(what, level, rooms, folder)
    try:
        if not trial.told.void:
            check_verdict(trial)
            check_results(trial, rows)
    finally:
        check_processes(trial)
        await check_arena(trial, before)
    return trial


def look_before() -> Before:
    """Return the state of the arena, and reset the peak of its memory."""
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")
    return Before()


async def reference(what: Try, level: Level, rooms: int, folder: Path) -> tuple[dict[str, Row], Usual]:
    """Return the outcome without a hostile bot: game -> row, and the p95 of the others.

    In one room nobody measures times, and for what is played clock and pace do not matter.
    """
    honest = what.honestly()
    key = (level, honest if rooms > 1 else replace(honest, clock=CLOCK, honest="honest"))
    for number in range(TRIES if key not in REFERENCES else 0):
        found = await hold(key[1], level, 2, folder / str(number))
        check_processes(found)
        faults = [outcome.faults for outcome in found.told.outcomes.values() if outcome.faults]
        if not faults and not found.told.void:
            REFERENCES[key] = rows(found), {names: found.p95(*names) for names in INNOCENT}
            break
    assert key in REFERENCES, f"honest bots were late {TRIES} times: {faults}"
    return REFERENCES[key]


def rows(trial: Trial) -> dict[str, Row]:
    """Return game -> result and record, without times."""
    with Store.open(trial.results, writing=False) as store:
        return {
            played.game.id: (played.result, played.faults, played.run, store.record(played.game.id))
            for played in store.results()
        }


def check_verdict(trial: Trial) -> None:
    """The hostile bot gets its verdict, and no other bot gets one.

    Raises:
        LateError: it gets another one, where its verdict depends on time: an arena that is held up takes a late answer.
        AssertionError: it gets another one.
    """
    try:
        _check_verdict(trial)
    except AssertionError as error:
        if LATE in trial.what.text:
            raise LateError(str(error)) from error
        raise


def _check_verdict(trial: Trial) -> None:
    what, outcomes = trial.what, trial.told.outcomes
    assert trial.told.broken == []
    assert outcomes.keys() == {*trial.games}
    faults = {game: outcome.faults for game, outcome in outcomes.items() if outcome.faults}
    expected = {*what.verdict.split("|")}
    kinds = {verdict.kind for verdict in faults.get(ATTACKED, ())} or {"OK"}
    assert kinds <= expected, faults
    assert len(kinds) == 1
    assert faults.keys() <= ({ATTACKED, AFTER} if what.always else {ATTACKED}), faults
    assert not what.always or faults.keys() == {ATTACKED, AFTER}
    guilty = {seat for seat in range(4) if what.both or seat % 2 == 0}
    for game, verdicts in faults.items():
        assert all(verdict.seat in guilty and re.search(what.text, verdict.text) for verdict in verdicts), faults
        assert outcomes[game].result.places == ((1, 1) if what.both else (2, 1))
        assert outcomes[game].result.reason == "forfeit"


def check_results(trial: Trial, expected: Mapping[str, Row]) -> None:
    """Every game has one row; games without a fault are as usual; nothing stored is too long."""
    with closing(sqlite3.connect(trial.results)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute(
            "SELECT id, count(*) FROM results JOIN games ON games.number = game GROUP BY id"
        ).fetchall() == [(game, 1) for game in sorted(trial.games)]
        assert dict(db.execute("SELECT state, count(*) FROM attempts GROUP BY state")) == {"done": len(trial.games)}
    found = rows(trial)
    for game, outcome in trial.told.outcomes.items():
        if not outcome.faults:
            assert found[game] == expected[game]
    with Store.open(trial.results, writing=False) as store:
        for game in (ATTACKED, AFTER):
            for failure in store.failures(game):
                check_failure(failure)


def check_failure(failure: Failure) -> None:
    """What is kept for the author of a bot is bounded."""
    assert len(failure.stderr) <= 2 * 1024 * Limits().log_kb + GAP
    assert len(failure.sent) <= KEPT
    assert len(failure.received) <= LIMIT + CHUNK + SAID
    assert len(failure.fault.text) < 1000


def check_processes(trial: Trial) -> None:
    """No process of a bot survives it."""
    assert [one for one in trial.watch.seated if one.left] == []
    deadline = time.monotonic() + SECOND
    while left := trial.watch.alive():
        assert time.monotonic() < deadline, left
        time.sleep(0.01)
    trial.watch.namespaces.close()


async def check_arena(trial: Trial, before: Before) -> None:
    """The arena is as before: descriptors, threads, children, memory; and no new file is left."""
    grown = memory("VmHWM") - before.memory
    with trio.move_on_after(SECOND):
        while {*threading.enumerate()} - before.threads:  # noqa: ASYNC110 - nothing tells of their end
            await trio.sleep(0.01)
    gc.collect()
    after = Before()
    assert after.threads - before.threads == set()
    assert after.descriptors == before.descriptors
    assert after.children <= before.children
    assert grown < GROWTH, f"{grown / MB:.0f} MB"
    words = (trial.watch._nonce, "arena-hostile", trial.facts["secret"])
    new = {path: owner for path, owner in after.files.items() if path not in before.files}
    ours = [path for path, owner in new.items() if owner in trial.watch.users_of_bots or any(w in path for w in words)]
    assert ours == []


def later(trial: Trial, usual: Usual) -> Iterator[str]:
    """Yield a text for each group of bots whose answers took longer than without the hostile bot."""
    for names in INNOCENT if trial.rooms == 2 else ():
        found, most = trial.p95(*names), usual[names] + LATER_MS
        if found > most:
            yield f"{' and '.join(names)}: {found:.1f} ms of at most {most:.1f}"


def long_ends(trial: Trial) -> Iterator[str]:
    """Yield a text for each process of a bot that took a second or more to end, with all below it."""
    for one in trial.watch.seated:
        if one.clean_ms >= 1000 * SECOND:
            yield f"{one.name}: {one.clean_ms:.0f} ms until no process of it was left"


def memory(name: str) -> int:
    """Return a line of /proc/self/status in bytes: `VmRSS`, or `VmHWM` for the peak."""
    found = re.search(rf"^{name}:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found
    return 1024 * int(found[1])


def files() -> Iterator[tuple[str, int]]:
    """Yield (path, owner) of everything in the places where bots might have left something."""
    for place in (*PLACES[:3], os.environ[VARIABLE]):
        for entry in os.scandir(place):
            try:
                yield entry.path, entry.stat(follow_symlinks=False).st_uid
            except FileNotFoundError:  # of another program, and gone meanwhile
                continue
    for place in PLACES[3:]:
        for line in Path(place).read_text().splitlines()[1:]:
            key, number, *_ = line.split()
            yield f"{place} {key} {number}", int(line.split()[7 if place.endswith("shm") else 4])
