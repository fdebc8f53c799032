"""How fast a run plays, and how long the rest takes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from arena.app.pace import OWN, Pace, Work, pace_text, pairing, time_text, work_of
from arena.store import Store
from tests.arena.store.examples import ONE, PLAYED, begun


def test_the_pace_is_that_of_the_last_half_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    pace, now = Pace(), 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert pace.at(0) == 0.0
    for done in range(1, 61):
        now += 1.0
        found = pace.at(100 * done if done <= 20 else 2000 + done)
    assert found == pytest.approx(1.0)


def test_a_pace_that_is_asked_for_seldom_is_a_pace_too(monkeypatch: pytest.MonkeyPatch) -> None:
    pace, now = Pace(), 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    pace.at(0)
    now = 100.0
    assert pace.at(50) == 0.5


def test_what_was_not_measured_takes_as_long_as_the_others() -> None:
    work = Work()
    work.left.update({("kaiser", "a", "b"): 2, ("kaiser", "a", "c"): 1})
    assert work.to_do(3) == pytest.approx(3 * OWN), "nothing is known yet"
    work.ended(("kaiser", "a", "b"), 4 - 2 * OWN, games=2)
    assert work.done == pytest.approx(4)
    assert work.to_do(3) == pytest.approx(6)
    assert work.to_do(5) == pytest.approx(10), "two games whose pairing is not known yet"


def test_stored_results_say_what_is_played_and_what_is_left(tmp_path: Path) -> None:
    with Store.open(begun(tmp_path / "toy.db", PLAYED), writing=False) as store:
        work = work_of(store, store.columns())
        left = store.counts().planned - 1
    which = pairing(ONE.contest, ONE.sides)
    assert work.games == {which: 1}
    seconds = sum(use.total_ms for use in PLAYED.outcome.uses.values()) / 1000
    assert work.done == pytest.approx(OWN + seconds)
    assert sum(work.left.values()) == left


def test_paces_and_times_in_words() -> None:
    assert [pace_text(pace) for pace in (12.34, 0.0, 0.05)] == ["12.3 games/s", "0.0 games/s", "3.0 games/min"]
    assert time_text(200.4) == "0:03:20"
