import pytest

from arena.ratings import Game, Results, duel, fit, head_to_head, versus
from tests.ratings.tables import random_games


def test_both_ways_are_mirror_images() -> None:
    found = head_to_head(fit(Results.of(random_games(4, 5, 300, 100))))
    assert len(found) == 20
    for (i, j), cell in found.items():
        other = found[j, i]
        assert cell.games == other.games
        assert cell.score + other.score == pytest.approx(1.0)
        assert cell.expected is not None and other.expected is not None
        assert cell.expected + other.expected == pytest.approx(1.0)
        assert cell.z is not None and other.z is not None
        assert cell.z == -other.z


def test_expectations_add_up_to_what_each_scored() -> None:
    """The likelihood equations: for each entrant, the predicted scores add up to the actual ones."""
    ladder = fit(Results.of(random_games(4, 5, 300, 100)))
    found = head_to_head(ladder)
    for i in range(5):
        cells = [cell for (first, _), cell in found.items() if first == i]
        assert sum(c.games * c.score for c in cells) == pytest.approx(sum(c.games * (c.expected or 0) for c in cells))


def test_those_without_a_rating_have_scores_only() -> None:
    games = [duel("owl", "jay", float(deal % 2), deal) for deal in range(8)] + [duel("owl", "fox", 1.0, 9)]
    found = versus(fit(Results.of(games)), "owl", "fox")
    assert (found.games, found.score, found.expected, found.z) == (1, 1.0, None, None)


def test_a_pair_has_its_complete_deals_and_all_its_games() -> None:
    games = [Game(["owl", "jay"], [1 + room, 2 - room], deal, [room, 1 - room]) for deal in range(6) for room in (0, 1)]
    found = versus(fit(Results.of([*games, duel("owl", "jay", 0.0, 99)])), "jay", "owl")
    assert (found.found.deals, found.found.games, found.games) == (6, 12, 13)
    assert found.found.identical
    assert found.score == pytest.approx(7 / 13)


def test_names_that_nobody_has_are_refused() -> None:
    ladder = fit(Results.of([duel("owl", "jay", float(deal % 2), deal) for deal in range(8)]))
    with pytest.raises(ValueError, match="unknown entrant: fox; the entrants are owl, jay"):
        versus(ladder, "owl", "fox")
