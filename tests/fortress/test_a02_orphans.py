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
from tests.processes.cells import HERE

KILLS = 20
SECONDS = 3.0
"""How long after the death of its arena a bot may live."""
TOUGH = arenas.LADDER.replace("none 0", "child 1").replace("exit 8", "deaf-to-term 3")
"""Bots that bear children, ignore signals, and do not end with their input."""
LEVELS = ["none", *HERE]


@pytest.mark.parametrize("level", LEVELS[:2])
def test_a02_kill_9_leaves_no_bot_running(ladder: Path, level: str) -> None:
    rng = random.Random(2)
    ladder.write_text(TOUGH)
    for number in range(KILLS // 2):
        arena = arenas.start(ladder, level=level)
        arenas.wait_for_bots(ladder, arena, 1 + number)
        time.sleep(rng.uniform(0, 0.3))
        arenas.kill(arena)
        arenas.assert_no_bots(ladder, SECONDS)


@pytest.mark.parametrize("level", LEVELS[:2])
def test_a03_a_guardian_that_is_killed_is_replaced_by_one_that_does_its_work(ladder: Path, level: str) -> None:
    ladder.write_text(TOUGH)
    arena = arenas.start(ladder, level=level)
    arenas.wait_for_bots(ladder, arena, 8)
    [first] = arenas.guardians(ladder)
    os.kill(first, signal.SIGKILL)
    deadline = time.monotonic() + arenas.PATIENCE
    while not (others := [pid for pid in arenas.guardians(ladder) if pid != first]):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    arenas.kill(arena)

    assert len(others) == 1
    arenas.assert_no_bots(ladder, SECONDS)


def parts(arena: int, depth: int) -> list[int]:
    """The processes of an arena's sandboxes: the outer ones, or the first inside of each."""
    return children(arena) if depth == 1 else [pid for outer in children(arena) for pid in children(outer)]


@pytest.mark.parametrize(
    ("level", "depth"), [(level, depth) for level in HERE for depth in (1, 2) if (level, depth) != ("basic", 2)]
)
def test_a17_a_sandbox_that_is_killed_from_outside_costs_no_bot_a_game(
    ladder: Path, reference: list[tuple[object, ...]], level: str, depth: int
) -> None:
    """At `basic` the second process is the bot itself."""
    rng = random.Random(17)
    arena = arenas.start(arenas.short(ladder), level=level)
    for number in range(4):
        arenas.wait_for_results(ladder, arenas.count(ladder) + rng.randint(0, 2), arena)
        ours = {*arenas.bots(ladder)}
        if victims := [pid for pid in parts(arena.pid, depth) if pid in ours]:
            with suppress(ProcessLookupError):  # its game has ended meanwhile
                os.kill(victims[number % len(victims)], signal.SIGKILL)
    says = arenas.end(arena, 0)

    assert "sandbox: it broke while a bot was in it" in says
    assert arenas.states(ladder)["void"] > 0
    assert {*arenas.table(ladder)} < {*reference}
    assert arenas.count(ladder) == 2 * 3 * arenas.FEW
    assert arenas.bots(ladder) == []
