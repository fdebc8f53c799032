"""The covariance clustered by deal, compared with the formula written out."""

from itertools import pairwise, permutations

import numpy as np
import pytest

from arena.ratings import Ladder, Results, duel, fit, products
from arena.ratings.arrays import Floats
from arena.ratings.model import Model
from arena.ratings.plackett_luce import ELO
from tests.ratings.tables import random_games, random_orders


def scores(model: Model, parameters: Floats) -> Floats:
    """The gradient of the log-likelihood, one line for each deal, directly from the formula for every choice."""
    results, size = model.results, model.size
    by_deal: dict[int, Floats] = {}
    for line in (line for rows in results.orders for line in rows):
        design = np.zeros((line.size, model.parameters.size))
        design[np.arange(line.size), results.entrant[line]] = 1.0
        for spot, seat in enumerate(model.seats):
            assert results.seat is not None
            design[:, size + spot] = (results.seat[line] == seat.seat) & (seat.sides == line.size)
        total = by_deal.setdefault(int(results.deal[line[0]]), np.zeros(model.parameters.size))
        place = results.place[line]
        orders = [list(p) for p in permutations(range(line.size)) if all(place[a] <= place[b] for a, b in pairwise(p))]
        for order in orders:
            for stage in range(line.size):
                left = design[order[stage:]]
                chance = np.exp(left @ parameters)
                total += (left[0] - chance @ left / chance.sum()) / len(orders)
    return np.array(list(by_deal.values()))


def written_out(ladder: Ladder) -> Floats:
    """H^-1 (sum of u u' over deals) H^-1 G / (G - 1) in nats squared; H comes from differences of the gradient."""
    model = ladder.core.model
    steps = 1e-5 * np.eye(model.parameters.size)
    ups = np.array([scores(model, model.parameters + step).sum(axis=0) for step in steps])
    downs = np.array([scores(model, model.parameters - step).sum(axis=0) for step in steps])
    bread = np.linalg.pinv((downs - ups) / 2e-5, rcond=1e-7, hermitian=True)
    by_deal = scores(model, model.parameters)
    deals = by_deal.shape[0]
    return np.asarray(bread @ by_deal.T @ by_deal @ bread * deals / (deals - 1))


@pytest.mark.slow
@pytest.mark.parametrize(("entrants", "rows", "deals"), [(2, 30, 15), (5, 200, 40), (9, 300, 3), (20, 400, 100)])
def test_the_covariance_of_duels_is_the_clustered_sandwich(entrants: int, rows: int, deals: int) -> None:
    ladder = fit(Results.of(random_games(1, entrants, rows, deals)))
    assert ladder.covariance / ELO**2 == pytest.approx(written_out(ladder), rel=1e-4, abs=1e-7)


@pytest.mark.parametrize("seated", [False, True])
def test_the_covariance_of_strengths_and_seats_is_the_clustered_sandwich(*, seated: bool) -> None:
    results = random_orders(1, entrants=5, games=60, deals=25, sides=(2, 3, 4), ties=0.2)
    ladder = fit(results, seat_advantage=seated)
    assert len(ladder.core.model.seats) == (6 if seated else 0)
    assert ladder.core.clustered == pytest.approx(written_out(ladder), rel=1e-4, abs=1e-7)


def test_crowded_and_sparse_deals_are_summed_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    games = random_games(2, entrants=20, rows=600, deals=300) + random_games(3, entrants=20, rows=300, deals=7)
    results = Results.of(games)
    whole = fit(results).covariance
    for few, block in ((0, 60), (8, 2_000_000), (8, 1)):
        monkeypatch.setattr(products, "FEW", few)
        monkeypatch.setattr(products, "PIECE", 10 + block)
        monkeypatch.setattr(products, "BLOCK", block)
        assert fit(results).covariance == pytest.approx(whole, rel=1e-9, abs=1e-9)


def test_deals_shared_by_pairings_are_one_cluster() -> None:
    shared = [duel(a, b, float(deal % 3 > 0), deal) for deal in range(30) for a, b in ("AB", "AC")]
    shared += [duel(b, a, float(deal % 2), deal) for deal in range(30) for a, b in ("AB", "AC")]
    fresh = [game._replace(deal=(game.deal, *sorted(game.sides))) for game in shared]
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
    again = [game._replace(deal=("again", game.deal)) for game in games]
    once, twice = fit(Results.of(games)), fit(Results.of(games + again))
    assert (once.core.deals, twice.core.deals) == (20, 40)
    assert twice.covariance == pytest.approx(once.covariance / 2 * (40 / 39) / (20 / 19), rel=1e-6)


def test_duplicate_sets_that_mostly_split_are_worth_far_more_than_their_games() -> None:
    sets = [(1.0, 0.0)] * 80 + [(1.0, 1.0)] * 15 + [(0.0, 0.0)] * 5
    core = fit(Results.of(duel("A", "B", score, deal) for deal, rooms in enumerate(sets) for score in rooms)).core
    # The set scores have variance 0.0475 (unbiased 0.0475 * 100 / 99 = 0.04798), games would have 0.55 * 0.45 / 2.
    assert core.covariance[0, 0] / core.naive[0, 0] == pytest.approx(0.0475 * (100 / 99) / (0.55 * 0.45 / 2))
