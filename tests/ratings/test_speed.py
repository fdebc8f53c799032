"""How long a fit takes, and how much memory: in a process of its own, which nothing else has made larger."""

import multiprocessing
import time
from pathlib import Path

import numpy as np
import pytest

from arena.ratings import Results, fit
from arena.ratings.plackett_luce import chance

ENTRANTS, GAMES, DEALS = 1_000, 1_000_000, 100_000


def random_results() -> Results:
    """Games of two sides, one in twenty drawn."""
    rng = np.random.default_rng(0)
    strength = rng.normal(0.0, 0.6, ENTRANTS)
    first = rng.integers(0, ENTRANTS, GAMES)
    second = (first + rng.integers(1, ENTRANTS, GAMES)) % ENTRANTS
    won = (rng.random(GAMES) < chance(strength[first] - strength[second])).astype(np.float64)
    return Results.of_duels(
        names=[f"bot{i}" for i in range(ENTRANTS)],
        first=first,
        second=second,
        score=np.where(rng.random(GAMES) < 0.05, 0.5, won),
        deal=rng.integers(0, DEALS, GAMES),
    )


def cost(_: int) -> tuple[float, float]:
    """Return the seconds of processor time of a fit, and the peak of memory in MB after its test."""
    results, before = random_results(), time.process_time()
    ladder = fit(results)
    fitted = time.process_time() - before
    assert ladder.lack_of_fit.p is not None
    [peak] = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
    return fitted, int(peak.split()[1]) * 1024 / 1e6


@pytest.mark.thorough
def test_a_thousand_bots_and_a_million_games_are_rated_in_seconds_and_half_a_gigabyte() -> None:
    """The aim is two seconds; other programs may need the cores."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        [(fitted, memory)] = pool.map(cost, [0])
    assert fitted < 6.0
    assert memory < 500.0
