"""The worked examples of the Five Hundred sheet about packs, dealing and tricks (FH-X1 to X4, X13 to X24, X40)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.second_opinion.bowers import NO_TRUMP, Suits, high_to_low
from tests.games.second_opinion.five_hundred.cards import dealt, lowest
from tests.games.second_opinion.five_hundred.presets import PRESETS, preset
from tests.games.second_opinion.written import numbers

HEARTS, DIAMONDS, CLUBS, SPADES = (Suits(trump) for trump in "HDCS")
FREE = Suits(NO_TRUMP)
BOUND = Suits(NO_TRUMP, restricted=True)
LOSING = Suits(NO_TRUMP, restricted=True, forced=True)


def cards(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize(
    ("name", "size", "widow"),
    [
        ("standard", 33, 3),  # FH-X1
        ("sans-joker", 32, 2),
        ("four-player", 43, 3),
        ("four-player-no-joker", 42, 2),
        ("five-player", 53, 3),
        ("two-player-dummy", 33, 3),
        ("two-player-short", 24, 4),
    ],
)
def test_packs(name: str, size: int, widow: int) -> None:
    sheet = preset(name)
    places = dealt(sheet, sheet.pack, 0)
    assert len(set(sheet.pack)) == len(sheet.pack) == size
    assert len(places.pop("kitty")) == widow
    assert len(places) == sheet.players + (name == "two-player-dummy")
    assert {len(hand) for hand in places.values()} == {10}


def test_four_players_have_two_fours() -> None:
    ranks = Counter(card[0] for card in preset("four-player").pack)
    assert (ranks["4"], ranks["3"], ranks["2"], ranks["5"]) == (2, 0, 0, 4)
    assert {"4H", "4D"} <= set(preset("four-player").pack)
    assert {card[0] for card in preset("two-player-short").pack} == set("AKQJT9")


@pytest.mark.parametrize(
    ("schedule", "drawn", "dealer"),
    [
        ("avondale", "7S AH KD", 1),  # FH-X2
        ("avondale", "AS JK AC", 1),
        ("avondale", "8H 8C 9S", 1),
        ("avondale", "8C 8S TD", 1),
        ("inverted", "8C 8S TD", 0),
        ("classic", "AH AD AC", 2),
        ("inverted", "AD AH AS", 2),
    ],
)
def test_the_lowest_card_deals(schedule: str, drawn: str, dealer: int) -> None:
    assert lowest(preset("standard", schedule=schedule), dict(enumerate(cards(drawn)))) == dealer


@pytest.mark.parametrize(
    ("name", "widow_deal", "dealer", "places"),
    [
        (  # FH-X3
            "standard",
            "after_first_packet",
            0,
            {1: "1-3 13-16 25-27", 2: "4-6 17-20 28-30", 0: "7-9 21-24 31-33", "kitty": "10-12"},
        ),
        (
            "standard",
            "after_hands",
            0,
            {1: "1-3 10-13 22-24", 2: "4-6 14-17 25-27", 0: "7-9 18-21 28-30", "kitty": "31-33"},
        ),
        (  # FH-X4
            "two-player-dummy",
            "after_first_packet",
            1,
            {"dummy": "1-3 13-16 25-27", 0: "4-6 17-20 28-30", 1: "7-9 21-24 31-33", "kitty": "10-12"},
        ),
        (
            "two-player-short",
            "after_first_packet",
            1,
            {0: "1-3 11-14 19-21", 1: "4-6 15-18 22-24", "kitty": "7-10"},
        ),
    ],
)
def test_packets(name: str, widow_deal: str, dealer: int, places: dict[int | str, str]) -> None:
    sheet = preset(name, widow_deal=widow_deal)
    expected = {place: numbers(text) for place, text in places.items()}
    assert dealt(sheet, range(1, len(sheet.pack) + 1), dealer) == expected


@pytest.mark.parametrize(
    ("name", "suits", "suit", "order"),
    [
        ("standard", HEARTS, "H", "JK JH JD AH KH QH TH 9H 8H 7H"),  # FH-X13
        ("standard", HEARTS, "D", "AD KD QD TD 9D 8D 7D"),
        ("standard", HEARTS, "S", "AS KS QS JS TS 9S 8S 7S"),
        ("four-player", DIAMONDS, "D", "JK JD JH AD KD QD TD 9D 8D 7D 6D 5D 4D"),
        ("four-player", CLUBS, "C", "JK JC JS AC KC QC TC 9C 8C 7C 6C 5C"),
        ("sans-joker", SPADES, "S", "JS JC AS KS QS TS 9S 8S 7S"),
        ("standard", FREE, "H", "AH KH QH JH TH 9H 8H 7H"),
        ("standard", FREE, "", "JK"),
        ("standard", Suits(NO_TRUMP, "H"), "H", "JK AH KH QH JH TH 9H 8H 7H"),
    ],
)
def test_the_rank_of_cards(name: str, suits: Suits, suit: str, order: str) -> None:
    assert high_to_low(suits, preset(name).pack, suit) == cards(order)


@pytest.mark.parametrize(
    ("suits", "led", "hand", "legal"),
    [
        (SPADES, "TC", "JC 9C AH", "9C"),  # FH-X14
        (SPADES, "TC", "JC AH 7D", "JC AH 7D"),
        (SPADES, "7S", "JC 9C AH", "JC"),
        (CLUBS, "JK", "JS KS AH", "JS"),  # FH-X16
        (HEARTS, "JD", "AD 7H", "7H"),  # FH-X17
        (FREE, "AS", "JK 8S 7D", "8S"),  # FH-X18
        (FREE, "AS", "JK KD 7D", "JK KD 7D"),
        (Suits(NO_TRUMP, "H"), "KH", "JK 9C", "JK"),  # FH-X19
        (Suits(NO_TRUMP, "H"), "KC", "JK 9D", "JK 9D"),
        (LOSING, "9H", "JK 5C 9D", "JK"),  # FH-X21
        (BOUND, "9H", "JK 5C 9D", "JK 5C 9D"),
        (FREE, "9H", "JK 5C 9D", "JK 5C 9D"),
        (LOSING, "9H", "JK 5H 9D", "5H"),
        (Suits(NO_TRUMP, "S", restricted=True, forced=True), "9H", "JK 5C 9D", "JK 5C 9D"),  # FH-R21
        (HEARTS, "7D", "JK JH JD KH 9H AC KC JC TC 8S", "JK JH JD KH 9H AC KC JC TC 8S"),  # FH-X24
        (SPADES, "7S", "JK JH JD KH 9H AC KC JC TC 8S", "JK JC 8S"),
        (SPADES, "7D", "JK JH JD KH 9H AC KC JC TC 8S", "JD"),
    ],
)
def test_which_cards_may_follow(suits: Suits, led: str, hand: str, legal: str) -> None:
    assert suits.follows(cards(hand), suits.of(led)) == cards(legal)


def test_the_suit_named_for_a_joker_must_be_followed() -> None:
    assert FREE.follows(cards("7H AS"), "H") == ["7H"]  # FH-X18
    assert FREE.follows(cards("7C AS"), "H") == ["7C", "AS"]
    assert FREE.names("SHD") == list("SHDC")


def test_an_undeclared_joker_is_led_only_for_a_new_suit() -> None:
    hand = cards("JK 5C")
    assert BOUND.names("SHD") == ["C"]  # FH-X20
    assert BOUND.leads(hand, "SHDSS", 6) == hand
    assert BOUND.leads(hand, "SHDC", 8) == ["5C"]
    assert BOUND.leads(["JK"], "SHDC", 10) == ["JK"]
    assert BOUND.names("SHDC") == []
    assert FREE.leads(hand, "SHDC", 8) == hand
    assert Suits(NO_TRUMP, "H", restricted=True).leads(hand, "SHDC", 8) == hand
    assert Suits("H", restricted=True).leads(hand, "SHDC", 8) == hand


@pytest.mark.parametrize(
    ("suits", "trick", "winner"),
    [
        (DIAMONDS, "2:7D 0:JH 1:AD", 0),  # FH-X15
        (DIAMONDS, "2:AH 0:KH 1:JH", 1),
        (HEARTS, "1:JS 2:TS 0:QS", 0),  # FH-X17
        (HEARTS, "1:JS 2:TS 0:7H", 0),
        (FREE, "1:AS 2:KS 0:JK", 0),  # FH-X18
        (FREE, "2:JK 0:7H 1:AS", 2),
        (Suits(NO_TRUMP, "H"), "1:KH 2:9H 0:JK", 0),  # FH-X19
        (Suits(NO_TRUMP, "H"), "1:KC 2:4H 3:QC 0:JK", 1),
        (LOSING, "1:5C 2:7C 0:4D", 2),  # FH-X22
        (FREE, "1:5C 2:7D 0:8D", 1),
    ],
)
def test_who_wins_a_trick(suits: Suits, trick: str, winner: int) -> None:
    plays = [(int(play[0]), play[2:]) for play in cards(trick)]
    assert suits.taker(plays) == winner


@pytest.mark.parametrize("name", PRESETS)
def test_every_pack_is_dealt_to_the_last_card(name: str) -> None:
    sheet = preset(name)
    for dealer in range(sheet.players):
        places = dealt(sheet, sheet.pack, dealer)
        assert sorted(card for got in places.values() for card in got) == sorted(sheet.pack)
