"""Scores of a deal."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.five_hundred.bidding import bids
from arena.games.five_hundred.dealing import pack_for
from arena.games.five_hundred.options import PRESETS, Options
from arena.games.five_hundred.score import Played, card_points, gain, points
from arena.games.kernel import Note
from tests.games.five_hundred.situations import (
    CLASSIC,
    FIVE,
    FOUR,
    INVERTED,
    NULLO,
    ONE_ROUND,
    PASSED,
    ROUNDS,
    STANDARD,
    THOUSAND,
    entered,
    gains,
)

tricks_of_three = st.integers(0, 10).flatmap(lambda a: st.integers(0, 10 - a).map(lambda b: (a, b, 10 - a - b)))


@pytest.mark.rule("FH-67", "FH-69", "FH-70", "FH-X25")
def test_a_contract_scores_or_loses_its_value_and_opponents_their_tricks() -> None:
    assert gains(STANDARD, "0:7D", (8, 2, 0)) == (180, 20, 0)
    assert gains(STANDARD, "0:7D", (6, 3, 1)) == (-180, 30, 10)


@pytest.mark.rule("FH-67", "FH-68", "FH-X26")
@pytest.mark.parametrize(
    ("bid", "tricks", "gained"), [("7D", 10, 250), ("8S", 10, 250), ("8C", 10, 260), ("8S", 9, 240), ("10NT", 10, 520)]
)
def test_all_ten_tricks_are_worth_250_at_least(bid: str, tricks: int, gained: int) -> None:
    assert gains(STANDARD, f"0:{bid}", (tricks, 10 - tricks, 0))[0] == gained


@pytest.mark.rule("FH-71", "FH-X27", "FH-35", "FH-R7")
def test_nullo_is_made_without_a_trick_and_gives_the_others_its_own() -> None:
    assert gains(NULLO, "0:nullo", (0, 6, 4)) == (250, 60, 40)
    assert gains(NULLO, "0:nullo", (2, 5, 3)) == (-250, 70, 50)
    assert gains(NULLO, "0:nullo", (10, 0, 0)) == (-250, 100, 100)


@pytest.mark.rule("FH-65", "FH-68", "FH-X28", "FH-R6")
@pytest.mark.parametrize(
    ("bid", "tricks", "gained"),
    [
        ("8S", 9, 120),
        ("7C", 6, -120),
        ("10S", 10, 250),
        ("9C", 9, 240),
        ("9C", 10, 250),
        ("9D", 10, 320),
        ("7NT", 10, 250),
    ],
)
def test_classic_values(bid: str, tricks: int, gained: int) -> None:
    assert gains(CLASSIC, f"0:{bid}", (tricks, 10 - tricks, 0))[0] == gained


@pytest.mark.rule("FH-66", "FH-X29")
@pytest.mark.parametrize(("bid", "tricks", "gained"), [("7H", 7, 160), ("8C", 8, 120), ("9S", 8, -240), ("6D", 6, 100)])
def test_inverted_values(bid: str, tricks: int, gained: int) -> None:
    assert gains(INVERTED, f"0:{bid}", (tricks, 10 - tricks, 0))[0] == gained


@pytest.mark.rule("FH-74", "FH-X30")
def test_a_passed_deal_scores_tricks() -> None:
    assert gains(PASSED, "", (5, 3, 2)) == (50, 30, 20)


@pytest.mark.rule("FH-67", "FH-68", "FH-70", "FH-X31")
def test_partners_count_their_tricks_together() -> None:
    assert gains(FOUR, "0:8C", (5, 1, 3, 1)) == (260, 20)
    assert gains(FOUR, "2:8C", (5, 2, 2, 1)) == (-260, 30)
    assert gains(FOUR, "0:7H", (5, 0, 5, 0)) == (250, 0)


@pytest.mark.rule("FH-72", "FH-X32", "FH-R7")
@pytest.mark.parametrize(("bid", "value"), [("misere", 250), ("open-misere", 500)])
def test_misere_scores_or_loses_and_opponents_score_nothing(bid: str, value: int) -> None:
    assert gains(FOUR, f"3:{bid}", (6, 0, 4, 0)) == (0, value)
    assert gains(FOUR, f"3:{bid}", (5, 0, 4, 1)) == (0, -value)


@pytest.mark.rule("FH-68", "FH-X33")
def test_the_slam_bonus_may_depend_on_the_auction() -> None:
    assert gains(ROUNDS, "0:7H", (5, 0, 5, 0)) == (200, 0)
    assert gains(ONE_ROUND, "0:7H", (5, 0, 5, 0)) == (250, 0)
    assert gains(replace(ROUNDS, slam_bonus="on"), "0:7H", (5, 0, 5, 0)) == (250, 0)
    assert gains(replace(STANDARD, slam_bonus="off"), "0:7H", (10, 0, 0)) == (200, 0, 0)


@pytest.mark.rule("FH-75", "FH-R16")
@pytest.mark.parametrize(("preset", "total"), [("standard", 260), ("sans-joker", 260), ("four-player", 312)])
def test_a_pack_is_worth_so_many_points(preset: str, total: int) -> None:
    assert card_points(pack_for(PRESETS[preset])) == total


@pytest.mark.rule("FH-75", "FH-R16")
def test_other_packs_are_worth_so_many_points() -> None:
    assert card_points(pack_for(replace(FOUR, joker="off"))) == 312
    assert card_points(pack_for(FIVE)) == card_points(pack_for(replace(FIVE, joker="off"))) == 340
    assert card_points(pack_for(PRESETS["two-player-short"])) == 200
    assert [card_points([card]) for card in ("JK", "AS", "KS", "QS", "JS", "TS", "9S", "7S", "2S")] == [
        0,
        1,
        10,
        10,
        10,
        10,
        9,
        7,
        2,
    ]


CARDS = ["AS KS", "QH 7D", "JK 9S", "TC 8C"]
"""Tricks worth 11, 17, 9 and 18."""


@pytest.mark.rule("FH-75", "FH-R16")
def test_cards_count_for_a_made_contract_and_for_opponents() -> None:
    assert gains(THOUSAND, "0:6S", "0120000000", cards=[*CARDS, *[""] * 6]) == (40 + 11 + 18, 10 + 17, 10 + 9)
    assert gains(THOUSAND, "0:10S", "0120000000", cards=[*CARDS, *[""] * 6]) == (-440, 27, 19)


@pytest.mark.rule("FH-75", "FH-74", "FH-71", "FH-R16")
def test_cards_count_in_passed_deals_and_against_a_lost_nullo() -> None:
    o = replace(PASSED, card_bonus=True)
    assert gains(o, "", "0120", cards=CARDS) == (20 + 29, 10 + 17, 10 + 9)
    o = replace(NULLO, card_bonus=True)
    assert gains(o, "0:nullo", "0120", cards=CARDS) == (-250, 20 + 10 + 17, 20 + 10 + 9)
    assert gains(o, "0:nullo", "1122", cards=CARDS) == (250, 20 + 28, 20 + 27)


@pytest.mark.rule("FH-75", "FH-72", "FH-R16")
def test_cards_count_together_for_partners_and_not_at_all_in_misere() -> None:
    o = replace(FOUR, card_bonus=True)
    assert gains(o, "0:6S", "0122200000", cards=[*CARDS, *[""] * 6]) == (40 + 11 + 9 + 18, 10 + 17)
    assert gains(o, "0:misere", "1133", cards=CARDS) == (250, 0)


@pytest.mark.rule("FH-75", "FH-73", "FH-R16")
def test_of_five_players_each_of_the_contracting_side_scores_all_its_cards() -> None:
    o = replace(FIVE, card_bonus=True)
    scores = gains(o, "0:6S", "0123300000", partners=[3], cards=[*CARDS, *[""] * 6])
    assert scores == (40 + 29, 27, 19, 40 + 29, 0)
    failed = gains(o, "0:10S", "0123300000", partners=[3], cards=[*CARDS, *[""] * 6])
    assert failed == (-440, 27, 19, -440, 0)


@pytest.mark.rule("FH-85", "FH-75")
def test_tricks_cards_and_scores_are_told_in_this_order() -> None:
    told = entered(THOUSAND, "0:6S", "0120000000", cards=[*CARDS, *[""] * 6]).told
    assert told == [Note("points", (8, 1, 1)), Note("card-points", (29, 17, 9)), Note("scores", (69, 27, 19))]
    assert [note.kind for note in entered(STANDARD, "0:6S", (8, 1, 1)).told] == ["points", "scores"]


@pytest.mark.rule("FH-67", "FH-69", "FH-70", "FH-71")
@given(tricks_of_three, st.data())
def test_every_deal_of_three_is_scored_by_value_and_tricks(tricks: tuple[int, ...], data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(bids(NULLO)))
    played = Played(word, (0,), tricks, (0, 0, 0))
    bonus = 10 * tricks[0] if word == "nullo" else 0
    assert (gain(NULLO, played) > 0) == played.made
    assert [points(played, side) for side in (1, 2)] == [10 * tricks[1] + bonus, 10 * tricks[2] + bonus]


@pytest.mark.rule("FH-R15", "FH-R1")
def test_one_thousand_and_fifteen_hundred_change_target_and_cards_only() -> None:
    for name, target in (("one-thousand", 1000), ("fifteen-hundred", 1500)):
        assert replace(PRESETS[name], target=500, card_bonus=False) == Options()
        assert PRESETS[name].target == target
    assert gains(THOUSAND, "0:7D", (10, 0, 0))[0] == 250
