"""The worked examples of the Two Hundred sheet about deals, auctions, tricks and options (TH-X1 to X3, X19 to X39)."""

from __future__ import annotations

import pytest

from tests.games.second_opinion.cards import clockwise
from tests.games.second_opinion.two_hundred.auction import Auction, hold_auction
from tests.games.second_opinion.two_hundred.cards import (
    dealt,
    discards,
    first_jack,
    may_call_misdeal,
    plays,
    taker,
)
from tests.games.second_opinion.two_hundred.deal import silent_partner
from tests.games.second_opinion.two_hundred.presets import PRESETS, preset
from tests.games.second_opinion.two_hundred.sheet import Sheet, invalid, known_word
from tests.games.second_opinion.written import Script

NESW = "NESW"


def cards(text: str) -> list[str]:
    return text.split()


# Dealing


def hands(sheet: Sheet, dealer: int) -> dict[str, str]:
    dealt_to, kitty = dealt(sheet, sheet.pack, dealer, range(4))
    return {NESW[seat]: " ".join(hand) for seat, hand in dealt_to.items()} | {"kitty": " ".join(kitty)}


def test_36_cards_are_dealt_by_threes() -> None:
    assert hands(preset("standard"), 3) == {  # TH-X1
        "N": "AS KS QS JH TH 9H 8D 7D 5D",
        "E": "JS TS 9S 8H 7H 5H AC KC QC",
        "S": "8S 7S 5S AD KD QD JC TC 9C",
        "W": "AH KH QH JD TD 9D 8C 7C 5C",
        "kitty": "",
    }


def test_the_kitty_gets_its_cards_where_the_option_says() -> None:
    assert hands(preset("kitty"), 0) == {  # TH-X2
        "E": "AS KS QS TH 9H 8H 6D 5D AC",
        "S": "JS TS 9S 7H 6H 5H KC QC JC",
        "W": "8S 7S 6S AD KD QD TC 9C 8C",
        "N": "5S AH KH JD TD 9D 7C 6C 5C",
        "kitty": "QH JH 8D 7D",
    }
    singly = hands(preset("kitty-singly"), 0)
    assert (singly["kitty"], singly["E"]) == ("JS 7S KH 9H", "AS KS QS 8H 7H 6H 6D 5D AC")
    assert hands(preset("kitty", kitty_deal="together"), 0)["kitty"] == "QH JH TH 9H"
    assert hands(preset("kitty", deal_packets="all"), 0)["kitty"] == "8C 7C 6C 5C"


def test_le_rough_is_dealt_by_fours() -> None:
    assert hands(preset("le-rough"), 0) == {  # TH-X3
        "E": "AS KS QS JS AD KD QD JD",
        "S": "TS 9S 8S 7S TD 9D 8D 7D",
        "W": "5S AH KH QH 5D AC KC QC",
        "N": "JH TH 9H 8H JC TC 9C 8C",
        "kitty": "7H 5H 7C 5C",
    }


def test_the_last_round_is_the_remainder() -> None:
    nine_by_twos = dealt(preset("deal-twos"), [str(i) for i in range(36)], 3, range(4))[0]  # TH-11: 2-2-2-2-1
    assert nine_by_twos[0] == ["0", "1", "8", "9", "16", "17", "24", "25", "32"]
    eight_by_threes = dealt(preset("five-called-card"), [str(i) for i in range(40)], 4, range(5))[0]  # 3-3-2
    assert eight_by_threes[0] == ["0", "1", "2", "15", "16", "17", "30", "31"]


def test_the_first_jack_deals() -> None:
    assert first_jack(cards("5C 7D KC 8C 7S TD 9C QD KS 9H JC"), range(4)) == 3  # TH-X2a


# Auctions


def auction(sheet: Sheet, text: str, dealer: str = "N") -> tuple[str, Script, Auction]:
    script, seat = Script(text, NESW), NESW.index(dealer)
    finished = hold_auction(sheet, seat, clockwise(range(4), seat + 1), script)
    script.check_all_asked()
    result = "thrown in" if finished.holder is None else f"{NESW[finished.holder]} {finished.bid}"
    return result, script, finished


@pytest.mark.parametrize(
    ("sheet", "text", "result"),
    [
        (preset("standard"), "E 50, S pass, W 60, N pass, E pass", "W 60"),  # TH-X20
        (preset("standard"), "E 100", "E 100"),  # TH-X21
        (preset("standard"), "E pass, S pass, W pass, N pass", "thrown in"),  # TH-X22
        (preset("dealer-must-bid"), "E pass, S pass, W pass", "N 50"),
        (preset("dealer-must-bid", min_bid=65), "E pass, S pass, W pass", "N 65"),
        (preset("le-ruff"), "E pass, S pass, W pass", "N free"),
        (preset("le-rough-dealer-passes"), "E pass, S pass, W pass", "thrown in"),
        (preset("keep-dealer"), "E pass, S 60, W 75, N keep, S pass, W pass", "N 75"),  # TH-X23
        (preset("keep-dealer"), "E 70, S 100, N keep", "N 100"),  # TH-X24
        (preset("keep-dealer"), "E 70, S 100, N pass", "S 100"),
        (preset("keep-dealer"), "E pass, S 60, W 65, N pass, S 100", "S 100"),
        (preset("single-round"), "E 55, S pass, W 60, N keep", "N 60"),  # TH-X27
        (preset("keep-any"), "E 100, S pass, W keep", "W 100"),  # TH-X28
    ],
)
def test_the_auction_ends_with_a_contractor(sheet: Sheet, text: str, result: str) -> None:
    assert auction(sheet, text)[0] == result


def words(first: str, lowest: int) -> str:
    return " ".join([first, *(str(n) for n in range(lowest, 101, 5))])


def test_the_dealer_may_bid_or_pass_after_three_passes() -> None:
    assert auction(preset("standard"), "E pass, S pass, W pass, N pass")[1].offered[3] == words("pass", 50)  # TH-X22


def test_a_dealer_may_keep_as_often_as_he_is_overbid() -> None:
    text = "E pass, S 60, W 75, N keep, S pass, W 80, N pass"  # TH-X23
    result, script, _ = auction(preset("keep-dealer"), text)
    assert result == "W 80"
    assert script.offered[4] == words("pass", 80)
    assert script.offered[6] == words("pass keep", 85)


def test_a_100_is_offered_to_the_dealer_only() -> None:
    assert auction(preset("keep-dealer"), "E 70, S 100, N keep")[1].offered[2] == "pass keep"  # TH-X24


def test_a_kept_bid_cannot_be_kept_again() -> None:
    text = "E 50, S keep, W 55, N keep, E 60, S 65, W pass, N pass, E keep, S pass"  # TH-X25
    result, script, finished = auction(preset("keep-any"), text)
    assert result == "E 65"
    assert script.offered[2] == words("pass", 55)
    assert "keep" not in script.offered[4]
    assert script.offered[9] == words("pass", 70)
    assert finished.best_bids == {1: 65, 2: 65, 3: 55, 0: 55}


def test_100_for_200_ranks_above_100() -> None:
    _, script, _ = auction(preset("informal"), "E 100, S pass, W pass, N pass")  # TH-X26
    assert script.offered[1:] == ["pass 100for200", "pass 100for200", "pass keep 100for200"]
    result, script, finished = auction(preset("informal"), "E 100, S 100for200, N keep")
    assert (result, script.offered[2]) == ("N 100for200", "pass keep")
    assert finished.best_bids == {1: 100, 2: 100, 0: 100}


def test_a_kept_bid_qualifies_at_its_level() -> None:
    text = "N 60, E pass, S pass, W keep, N 65, W pass"  # TH-X30
    result, _, finished = auction(preset("must-bid-60", keep="dealer"), text, dealer="W")
    assert (result, finished.best_bids) == ("N 65", {0: 65, 3: 60})


def test_six_players_bid_clockwise() -> None:
    asked: list[int] = []

    def answer(seat: int, legal: list[str]) -> str:
        asked.append(seat)
        return "pass" if seat else "50"

    finished = hold_auction(preset("six-two-teams"), 5, clockwise(range(6), 6), answer)  # TH-X31
    assert (asked, finished.holder, finished.bid) == ([0, 1, 2, 3, 4, 5], 0, "50")


def test_the_rotating_silent_partner_sits_at_the_dealers_right() -> None:
    sheet = preset("five-silent-rotating")  # TH-X19
    assert [silent_partner(sheet, dealer, None) for dealer in range(5)] == [4, 0, 1, 2, 3]


# Legality and tricks


def test_a_suit_must_be_followed() -> None:
    assert plays(cards("5H KS AD"), "9H") == ["5H"]  # TH-X32
    assert plays(cards("KS AD 7C"), "9H") == ["KS", "AD", "7C"]


@pytest.mark.parametrize(("trump", "winner"), [("D", 3), ("NT", 1), ("S", 1), ("H", 1)])
def test_the_highest_trump_or_card_of_the_suit_led_wins(trump: str, winner: int) -> None:
    assert taker([(1, "AH"), (2, "TH"), (3, "5D"), (0, "KH")], trump) == winner  # TH-X33


def test_point_cards_are_discarded_last() -> None:
    sheet, hand = preset("kitty-no-points"), cards("AS KS QS JS TS 5S AH TH 5H AD TD 5D AC")  # TH-X35
    assert discards(sheet, hand, None) == ["KS", "QS", "JS"]
    points = [card for card in hand if card not in {"KS", "QS", "JS"}]
    assert discards(sheet, points, None) == points
    assert discards(sheet, [*points[:-1], "9C"], None) == ["9C"]


def test_trumps_are_discarded_before_points() -> None:
    sheet, hand = preset("kitty-no-points-or-trumps"), cards("AS KS QS JS TS 9S 8S 7S AH TH AD KD QC")  # TH-X36
    assert discards(sheet, hand, "S") == ["KD", "QC"]
    assert discards(sheet, hand[:-2], "S") == cards("KS QS JS 9S 8S 7S")
    assert discards(sheet, hand, "NT") == cards("KS QS JS 9S 8S 7S KD QC")  # TH-R11


def test_a_hand_without_a_card_above_a_ten_may_call_a_misdeal() -> None:
    assert may_call_misdeal(cards("TS 9S 8H 7H 5H TD 9C 7C 5C"))  # TH-X39
    assert not may_call_misdeal(cards("TS 9S 8H 7H 5H JC 9C 7C 5C"))


# Options


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_valid(name: str) -> None:
    assert all(known_word(option, word) for option, word in PRESETS[name].items())
    assert invalid(preset(name)) == []


@pytest.mark.parametrize(
    "options",
    [
        {"hand_size": 12},
        {"format": "two_trios", "misdeal": "on"},
        {"discard_points": "contractor"},
        {"kitty": 4, "discard_limits": "no_points_or_trumps", "trump_naming": "first_lead"},
        {"both_reach": "higher_score", "win_requires_bid": "on"},
        {"near_target_rule": "must_win_or_set", "qualifying_bid": 60},
        {"pot": "on"},
        {"format": "two_stacks", "first_dealer": 2},
        {"format": "three_pairs", "announce_all_100": "on"},
        {"format": "two_stacks", "kitty": 4},
    ],
)
def test_invalid_combinations_are_known(options: dict[str, object]) -> None:
    assert len(invalid(preset("standard", **options))) == 1
