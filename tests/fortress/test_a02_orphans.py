"""A02, A03, A17: an arena, its guardian or a sandbox that is killed leaves nobody running, and no bot is blamed."""

import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from arena.sandbox.processes import children
from tests.fortress import arenas
from tests.fortress.trial import dead
from tests.processes.sandboxes import HERE

pytestmark = pytest.mark.thorough

SECONDS = 3.0
"""How long after the death of its arena a bot may live."""
TOUGH = arenas.LADDER.replace("none 0", "child 1").replace("exit 8", "deaf-to-term 3")
"""Bots that bear children, ignore signals, and do not end with their input."""
LEVELS = ["none", *HERE]
SAME = "standard" if "strict" in HERE else ""
"""The level whose sandboxes are made as those of another."""
KILLS, TRIES = 4, 6
"""How many sandboxes are killed at least, and how often a short ladder is played until a kill has hit a game."""
SETS = 14
"""Of a ladder in which workers are killed: it goes on for long after that."""


@pytest.mark.parametrize("level", LEVELS[:2])
def test_a02_kill_9_leaves_no_bot_running(ladder: Path, level: str) -> None:
    rng = random.Random(2)
    ladder.write_text(TOUGH)
    for bots in (1, 3, 5) if level == "none" else (2, 4):
        arena = arenas.start(ladder, level=level)
        arenas.wait_for_bots(ladder, arena, bots)
        time.sleep(rng.uniform(0, 0.3))
        arenas.kill(arena)
        arenas.assert_no_bots(ladder, SECONDS)


@pytest.mark.parametrize("level", LEVELS[:2])
def test_a03_a_guardian_that_is_killed_is_replaced_by_one_that_does_its_work(ladder: Path, level: str) -> None:
    ladder.write_text(TOUGH)
    arena = arenas.start(ladder, level=level)
    arenas.wait_for_bots(ladder, arena, 4)
    [first] = arenas.guardians(ladder)
    os.kill(first, signal.SIGKILL)
    deadline = time.monotonic() + arenas.PATIENCE
    while not (others := [pid for pid in arenas.guardians(ladder) if pid != first]):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    arenas.kill(arena)

    assert len(others) == 1
    arenas.assert_no_bots(ladder, SECONDS)


def parts(worker: int, depth: int) -> list[int]:
    """The processes of the sandboxes of a worker: the outer ones, or the first inside of each."""
    outer = children(worker)
    return outer if depth == 1 else [pid for each in outer for pid in children(each)]


@pytest.mark.parametrize(
    ("level", "depth"),
    [(level, depth) for level in HERE for depth in (1, 2) if (level, depth) != ("basic", 2) and level != SAME],
)
def test_a17_a_sandbox_that_is_killed_from_outside_costs_no_bot_a_game(
    ladder: Path, reference: list[tuple[object, ...]], level: str, depth: int
) -> None:
    """At `basic` the second process is the bot itself. A game that is void three times is left for the next run.

    A kill may come before a game has begun or after it has ended. Where games are fast that can be so with all kills,
    and then they are all played again.
    """
    arenas.short(ladder)
    rng = random.Random(17)
    for _ in range(TRIES):
        says, kills = play_and_kill(ladder, rng, level, depth)
        assert {*arenas.table(ladder)} < {*reference}
        assert arenas.count(ladder) == arenas.FEW_GAMES
        assert arenas.bots(ladder) == []
        if kills >= KILLS and "void" in arenas.states(ladder):
            break
        for file in ladder.parent.glob(f"{ladder.stem}.db*"):
            file.unlink()
    else:
        pytest.fail("the arena was always done too soon")
    assert "sandbox: it ended while a bot was running in it" in says


def play_and_kill(ladder: Path, rng: random.Random, level: str, depth: int) -> tuple[str, int]:
    """Play a ladder, and kill sandboxes until a game is void; return what was printed, and the number of kills."""
    number = 0
    arena = arenas.start(ladder, level=level)
    arenas.wait_for_results(ladder, 0, arena)
    while (number < KILLS or "void" not in arenas.states(ladder)) and (found := arenas.workers(arena.pid)):
        ours = {*arenas.bots(ladder)}
        if victims := [pid for pid in parts(found[number % len(found)], depth) if pid in ours]:
            with suppress(ProcessLookupError):  # its game has ended meanwhile
                os.kill(victims[number % len(victims)], signal.SIGKILL)
                number += 1
        time.sleep(rng.uniform(0, 0.2))
    return arenas.end(arena, 0), number


@pytest.mark.parametrize("level", LEVELS[:2])
def test_a02_a_worker_that_is_killed_costs_its_game_only_and_leaves_nobody(ladder: Path, level: str) -> None:
    rng = random.Random(3)
    ladder.write_text(arenas.LADDER.replace("none 0", "child 1").replace(f"sets = {arenas.SETS}", f"sets = {SETS}"))
    arena = arenas.start(ladder, level=level)
    for _ in range(2):
        arenas.wait_for_results(ladder, arenas.count(ladder) + rng.randint(0, 2), arena)
        # The last one is being replaced; and a worker between two games has none to lose.
        while len(found := arenas.workers(arena.pid)) < 2 or arenas.states(ladder).get("open", 0) < 2:
            assert arena.poll() is None
            time.sleep(0.01)
        victim, *others = found
        below = children(victim)
        os.kill(victim, signal.SIGKILL)
        deadline = time.monotonic() + SECONDS
        while left := [pid for pid in below if not dead(pid)]:
            assert time.monotonic() < deadline, f"left running: {left}"
            time.sleep(0.01)
        assert not any(map(dead, others))
    says = arenas.end(arena, 0)

    assert "a worker process was killed (SIGKILL); it is played again" in says
    states = arenas.states(ladder)
    assert states.pop("done") == 2 * 3 * SETS
    assert {*states} == {"void"}
    assert states["void"] <= 2, "other workers are not touched"
    assert arenas.bots(ladder) == []


def test_a02_an_arena_whose_workers_are_killed_again_and_again_says_so(ladder: Path) -> None:
    arena = arenas.start(ladder)
    while arena.poll() is None:
        for worker in arenas.workers(arena.pid):
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        time.sleep(0.02)
    says = arenas.end(arena, os.EX_OSERR)

    assert "one worker after another dies: a worker process was killed (SIGKILL)" in says
    assert arenas.bots(ladder) == []
