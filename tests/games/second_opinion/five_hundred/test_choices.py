"""Beginnings of records of Five Hundred: auctions, partners, jokers, passed deals, what is dealt and taken."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.second_opinion.five_hundred.checker import check
from tests.games.second_opinion.five_hundred.presets import PRESETS, preset
from tests.games.second_opinion.written import filled, hands, joined, without_the_end


def begin(name: str, dealt: dict[int, str], *lines: str, dealer: int = 0, **options: object) -> str:
    """Write the beginning of a record; hands that are not given get the rest of the pack, suit by suit."""
    sheet = preset(name, **options)
    words = " ".join(f"{option}={word}" for option, word in {**PRESETS[name], **options}.items())
    opening = [
        f"game G1 five-hundred seats={sheet.players} {words} first_dealer=P{dealer}",
        f"note deal 1 dealer={dealer} scores={','.join('0' for _ in sheet.sides)}",
    ]
    return joined(opening, hands(filled(sheet.pack, dealt, sheet.players, 10, lines)), lines)


def differences(name: str, dealt: dict[int, str], *lines: str, dealer: int = 0, **options: object) -> list[str]:
    return without_the_end(check(begin(name, dealt, *lines, dealer=dealer, **options)))


def bids(*calls: str) -> list[str]:
    """Return lines from calls such as `1 6D`."""
    return [f"did {call[0]} bid {call[2:]}" for call in calls]


PASSES = bids("1 pass", "2 pass", "0 pass")


def test_passed_hands_are_thrown_in_and_the_deal_passes_on() -> None:
    one = begin("standard", {}, *PASSES, "note thrown-in")  # FH-X6
    again = one.split("\n")[2:5]
    right = [*again, *bids("2 pass", "0 pass", "1 pass"), "note thrown-in"]
    assert without_the_end(check(joined([one + "note deal 2 dealer=1 scores=0,0,0 finished=1"], right))) == []
    assert "FH-6" in check(joined([one + "note deal 2 dealer=0 scores=0,0,0"], right))[0]
    assert "FH-84" in check(joined([one + "note deal 2 dealer=1 scores=0,0,0 finished=0"], right))[0]
    assert "FH-29" in check(begin("standard", {}, *PASSES, "note deal 2 dealer=1 scores=0,0,0"))[0]


def test_a_passed_deal_is_played() -> None:
    lines = (*PASSES, "note passed-deal", "note trump NT")  # FH-X30
    assert differences("passed-deal", {}, *lines, "did 1 play QH") == []
    assert "FH-49" in differences("passed-deal", {}, *lines, "did 0 play 7H")[0]
    assert "FH-63" in differences("passed-deal", {}, *PASSES, "did 1 play QH")[0]
    assert "FH-63" in differences("passed-deal", {}, *PASSES, "note thrown-in")[0]
    assert differences("passed-deal", {}, *lines, "show kitty - JK 7C 8C", "did 1 play QH")


ROUNDS = ("0 6S", "1 pass", "2 6H", "3 7C", "0 7D", "2 pass", "3 7NT", "0 misere", "3 8S", "0 pass")


def test_who_passed_is_not_asked_again() -> None:
    contract = ("note contract 3 8S", "note trump S", "show kitty - 7H 8H 9H")  # FH-X7
    assert differences("four-player", {}, *bids(*ROUNDS), *contract, "did 3 discard 7H", dealer=3) == []
    asked = bids(*ROUNDS[:5], "1 8C")
    assert "seat 2 is to answer bid" in differences("four-player", {}, *asked, dealer=3)[0]
    single = bids(*ROUNDS[:4])
    end = ("note contract 3 7C", "note trump C", "show kitty - 7H 8H 9H")
    assert differences("australian-one-round", {}, *single, *end, "did 3 discard 7H", dealer=3) == []


def test_the_last_player_ends_the_auction_with_the_only_bid() -> None:
    lines = bids("0 pass", "1 pass", "2 pass", "3 6C")  # FH-X8
    end = ("note contract 3 6C", "note trump C", "show kitty - 7H 8H 9H", "did 3 discard 7H")
    assert differences("four-player", {}, *lines, *end, dealer=3) == []


def test_the_widow_is_what_was_not_dealt() -> None:
    contract = (*bids("1 6S", "2 pass", "0 pass"), "note contract 1 6S", "note trump S")
    right = begin("standard", {}, *contract, "show kitty - 7H 8H 9H", "did 1 discard 7H")
    assert without_the_end(check(right)) == []
    assert "FH-39" in check(right.replace("show kitty - 7H 8H 9H", "show kitty - 7H 8H AS"))[0]
    assert "FH-39" in check(right.replace("show kitty - 7H 8H 9H\n", ""))[0]
    assert "FH-8" in check(right.replace("show hand 1 TS", "show hand 1 AS"))[0]
    assert "FH-8" in check(right.replace("show hand 1 TS ", "show hand 1 "))[0]


def test_the_dummy_is_nobody_s() -> None:
    contract = (*bids("1 6S", "0 pass"), "note contract 1 6S", "note trump S")
    right = begin("two-player-dummy", {}, *contract, "show kitty - 7C 8C JK", "did 1 discard JK")
    assert without_the_end(check(right)) == []
    assert without_the_end(check(right.replace("kitty - 7C 8C JK", "kitty - JK 9C 8C"))) == []  # not determined
    assert "FH-39" in check(right.replace("kitty - 7C 8C JK", "kitty - 7C 8C"))[0]
    assert "FH-39" in check(right.replace("kitty - 7C 8C JK", "kitty - 7C 8C AS"))[0]


def test_the_short_pack_has_a_widow_of_four() -> None:
    contract = (*bids("1 6S", "0 pass"), "note contract 1 6S", "note trump S", "show kitty - 9H 9S 9D 9C")
    discards = [f"did 1 discard {card}" for card in ("9H", "9S", "9D", "9C")]
    assert differences("two-player-short", {}, *contract, *discards, "did 1 play AD") == []
    assert "discard" in differences("two-player-short", {}, *contract, *discards[:3], "did 1 play AD")[0]


# Jokers in hands without trumps

EAST, REST = "AS KS QS JS TS 9S 8S 7S 6S 5S", {0: "4H 5H 6H 7H 8H 9H TH QH KH AH"}
TAKEN = ("show kitty - JK 4D JH", "did 1 discard 4D", "did 1 discard JH", "did 1 discard 5S")
NO_TRUMP = (*bids("1 8NT", "2 pass", "3 pass", "0 pass"), "note contract 1 8NT", "note trump NT", *TAKEN)
SUITED = (*bids("1 8S", "2 pass", "3 pass", "0 pass"), "note contract 1 8S", "note trump S", *TAKEN)


@pytest.mark.parametrize(
    ("lines", "options", "clause"),
    [
        ((*NO_TRUMP, "did 1 joker-suit H", "note joker-suit H", "did 1 play JK", "did 2 play AD"), {}, ""),  # FH-53
        ((*NO_TRUMP, "did 1 joker-suit H", "did 1 play JK"), {}, "FH-53"),
        ((*NO_TRUMP, "did 1 joker-suit none", "did 1 play JK", "did 1 name-suit S", "did 2 play AD"), {}, ""),
        ((*NO_TRUMP, "did 1 joker-suit none", "note joker-suit none", "did 1 play JK"), {}, "was due"),
        ((*NO_TRUMP, "did 1 joker-suit none", "did 1 play JK", "did 2 play AD"), {}, "name-suit"),
        ((*NO_TRUMP, "did 1 play JK"), {}, "joker-suit"),
        ((*NO_TRUMP, "did 1 play JK", "did 1 name-suit C"), {"nt_joker": "free"}, ""),  # FH-52
        ((*NO_TRUMP, "did 1 joker-suit H"), {"nt_joker": "free"}, "play"),
        ((*NO_TRUMP[:-1], "did 1 discard JK", "did 1 play AS"), {}, ""),  # FH-R21
        ((*NO_TRUMP[:-1], "did 1 discard JK", "did 1 joker-suit H"), {}, "play"),
        ((*SUITED, "did 1 play JK", "did 2 play AD"), {}, ""),
        ((*SUITED, "did 1 joker-suit H"), {}, "play"),
    ],
)
def test_the_contractor_s_joker(lines: tuple[str, ...], options: dict[str, Any], clause: str) -> None:
    found = differences("four-player", {1: EAST} | REST, *lines, **options)
    assert (clause in found[0]) if clause else found == []


BIDDER = {1: "AS KS QS JS TS 9S 8S 7S AH AD", 2: "JK 6S 5S QH JH TH 9H 8H 7H 6H"}
LOSE = (*bids("1 7NT", "2 pass", "3 pass", "0 pass"), "note contract 1 7NT", "note trump NT", "show kitty - 5C 6C 7C")
LED = (*LOSE, "did 1 discard 5C", "did 1 discard 6C", "did 1 discard 7C", "did 1 play AD")


def test_a_defender_s_joker_may_be_kept_but_not_in_a_misere() -> None:
    assert differences("four-player", BIDDER, *LED, "did 2 play 6S") == []  # FH-X21
    misere = [line.replace("1 7NT", "1 open-misere").replace("bid 7NT", "bid open-misere") for line in LED]
    misere.insert(misere.index("note trump NT") + 1, "note sits-out 3")
    assert differences("four-player", BIDDER, *misere, "did 2 play JK") == []
    assert "with one of JK" in differences("four-player", BIDDER, *misere, "did 2 play 6S")[0]
    free = differences("four-player", BIDDER, *misere, "did 2 play 6S", nt_joker="free")
    assert free == []


# Five players

OWNER = {0: "AS AH AD AC KS KH KD KC QS QH"}
KITTY = ("show kitty - 2S QC QD", "did 0 discard 2S", "did 0 discard QC", "did 0 discard QD")
OTHERS = ("1 pass", "2 pass", "3 pass", "4 pass")


def five(bid: str, *lines: str, name: str = "five-player", **options: object) -> list[str]:
    trump = bid.lstrip("0123456789")
    contract = (*bids(f"0 {bid}", *OTHERS), f"note contract 0 {bid}", f"note trump {trump}", *KITTY)
    return differences(name, OWNER, *contract, *lines, dealer=4, **options)


def test_a_card_that_the_contractor_has_not_seen_is_called() -> None:
    for card in ("JS", "JH", "JD", "JC"):  # FH-X40
        assert five("6S", f"did 0 call {card}", "did 0 play AS") == []
    for word in ("QC", "AS", "JK", "TS", "1", "alone"):
        assert "FH-42" in five("6S", f"did 0 call {word}")[0]
    assert "with one of JS JH JD JC," in five("7S", "did 0 call AS")[0]


def test_a_partner_is_chosen() -> None:
    chosen = {"name": "five-player-chosen"}
    assert five("7S", "did 0 call 3", "note partner 3", "did 0 play AS", **chosen) == []  # FH-44
    assert "partner" in five("7S", "did 0 call 3", "did 0 play AS", **chosen)[0]
    assert "FH-42" in five("7S", "did 0 call JS", **chosen)[0]
    assert "FH-42" in five("7S", "did 0 call 0", **chosen)[0]
    assert five("7S", "did 0 call 3", "note partner 3", "did 0 play AS", partner_6_7="either") == []
    assert five("7S", "did 0 call JS", "did 0 play AS", partner_6_7="either") == []


def test_two_partners_are_named_for_a_contract_of_eight() -> None:
    first, second = ("did 0 partner 3", "note partner 3"), ("did 0 partner 1", "note partner 1")
    assert five("8S", *first, *second, "did 0 play AS") == []  # FH-45
    assert "partner" in five("8S", *first, "did 0 play AS")[0]
    assert "FH-45" in five("8S", *first, "did 0 partner 3")[0]
    assert "FH-45" in five("8S", "did 0 call 3")[0]
    assert "FH-45" in five("10NT", "did 0 partner alone")[0]


def test_the_contractor_may_play_alone() -> None:
    alone = {"five_alone": "on"}
    assert five("7S", "did 0 call alone", "did 0 play AS", **alone) == []  # FH-46
    assert five("8S", "did 0 partner alone", "did 0 play AS", **alone) == []
    assert five("8S", "did 0 partner 3", "note partner 3", "did 0 partner alone", "did 0 play AS", **alone) == []


def test_a_called_partner_becomes_known_with_his_card() -> None:
    lines = ("did 0 call JS", "did 0 play AS")
    assert five("6S", *lines, "did 1 play JS", "note partner 1", "did 2 play TH") == []  # FH-43
    assert "FH-43" in five("6S", *lines, "did 1 play JS", "did 2 play TH")[0]
    assert "was due" in five("6S", *lines, "note partner 1", "did 1 play JS", "note partner 1")[0]
