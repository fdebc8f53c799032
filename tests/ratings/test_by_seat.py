"""How an entrant does in each seat: shares with Wilson's interval, and points beside others with the same cards."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from arena.ratings import Game, Results, by_seat, wilson
from arena.ratings.by_seat import mean_of, share_of
from arena.ratings.pairs import mean_interval
from tests.ratings import simulated


@pytest.mark.parametrize(("won", "games"), [(0, 5), (9, 10), (50, 100), (7, 7)])
def test_the_interval_of_a_share_is_wilsons(won: int, games: int) -> None:
    expected = stats.binomtest(won, games).proportion_ci(0.95, method="wilson")
    value, low, high = wilson(won / games, games)
    assert value == won / games
    assert (low, high) == pytest.approx((expected.low, expected.high))


def game(deal: int, sides: str, points: float, *, faults: tuple[int, ...] = ()) -> Game:
    places = (1, 2) if points > 0 else (2, 1) if points < 0 else (1, 1)
    return Game([*sides], places, deal, (0, 1), (points, -points), faults)


def test_points_are_compared_with_those_who_had_the_same_seat_of_the_deal() -> None:
    found = by_seat(Results.of([game(0, "AB", 10), game(0, "CD", 4), game(1, "AB", -2), game(1, "CD", 0)]))
    first = found[0][0]
    assert (first.sides, first.seat, first.games) == (2, 0, 2)
    assert first.score.value == 0.5
    assert first.lead.value == pytest.approx((6.0 - 2.0) / 2.0)
    assert [record.seat for record in found[1]] == [1]
    assert found[3][0].score.value == pytest.approx(0.25)


def test_own_games_are_no_comparison() -> None:
    found = by_seat(Results.of([game(0, "AB", 10), game(0, "AC", 4)]))
    assert found[0][0].lead.value is None
    assert found[1][0].lead.value == pytest.approx(-6.0)


def test_in_games_of_more_sides_the_score_is_the_share_of_those_behind() -> None:
    found = by_seat(Results.of([Game("ABC", (1, 2, 2), 0, (0, 1, 2)), Game("BCA", (1, 2, 3), 1, (0, 1, 2))]))
    assert [(record.seat, record.score.value) for record in found[0]] == [(0, 1.0), (2, 0.0)]
    assert [(record.seat, record.score.value) for record in found[1]] == [(0, 1.0), (1, 0.25)]


def test_without_seats_there_is_nothing_and_a_game_that_was_cut_short_has_no_score() -> None:
    results = simulated.duplicates(np.random.default_rng(1), np.zeros(3), 4)
    assert by_seat(replace(results, seat=None)) == [[], [], []]
    assert {record.games for records in by_seat(results) for record in records} == {8}
    cut = Game("AB", (1, 2), 0, (0, 1), None, (1,))
    assert by_seat(Results.of([cut])) == [[], []]


@pytest.mark.parametrize(("alike", "share"), [(0.7, 0.5), (0.7, 0.85), (0.0, 0.85)])
def test_games_with_the_same_cards_are_not_independent(alike: float, share: float) -> None:
    """Eight games of each of twenty deals: taken for independent, intervals held 62 to 64 % where most ended alike."""
    rng = np.random.default_rng(4)
    cards, held = np.repeat(np.arange(20), 8), 0
    for _ in range(300):
        usual = np.repeat(rng.random(20) < share, 8)
        cases = np.where(rng.random(160) < alike, usual, rng.random(160) < share).astype(np.float64)
        _, low, high = share_of(cases, cards)
        assert low is not None and high is not None
        held += low <= share <= high
    assert held > 0.91 * 300


def test_cards_that_are_played_once_are_independent() -> None:
    cases = np.array([1.0, 0.0, 1.0, 1.0, 0.5])
    assert share_of(cases, np.arange(5)) == wilson(0.7, 5)
    assert mean_of(cases, np.arange(5)) == pytest.approx(mean_interval(cases))
