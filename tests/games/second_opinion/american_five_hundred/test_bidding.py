"""The worked examples of the American Five Hundred sheet about dealing, claims and auctions (AF-X1 to X9)."""

from __future__ import annotations

import pytest

from tests.games.second_opinion.american_five_hundred.auction import (
    ALL_BIDS,
    Bidding,
    ace_no_face,
    dealt,
    first_dealer,
    special_hand,
    trump_of,
    value,
)
from tests.games.second_opinion.american_five_hundred.checker import CHECKER
from tests.games.second_opinion.american_five_hundred.presets import PRESETS, preset
from tests.games.second_opinion.bowers import Suits, high_to_low
from tests.games.second_opinion.cards import clockwise
from tests.games.second_opinion.five_hundred.auction import bids_of, hold_auction
from tests.games.second_opinion.written import Script, numbers

PLAIN, JOKER, SPLIT, ONE_COLOUR = ["AS"], ["JK"], ["JH", "JC"], ["JH", "JD"]
SUITED = [f"{tricks}{suit}" for tricks in range(6, 11) for suit in ("S", "C", "D", "H", "NT")]


def test_packets() -> None:
    assert dealt(range(1, 46), 0) == {  # AF-X1
        1: numbers("1-3 16-17 26-28 38-39"),
        2: numbers("4-6 18-19 29-31 40-41"),
        3: numbers("7-9 20-21 32-34 42-43"),
        0: numbers("10-12 22-23 35-37 44-45"),
        "kitty": numbers("13-15 24-25"),
    }
    assert len(preset("st-paul").pack) == len(set(preset("st-paul").pack)) == 45


def test_the_first_jack_deals() -> None:
    assert first_dealer(["9S", "JK", "4D", "AC", "KH", "JD"]) == 1  # AF-X2


def test_the_rank_of_cards() -> None:
    pack = preset("st-paul").pack  # AF-X3
    assert high_to_low(Suits("S"), pack, "S") == [
        "JK",
        "JS",
        "JC",
        "AS",
        "KS",
        "QS",
        "TS",
        "9S",
        "8S",
        "7S",
        "6S",
        "5S",
        "4S",
    ]
    assert high_to_low(Suits("S"), pack, "C") == ["AC", "KC", "QC", "TC", "9C", "8C", "7C", "6C", "5C", "4C"]
    assert high_to_low(Suits("S"), pack, "H") == ["AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H", "6H", "5H", "4H"]


@pytest.mark.parametrize(
    ("hand", "entitled"),
    [
        ("AH TS 9S 6S 5H 4H 8D 7D 9C 4C", True),  # AF-X4
        ("AH JK 9S 6S 5H 4H 8D 7D 9C 4C", False),
        ("AH TS 9S 6S 5H 4H 8D 7D JC 4C", False),
        ("AH TS 9S 6S 5H 4H AD 7D 9C 4C", False),
        ("TH TS 9S 6S 5H 4H 8D 7D 9C 4C", False),
    ],
)
def test_ace_no_face(hand: str, entitled: bool) -> None:
    assert ace_no_face(hand.split()) is entitled


def test_the_special_hand() -> None:
    assert [special_hand(hand) for hand in (PLAIN, JOKER, SPLIT, ONE_COLOUR)] == [False, True, True, False]
    assert special_hand(["JS", "JC", "JD"])  # AF-R9


def offered(text: str, dealer: int = 0, hands: list[list[str]] | None = None, **options: object) -> list[list[str]]:
    """Return what was offered at each turn of an auction in which the seats speak as written."""
    script, sheet = Script(text), preset("st-paul", **options)
    bidding = Bidding(sheet, dealer, hands or [PLAIN] * 4)
    hold_auction(sheet.auction, clockwise(range(4), dealer + 1), bidding.words, script)
    script.check_all_asked()
    return [words.split() for words in script.offered]


def contract(text: str, dealer: int = 0, **options: object) -> list[tuple[int, str]]:
    script, sheet = Script(text), preset("st-paul", **options)
    bidding = Bidding(sheet, dealer, [PLAIN] * 4)
    calls = hold_auction(sheet.auction, clockwise(range(4), dealer + 1), bidding.words, script)
    script.check_all_asked()
    return bids_of(calls)[-1:]


def test_six_is_for_the_first_two_players() -> None:
    second = offered("1 pass, 2 6S, 3 pass, 0 pass")[1]  # AF-X6
    assert sorted(second) == sorted(["pass", *SUITED, "nullo"])
    assert len(second) == 27
    after_six = offered("1 6S, 2 pass, 3 pass, 0 pass")
    assert after_six[1][:2] == ["pass", "7S"]
    assert offered("1 6S, 2 pass, 3 pass, 0 pass", inkle="both")[1][:5] == ["pass", "6C", "6D", "6H", "6NT"]
    passes = offered("1 pass, 2 pass, 3 pass, 0 pass")
    assert [words[:2] for words in passes] == [["pass", "6S"], ["pass", "6S"], ["pass", "7S"], ["pass", "7S"]]


def test_the_contract() -> None:
    assert contract("1 pass, 2 pass, 3 pass, 0 pass") == []  # AF-X6
    assert contract("1 6D, 2 pass, 3 pass, 0 pass") == [(1, "6D")]
    assert contract("1 6D, 2 pass, 3 7S, 0 pass, 1 7C, 3 pass", auction="rounds") == [(1, "7C")]
    assert contract("1 pass, 2 pass, 3 pass, 0 7S", auction="rounds") == [(0, "7S")]


def test_six_is_bid_at_a_first_turn_only() -> None:
    rounds = offered("1 6S, 2 7S, 3 pass, 0 pass, 1 pass", auction="rounds")  # AF-17
    assert rounds[-1][:2] == ["pass", "7C"]
    both = offered("1 6S, 2 6C, 3 pass, 0 pass, 1 pass", auction="rounds", inkle="both")
    assert both[-1][:2] == ["pass", "7S"]


def test_the_special_announcement() -> None:
    said = "1 pass, 2 7S, 3 7NO, 0 pass"  # AF-X7
    assert {"6NO", "7NO"} <= set(offered(said, hands=[PLAIN, SPLIT, PLAIN, JOKER])[0])
    assert "7NO" not in offered(said, hands=[PLAIN, ONE_COLOUR, PLAIN, JOKER])[0]
    assert "7NO" in offered(said, hands=[PLAIN, PLAIN, PLAIN, JOKER])[2]
    assert "6NO" not in offered(said, hands=[PLAIN, PLAIN, PLAIN, JOKER])[2]
    later = offered("1 6S, 2 7S, 3 7NT, 0 pass", hands=[JOKER] * 4)
    assert "7NT" in later[2]
    assert "7NO" not in later[2]
    after = offered("1 7NO, 2 pass, 3 pass, 0 pass", hands=[JOKER] * 4)
    assert after[1][:2] == ["pass", "8S"]
    assert not {"7NT", "7NO"} & set(after[1])
    assert "7NO" in offered("1 pass, 2 pass, 3 pass, 0 pass", special_no="free")[3]
    assert "7NO" not in offered("1 pass, 2 pass, 3 pass, 0 pass", special_no="off", hands=[JOKER] * 4)[3]


def test_the_right_to_announce_is_kept_in_later_rounds() -> None:
    hands = [PLAIN, JOKER, JOKER, JOKER]  # AF-R8
    rounds = offered("1 6S, 2 7S, 3 8S, 0 pass, 1 pass, 2 pass", hands=hands, auction="rounds")
    assert "8NO" in rounds[4]
    assert "8NO" in rounds[5]
    assert "8NO" not in rounds[2]


def test_nullo_and_granola() -> None:
    assert "nullo" in offered("1 8S, 2 pass, 3 pass, 0 pass")[1]  # AF-X8
    assert "nullo" not in offered("1 8C, 2 pass, 3 pass, 0 pass")[1]
    after_nullo = offered("1 pass, 2 pass, 3 nullo, 0 8C")[3]
    assert "8S" not in after_nullo
    hands = [PLAIN, PLAIN, PLAIN, JOKER]  # AF-X9
    said = offered("2 nullo, 3 8H, 0 granola, 1 10NT", dealer=1, hands=hands)
    eight_up = SUITED[11:]
    assert sorted(said[1]) == sorted(["pass", *eight_up, "8NO", "9NO", "10NO"])
    assert "granola" in said[2]
    assert said[3] == ["pass", "10NT"]
    assert "granola" not in offered("2 nullo, 3 10NT, 0 pass, 1 pass", dealer=1)[2]
    assert all("granola" not in words for words in offered("2 pass, 3 8H, 0 pass, 1 pass", dealer=1))
    assert "granola" not in offered("2 nullo, 3 pass, 0 pass, 1 pass", dealer=1)[1]
    assert "granola" not in offered("2 nullo, 3 pass, 0 pass, 1 pass", dealer=1, granola="off")[2]
    assert "nullo" not in offered("2 pass, 3 8H, 0 pass, 1 pass", dealer=1, nullo="off")[0]


def test_the_side_of_a_refused_claim_may_not_bid_nullo() -> None:
    bidding = Bidding(preset("st-paul"), 3, [PLAIN] * 4, {0, 2})  # AF-X5
    assert ["nullo" in bidding.words(seat, []) for seat in range(4)] == [False, True, False, True]


def test_bids_and_values() -> None:
    assert " ".join(ALL_BIDS) == (  # AF-13
        "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT 8S nullo 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D 10H granola 10NT"
    )
    assert [value(bid) for bid in ("6S", "7NO", "7NT", "8S", "10NO")] == [40, 220, 220, 240, 520]  # AF-38
    assert [trump_of(bid) for bid in ("10H", "7NO", "7NT", "nullo", "granola")] == ["H", "NT", "NT", "NT", "NT"]


# Options


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_valid(name: str) -> None:
    assert CHECKER.refusals(PRESETS[name]) == []


@pytest.mark.parametrize(
    "options",
    [
        {"nullo": "off", "granola": "on"},
        {"target": "505"},
        {"loss_floor": "0"},
        {"first_dealer": "P4"},
        {"first_dealer": "0"},
        {"defender_finish": "wins"},
        {"max_deals": "0"},
    ],
)
def test_tables_that_must_be_refused(options: dict[str, str]) -> None:
    assert len(CHECKER.refusals(options)) == 1


def test_defaults_that_other_options_decide() -> None:
    assert preset("st-paul").slam_bonus is True
    assert preset("st-paul-rounds").slam_bonus is False
    assert preset("st-paul-rounds", slam_bonus="on").slam_bonus is True
    assert preset("st-paul-no-nullo").granola is False
    assert preset("st-paul", granola="auto", loss_floor="none").loss_floor is None
