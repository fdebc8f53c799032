"""The effective number of deals: equal deals count one each, however the results are given."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from arena.ratings import Game, Results, duel, fit, precision, score_of
from arena.ratings.arrays import Floats
from arena.ratings.precision import Errors, errors
from tests.ratings.tables import random_games, random_orders


def effective(results: Results) -> dict[str, float]:
    core = fit(results).core
    return dict(zip((results.names[i] for i in core.members), core.effective_deals.tolist(), strict=True))


def written_out(results: Results) -> Floats:
    """v^2 / sum (b' H_d b)^2 with the information of each deal as a matrix."""
    core = fit(results).core
    model, size = core.model, core.members.size
    information: dict[int, Floats] = {}
    for (rows, weight), share in zip(model.order.choices, model.shares(), strict=True):
        for line, often, chance in zip(rows, weight, share, strict=True):
            design = np.eye(size)[results.entrant[line]]
            middle = design.T @ (np.diag(chance) - np.outer(chance, chance)) @ design
            deal = int(results.deal[line[0]])
            information[deal] = information.get(deal, np.zeros((size, size))) + often * middle
    parts = np.array([np.diag(model.inverse @ matrix @ model.inverse) for matrix in information.values()])
    return np.asarray(parts.sum(axis=0) ** 2 / (parts**2).sum(axis=0))


def test_equal_deals_count_one_each() -> None:
    games = [duel("A", "B", float(room < deal % 3), deal) for deal in range(12) for room in range(2)]
    assert effective(Results.of(games)) == pytest.approx({"A": 12, "B": 12})


def test_a_deal_that_dominates_counts_for_little_more_than_one() -> None:
    games = [duel("A", "B", float(room % 2), 0) for room in range(100)] + [
        duel("A", "B", 1.0, 1),
        duel("A", "B", 0.0, 2),
    ]
    assert effective(Results.of(games))["A"] == pytest.approx(102**2 / (100**2 + 1 + 1))


@pytest.mark.parametrize("sides", [(2,), (3,), (2, 4)])
def test_it_is_what_the_information_of_each_deal_says(sides: tuple[int, ...]) -> None:
    results = random_orders(2, entrants=6, games=120, deals=30, sides=sides, ties=0.2)
    found = fit(results, seat_advantage=False).core.effective_deals
    assert found == pytest.approx(written_out(replace(results, seat=None)))


def test_where_the_bound_must_do_it_errs_to_the_small_side(monkeypatch: pytest.MonkeyPatch) -> None:
    results = Results.of(random_games(3, entrants=10, rows=600, deals=60))
    exact = fit(results).core.effective_deals
    monkeypatch.setattr(precision, "EFFORT", 0)
    bound = fit(results).core.effective_deals
    assert (bound <= exact + 1e-9).all()
    assert (bound > 0.6 * exact).all()


def test_two_that_met_the_pool_in_one_deal_stand_in_it_by_that_deal() -> None:
    pool = [duel(a, b, float(deal % 2), (a, b, deal)) for a, b in ("AB", "BC", "CA") for deal in range(20)]
    pair = [duel("P", "Q", float(deal % 3 > 0), ("PQ", deal)) for deal in range(30)]
    link = [duel("P", "A", float(room), "link") for room in range(2)]
    ladder = fit(Results.of([*pool, *pair, *link]))
    found = dict(zip(ladder.names, ladder.core.effective_deals, strict=True))
    assert found["P"] < 1.2
    p, q, a, b = (ladder.names.index(name) for name in "PQAB")
    assert ladder.ratings[p].low is None
    assert ladder.rests_on(p) == pytest.approx(found["P"])
    assert ladder.los(p, a) is None
    assert (ladder.los(p, q) or 0) > 0.9
    assert ladder.los(a, b) is not None
    anchored = fit(Results.of([*pool, *pair, *link]), "Q")
    assert anchored.ratings[p].low is not None
    assert anchored.ratings[a].low is None


def test_meetings_in_games_of_several_sides_link_too() -> None:
    games = [Game("PQA", ((1, 2, 3), (3, 1, 2), (2, 3, 1))[deal % 3], deal) for deal in range(9)]
    core = fit(Results.of(games)).core
    assert precision.meeting_deals(core.model, core.clusters).tolist() == [[0, 9, 9], [9, 0, 9], [9, 9, 0]]


def held(deals: int, elo: float, share: float, *, plain: bool) -> float:
    """How often the interval of a newcomer holds, exactly: over all samples of deals in two rooms that rate it.

    Args:
        deals: how many deals it plays against an opponent of known strength.
        elo: its true lead.
        share: of the deals that one wins in both rooms; all others are split. A large lead needs more of them.
        plain: whether the interval is made from the clustered variance alone.
    """
    won, lost = (axis.ravel() for axis in np.indices((deals + 1, deals + 1)))
    won, lost = won[won + lost <= deals], lost[won + lost <= deals]
    mean = score_of(elo)
    share = max(share, abs(2.0 * mean - 1.0) * 1.001)
    chances = [mean - 0.5 + share / 2.0, 0.5 + share / 2.0 - mean, 1.0 - share]
    chance = stats.multinomial.pmf(np.stack((won, lost, deals - won - lost), axis=1), deals, chances)
    score = 0.5 + (won - lost) / (2.0 * deals)
    rated = (score > 0.0) & (score < 1.0)
    won, lost, score = won[rated], lost[rated], score[rated]
    unit = 1.0 / (score * (1.0 - score))
    squares = won * (1.0 - score) ** 2 + lost * score**2 + (deals - won - lost) * (0.5 - score) ** 2
    variance, usual, number = unit**2 * squares / deals**2, unit / (2.0 * deals), np.full(score.size, deals)
    found = Errors(np.sqrt(variance), number - 1) if plain else errors(variance, usual, number, 10**6)
    reach = stats.t.ppf(0.975, found.freedom) * found.error
    off = np.abs(np.log(score**2 * unit) - math.log(mean / (1.0 - mean)))
    return float(chance[rated] @ (off <= reach) / chance[rated].sum())


@pytest.mark.parametrize("share", [0.1, 0.2, 0.5])
@pytest.mark.parametrize("deals", [2, 3, 4, 6, 10, 20, 50])
def test_intervals_of_newcomers_hold_however_few_deals_they_played(deals: int, share: float) -> None:
    leads = range(-300, 301, 20)
    ours = [held(deals, lead, share, plain=False) for lead in leads if abs(lead) < 100 * deals]
    theirs = [held(deals, lead, share, plain=True) for lead in leads]
    assert min(ours) > 0.91
    assert np.mean(ours) > 0.95
    assert np.mean(ours) < 0.98 or deals <= 10
    assert min(theirs) < min(ours)
    assert min(theirs) < 0.88 or share * deals >= 2.0


def test_a_deal_whose_games_depend_on_each_other_is_no_more_than_one_deal() -> None:
    """Four deals of which each is a hundred times the same game: made-up independent games would count as many."""
    variance, usual = np.array([0.25]), np.array([0.0025])
    found = errors(variance, usual, np.array([4]), 4)
    assert found.freedom.tolist() == [3]
    assert found.error == pytest.approx(np.sqrt(variance))


def test_where_deals_are_many_errors_are_the_clustered_ones() -> None:
    found = errors(np.array([1.0]), np.array([2.0]), np.array([4000]), 5000)
    assert found.error == pytest.approx(np.array([1.0]), rel=1e-3)
