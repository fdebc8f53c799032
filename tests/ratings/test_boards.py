"""Boards: who is ahead in the sum of a deal's rooms has won the deal."""

import numpy as np
import pytest

from arena.ratings import Game, Results, boards, fit, rows


def room(
    sides: str, deal: int, margin: float | None, *, faults: tuple[int, ...] = (), contest: str | None = None
) -> Game:
    places = (1, 2) if (margin or 0.0) > 0.0 or 1 in faults else (2, 1)
    points = None if margin is None else (margin, -margin)
    return Game([*sides], places, deal, (0, 1), points, faults, (10, 12), (5.0, 6.0), contest)


def table(results: Results) -> list[tuple[int, str, int, float]]:
    assert results.points is not None
    columns = results.deal.tolist(), results.entrant.tolist(), results.place.tolist(), results.points.tolist()
    return [(deal, results.names[one], place, points) for deal, one, place, points in zip(*columns, strict=True)]


def test_the_sign_of_the_summed_margin_decides() -> None:
    games = [
        room("AB", 0, 10),
        room("BA", 0, 6),
        room("AB", 1, 5),
        room("BA", 1, 5),
        room("AB", 2, -1),
        room("BA", 2, 9),
    ]
    found = boards(Results.of(games))
    assert found.games == 3
    assert table(found) == [
        *((0, "A", 1, 2.0), (0, "B", 2, -2.0)),
        *((1, "A", 1, 0.0), (1, "B", 1, 0.0)),
        *((2, "A", 2, -5.0), (2, "B", 1, 5.0)),
    ]
    assert found.decisions is not None
    assert found.decisions.tolist() == [22] * 6
    assert rows(fit(found))[0].points == pytest.approx(-2.0)


def test_each_two_of_a_deal_have_a_board_of_their_own() -> None:
    games = [room(pair, 0, 3) for pair in ("AB", "BA", "AC", "CA", "BC", "CB")]
    assert boards(Results.of(games)).games == 3


def test_a_room_that_a_fault_cut_short_costs_the_worst_margin() -> None:
    games = [room("AB", 0, 10), room("BA", 0, 4), room("AB", 1, 8), room("BA", 1, None, faults=(1,))]
    found = boards(Results.of(games))
    assert [row[1:3] for row in table(found)][2:] == [("A", 2), ("B", 1)], "A failed, and lost by the worst margin"
    assert found.fault is not None
    assert found.fault.tolist() == [False, False, True, False]


def test_contests_stay_apart() -> None:
    games = [room("AB", deal, 3, contest=f"game{deal}") for deal in range(2)]
    found = boards(Results.of(games))
    assert found.contest is not None
    assert found.contest.tolist() == [0, 0, 1, 1]


def test_close_programs_are_told_apart_by_boards_where_wins_split() -> None:
    """One is half a point better in games that the cards decide: nearly all deals are split by wins."""
    rng = np.random.default_rng(4)
    games = []
    for deal, luck in enumerate(rng.normal(0.0, 20.0, 400).tolist()):
        for sides, sign in (("AB", 1.0), ("BA", -1.0)):
            margin = round(luck + sign * 0.6 + rng.normal(0.0, 1.0)) or 1
            games.append(room(sides, deal, float(margin)))
    results = Results.of(games)
    by_wins, by_boards = fit(results).los(0, 1), fit(boards(results)).los(0, 1)
    assert by_wins is not None and by_boards is not None
    assert by_boards > 0.9999 > by_wins


@pytest.mark.parametrize(
    ("games", "text"),
    [
        ([Game("ABC", (1, 2, 3), 0, points=(3, 2, 1))], "boards are for games of two sides"),
        ([Game("A", [1], 0, points=[3]), Game("B", [1], 0, points=[4])], "boards are for games of two sides"),
        ([room("AB", 0, None)], "these games record none"),
    ],
)
def test_without_two_sides_or_points_there_are_none(games: list[Game], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        boards(Results.of(games))


def test_no_games_are_no_boards() -> None:
    assert boards(Results.of([], names=["A"])).games == 0
