import re

import numpy as np
import pytest

from ladders import Game, Results, Tally
from ladders.results import Ints


def arrays(first: list[int], second: list[int], score: list[float], cluster: list[int]) -> Results:
    integers: list[Ints] = [np.array(column, dtype=np.int64) for column in (first, second, cluster)]
    fault = np.zeros(len(first), dtype=np.bool_)
    return Results(("owl", "jay"), integers[0], integers[1], np.array(score), integers[2], fault)


def test_entrants_are_numbered_as_they_appear() -> None:
    results = Results.of([Game("owl", "jay", 1, "d1"), Game("emu", "owl", 0.5, "d2", fault=True)])
    assert results.names == ("owl", "jay", "emu")
    assert results.first.tolist() == [0, 2]
    assert results.second.tolist() == [1, 0]
    assert results.score.tolist() == [1.0, 0.5]
    assert results.cluster.tolist() == [0, 1]
    assert results.fault.tolist() == [False, True]
    assert len(results) == 2


def test_given_names_fix_the_order_and_may_have_no_games() -> None:
    results = Results.of([("owl", "jay", 1.0, 7)], names=["emu", "jay", "owl"])
    assert results.names == ("emu", "jay", "owl")
    assert (results.first.tolist(), results.second.tolist()) == ([2], [1])


def test_no_games_at_all_are_results_too() -> None:
    assert len(Results.of([], names=["owl"])) == 0
    assert Results.of([], names=["owl"]).tallies() == (Tally(0, 0, 0, 0, 0.0, 0, 0),)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (("owl", "cat", 1.0, 0), "unknown entrant: cat; known are owl, jay"),
        (("owl", "owl", 1.0, 0), "an entrant against itself in row 0: owl against owl"),
        (("owl", "jay", 1.5, 0), "score outside [0, 1] in row 0: owl against jay, score 1.5"),
        (("owl", "jay", -0.1, 0), "score outside [0, 1]"),
        (("owl", "jay", float("nan"), 0), "score outside [0, 1] in row 0: owl against jay, score nan"),
    ],
)
def test_wrong_rows_are_refused_by_name(game: tuple[str, str, float, int], text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        Results.of([game], names=["owl", "jay"])


def test_two_entrants_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="same name: owl"):
        Results.of([], names=["owl", "jay", "owl"])


def test_wrong_arrays_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown first entrant in row 0: #2 against jay"):
        arrays([2], [1], [1.0], [0])
    with pytest.raises(ValueError, match="unknown second entrant in row 1: owl against #-1"):
        arrays([0, 0], [1, -1], [1.0, 1.0], [0, 0])
    with pytest.raises(ValueError, match="differ in length"):
        arrays([0, 0], [1, 1], [1.0], [0, 0])


def test_tallies_count_both_sides_and_deals_only_once() -> None:
    games = [
        Game("owl", "jay", 1.0, "d1"),
        Game("jay", "owl", 0.5, "d1"),
        Game("jay", "owl", 1.0, "d2", fault=True),
        Game("owl", "emu", 0.0, "d1"),
    ]
    owl, jay, emu = Results.of(games).tallies()
    assert owl == Tally(games=4, wins=1, draws=1, losses=2, points=1.5, deals=2, faults=1)
    assert jay == Tally(games=3, wins=1, draws=1, losses=1, points=1.5, deals=2, faults=0)
    assert emu == Tally(games=1, wins=1, draws=0, losses=0, points=1.0, deals=1, faults=0)
    assert owl.score == 0.375


def test_cluster_numbers_need_not_be_dense() -> None:
    seen = arrays([0, 1, 0], [1, 0, 1], [1.0, 0.0, 0.5], [10**15, -3, 10**15]).appearances
    assert seen.deal.tolist() == [0, 0, 1, 1]
    assert seen.entrant.tolist() == [0, 1, 0, 1]
    assert seen.of_first.tolist() == [2, 1, 2]
    assert seen.of_second.tolist() == [3, 0, 3]
