"""A06, A09, A18, A20, A22: what goes on around an arena, and what must stay as it is."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import trio

from arena.store import Store
from arena.store import store as module
from arena.tournament.events import Note, PlayEvent
from arena.tournament.writer import Writer
from tests.fortress import arenas

pytestmark = pytest.mark.thorough


def test_a06_a_clock_that_is_stepped_changes_nothing(ladder: Path, reference: list[tuple[object, ...]]) -> None:
    ladder.write_text(arenas.LADDER.replace("start_ms = 60000, move_ms = 60000", "start_ms = 60000, move_ms = 20000"))
    arenas.end(arenas.start(arenas.short(ladder), "clock=jumps", rooms=1), 0)  # games are played where the clock jumps
    years = {str(started)[:4] for (started,) in arenas.query(ladder, "SELECT started FROM attempts")}

    assert years == {"1970", "2020", "2100"}
    rows = arenas.table(ladder)
    assert len(rows) == arenas.FEW_GAMES
    assert {row[:6] for row in rows} < {row[:6] for row in reference}


@contextmanager
def holding(database: Path) -> Iterator[None]:
    """Be another program that writes."""
    with closing(sqlite3.connect(database, isolation_level=None, timeout=60)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("ROLLBACK")


def test_a09_an_arena_waits_for_another_writer(ladder: Path, reference: list[tuple[object, ...]]) -> None:
    arena = arenas.start(arenas.short(ladder))
    arenas.wait_for_results(ladder, 2, arena)
    with holding(ladder.with_suffix(".db")):
        says = arenas.said(arena, "another program holds the database")
        stored = arenas.count(ladder)
        time.sleep(1)
        assert arena.poll() is None
        assert arenas.count(ladder) == stored
    assert "ladder.db: another program holds the database" in says
    assert "results are stored again; going on" in arenas.end(arena, 0)
    assert arenas.all_few_as_ever(ladder, reference)
    assert arenas.states(ladder) == {"done": arenas.FEW_GAMES}


def test_a09_a_writer_that_stays_ends_the_run_and_the_next_goes_on(
    ladder: Path, reference: list[tuple[object, ...]]
) -> None:
    arena = arenas.start(arenas.short(ladder), "patience=0.5", rooms=1)
    arenas.wait_for_results(ladder, 2, arena)
    with holding(ladder.with_suffix(".db")):
        says = arenas.end(arena, os.EX_TEMPFAIL)
    assert arenas.here("run", str(ladder)).exit_code == 0
    assert "arena: " in says
    assert "another program holds the database" in says
    assert arenas.all_few_as_ever(ladder, reference)


async def test_a09_clocks_and_bots_are_served_while_a_write_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "HURRY", 0.4)
    heard: list[str] = []

    def tell(event: PlayEvent) -> None:
        assert isinstance(event, Note)
        if event.kind == "going on":
            ended.set()
        else:
            heard.append(event.text)

    ticks, ended = 0, trio.Event()
    with Store.open(tmp_path / "toy.db", writing=True) as store:
        store.start_run("seed", {})
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def tick() -> None:
                nonlocal ticks
                while not ended.is_set():
                    await trio.sleep(0.001)
                    ticks += 1

            with holding(tmp_path / "toy.db"):
                nursery.start_soon(Writer(tell).write, store.end_run)
                while not heard:
                    before = ticks
                    await trio.sleep(0.05)
                    assert ticks > before, "the loop stood still"
            await ended.wait()
    assert heard == [f"{tmp_path / 'toy.db'}: another program holds the database"]


def test_a18_a_bug_in_the_rules_costs_its_own_games_only_and_leaves_its_trace(
    ladder: Path, reference: list[tuple[object, ...]]
) -> None:
    says = arenas.start(arenas.short(ladder), "bug=scotch-whist:two target=40 set 3")
    out, err = says.communicate(timeout=arenas.PATIENCE)
    broken = 2 * 3

    assert says.returncode == os.EX_SOFTWARE, out + err
    assert f"the arena itself failed in {broken} games" in err
    assert arenas.states(ladder) == {"done": arenas.FEW_GAMES - broken, "internal": broken}
    [(game, reason)] = arenas.query(
        ladder, "SELECT id, reason FROM attempts JOIN games ON number = game WHERE state = 'internal' LIMIT 1"
    )
    assert "ZeroDivisionError: a bug in the rules" in str(reason)
    told = arenas.here("record", str(ladder), str(game)).output
    assert "its last attempt failed" in told
    assert "ZeroDivisionError: a bug in the rules" in told
    assert arenas.here("run", str(ladder)).exit_code == 0
    assert arenas.all_few_as_ever(ladder, reference)


def test_a20_memory_descriptors_threads_and_processes_stay_as_they_are(ladder: Path, tmp_path: Path) -> None:
    """144 games of one deal. In 2 000, memory grew by 3 % after the first 200 and all else stayed."""
    ladder.write_text(arenas.LADDER.replace(f"sets = {arenas.SETS}", "sets = 24").replace("target = 40", "target = 11"))
    arenas.run(ladder, f"gauge={tmp_path / 'gauge'}")
    rows = [[int(word) for word in line.split()] for line in (tmp_path / "gauge").read_text().splitlines()]
    assert len(rows) == 144
    for column, most in ((0, 1.05), (1, 1.0), (2, 1.0), (3, 1.0)):
        early, late = (max(row[column] for row in part) for part in (rows[44:94], rows[94:]))
        assert late <= early * most, ("memory", "descriptors", "threads", "children")[column]


def test_a22_what_a_dead_arena_left_half_staged_is_removed(ladder: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    place, bot = tmp_path / "staging", tmp_path / "bot"
    bot.mkdir()
    settings = 'name = "built"\nversion = "1"\ncommand = ["sh"]\nbuild = ["sleep", "{seconds}"]\n'
    ladder.write_text(f'games = ["kaiser"]\nbots = ["sample:random", "{bot}"]\nresults = "toy.db"\n')
    (bot / "bot.toml").write_text(settings.format(seconds=60))
    arena = arenas.start(ladder, ARENA_STAGING=str(place))
    while not list(place.glob("new-*")) and arena.poll() is None:
        time.sleep(0.01)
    time.sleep(0.3)
    arenas.kill(arena)
    [left] = place.glob("new-*")
    (bot / "bot.toml").write_text(settings.format(seconds=0))
    arena = arenas.start(ladder, ARENA_STAGING=str(place))
    while not (tmp_path / "toy.db").exists() and arena.poll() is None:
        time.sleep(0.01)
    arenas.kill(arena)

    assert not left.exists()
    assert list(place.glob("new-*")) == []


def test_the_ladder_says_how_many_games_were_played_under_which_conditions(ladder: Path) -> None:
    ladder.write_text(arenas.LADDER.replace(f"sets = {arenas.SETS}", "sets = 1"))
    assert arenas.here("run", str(ladder)).exit_code == 0
    ladder.write_text(
        arenas.LADDER.replace(f"sets = {arenas.SETS}", "sets = 2").replace("move_ms = 60000", "move_ms = 9000")
    )
    says = arenas.here("run", str(ladder)).output

    assert "the conditions have changed: now move_ms=9000; before: 6 games with move_ms=60000" in says
    assert "conditions changed: 6 games with move_ms=60000; 6 games with move_ms=9000" in says
    ladder.write_text(ladder.read_text().replace("sets = 2", "sets = 3"))
    says = arenas.here("run", str(ladder)).output
    assert "now move_ms=9000; before: 6 games with move_ms=60000; 6 games with move_ms=9000" in says
    assert "conditions changed: 6 games with move_ms=60000; 12 games with move_ms=9000" in says
