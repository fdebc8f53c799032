"""A prior: undefeated bots and small pools have ratings, which are marked as such."""

import numpy as np
import pytest

from arena.ratings import Results, Status, as_data, duel, fit, history, notes
from tests.ratings.tables import random_games


@pytest.mark.parametrize(
    ("games", "deviation", "lead"), [(1, 200, 141.40), (10, 200, 405.90), (1, 100, 49.43), (10, 100, 235.72)]
)
def test_one_that_won_everything_has_the_rating_of_the_score_equation(
    games: int, deviation: float, lead: float
) -> None:
    ladder = fit(Results.of(duel("A", "B", 1.0, deal) for deal in range(games)), prior=deviation)
    first, second = ladder.ratings
    assert {first.status, second.status} == {Status.RATED}
    assert first.elo is not None and second.elo is not None and first.low is not None
    assert first.elo - second.elo == pytest.approx(lead, abs=5e-3)
    assert first.elo == pytest.approx(-second.elo)
    assert first.low < first.elo


def test_a_wide_prior_changes_nothing_in_a_pool_with_many_games() -> None:
    results = Results.of(random_games(1, 5, 800, 400))
    plain, found = fit(results), fit(results, prior=2000.0)
    assert found.core.elo == pytest.approx(plain.core.elo, abs=1.0)
    assert found.core.naive == pytest.approx(plain.core.naive, rel=0.02, abs=2.0)


def test_the_error_is_that_of_the_prior_and_the_games() -> None:
    """With two bots the difference has the information of the prior, 1 / 2 sigma^2, and that of the games."""
    ladder = fit(Results.of(duel("A", "B", float(deal % 2), deal) for deal in range(20)), prior=100.0)
    nats = np.log(10.0) / 400.0
    information = 20 * 0.25 + 1.0 / (2.0 * (100.0 * nats) ** 2)
    assert np.sqrt(4.0 * ladder.core.naive[0, 0]) * nats == pytest.approx(1.0 / np.sqrt(information))


def test_anchors_are_held_and_the_others_are_pulled_to_their_mean() -> None:
    games = random_games(1, 4, 60, 30)
    one = fit(Results.of(games), {"bot1": 1500.0}, prior=200.0)
    plain = fit(Results.of(games), prior=200.0)
    assert np.diff(one.core.elo) == pytest.approx(np.diff(plain.core.elo))
    few = [duel("new", "bot1", 1.0, "x"), *games]
    found = fit(Results.of(few), {"bot1": 1500.0, "bot2": 1480.0}, prior=1.0)
    assert found.ratings[found.names.index("bot1")].elo == 1500.0
    assert found.ratings[found.names.index("new")].elo == pytest.approx(1490.0, abs=1.0)


def test_the_ladder_its_data_and_its_history_have_the_prior() -> None:
    ladder = fit(Results.of(duel("A", "B", 1.0, deal) for deal in range(20)), prior=200.0)
    assert "a prior of 200 Elo pulls all ratings towards their mean" in [note.text for note in notes(ladder)]
    assert as_data(ladder)["prior"] == 200.0
    assert history(ladder)[-1].elo == pytest.approx(ladder.core.elo)
    assert as_data(fit(Results.of([duel("A", "B", 1.0, 0)])))["prior"] is None


@pytest.mark.parametrize("deviation", [0.0, -5.0, float("nan"), float("inf")])
def test_what_is_no_deviation_is_refused(deviation: float) -> None:
    with pytest.raises(ValueError, match="the prior is a standard deviation in Elo"):
        fit(Results.of([duel("A", "B", 1.0, 0)]), prior=deviation)
