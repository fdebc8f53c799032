"""Tuning by SPSA: it finds a known optimum in noise, keeps to its bounds, and goes on where it stopped."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from arena.app.terms import Terms
from arena.app.tuning import Plan, Tuning, drawn
from arena.errors import UserError
from arena.regression.spsa import Range, Spsa, Step

RANGES = {"margin": Range(0.0, 4.0, 4.0), "depth": Range(1, 10, 2, whole=True)}
BEST = {"margin": 1.0, "depth": 7.0}


def worth(values: dict[str, float]) -> float:
    """A quadratic with a known optimum, in points."""
    return -sum((10 * (values[name] - BEST[name]) / (RANGES[name].high - RANGES[name].low)) ** 2 for name in RANGES)


def tuned(seed: str, noise: float, steps: int = 400) -> Spsa:
    way, rng = Spsa(RANGES, steps, seed), Random(seed)
    while way.done < steps:
        signs = way.signs()
        first, second = way.points(signs)
        way.take(Step(signs, worth(first) - worth(second) + rng.gauss(0, noise)))
    return way


@pytest.mark.parametrize("noise", [0.0, 5.0, 20.0])
def test_it_finds_the_optimum_of_a_quadratic(noise: float) -> None:
    """With a noise of 20 points a single step says nearly nothing: leads are 10 points at most."""
    found = [tuned(f"quadratic {seed}", noise).found() for seed in range(12)]
    start = worth({name: one.start for name, one in RANGES.items()})
    assert max(abs(sum(one["margin"] for one in found) / 12 - BEST["margin"]), 0.0) < 0.35
    assert abs(sum(one["depth"] for one in found) / 12 - BEST["depth"]) < 0.8
    assert sum(map(worth, found)) / 12 > 0.06 * start


def test_points_stay_between_the_bounds_and_differ() -> None:
    way = tuned("bounds", 300.0, steps=60)
    assert all(0.0 <= place <= 1.0 for column in way.places for place in column)
    narrow = Spsa({"depth": Range(1, 100, 50, whole=True)}, 10, "narrow")
    for place in (0.0, 0.123, 0.5, 1.0):
        narrow.places = [[place]]
        first, second = narrow.points((1,))
        assert first["depth"] > second["depth"]
        assert {type(first["depth"]), type(second["depth"])} == {int}


def test_a_tuning_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    plan = Plan("mine", "kaiser", (), 9, 4, tmp_path / "whole", None, 20.0, 0, Terms(seed="s"))
    parts = plan._replace(save=tmp_path / "parts")

    def lead(_: int, first: dict[str, float], second: dict[str, float]) -> float:
        return worth(first) - worth(second)

    whole = [way.places[-1] for _, way in Tuning(plan, RANGES, "22").play(lead)]
    for _, way in Tuning(parts, RANGES, "22").play(lead):
        if way.done == 4:
            break
    rest = [way.places[-1] for _, way in Tuning(parts, RANGES, "22").play(lead)]
    assert rest == whole[4:]
    assert [*Tuning(parts, RANGES, "22").play(lead)] == []
    with pytest.raises(UserError, match="another tuning: sets differs"):
        Tuning(parts._replace(sets=5), RANGES, "22")
    with pytest.raises(UserError, match="another tuning: content differs"):
        Tuning(parts, RANGES, "33")
    plot = drawn(Tuning(parts, RANGES, "22").way)
    assert "depth" in plot.file()
    assert plot.title == "Parameters after 9 steps"


def plain(_: int, first: dict[str, float], second: dict[str, float]) -> float:
    return worth(first) - worth(second)


def plan_in(tmp_path: Path) -> Plan:
    return Plan("mine", "kaiser", (), 5, 4, tmp_path / "steps", None, 20.0, 0, Terms(seed="s"))


def test_a_step_that_was_cut_short_is_played_again(tmp_path: Path) -> None:
    plan = plan_in(tmp_path)
    whole = [way.places[-1] for _, way in Tuning(plan, RANGES, "22").play(plain)]
    file = tmp_path / "steps"
    kept = file.read_bytes()

    for cut in (3, len(kept) - 20):  # in the first line, and in the last one
        file.write_bytes(kept[:cut])
        assert [way.places[-1] for _, way in Tuning(plan, RANGES, "22").play(plain)][-1] == whole[-1]
        assert file.read_bytes() == kept


def test_two_tunings_never_mix_their_steps(tmp_path: Path) -> None:
    plan = plan_in(tmp_path)
    one, two = Tuning(plan, RANGES, "22").play(plain), Tuning(plan, RANGES, "22").play(plain)
    next(one)
    with pytest.raises(UserError, match="another tuning is writing to it"):
        next(two)
    late = Tuning(plan, RANGES, "22").play(plain)
    assert len([*one]) == 4
    with pytest.raises(UserError, match="another tuning is writing to it"):  # what it has read is not all any more
        next(late)


@pytest.mark.parametrize("content", [b"a letter", b"\xff\n", b"[1]\n", b'{"bot": 1'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "steps").write_bytes(content)
    with pytest.raises(UserError, match=r"of another tuning|does not hold the steps"):
        Tuning(plan_in(tmp_path), RANGES, "22")
    assert (tmp_path / "steps").read_bytes() == content


def test_steps_that_cannot_be_read_are_no_traceback(tmp_path: Path) -> None:
    plan = plan_in(tmp_path)
    assert len([*Tuning(plan, RANGES, "22").play(plain)]) == 5
    with (tmp_path / "steps").open("a") as file:
        file.write("{}\n")
    with pytest.raises(UserError, match="does not hold the steps"):
        Tuning(plan, RANGES, "22")


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    full = plan_in(tmp_path)._replace(save=Path("/dev/full"))
    with pytest.raises(UserError, match="/dev/full: No space left on device"):
        next(Tuning(full, RANGES, "22").play(plain))
