"""A13, A14, A15: too few descriptors, processes, too little memory: never a bot's fault."""

import errno
import gc
import os
import random
import resource
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.sandbox import Program, Sandbox
from arena.table.rooms import play_room
from arena.table.surroundings import Surroundings
from tests.arena.fakes import ONE_DEAL, setup
from tests.fortress import arenas
from tests.processes.sandboxes import HERE, descriptors, marked
from tests.processes.test_rooms import Reports

pytestmark = pytest.mark.thorough

LEVELS = ["none", *HERE]
MB = 2**20
ADDRESSES = 600 * MB
FLOODS = "\n".join(
    f"[[bots]]\nbot = '/usr/bin/python3 {arenas.FAKEBOT} {what} 0'\nname = '{what}'"
    for what in ("bytes", "lines", "stderr")
)
FLOODED = f"""
sets = 2
probation = false
games = [{{ game = "kaiser", options = {{ max_deals = 1 }} }}]
clock = {{ start_ms = 60000, move_ms = 60000 }}
{FLOODS}
"""
"""All bots flood from their first question on, in eight rooms."""


LEAVER = """echo "bot shell 1"
while read -r verb seat kind word others; do
  if [ "$verb" = ask ]; then exit 7; fi
done
"""
"""A bot that leaves at its first question, so that the next game begins with a start."""
STARVED = {"os.pipe": (5, 9), "os.pidfd_open": (8, 7), "subprocess.Popen": (8, 3), "os.dup": (8, 3)}
"""How many games are played while a call fails, and one of how many calls does. A start makes many pipes."""


def limit_files(most: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@pytest.mark.parametrize(("most", "level"), [(48, LEVELS[:2][-1]), (64, "none")])
def test_a13_few_descriptors_mean_few_rooms(
    ladder: Path, reference: list[tuple[object, ...]], level: str, most: int
) -> None:
    ladder.write_text(arenas.LADDER.replace(f"sets = {arenas.SETS}", "sets = 2"))
    arena = arenas.start(ladder, rooms=16, level=level, prepare=limit_files(most))
    says = arenas.end(arena, 0)

    assert f"the limit of open files is too low (ulimit -n says {most}): " in says
    assert "rooms play at the same time, not 16" in says
    assert arenas.states(ladder) == {"done": 2 * 3 * 2}
    assert {*arenas.table(ladder)} < {*reference}


@pytest.mark.parametrize("level", LEVELS[:2])
def test_a13_too_few_descriptors_for_one_room_are_refused(ladder: Path, level: str) -> None:
    says = arenas.end(arenas.start(ladder, level=level, prepare=limit_files(40)), os.EX_OSERR)

    assert "not even one room of 2 bots can play" in says
    assert "raise it: ulimit -n 1024" in says


def test_a13_a_limit_that_may_be_raised_is_raised(ladder: Path) -> None:
    def lower() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (40, 1024))

    ladder.write_text(arenas.LADDER.replace(f"sets = {arenas.SETS}", "sets = 1"))
    assert "open files" not in arenas.end(arenas.start(ladder, rooms=1, prepare=lower), 0)


@pytest.mark.parametrize(
    ("failing", "level"),
    [
        (failing, level)
        for failing in STARVED
        for level in LEVELS
        if (level != "standard" or level in LEVELS[:2]) and (failing, level) != ("os.pidfd_open", "none")
    ],
)
async def test_a14_what_the_system_refuses_at_a_start_is_no_fault_of_a_bot_and_leaks_nothing(
    level: str, failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game with a fault needs a start. Without a sandbox nothing calls `pidfd_open`."""
    (most, share), rng, reports = STARVED[failing], random.Random(14), Reports()
    module, name = (subprocess, "Popen") if failing == "subprocess.Popen" else (os, failing.partition(".")[2])
    real = getattr(module, name)

    def scarce(*args: object, **options: object) -> object:
        if rng.random() < 1 / share:
            number = rng.choice([errno.EMFILE, errno.EAGAIN, errno.ENOMEM])
            raise OSError(number, os.strerror(number))
        return real(*args, **options)

    (tmp_path / "bot.sh").write_text(LEAVER)
    program = Program("leaver", ("sh", "bot.sh"), tmp_path)
    with Sandbox(level, guarded=False) as sandbox:  # type: ignore[arg-type] # one of them
        await sandbox.place(program)
        before = descriptors()
        with monkeypatch.context() as patched:
            patched.setattr(module, name, scarce)
            games = [setup(ONE_DEAL)._replace(game_id=f"G{number}") for number in range(most)]
            await play_room(dict.fromkeys(range(4), program), games, reports.take, Surroundings(sandbox=sandbox))
        gc.collect()

        assert descriptors() == before
        assert marked(sandbox.mark) == []
    assert reports.broken == []
    assert {fault.text for faults in reports.faults for fault in faults} <= {"exit 7"}
    assert len(reports.outcomes) + sum(not again for _, again in reports.void) == most
    assert reports.outcomes
    assert all(reason.startswith("sandbox: ") for reason, _ in reports.void)


def test_a15_an_arena_with_little_memory_survives_32_floods(ladder: Path) -> None:
    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))

    ladder.write_text(FLOODED)
    begun = time.monotonic()
    arenas.end(arenas.start(ladder, rooms=8, level=LEVELS[:2][-1], prepare=little, OPENBLAS_NUM_THREADS="1"), 0)
    faults = {row[0] for row in arenas.query(ladder, "SELECT json_extract(faults, '$[0][1]') FROM results")}
    [(largest,)] = arenas.query(ladder, "SELECT max(length(stderr) + length(sent) + length(received)) FROM failures")

    assert arenas.states(ladder) == {"done": 2 * 3 * 2}
    assert faults <= {"FLOOD", "PROTOCOL"}
    assert isinstance(largest, int)
    assert largest < 2 * MB
    assert time.monotonic() - begun < arenas.PATIENCE
    assert arenas.bots(ladder) == []
