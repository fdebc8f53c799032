"""When a game is over, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from arena.games.five_hundred import GAME
from arena.games.five_hundred.options import PRESETS, Options
from arena.games.five_hundred.score import result
from arena.games.kernel import Result
from arena.games.kernel.position import play_game
from arena.games.parts.finish import Standing
from tests.games.five_hundred.situations import (
    DUMMY_GAME,
    FIVE,
    FOUR,
    NULLO,
    PASSED,
    ROUNDS,
    STANDARD,
    THOUSAND,
    Entered,
    entered,
)
from tests.games.situations import ended, shuffles


def winner(deal: Entered) -> list[int]:
    """Who won the game by this deal, nobody if it goes on."""
    return [] if deal.over is None else [side for side, place in enumerate(deal.over[0]) if place == 1]


@pytest.mark.rule("FH-77", "FH-78", "FH-X41")
@pytest.mark.parametrize(
    ("bid", "before", "scores", "won"),
    [
        ("6C", (430, 470, 300), (490, 510, 300), 1),
        ("6D", (430, 470, 300), (510, 510, 300), 0),
        ("6D", (420, 480, 300), (500, 520, 300), 0),
    ],
)
def test_the_contractor_wins_before_opponents(
    bid: str, before: tuple[int, ...], scores: tuple[int, ...], won: int
) -> None:
    deal = entered(STANDARD, f"0:{bid}", (6, 4, 0), before=before)
    assert deal.after.scores == scores
    assert winner(deal) == [won]
    assert deal.over is not None and deal.over[1] == "target"


@pytest.mark.rule("FH-79", "FH-X42")
@pytest.mark.parametrize(("order", "won"), [("0201201200", 1), ("0201200210", 2)])
def test_of_two_opponents_the_first_to_get_there_wins(order: str, won: int) -> None:
    deal = entered(STANDARD, "0:8H", order, before=(100, 480, 470))
    assert deal.after.scores[0] == -200
    assert deal.after.scores[1] == deal.after.scores[2] == 500
    assert winner(deal) == [won]


@pytest.mark.rule("FH-79", "FH-R12")
def test_the_points_of_cards_come_with_their_tricks() -> None:
    o = replace(THOUSAND, target=500)
    cards = ["7S 8S", "AS AH", "KS QS JS", "9S", "9H", "8H"]
    deal = entered(o, "0:10S", "012211", before=(0, 470, 470), cards=cards)
    assert deal.after.scores == (-440, 470 + 30 + 2 + 9 + 8 - 0, 470 + 20 + 30 + 9)
    assert winner(deal) == [2]


@pytest.mark.rule("FH-71", "FH-79", "FH-R11")
def test_tricks_of_a_lost_nullo_bring_all_opponents_on_at_once() -> None:
    assert winner(entered(NULLO, "0:nullo", "1200000000", before=(0, 460, 450))) == [1]
    assert winner(entered(NULLO, "0:nullo", "2100000000", before=(0, 470, 450))) == [1]
    # At the third trick 1 stands at 500 and 2 at 510: the higher score counts.
    assert winner(entered(NULLO, "0:nullo", "0010222222", before=(0, 470, 480))) == [2]


@pytest.mark.rule("FH-R11")
@pytest.mark.parametrize(("dealer", "won"), [(0, 1), (1, 2), (2, 1)])
def test_equal_scores_on_the_same_trick_go_to_the_dealers_left(dealer: int, won: int) -> None:
    assert winner(entered(NULLO, "0:nullo", "0000000000", before=(0, 490, 490), dealer=dealer)) == [won]


@pytest.mark.rule("FH-79", "FH-R29")
def test_a_passed_deal_is_won_by_the_first_to_get_there() -> None:
    assert winner(entered(PASSED, "", "0122222221", before=(490, 490, 0))) == [0]
    assert winner(entered(PASSED, "", "1022222220", before=(490, 490, 0))) == [1]
    o = replace(DUMMY_GAME, passed_deal="play")
    assert winner(entered(o, "", "1000000001", before=(480, 480))) == [0]


@pytest.mark.rule("FH-81", "FH-X43", "FH-R13", "FH-R30")
@pytest.mark.parametrize(
    ("bid", "tricks", "won"), [("7D", (5, 2, 3), []), ("8S", (5, 2, 3), [1]), ("8S", (5, 0, 5), [1, 2])]
)
def test_the_floor_ends_the_game_for_the_highest_score(bid: str, tricks: tuple[int, ...], won: list[int]) -> None:
    deal = entered(STANDARD, f"0:{bid}", tricks, before=(-300, -40, -90))
    assert winner(deal) == won
    assert deal.over is None or deal.over[1] == "floor"


@pytest.mark.rule("FH-78", "FH-81", "FH-X44", "FH-R29")
def test_two_players_end_as_three_do() -> None:
    assert winner(entered(DUMMY_GAME, "0:6S", (6, 4), before=(450, 460))) == [1]
    assert winner(entered(DUMMY_GAME, "0:6C", (6, 4), before=(450, 460))) == [0]
    assert winner(entered(DUMMY_GAME, "0:6D", (5, 5), before=(-450, 0))) == [1]


@pytest.mark.rule("FH-82", "FH-X45", "FH-R17")
def test_points_in_defence_stop_below_the_target() -> None:
    first = entered(FOUR, "0:6S", (4, 2, 3, 1), before=(0, 480))
    assert (first.after.scores, first.over) == ((40, 490), None)
    again = entered(FOUR, "0:6S", (4, 2, 2, 2), before=(0, 490))
    assert (again.after.scores, again.over) == ((40, 490), None)
    assert winner(entered(FOUR, "1:6S", (2, 4, 2, 2), before=(0, 490))) == [1]
    assert winner(entered(FOUR, "0:6S", (4, 2, 3, 1), before=(460, 490))) == [0]


@pytest.mark.rule("FH-82", "FH-R17")
def test_the_cap_holds_for_each_player_and_for_every_kind_of_points() -> None:
    o = replace(STANDARD, defender_finish="capped")
    assert entered(o, "0:7D", (6, 3, 1), before=(0, 480, 485)).after.scores == (-180, 490, 490)
    o = replace(PASSED, defender_finish="capped")
    assert entered(o, "", (6, 3, 1), before=(450, 480, 485)).after.scores == (490, 490, 490)
    o = replace(NULLO, defender_finish="capped")
    assert entered(o, "0:nullo", (6, 3, 1), before=(0, 430, 400)).after.scores == (-250, 490, 470)
    o = replace(THOUSAND, defender_finish="capped")
    assert entered(o, "0:10S", "1", before=(0, 980, 0), cards=["KS QS"]).after.scores[1] == 990


@pytest.mark.rule("FH-82", "FH-80", "FH-R13", "FH-R14")
def test_a_capped_game_of_five_is_won_by_the_best_of_the_contracting_side() -> None:
    o = replace(FIVE, defender_finish="capped")
    deal = entered(o, "0:6S", (4, 0, 2, 2, 2), partners=[3], before=(470, 0, 490, 480, 0))
    assert (deal.after.scores, winner(deal)) == ((510, 0, 490, 520, 20), [3])
    deal = entered(o, "0:6S", (4, 0, 2, 2, 2), partners=[3], before=(480, 0, 490, 480, 0))
    assert winner(deal) == [0]


@pytest.mark.rule("FH-81", "FH-X46")
def test_partners_at_the_floor_lose_to_the_others() -> None:
    deal = entered(FOUR, "0:7NT", (3, 2, 3, 2), before=(-280, -400))
    assert (deal.after.scores, winner(deal)) == ((-500, -360), [1])
    assert deal.over == ((2, 1), "floor")


@pytest.mark.rule("FH-83", "FH-X47", "FH-R18")
def test_only_a_contract_wins_where_scores_are_not_capped() -> None:
    scores: tuple[int, ...] = (330, 480)
    for contract, tricks, after, won in (
        ("0:6S", (3, 2, 3, 2), (370, 520), []),
        ("0:6C", (4, 1, 4, 1), (430, 540), []),
        ("1:6D", (3, 2, 3, 2), (490, 460), []),
        ("1:6S", (2, 3, 2, 3), (530, 500), [1]),
    ):
        deal = entered(ROUNDS, contract, tricks, before=scores)
        assert (deal.after.scores, winner(deal)) == (after, won)
        scores = deal.after.scores


@pytest.mark.rule("FH-X47", "FH-83")
def test_the_other_sides_contract_short_of_the_target_does_not_end_it() -> None:
    deal = entered(ROUNDS, "0:7C", (4, 1, 4, 1), before=(330, 520))
    assert (deal.after.scores, winner(deal)) == ((490, 540), [])
    deal = entered(ROUNDS, "0:7C", (4, 1, 4, 1), before=(350, 520))
    assert (deal.after.scores, winner(deal)) == ((510, 540), [0])


@pytest.mark.rule("FH-80", "FH-X48", "FH-R14")
@pytest.mark.parametrize(
    ("contract", "tricks", "before", "won"),
    [
        ("0:6S", (4, 0, 0, 2, 4), (450, 0, 0, 470, 490), [3]),
        ("0:6S", (4, 0, 0, 2, 4), (520 - 0, 0, 0, 500, 550), [0]),
        ("0:8S", (1, 4, 2, 1, 2), (0, 470, 0, 0, 500), [4]),
    ],
)
def test_of_five_players_the_contracting_side_comes_first(
    contract: str, tricks: tuple[int, ...], before: tuple[int, ...], won: list[int]
) -> None:
    partners = [3] if contract.startswith("0:6") else [3, 2]
    assert winner(entered(FIVE, contract, tricks, partners=partners, before=before)) == won


@pytest.mark.rule("FH-80", "FH-R13")
@pytest.mark.parametrize(
    ("contract", "before", "won"),
    [
        ("0:6S", (470, 0, 470, 470, 0), [0]),
        ("0:6S", (400, 0, 0, 470, 0), [3]),
        ("0:10S", (0, 480, 0, 480, 0), [1]),
        ("", (0, 480, 480, 0, 0), [1, 2]),
    ],
)
def test_equal_scores_of_five_win_together_unless_one_is_the_contractors(
    contract: str, before: tuple[int, ...], won: list[int]
) -> None:
    tricks = (3, 2, 2, 3, 0)
    partners = [3] if contract else []
    o = FIVE if contract else replace(FIVE, passed_deal="play")
    assert winner(entered(o, contract, tricks, partners=partners, before=before)) == won


@pytest.mark.rule("FH-75", "FH-77", "FH-X49")
def test_one_thousand_and_fifteen_hundred() -> None:
    won = entered(THOUSAND, "0:8D", "0000000011", before=(640, 975, 120), cards=CARDS_185_45)
    assert won.after.scores == (1105, 1040, 120)
    assert winner(won) == [0]
    lost = entered(THOUSAND, "0:8D", "0000000111", before=(640, 975, 120), cards=[""] * 9 + ["KS QS JS TS 5S"])
    assert (lost.after.scores, winner(lost)) == ((360, 1050, 120), [1])
    on = entered(PRESETS["fifteen-hundred"], "0:8D", "0000000011", before=(640, 975, 120), cards=CARDS_185_45)
    assert (on.after.scores, on.over) == ((1105, 1040, 120), None)


CARDS_185_45 = [
    "KS QS JS TS",
    "KH QH JH TH",
    "KD QD JD TD",
    "KC QC JC TC",
    "9S 8S",
    "8H",
    "",
    "",
    "9C 9D 9H 7C",
    "7S AS AH AD AC",
]
"""Cards of 160 and 25 points in the first eight tricks, and of 45 in the last two."""


@pytest.mark.rule("FH-81", "FH-R10")
def test_the_target_is_looked_at_before_the_floor() -> None:
    deal = entered(STANDARD, "0:8H", (0, 6, 4), before=(-300, 450, 300))
    assert deal.over == ((3, 1, 2), "target")


@pytest.mark.rule("FH-81")
def test_there_may_be_another_floor_or_none() -> None:
    o = replace(STANDARD, loss_floor=-300)
    assert winner(entered(o, "0:8H", (7, 3, 0), before=(0, 0, 0))) == [1]
    o = replace(STANDARD, loss_floor="none")
    assert entered(o, "0:8H", (7, 3, 0), before=(-900, 0, 0)).over is None


@pytest.mark.rule("FH-84", "FH-R13", "FH-R33")
@pytest.mark.parametrize(("scores", "places"), [((30, -20, 10), (1, 3, 2)), ((30, 30, 10), (1, 1, 3))])
def test_the_last_deal_ends_the_game(scores: tuple[int, ...], places: tuple[int, ...]) -> None:
    o = replace(STANDARD, max_deals=12)
    assert result(o, Standing(0, scores, 11)) is None
    assert result(o, Standing(0, scores, 12)) == Result(places, scores, "limit")


@pytest.mark.rule("FH-76", "FH-84", "FH-R33")
def test_a_game_of_passers_ends_at_the_limit() -> None:
    position = play_game(GAME, replace(STANDARD, max_deals=3), shuffles(1))
    while position.ask is not None:
        position.play("pass")
    assert position.result == Result((1, 1, 1), (0, 0, 0), "limit")


@pytest.mark.rule("FH-76", "FH-R30")
@pytest.mark.parametrize("preset", ["standard", "four-player", "five-player", "two-player-short"])
@pytest.mark.parametrize("seed", range(3))
def test_games_end_for_one_of_three_reasons(preset: str, seed: int) -> None:
    end = ended(play_game(GAME, PRESETS[preset], shuffles(seed)), Random(seed))
    assert end.reason in {"target", "floor", "limit"}
    assert min(end.places) == 1
    assert end.extra == ()


def at(o: Options, scores: Sequence[int]) -> Result | None:
    return result(o, Standing(0, tuple(scores)))


@pytest.mark.rule("FH-76", "FH-82", "FH-83")
def test_scores_alone_do_not_win() -> None:
    assert at(STANDARD, (510, 0, 0)) is None
    assert at(STANDARD, (0, -500, 0)) is not None
    assert Standing(2, (10, -20, 0), 4, (1,)).words() == ("dealer=2", "scores=10,-20,0", "finished=4")
