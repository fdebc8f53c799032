"""Scores and Elo."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import elo_of, score_of


def test_400_elo_are_odds_of_ten_to_one() -> None:
    assert score_of(400.0) == pytest.approx(10 / 11)
    assert elo_of(10 / 11) == pytest.approx(400.0)
    assert (score_of(0.0), elo_of(0.5)) == (0.5, 0.0)


@given(st.floats(-2000, 2000))
def test_there_and_back(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)
    assert score_of(elo) + score_of(-elo) == pytest.approx(1.0)
    assert score_of(elo) == pytest.approx(1 / (1 + 10 ** (-elo / 400)), rel=1e-12)


@pytest.mark.parametrize("score", [0.0, 1.0, -0.1, 1.1, math.inf])
def test_no_elo_makes_a_perfect_score(score: float) -> None:
    assert elo_of(score) is None
