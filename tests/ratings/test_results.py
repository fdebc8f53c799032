import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from arena.ratings import Game, Results, duel
from tests.ratings.tables import small_games


def table(**changes: Any) -> Results:
    """Two games of owl and jay, with some columns changed."""
    columns: dict[str, Any] = {
        "names": ("owl", "jay"),
        "game": [0, 0, 1, 1],
        "deal": [7, 7, 7, 7],
        "entrant": [0, 1, 0, 1],
        "place": [1, 2, 2, 1],
    }
    return Results(**columns | changes)


def test_each_side_of_each_game_is_a_row() -> None:
    games = [
        Game(["owl", "jay"], [1, 2], "d1", faults=[1]),
        Game(["emu", "owl", "jay"], [2, 1, 2], "d2", seats=[2, 0, 1], points=[5, 9.5, None], decisions=[3, 4, 5]),
    ]
    results = Results.of(games)
    assert results.names == ("owl", "jay", "emu")
    assert results.game.tolist() == [0, 0, 1, 1, 1]
    assert results.deal.tolist() == [0, 0, 1, 1, 1]
    assert results.entrant.tolist() == [0, 1, 2, 0, 1]
    assert results.place.tolist() == [1, 2, 2, 1, 2]
    assert results.seat is not None
    assert results.seat.tolist() == [-1, -1, 2, 0, 1]
    assert results.points == pytest.approx([np.nan, np.nan, 5, 9.5, np.nan], nan_ok=True)
    assert results.fault is not None
    assert results.fault.tolist() == [False, True, False, False, False]
    assert results.decisions is not None
    assert results.decisions.tolist() == [0, 0, 3, 4, 5]
    assert results.ms is None
    assert len(results) == 5


@pytest.mark.parametrize(("score", "places"), [(1, (1, 2)), (0.5, (1, 1)), (0, (2, 1))])
def test_a_duel_is_a_game_of_two(score: float, places: tuple[int, int]) -> None:
    assert duel("owl", "jay", score, 3) == Game(("owl", "jay"), places, 3)


def test_the_fault_of_a_duel_is_that_of_the_loser() -> None:
    assert duel("owl", "jay", 1, 3, fault=True).faults == (1,)
    assert duel("owl", "jay", 0, 3, fault=True).faults == (0,)


def test_a_duel_has_a_winner_or_is_drawn() -> None:
    with pytest.raises(ValueError, match=re.escape("owl against jay: a score is 1, 0.5 or 0, not 0.7")):
        duel("owl", "jay", 0.7, 3)


@given(small_games(most=2))
def test_arrays_of_duels_make_the_same_table(games: list[Game]) -> None:
    slow = Results.of([game._replace(seats=(0, 1)) for game in games])
    first, second = (np.array([slow.names.index(game.sides[side]) for game in games]) for side in (0, 1))
    score = [0.5 * (1 + np.sign(game.places[1] - game.places[0])) for game in games]
    fast = Results.of_duels(slow.names, first, second, score, [hash(game.deal) for game in games], seated=True)
    assert fast.entrant.tolist() == slow.entrant.tolist()
    assert fast.seat is not None
    assert slow.seat is not None
    assert fast.seat.tolist() == slow.seat.tolist()
    for (ours,), (theirs,) in ((fast.orders, slow.orders),):
        assert ours.tolist() == theirs.tolist()


def test_columns_with_names_make_the_same_table() -> None:
    results = Results.from_columns(
        game=["g1", "g2", "g1", "g2"],
        deal=[(1, "x"), (2, "y"), (1, "x"), (2, "y")],
        entrant=["owl", "owl", "jay", "emu"],
        place=[1, 2, 2, 1],
        points=[3, None, 4, None],
        fault=[False, False, True, False],
        ms=[1.5, 2, None, 3],
    )
    assert results.names == ("owl", "jay", "emu")
    assert results.game.tolist() == [0, 1, 0, 1]
    assert results.deal.tolist() == [0, 1, 0, 1]
    assert [rows.tolist() for rows in results.orders] == [[[0, 2], [3, 1]]]
    assert results.ms is not None
    assert results.ms.tolist() == [1.5, 2, 0, 3]


def test_given_names_fix_the_order_and_may_have_no_games() -> None:
    results = Results.of([duel("owl", "jay", 1.0, 7)], names=["emu", "jay", "owl"])
    assert results.names == ("emu", "jay", "owl")
    assert results.entrant.tolist() == [2, 1]


def test_no_games_at_all_are_results_too() -> None:
    assert len(Results.of([], names=["owl"])) == 0
    assert Results.of([]).orders == ()


def test_rows_may_stand_in_any_order() -> None:
    results = table(game=[5, -9, -9, 5], entrant=[0, 1, 0, 1], place=[2, 4, 3, 1])
    (rows,) = results.orders
    assert rows.tolist() == [[2, 1], [3, 0]]


def test_games_are_ordered_by_size_and_places_by_the_table_where_tied() -> None:
    games = [Game("ABC", (2, 1, 2), 0), Game("AB", (1, 1), 0), Game("CBA", (3, 2, 1), 1)]
    two, three = Results.of(games).orders
    assert two.tolist() == [[3, 4]]
    assert three.tolist() == [[1, 0, 2], [7, 6, 5]]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"entrant": [0, 1, 0, 2]}, "row 3: no entrant has this number (entrant #2, game 1, deal 7, place 1)"),
        ({"entrant": [0, 1, -1, 1]}, "row 2: no entrant has this number"),
        (
            {"entrant": [0, 1, 1, 1]},
            "row 3: an entrant occurs twice in one game (entrant jay, game 1, deal 7, place 1)",
        ),
        ({"place": [1, 2, 0, 1]}, "row 2: a place is 1 or more (entrant owl, game 1, deal 7, place 0)"),
        ({"deal": [7, 8, 7, 7]}, "row 1: a game belongs to one deal (entrant jay, game 0, deal 8, place 2)"),
        (
            {"game": [0, 1, 1, 1]},
            "row 0: a game needs two sides, or points: no other row has this game (entrant owl",
        ),
        ({"seat": [0, 0, 1, 0]}, "row 1: a seat is taken twice in one game"),
        ({"seat": [0, -2, 1, 0]}, "row 1: a seat is 0 or more, or -1 if unknown"),
        ({"points": [0, 1, np.inf, 0]}, "row 2: points are from -1e+12 to 1e+12"),
        ({"ms": [0, 1, 2, np.nan]}, "row 3: ms are 0 or more"),
        ({"decisions": [0, -1, 2, 4]}, "row 1: decisions are 0 or more"),
        ({"place": [1, 2, 1.5, 2]}, "row 2: place is not a whole number but 1.5"),
        ({"place": [1, 2, 1, np.nan]}, "row 3: place is not a whole number but nan"),
        ({"place": [1, 2, 1, None]}, "the column place is not a list of numbers"),
        ({"place": ["first", "1", "1", "1"]}, "the column place is not a list of numbers"),
        ({"place": 1}, "the column place is not a list of numbers"),
        ({"names": ("owl", "owl")}, "entrants with the same name: owl"),
        ({"place": [1, 2]}, "the columns differ in length: {'game': 4, 'deal': 4, 'entrant': 4, 'place': 2}"),
    ],
)
def test_wrong_tables_are_refused_by_row(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        table(**changes)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Game(["owl", "cat"], [1, 2], 0), "unknown entrant: cat; known are owl, jay"),
        (Game(["owl", "owl"], [1, 2], 0), "row 1: an entrant occurs twice in one game (entrant owl"),
        (Game(["owl", "jay"], [1], 0), "game 0 (owl, jay): 1 places, 2 sides"),
        (Game(["owl", "jay"], [1, 2], 0, seats=[0]), "game 0 (owl, jay): 1 seats, 2 sides"),
        (Game(["owl", "jay"], [1, 2], 0, faults=[2]), "game 0 (owl, jay): a fault of side 2, which does not exist"),
    ],
)
def test_wrong_games_are_refused_by_name(game: Game, text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        Results.of([game], names=["owl", "jay"])


def test_a_score_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match=re.escape("game 1: a score is 1, 0.5 or 0, not 0.25")):
        Results.of_duels(("owl", "jay"), [0, 0], [1, 1], [1, 0.25], [0, 1])


def test_without_faults_whole_deals_are_gone() -> None:
    games = [
        duel("owl", "jay", 1.0, "d1"),
        duel("jay", "owl", 1.0, "d1", fault=True),
        duel("owl", "emu", 1.0, "d1"),
        duel("owl", "emu", 1.0, "d2"),
    ]
    left = Results.of(games).without_faults()
    assert left.names == ("owl", "jay", "emu")
    assert left.game.tolist() == [3, 3]
    clean = Results.of(games[2:])
    assert clean.without_faults() is clean


def test_numbers_of_deals_need_not_be_dense() -> None:
    seen = table(deal=[10**15, 10**15, -3, -3]).appearances
    assert seen.deal.tolist() == [0, 0, 1, 1]
    assert seen.entrant.tolist() == [0, 1, 0, 1]
    assert seen.of_row.tolist() == [2, 3, 0, 1]
