from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from arena.ratings import Game, PointsMean, Results, duel, fit, rows
from arena.ratings.ladder import Rank
from arena.ratings.points import better_by_points, deal_points
from tests.ratings.simulated import equals


def test_points_are_counted_against_the_mean_of_the_others() -> None:
    games = [Game("ABC", (1, 2, 3), 0, points=(9, 6, 0)), Game("ABC", (1, 2, 3), 1, points=(3, 1, 1))]
    a, b, c = deal_points(Results.of(games)).means
    assert a is not None
    assert b is not None
    assert c is not None
    assert (a.mean, b.mean, c.mean) == pytest.approx(((6 + 2) / 2, (1.5 - 1) / 2, (-7.5 - 1) / 2))


def test_the_interval_is_that_of_deals() -> None:
    rng = np.random.default_rng(1)
    margin = rng.integers(-9, 9, 12)
    games = [
        Game("AB", (1, 2), deal, points=(10 + m + turn, 10 + turn)) for deal, m in enumerate(margin) for turn in (0, 5)
    ]
    found = deal_points(Results.of(games)).means[0]
    assert found is not None
    reach = stats.t.ppf(0.975, 11) * stats.sem(margin)
    assert found == pytest.approx(PointsMean(margin.mean(), margin.mean() - reach, margin.mean() + reach, 24, 12))


def test_deals_with_more_games_weigh_more() -> None:
    games = [Game("AB", (1, 2), 0, points=(4, 0))] * 3 + [Game("AB", (1, 2), 1, points=(8, 0))]
    found = deal_points(Results.of(games)).means[0]
    assert found is not None
    assert found.mean == 5
    # Relative to the mean, one deal has 3 games of -1 and one deal a game of +3: ((-3)^2 + 3^2) / 4^2 * 2 / 1.
    assert found.high == pytest.approx(5 + stats.t.ppf(0.975, 1) * np.sqrt(18 / 16 * 2))


def test_games_without_all_points_do_not_count() -> None:
    games = [
        Game("AB", (1, 2), 0, points=(4, 0)),
        Game("AB", (1, 2), 1, points=(None, 7)),
        duel("A", "C", 1.0, 2),
        Game("AB", (1, 2), 3, points=(6, 0)),
    ]
    a, b, c = deal_points(Results.of(games)).means
    assert a is not None
    assert b is not None
    assert (a.mean, a.games, a.deals) == (5, 2, 2)
    assert b.mean == -5
    assert c is None


def test_no_points_at_all_are_none() -> None:
    assert deal_points(Results.of([duel("A", "B", 1.0, 0)])).means == (None, None)


def test_unlike_points_are_not_added() -> None:
    """They still say who is ahead of whom where all play a deal alone."""
    games = [Game(name, (1,), deal, points=(points,)) for deal in range(2) for name, points in (("A", 9), ("B", 4))]
    found = Results.of(games)
    unlike = replace(found, unlike=True)
    assert all(deal_points(found).means)
    assert deal_points(unlike).means == (None, None)
    assert unlike.place.tolist() == found.place.tolist() == [1, 2, 1, 2]
    assert [row.points for row in rows(fit(unlike))] == [None, None]


def test_one_deal_or_deals_that_end_alike_have_no_interval() -> None:
    once = [Game("AB", (1, 2), 0, points=(4, 1))]
    assert deal_points(Results.of(once)).means[0] == PointsMean(3, None, None, 1, 1)
    alike = [Game("AB", (1, 2), deal, points=(0.3, 0.1)) for deal in range(5)]
    found = deal_points(Results.of(alike)).means[0]
    assert found is not None
    assert (found.low, found.deals) == (None, 5)


def test_one_who_forfeits_at_times_has_an_interval_that_allows_for_more_of_it() -> None:
    rng = np.random.default_rng(3)
    games = [Game("AB", (1, 2), deal, points=(-200 if deal == 7 else round(rng.normal(0, 9)), 0)) for deal in range(20)]
    games += [Game("CD", (1, 2), 100 + deal, points=(round(rng.normal(0, 9)), 0)) for deal in range(20)]
    a, b, c, _ = deal_points(Results.of(games)).means
    assert a is not None and a.low is not None and a.high is not None
    assert b is not None and b.low is not None and b.high is not None
    assert c is not None and c.low is not None and c.high is not None
    assert a.low < -40 < a.mean < -8 < 0 < a.high < 10
    assert (b.low, b.high) == pytest.approx((-a.high, -a.low))
    assert c.low < -8  # those who have not forfeited yet may


@pytest.mark.slow
def test_the_interval_holds_the_truth_where_deals_hang_together() -> None:
    rng = np.random.default_rng(2)
    held = []
    for _ in range(300):
        luck = rng.normal(0, 3, 25)
        games = [
            Game("ABC", (1, 1, 1), deal, points=(1 + luck[deal] + rng.normal(), 0, 0))
            for deal in range(25)
            for _ in range(3)
        ]
        found = deal_points(Results.of(games)).means[0]
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        held.append(found.low < 1 < found.high)
    assert 0.92 < np.mean(held) < 0.98


def test_ranks_by_points_go_by_deals_that_both_played() -> None:
    rng = np.random.default_rng(4)
    strength = {"owl": 60.0, "jay": 0.0, "emu": -60.0}
    games = []
    for deal in range(40):
        luck = rng.normal(0.0, 400.0)
        points = {name: luck + lead + rng.normal(0.0, 40.0) for name, lead in strength.items()}
        games += [Game([name], [1], deal, points=[value]) for name, value in points.items()]
    ladder = fit(Results.of(games))
    assert ladder.points_ranks == (Rank(1, 1, 1), Rank(2, 2, 2), Rank(3, 3, 3))
    assert [row.name for row in rows(ladder, by_points=True)] == ["owl", "jay", "emu"]


def test_disasters_that_were_seen_widen_the_ranks_by_points() -> None:
    rng = np.random.default_rng(4)
    lead = rng.normal(30.0, 10.0, 30)
    usual = fit(Results.of(Game("AB", (1, 2), deal, points=(x, 0)) for deal, x in enumerate(lead)))
    lead[3] = 4000.0
    other = fit(Results.of(Game("AB", (1, 2), deal, points=(x, 0)) for deal, x in enumerate(lead)))
    assert usual.more_points.tolist() == [[False, True], [False, False]]
    assert not other.more_points.any()


def test_among_equals_no_table_of_points_is_wrong_too_often() -> None:
    rng, wrong = np.random.default_rng(5), 0
    deals, size, ladders = 4, 12, 100
    for _ in range(ladders):
        found = equals(rng, size, deals)
        wrong += int(better_by_points(found, deal_points(found)).any())
    assert wrong <= 0.05 * ladders + 2.0 * np.sqrt(0.05 * 0.95 * ladders)
