import re

import pytest

from arena.ratings import Game, Results, duel, pairs_between


def test_deals_stand_in_the_order_of_play_and_scores_are_those_of_the_first_named() -> None:
    games = [duel("A", "B", 1.0, "x"), duel("B", "A", 0.5, "y"), duel("B", "A", 1.0, "x"), duel("A", "B", 0.0, "y")]
    assert pairs_between(Results.of(games), "A", "B").scores.tolist() == [[1.0, 0.0], [0.5, 0.0]]
    assert pairs_between(Results.of(games), "B", "A").scores.tolist() == [[0.0, 1.0], [0.5, 1.0]]
    turned = [games[1], games[0], games[3], games[2]]
    assert pairs_between(Results.of(turned), "A", "B").scores.tolist() == [[0.5, 0.0], [1.0, 0.0]]


def test_a_deal_that_lacks_a_room_does_not_count() -> None:
    games = [duel("A", "B", 1.0, 0), duel("A", "B", 0.0, 1), duel("B", "A", 0.0, 1), duel("A", "C", 1.0, 0)]
    assert pairs_between(Results.of(games), "A", "B").scores.tolist() == [[0.0, 1.0]]


def test_margins_are_differences_of_points() -> None:
    games = [Game("AB", (1, 2), 0, points=(9, 4)), Game("BA", (1, 2), 0, points=(3, 1))]
    found = pairs_between(Results.of(games), "A", "B")
    assert found.margins is not None
    assert found.margins.tolist() == [[5.0, -2.0]]
    unknown = [*games, Game("AB", (1, 2), 1, points=(None, 4)), Game("BA", (1, 2), 1, points=(3, 1))]
    assert pairs_between(Results.of(unknown), "A", "B").margins is None


def test_at_a_larger_table_the_order_of_the_two_counts() -> None:
    games = [Game("CAB", (1, 2, 2), 0, points=(5, 3, 3)), Game("ABC", (2, 3, 1), 1, points=(3, 1, 9))]
    found = pairs_between(Results.of(games), "A", "B")
    assert found.scores.tolist() == [[0.5], [1.0]]
    assert found.margins is not None
    assert found.margins.tolist() == [[0.0], [2.0]]


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [("A", "cat", "unknown entrant: cat; the entrants are A, B, C"), ("A", "C", "A and C have not met")],
)
def test_who_cannot_be_compared_is_named(first: str, second: str, text: str) -> None:
    results = Results.of([duel("A", "B", 1.0, 0), duel("C", "B", 1.0, 0)])
    with pytest.raises(ValueError, match=re.escape(text)):
        pairs_between(results, first, second)
