"""Do 95 % intervals contain the true value in 95 % of tournaments? Simulated pools on duplicate deals."""

from itertools import count

import numpy as np
import pytest

from arena.ratings import Game, Results, fit
from arena.ratings.arrays import Bools, Floats
from arena.ratings.estimate import Estimate
from arena.ratings.plackett_luce import ELO

pytestmark = pytest.mark.slow

STRENGTHS = (0.0, 0.1, 0.3, 0.6)
PAIRINGS = [(i, j) for i in range(4) for j in range(i)]


def tournament(rng: np.random.Generator, deals: int) -> Results:
    """All pairings play the same deals in two rooms; the cards favour one side, and the second room exchanges sides."""
    columns = []
    cards = rng.normal(0.0, 1.5, deals)
    for i, j in PAIRINGS:
        for side in (1.0, -1.0):
            won = STRENGTHS[i] - STRENGTHS[j] + side * cards + rng.normal(0.0, 0.3, deals) > 0.0
            columns.append((np.full(deals, i), np.full(deals, j), won.astype(np.float64), np.arange(deals)))
    return Results.of_duels("ABCD", *(np.concatenate(column) for column in zip(*columns, strict=True)))


def holds(core: Estimate, difference: Floats) -> Bools:
    """Whether the 95 % interval of each pairwise difference contains the true difference."""
    away = np.abs(core.contrasts.difference - difference)
    return np.array([away[pair] <= core.contrasts.margin[pair] for pair in PAIRINGS])


def test_clustered_intervals_cover_and_those_of_independent_games_are_far_too_wide() -> None:
    rng = np.random.default_rng(20)
    truth = fit(tournament(rng, 40_000)).core.contrasts.difference
    cores = [fit(tournament(rng, 60)).core for _ in range(250)]
    covered = np.mean([holds(core, truth) for core in cores])
    assert 0.93 < covered < 0.97
    spread = np.std([core.elo for core in cores], axis=0)
    clustered = np.mean([np.sqrt(np.diag(core.covariance)) for core in cores], axis=0)
    naive = np.mean([np.sqrt(np.diag(core.naive)) for core in cores], axis=0)
    assert np.abs(clustered / spread - 1.0).max() < 0.12
    assert (naive > 1.1 * spread).all()
    assert (naive > 2.0 * spread).any()


def test_intervals_from_games_of_four_cover() -> None:
    """Four games per deal; in each game the luck of the deal exchanges the places of two entrants with chance 1/2."""
    rng = np.random.default_rng(21)
    strength = np.array(STRENGTHS)
    difference = ELO * (strength[:, None] - strength)
    covered = []
    for _ in range(150):
        games = []
        for deal in range(40):
            luck = rng.gumbel(size=4)
            for room in range(4):
                order = np.argsort(-strength - np.roll(luck, room) if room < 2 else -strength - rng.gumbel(size=4))
                games.append(Game("ABCD", (1 + np.argsort(order)).tolist(), deal))
        covered.append(holds(fit(Results.of(games, "ABCD")).core, difference))
    assert 0.925 < np.mean(covered) < 0.975


@pytest.mark.parametrize(("links", "known"), [(1, False), (2, True), (4, True)])
def test_a_weak_link_makes_no_narrow_interval(*, links: int, known: bool) -> None:
    """Two entrants played each other in 40 deals, but the rest of the pool in only a few."""
    rng = np.random.default_rng(22)
    strength = np.array([0.0, 0.2, 0.4, 0.1, 0.3])
    covered, told = [], []
    for _ in range(100):
        deal = count()
        pairs = [(i, j, next(deal)) for i in range(3) for j in range(i) for _ in range(40)]
        pairs += [(4, 3, next(deal)) for _ in range(40)] + [(3, int(rng.integers(3)), next(deal)) for _ in range(links)]
        i, j, deals = np.repeat(np.array(pairs), 2, axis=0).T
        won = rng.random(i.size) < 1 / (1 + np.exp(strength[j] - strength[i]))
        ladder = fit(Results.of_duels("ABCDE", i, j, won, deals))
        if ladder.core.members.size < 5:
            continue
        low, high, sure = ladder.core.intervals
        told.append(sure[4])
        covered.append(low[4] <= ELO * (strength[4] - strength.mean()) <= high[4])
        assert ladder.los(4, 3) is not None
        assert ladder.core.contrasts.known[4, 0] == known
        assert ladder.los(4, 0) is None
    assert len(told) > 40
    assert set(told) == {known}
    if known:
        assert np.mean(covered) > 0.92
