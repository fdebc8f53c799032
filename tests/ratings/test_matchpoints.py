"""Matchpoints: the example of duplicate bridge, Neuberg's formula, and who has them in a ladder."""

from dataclasses import replace

import numpy as np
import pytest

from arena.ratings import Game, Results, fit, matchpoints, neuberg, rows
from arena.ratings.matchpoints import matchpoint_means


def test_the_matchpoints_of_a_deal_are_those_of_duplicate_bridge() -> None:
    assert matchpoints([420, 420, 450, -50, 620, -50, 400]).tolist() == [3.5, 3.5, 5.0, 0.5, 6.0, 0.5, 2.0]
    assert matchpoints([7]).tolist() == [0.0]


def test_neubergs_formula_puts_different_numbers_of_scores_on_one_scale() -> None:
    assert neuberg(10, 7, 8) == pytest.approx(11.571, abs=5e-4)
    assert neuberg(10, 8, 8) == 10
    whole = 2.0 * matchpoints([1, 2, 3, 4])
    assert np.mean(neuberg(whole, 4, 9)) == pytest.approx(8.0), "the mean of nine scores is half of 16"


def solitaires(scores: list[list[float | None]]) -> Results:
    """One row of scores for each deal, one column for each of four entrants; None for a deal that was not played."""
    return Results.of(
        Game([name], [1], deal, points=[score])
        for deal, line in enumerate(scores)
        for name, score in zip("ABCD", line, strict=True)
        if score is not None
    )


def test_those_who_play_a_deal_alone_are_compared_with_all_others() -> None:
    a, b, c, d = matchpoint_means(solitaires([[9, 5, 5, 1], [900, 2, 1, 0], [3, 2, 2, None]]))
    assert a is not None and b is not None and c is not None and d is not None
    assert a.mean == pytest.approx((1.0 + 1.0 + neuberg(4, 3, 4) / 6.0) / 3.0)
    assert b.mean == pytest.approx((0.5 + 2.0 / 3.0 + neuberg(1, 3, 4) / 6.0) / 3.0)
    assert (a.deals, d.deals) == (3, 2)
    assert d.mean == 0.0
    assert b.low is not None and b.high is not None
    assert b.low < b.mean < b.high


def of_two(deal: int, table: int, names: str, score: float) -> Game:
    return Game([*names], (1, 2) if score > 0 else (2, 1), deal, seats=(0, 1), points=(score, -score))


def test_in_games_of_two_sides_each_seat_has_its_own_comparison() -> None:
    results = Results.of([of_two(0, 0, "AB", 10), of_two(0, 1, "CD", 20), of_two(0, 2, "EF", -5)])
    found = {name: mean and mean.mean for name, mean in zip(results.names, matchpoint_means(results), strict=True)}
    assert found == {"A": 0.5, "B": 0.5, "C": 1.0, "D": 0.0, "E": 0.0, "F": 1.0}


@pytest.mark.parametrize(
    "games",
    [
        [of_two(0, 0, "AB", 10), of_two(0, 1, "BA", 20), of_two(0, 2, "CD", -5)],
        [of_two(0, 0, "AB", 10), of_two(0, 1, "CD", 20)],
        [of_two(0, table, names, 10)._replace(points=None) for table, names in enumerate(("AB", "CD", "EF"))],
        [of_two(0, table, names, 10)._replace(seats=None) for table, names in enumerate(("AB", "CD", "EF"))],
    ],
)
def test_without_a_fair_comparison_there_are_none(games: list[Game]) -> None:
    """Some entrant had the cards twice, too few had them, or points or seats are unknown."""
    assert set(matchpoint_means(Results.of(games))) == {None}


def test_the_ladder_shows_them_where_nobody_plays_a_deal_twice() -> None:
    results = solitaires([[9, 5, 5, 1], [900, 2, 1, 0]])
    found = {row.name: row.cells[13] for row in rows(fit(results))}
    assert found == {"A": "100.0 %", "B": "58.3 %", "C": "41.7 %", "D": "0.0 %"}
    assert {row.matchpoints for row in rows(fit(replace(results, unlike=True)))} == {None}
