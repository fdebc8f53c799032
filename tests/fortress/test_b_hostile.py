"""B01 to B52: hostile and faulty bots, and every promise after each.

Each is tried once: at its best level, and beside another room where it shares something with that (`Row.shared`). The
thorough tests try its variants and its other levels in the same way. `make hostile` tries all beside another room.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox import attacker
from arena.sandbox.seccomp import MACHINES, NUMBERS
from arena.settings.contest import sides_of
from arena.settings.limits import Level
from arena.store import Store
from tests.fortress.promises import TRIES, kept
from tests.fortress.rows import Row, tries
from tests.fortress.trial import ATTACKED, OTHERS, Try, contests, hold
from tests.processes.sandboxes import HERE

pytestmark = pytest.mark.needs("bubblewrap")
JOIN_SESSION_KEYRING, LINK = 1, 8
SESSION_KEYRING = -3


def runs() -> Iterator[tuple[Row, Try, Level, int, bool]]:
    """What is tried at which level and in how many rooms, and whether it is the one that is made without `thorough`."""
    seen = set()
    for row, what, level in tries(HERE):
        yield row, what, level, 1 + row.shared, row.id not in seen
        seen.add(row.id)


def cases() -> Iterator[object]:
    for row, what, level, rooms, once in runs():
        name = f"{row.id}-{what.name}-{level}-{rooms}".replace(" ", "-")
        yield pytest.param(row, what, level, rooms, id=name, marks=() if once else pytest.mark.thorough)


def test_every_row_is_tried_once_by_the_tests_that_everybody_runs() -> None:
    once = [row.id for row, _, _, _, once in runs() if once]
    assert len(once) == len({*once}) == len({row.id for row, _, _ in tries(HERE)})


@pytest.mark.parametrize(
    "what", [Try(""), Try("", wordy=True), Try("", partners=True)], ids=["two", "wordy", "partners"]
)
def test_the_labels_of_a_trial_say_who_sits_where(what: Try) -> None:
    for label, contest in contests(what).items():
        assert sides_of(label) == contest.game.seating(contest.options).sides


@pytest.fixture(scope="module", autouse=True)
def _a_keyring_of_the_session() -> None:
    """As after any login, and the user's keys are linked to it: what the arena starts would share it."""
    keyctl = int(NUMBERS["keyctl"][MACHINES[os.uname().machine].column])
    assert attacker.libc.syscall(keyctl, JOIN_SESSION_KEYRING, None) > 0
    assert attacker.libc.syscall(keyctl, LINK, attacker.USER_KEYRING, SESSION_KEYRING) == 0


@pytest.mark.parametrize(("row", "what", "level", "rooms"), list(cases()))
async def test_a_hostile_bot_hurts_nobody_but_itself(
    row: Row, what: Try, level: Level, rooms: int, tmp_path: Path
) -> None:
    await kept(what, level, rooms, tmp_path, row.also)


async def test_b43_without_a_sandbox_every_message_arrives(tmp_path: Path) -> None:
    """Else the rows B43 and B44 would hold nothing. Some messages end with the sender, who may leave too early."""
    pages = f"which pages of {attacker.largest_file()} are in memory"  # of a program that no honest bot is running now
    ways = {
        *("/tmp", "/dev/shm", "AF_UNIX", "AF_INET", "shmget", "msgget", "semget", "mq_open"),
        *("a keyring", "a key of the session", "a sight of an opened file"),
        *(f"a lock on {path}" for path in ("/dev/null", "/usr/bin/env", "/usr/bin/perl")),
    }
    for number in range(TRIES):
        trial = await hold(Try("none", "send", other="receive"), "none", 2, tmp_path / f"trial{number}")
        trial.watch.namespaces.close()
        attacker.clean(trial.facts)
        with Store.open(trial.results, writing=False) as store:
            texts = [failure.stderr.decode() for game in OTHERS for failure in store.failures(game)]
        got = {line for text in texts for line in text.split("\n")}
        if ways <= got:
            break
    assert got - {pages} == ways


@pytest.mark.parametrize("attack", ["read_results", "stop_arena"])
async def test_b41_and_b45_without_a_sandbox_the_attacks_work(attack: str, tmp_path: Path) -> None:
    """Those that `arena doctor` does not make; it has a test of its own."""
    trial = await hold(Try("none", f"attack {attack}"), "none", 1, tmp_path)
    trial.watch.namespaces.close()
    [verdict] = trial.told.outcomes[ATTACKED].faults

    assert (verdict.kind, verdict.text[:4]) == ("ILLEGAL", "GOT:")
