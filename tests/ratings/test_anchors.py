"""Anchors at the wrong distance from each other are told apart from cycles."""

import numpy as np
import pytest

from arena.ratings import Game, Ladder, Results, anchor_fit, fit, notes
from arena.ratings.arrays import Floats
from arena.ratings.plackett_luce import ELO
from tests.ratings.simulated import cycles, duplicates

STRENGTH = np.array([0.0, 0.3, 0.6, 0.9, 1.2, 1.5])


def held(anchors: dict[str, float], seed: int = 1, *, deals: int = 60, edges: Floats | None = None) -> Ladder:
    """A transitive pool with some entrants held at ratings."""
    rng = np.random.default_rng(seed)
    return fit(duplicates(rng, STRENGTH, deals, edges=edges, luck=0.0, taste=0.0), anchors)


def alarms(ladder: Ladder) -> list[str]:
    return [note.text for note in notes(ladder) if note.alarm]


def test_wrong_anchors_are_named_and_are_no_cycle() -> None:
    """bot4 is 1.2 nats or 208 Elo above bot0, and is held at 500."""
    ladder = held({"bot0": 0.0, "bot4": 500.0})
    found = anchor_fit(ladder)
    assert found is not None
    assert (found.name, found.anchored) == ("bot4", 500.0)
    assert found.elo == pytest.approx(208, abs=3 * found.error)
    assert found.elo == pytest.approx(float(ladder.core.free.elo[4] - ladder.core.free.elo[0]))
    assert not ladder.misfit
    told = f"the anchors do not fit the results (p < 0.0001): bot4 is Elo +{found.elo:.0f} by its games, anchored at"
    assert alarms(ladder) == [f"{told} +500"]


def test_the_wrong_one_of_three_anchors_is_named() -> None:
    found = anchor_fit(held({"bot1": 52.0, "bot2": 104.0, "bot5": 0.0}))
    assert found is not None
    assert found.name == "bot5"
    assert found.elo == pytest.approx(260, abs=3 * found.error)
    assert found.p < 1e-4


def test_a_cycle_with_right_anchors_is_a_cycle() -> None:
    ladder = held({"bot0": 0.0, "bot4": 208.0}, edges=cycles(6, [(1, 2, 3)], 1.5))
    assert ladder.misfit
    [alarm] = alarms(ladder)
    assert alarm.startswith("no order holds: bot1 beats bot2")


@pytest.mark.slow
def test_right_anchors_are_seldom_rejected() -> None:
    anchors = {f"bot{i}": ELO * STRENGTH[i] for i in (0, 2, 4)}
    found = [anchor_fit(held(anchors, seed, deals=12)) for seed in range(100)]
    assert sum(fit is not None and fit.p < 0.05 for fit in found) <= 9
    assert sum(fit is not None and fit.p < 0.5 for fit in found) >= 30


def test_fewer_than_two_anchors_and_two_deals_are_not_tested() -> None:
    assert anchor_fit(held({"bot0": 0.0})) is None
    assert anchor_fit(held({})) is None
    lone = [Game("AB", (1, 2), 0), Game("AB", (2, 1), 0), Game("AC", (1, 2), 0), Game("CA", (1, 2), 0)]
    assert anchor_fit(fit(Results.of(lone), {"A": 0.0, "B": 100.0})) is None
    assert alarms(fit(Results.of(lone), {"A": 0.0, "B": 100.0})) == []


def test_the_free_fit_is_the_fit_without_anchors() -> None:
    ladder = held({"bot0": 0.0, "bot4": 500.0})
    free = fit(ladder.results)
    assert ladder.core.free.elo == pytest.approx(free.core.elo)
    assert ladder.lack_of_fit == free.lack_of_fit
    assert ladder.core.residuals.expected != pytest.approx(free.core.residuals.expected, abs=0.1)
