"""Do 95 % intervals hold the truth in 95 % of tournaments? A simulated pool on duplicate deals."""

import numpy as np

from ladders import Results, fit
from ladders.ladder import Estimate
from ladders.results import Bools

STRENGTHS = (0.0, 0.1, 0.3, 0.6)
PAIRINGS = [(i, j) for i in range(4) for j in range(i)]


def tournament(rng: np.random.Generator, deals: int) -> Results:
    """All pairings play the same deals in two rooms; the cards favour one side, which is changed for the second."""
    columns = []
    cards = rng.normal(0.0, 1.5, deals)
    for i, j in PAIRINGS:
        for side in (1.0, -1.0):
            won = STRENGTHS[i] - STRENGTHS[j] + side * cards + rng.normal(0.0, 0.3, deals) > 0.0
            columns.append((np.full(deals, i), np.full(deals, j), won.astype(np.float64), np.arange(deals)))
    first, second, score, deal = (np.concatenate(column) for column in zip(*columns, strict=True))
    return Results(tuple("ABCD"), first, second, score, deal, np.zeros(first.size, dtype=np.bool_))


def holds(core: Estimate, truth: Estimate) -> Bools:
    """Whether the 95 % interval of each pairwise difference holds the true one."""
    away = np.abs(core.contrasts.difference - truth.contrasts.difference)
    reach = np.maximum.outer(core.reach, core.reach)
    return np.array([away[pair] <= (reach * core.contrasts.error)[pair] for pair in PAIRINGS])


def test_clustered_intervals_cover_and_those_of_independent_games_are_far_too_wide() -> None:
    rng = np.random.default_rng(20)
    truth = fit(tournament(rng, 40_000)).core
    cores = [fit(tournament(rng, 60)).core for _ in range(250)]
    covered = np.mean([holds(core, truth) for core in cores])
    assert 0.93 < covered < 0.97
    spread = np.std([core.elo for core in cores], axis=0)
    clustered = np.mean([np.sqrt(np.diag(core.covariance)) for core in cores], axis=0)
    naive = np.mean([np.sqrt(np.diag(core.naive)) for core in cores], axis=0)
    assert np.abs(clustered / spread - 1.0).max() < 0.12
    assert (naive > 1.1 * spread).all()
    assert (naive > 2.0 * spread).any()
