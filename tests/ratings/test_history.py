import numpy as np
import pytest

from arena.ratings import Game, Results, duel, elo_history


def test_a_curve_follows_the_formula_game_by_game() -> None:
    first, second = elo_history(Results.of([duel("A", "B", 1.0, 0), duel("B", "A", 0.5, 1)]), factor=20.0)
    after = 10 - 20 * (1 / (1 + 10 ** (-20 / 400)) - 0.5)
    assert first.game.tolist() == [1, 2]
    assert first.elo == pytest.approx([10, after])
    assert second.elo == pytest.approx([-10, -after])


def test_games_are_taken_by_their_number() -> None:
    results = Results(("A", "B", "C"), [7, 7, 3, 3], [0, 0, 1, 1], [0, 1, 1, 2], [1, 2, 1, 2])  # type: ignore[arg-type] # lists will do
    a, b, c = elo_history(results)
    assert (a.game.tolist(), b.game.tolist(), c.game.tolist()) == ([2], [1, 2], [1])


def test_a_game_of_several_sides_is_a_mean_of_comparisons() -> None:
    a, b, c = elo_history(Results.of([Game("ABC", (1, 2, 2), 0)]), factor=16.0, start=1500.0)
    assert [curve.elo.tolist() for curve in (a, b, c)] == [[1508.0], [1496.0], [1496.0]]


def test_of_a_game_that_a_fault_cut_short_only_the_loss_is_drawn() -> None:
    a, b, c = elo_history(Results.of([Game("ABC", (1, 1, 3), 0, faults=[2])]), factor=16.0)
    assert [curve.elo.tolist() for curve in (a, b)] == [[4.0], [pytest.approx(4.0, abs=0.1)]]
    assert c.elo[-1] == pytest.approx(-8.0, abs=0.1)


def test_points_are_neither_made_nor_lost() -> None:
    rng = np.random.default_rng(0)
    games = [Game("ABCD", (1 + rng.permutation(4)).tolist(), deal) for deal in range(30)]
    assert sum(curve.elo[-1] for curve in elo_history(Results.of(games))) == pytest.approx(0.0)


def test_who_never_played_has_no_curve() -> None:
    assert elo_history(Results.of([], names=["A"]))[0].elo.size == 0
