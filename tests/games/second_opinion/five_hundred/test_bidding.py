"""The worked examples of the Five Hundred sheet about auctions and options (FH-X5 to X12, FH-32 to FH-34)."""

from __future__ import annotations

import pytest

from tests.games.second_opinion.cards import clockwise
from tests.games.second_opinion.five_hundred.auction import all_bids, bids_of, hold_auction, value, words
from tests.games.second_opinion.five_hundred.checker import CHECKER
from tests.games.second_opinion.five_hundred.presets import PRESETS, preset
from tests.games.second_opinion.five_hundred.sheet import Sheet
from tests.games.second_opinion.written import Script


def said(sheet: Sheet, dealer: int, text: str) -> tuple[str, list[list[str]]]:
    """Return the contract of an auction, and what was offered at each turn."""
    script = Script(text)
    bidders = clockwise(range(sheet.players), dealer + 1)
    calls = hold_auction(sheet.auction, bidders, lambda _, calls: words(sheet, calls), script)
    script.check_all_asked()
    contract = " ".join(map(str, bids_of(calls)[-1])) if bids_of(calls) else "nobody"
    return contract, [offer.split() for offer in script.offered]


LONG = "0 6S, 1 pass, 2 6H, 3 7C, 0 7D, 2 pass, 3 7NT, 0 misere, 3 8S, 0 pass"


@pytest.mark.parametrize(
    ("name", "dealer", "text", "result"),
    [
        ("standard", 0, "1 6D, 2 pass, 0 7S", "0 7S"),  # FH-X5
        ("standard", 0, "1 pass, 2 pass, 0 pass", "nobody"),  # FH-X6
        ("standard", 0, "1 10NT, 2 pass, 0 pass", "1 10NT"),  # FH-R32
        ("four-player", 3, LONG, "3 8S"),  # FH-X7
        ("four-player", 3, "0 pass, 1 pass, 2 pass, 3 6C", "3 6C"),  # FH-X8
        ("four-player", 3, "0 pass, 1 pass, 2 pass, 3 pass", "nobody"),
        ("four-player", 3, "0 10NT, 1 pass, 2 pass, 3 pass", "0 10NT"),
        ("australian-one-round", 3, "0 6S, 1 pass, 2 6H, 3 7C", "3 7C"),
    ],
)
def test_the_auction_ends_with_a_contract(name: str, dealer: int, text: str, result: str) -> None:
    assert said(preset(name), dealer, text)[0] == result


def test_words_after_some_calls() -> None:
    second = said(preset("standard"), 0, "1 6D, 2 pass, 0 7S")[1][1]  # FH-X5
    assert (len(second), second[:2]) == (23, ["pass", "6H"])
    third = said(preset("four-player"), 3, LONG)[1][7]  # FH-X7
    assert (len(third), third[:3], third[-4:]) == (
        18,
        ["pass", "misere", "8S"],
        ["10D", "open-misere", "10H", "10NT"],
    )
    assert said(preset("standard"), 0, "1 10NT, 2 pass, 0 pass")[1][1:] == [["pass"], ["pass"]]


def legal_after(name: str, *bids: str, **options: object) -> list[str]:
    sheet = preset(name, **options)
    return words(sheet, [(seat % sheet.players, bid) for seat, bid in enumerate(bids)])


@pytest.mark.parametrize(
    ("name", "bids", "legal", "illegal"),
    [
        ("four-player", "7S", "misere", ""),  # FH-X9
        ("four-player", "7H", "misere", ""),
        ("four-player", "7NT", "misere", ""),
        ("four-player", "", "open-misere", "misere"),
        ("four-player", "6NT", "", "misere"),
        ("four-player", "8S", "", "misere"),
        ("four-player", "7S misere", "open-misere 8S", "7NT misere"),
        ("four-player", "10D", "open-misere", ""),
        ("four-player", "10H", "10NT", "open-misere"),
        ("four-player", "open-misere", "10H 10NT", "10D misere"),
        ("nullo", "8S", "nullo", ""),  # FH-X10
        ("nullo", "nullo", "8C", "8S"),
        ("classic", "6D", "7S", ""),  # FH-X11
        ("classic", "7S", "6H", "6D"),
        ("classic", "6NT", "7C 8S", "7S"),
        ("classic", "8S", "7D", "6NT 7C"),
        ("classic", "7NT", "8D 9C", ""),
        ("classic", "9C", "8H", "8D 7NT"),
        ("classic", "10S", "", "7H"),
        ("inverted", "6S", "6H", "6C"),  # FH-X12
        ("inverted", "6H", "7C 6D", ""),
        ("inverted", "7D", "10C", "7H"),
    ],
)
def test_what_is_higher(name: str, bids: str, legal: str, illegal: str) -> None:
    open_to_all = legal_after(name, *bids.split())
    assert set(legal.split()) <= set(open_to_all)
    assert not set(illegal.split()) & set(open_to_all)


def test_nullo_stands_by_its_value_in_the_classic_schedule() -> None:
    for bid in ("8C", "9C"):  # FH-X10
        assert "nullo" in legal_after("nullo", bid, schedule="classic")
    after = legal_after("nullo", "nullo", schedule="classic")
    assert not {"7NT", "8D", "9C"} & set(after)
    assert "8H" in after


def test_misere_waits_for_a_bid_of_seven_in_every_schedule() -> None:
    four = {"players": "4"}
    assert "misere" not in legal_after("classic", "6NT", **four)  # FH-37
    assert "misere" in legal_after("classic", "7S", "6NT", **four)
    assert "misere" in legal_after("classic", "9C", **four)  # FH-36: above the 240s
    assert "misere" not in legal_after("classic", "8H", **four)


@pytest.mark.parametrize(
    ("schedule", "order"),
    [
        ("avondale", "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D 10H 10NT"),
        ("classic", "6S 6C 6D 7S 6H 6NT 7C 8S 7D 9S 8C 7H 10S 7NT 8D 9C 8H 10C 9D 8NT 9H 10D 9NT 10H 10NT"),
        ("inverted", "6C 6S 6H 7C 6D 6NT 7S 8C 7H 9C 8S 7D 10C 7NT 8H 9S 8D 10S 9H 8NT 9D 10H 9NT 10D 10NT"),
    ],
)
def test_the_order_of_bids(schedule: str, order: str) -> None:
    assert all_bids(preset("standard", schedule=schedule)) == tuple(order.split())  # FH-32 to FH-34


def test_special_bids_stand_where_the_sheet_puts_them() -> None:
    for schedule, below, above in (("avondale", "10D", "10H"), ("classic", "9NT", "10H"), ("inverted", "9NT", "10D")):
        order = all_bids(preset("four-player", schedule=schedule))  # FH-38
        place = order.index("open-misere")
        assert (order[place - 1], order[place + 1]) == (below, above)
    order = all_bids(preset("four-player"))
    assert order[order.index("misere") - 1 :][:3] == ("7NT", "misere", "8S")  # FH-36


def test_values() -> None:
    inverted = preset("inverted")
    assert [value(inverted, bid) for bid in ("10D", "10H", "7H", "9S")] == [500, 400, 160, 240]  # FH-X12, FH-X29
    assert [value(preset("standard"), bid) for bid in ("6S", "7NT", "8S", "10H", "10NT")] == [40, 220, 240, 500, 520]
    assert [value(preset("classic"), bid) for bid in ("6NT", "8S", "9C", "10NT")] == [120, 120, 240, 600]


# Options


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_valid(name: str) -> None:
    assert CHECKER.refusals(PRESETS[name]) == []


@pytest.mark.parametrize(
    "options",
    [
        {"players": "6"},
        {"target": "505"},
        {"loss_floor": "500"},
        {"max_deals": "0"},
        {"players": "3", "two_player": "short"},
        {"players": "2", "two_player": "short", "joker": "on"},
        {"players": "4", "nullo": "on"},
        {"misere": "on"},
        {"open_misere": "on"},
        {"players": "4", "passed_deal": "play"},
        {"partner_6_7": "either"},
        {"five_alone": "on"},
        {"first_dealer": "3"},
        {"first_dealer": "P3"},
    ],
)
def test_tables_that_must_be_refused(options: dict[str, str]) -> None:
    assert len(CHECKER.refusals(options)) == 1


def test_defaults_depend_on_the_number_of_players() -> None:
    four, three, short = preset("four-player"), preset("standard"), preset("two-player-short")
    assert (four.auction, four.misere, four.open_misere, four.nt_joker, four.defender_finish, four.slam_bonus) == (
        *("rounds", True, True, "restricted", "capped"),
        True,
    )
    assert (three.auction, three.misere, three.nt_joker, three.defender_finish) == ("single", False, "free", "wins")
    assert (short.joker, short.widow) == (False, 4)
    assert preset("australian-rounds").slam_bonus is False  # FH-68
    assert preset("standard", slam_bonus="auto").slam_bonus is True
    assert preset("standard", first_dealer="P2", players="auto").first_dealer == "2"
