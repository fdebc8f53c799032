"""A04: every signal that asks for a stop, and Ctrl-C twice; no bot is ever blamed for it."""

import fcntl
import os
import signal
import termios
import time
from pathlib import Path

import pytest

from arena.cli import output
from tests.fortress import arenas

pytestmark = pytest.mark.thorough

STOPS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
SLOW = arenas.LADDER.replace("exit 8", "sleep 8")
"""A bot falls asleep at its ninth question, for longer than anybody waits."""


@pytest.mark.parametrize("number", STOPS)
def test_a04_the_first_lets_running_games_end_and_the_next_run_goes_on(
    ladder: Path, reference: list[tuple[object, ...]], number: signal.Signals
) -> None:
    """What is left behind is the same for every signal, so one of them is gone on with; it stops workers, too."""
    arena = arenas.start(arenas.short(ladder), rooms=2 if number == signal.SIGINT else 1)
    arenas.wait_for_results(ladder, 3, arena)
    arena.send_signal(number)
    says = arenas.end(arena, 128 + number)

    assert "stopping: running games end first" in says
    assert "Go on with: arena run" in says
    stopped_at = arenas.count(ladder)
    assert 3 < stopped_at < arenas.FEW_GAMES
    assert arenas.states(ladder) == {"done": stopped_at}
    assert arenas.query(ladder, "SELECT count(*) FROM runs WHERE ended IS NULL") == [(0,)]
    if number != signal.SIGINT:
        return
    assert "cut short" not in arenas.here("run", str(ladder)).output
    assert arenas.all_few_as_ever(ladder, reference)


def test_a04_the_second_ends_everything_at_once(ladder: Path) -> None:
    """Whatever the first was: that is the same for all of them. Python itself would make more of this one."""
    number = signal.SIGINT
    ladder.write_text(SLOW)
    arena = arenas.start(ladder)
    wait_for_sleepers(ladder)
    assert arenas.bots(ladder) != []
    arena.send_signal(number)
    arenas.said(arena, "stopping")
    time.sleep(0.3)
    begun = time.monotonic()
    arena.send_signal(number)
    arenas.end(arena, 128 + number)

    assert time.monotonic() - begun < 5
    assert set(arenas.states(ladder)) <= {"done", "abandoned"}
    arenas.assert_no_bots(ladder)


def test_a04_a_game_that_does_not_end_is_not_waited_for(ladder: Path) -> None:
    ladder.write_text(SLOW)
    arena = arenas.start(ladder, "stop=0.3")
    wait_for_sleepers(ladder)
    arena.send_signal(signal.SIGTERM)
    arenas.end(arena, 128 + signal.SIGTERM)

    assert arenas.states(ladder)["abandoned"] > 0


def test_a04_ctrl_c_at_the_terminal_reaches_no_bot(ladder: Path, reference: list[tuple[object, ...]]) -> None:
    """A terminal sends SIGINT to the whole foreground group; bots are in sessions of their own."""
    arena = arenas.start(arenas.short(ladder))
    arenas.wait_for_results(ladder, 0, arena)
    os.killpg(arena.pid, signal.SIGINT)
    arenas.end(arena, 130)
    assert arenas.here("run", str(ladder)).exit_code == 0
    assert arenas.all_few_as_ever(ladder, reference)


def test_a04_a_terminal_that_is_closed_is_a_stop_and_nothing_to_stumble_over(
    ladder: Path, reference: list[tuple[object, ...]]
) -> None:
    ours, theirs = os.openpty()

    def take_terminal() -> None:
        fcntl.ioctl(theirs, termios.TIOCSCTTY)
        for descriptor in (0, 1, 2):
            os.dup2(theirs, descriptor)

    arena = arenas.start(arenas.short(ladder), rooms=1, prepare=take_terminal)
    os.close(theirs)
    arenas.wait_for_results(ladder, 3, arena)
    os.close(ours)
    arena.communicate(timeout=arenas.PATIENCE)

    assert arena.returncode == 128 + signal.SIGHUP
    assert arenas.states(ladder) == {"done": arenas.count(ladder)}
    assert arenas.count(ladder) < arenas.FEW_GAMES
    assert arenas.here("run", str(ladder)).exit_code == 0
    assert arenas.all_few_as_ever(ladder, reference)


def test_a04_an_arena_that_was_told_to_outlive_its_terminal_does_and_needs_no_reader_of_its_messages(
    ladder: Path,
) -> None:
    def ignore() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    arena = arenas.start(arenas.short(ladder), rooms=1, prepare=ignore)
    arenas.wait_for_results(ladder, 3, arena)
    arena.send_signal(signal.SIGHUP)
    assert arena.stderr is not None
    assert arena.stdout is not None
    arena.stderr.close()
    arena.stdout.close()
    arena.wait(timeout=arenas.PATIENCE)

    assert arena.returncode == output.PIPE_CLOSED
    assert arenas.count(ladder) == arenas.FEW_GAMES


def wait_for_sleepers(ladder: Path) -> None:
    """Wait until all rooms hang: nothing new for a while, with bots there."""
    deadline, before, since = time.monotonic() + arenas.PATIENCE, -1, time.monotonic()
    while time.monotonic() < deadline:
        now = len(arenas.query(ladder, "SELECT 1 FROM attempts")) if ladder.with_suffix(".db.journal").exists() else 0
        if now != before:
            before, since = now, time.monotonic()
        if now and time.monotonic() - since > 1.0:
            return
        time.sleep(0.05)
    raise AssertionError("the bots never fell asleep")
