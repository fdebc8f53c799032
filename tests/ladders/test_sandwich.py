"""The covariance clustered by deal, against the same written out."""

import numpy as np
import pytest

from ladders import Game, Results, fit, sandwich
from ladders.bradley_terry import ELO
from ladders.results import Floats
from tests.ladders.tables import NATS, random_games


def written_out(results: Results) -> Floats:
    """H^-1 (sum of u u' over deals) H^-1 G / (G - 1) in Elo squared, one row of a design matrix a game."""
    strength = fit(results).core.elo * NATS
    design = np.zeros((len(results), len(results.names)))
    design[np.arange(len(results)), results.first] = 1.0
    design[np.arange(len(results)), results.second] = -1.0
    chance = 1.0 / (1.0 + np.exp(-design @ strength))
    bread = np.linalg.pinv(design.T @ (design * (chance * (1.0 - chance))[:, None]))
    scores = design * (results.score - chance)[:, None]
    deals = np.unique(results.cluster)
    by_deal = np.array([scores[results.cluster == deal].sum(axis=0) for deal in deals])
    return np.asarray(ELO**2 * bread @ by_deal.T @ by_deal @ bread * deals.size / (deals.size - 1))


@pytest.mark.parametrize(("entrants", "rows", "deals"), [(2, 30, 15), (5, 200, 40), (9, 500, 3), (30, 2000, 400)])
def test_the_covariance_is_the_clustered_sandwich(entrants: int, rows: int, deals: int) -> None:
    results = Results.of(random_games(1, entrants, rows, deals))
    assert fit(results).covariance == pytest.approx(written_out(results), rel=1e-6, abs=1e-6)


def test_crowded_and_sparse_deals_are_summed_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    games = random_games(2, entrants=20, rows=600, deals=300) + random_games(3, entrants=20, rows=300, deals=7)
    results = Results.of(games)
    whole = fit(results).covariance
    for few, block in ((0, 60), (8, 2_000_000), (8, 1)):
        monkeypatch.setattr(sandwich, "FEW", few)
        monkeypatch.setattr(sandwich, "BLOCK", block)
        assert fit(results).covariance == pytest.approx(whole, rel=1e-9, abs=1e-9)


def test_deals_shared_by_pairings_are_one_cluster() -> None:
    shared = [Game(a, b, float(deal % 3 > 0), deal) for deal in range(30) for a, b in ("AB", "AC")]
    shared += [Game(b, a, float(deal % 2), deal) for deal in range(30) for a, b in ("AB", "AC")]
    fresh = [game._replace(cluster=(game.cluster, *sorted(game[:2]))) for game in shared]
    together, apart = fit(Results.of(shared)), fit(Results.of(fresh))
    assert together.core.elo == pytest.approx(apart.core.elo)
    assert (together.core.deals, apart.core.deals) == (30, 60)
    assert together.covariance[0, 0] > 1.5 * apart.covariance[0, 0]


def test_repeating_every_game_in_its_deal_is_no_evidence() -> None:
    games = random_games(4, entrants=5, rows=100, deals=20)
    once, twice = fit(Results.of(games)), fit(Results.of(games + games))
    assert twice.covariance == pytest.approx(once.covariance, rel=1e-6)
    assert twice.core.naive == pytest.approx(once.core.naive / 2, rel=1e-6)


def test_repeating_every_deal_halves_the_variance() -> None:
    games = random_games(5, entrants=5, rows=100, deals=20)
    again = [game._replace(cluster=("again", game.cluster)) for game in games]
    once, twice = fit(Results.of(games)), fit(Results.of(games + again))
    assert (once.core.deals, twice.core.deals) == (20, 40)
    assert twice.covariance == pytest.approx(once.covariance / 2 * (40 / 39) / (20 / 19), rel=1e-6)


def test_duplicate_sets_that_mostly_split_are_worth_far_more_than_their_games() -> None:
    sets = [(1.0, 0.0)] * 80 + [(1.0, 1.0)] * 15 + [(0.0, 0.0)] * 5
    core = fit(Results.of(Game("A", "B", score, deal) for deal, rooms in enumerate(sets) for score in rooms)).core
    # The set scores have variance 0.0475 (unbiased 0.0475 * 100 / 99 = 0.04798), games would have 0.55 * 0.45 / 2.
    assert core.covariance[0, 0] / core.naive[0, 0] == pytest.approx(0.0475 * (100 / 99) / (0.55 * 0.45 / 2))
