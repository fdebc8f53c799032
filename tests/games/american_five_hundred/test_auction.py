"""The auction: inkle, the special announcement, nullo and granola."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from arena.games.american_five_hundred.bidding import VALUES, Options, may_announce
from arena.games.kernel import Seat
from tests.games.american_five_hundred.situations import CALM, NO_NULLO, ROUNDS, ST_PAUL, deal_after
from tests.games.situations import asked, legal, notes, said

LOW_TO_HIGH = "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT 8S nullo 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D 10H granola 10NT"
ORDER = LOW_TO_HIGH.split()
BOTH, FREE, SILENT = (
    replace(ST_PAUL, inkle="both"),
    replace(ST_PAUL, special_no="free"),
    replace(ST_PAUL, special_no="off"),
)
JOKER_3: Mapping[Seat | str, str] = {3: "JK", "kitty": "JS JC JH JD"}
JOKER_1: Mapping[Seat | str, str] = {1: "JK", "kitty": "JS JC JH JD"}
SPLIT_1: Mapping[Seat | str, str] = {1: "JH JC", "kitty": "JK JS JD"}


def words(said: str = "", o: Options = ST_PAUL, hands: Mapping[Seat | str, str] = CALM, dealer: Seat = 0) -> list[str]:
    """The words open to the next speaker."""
    return legal(deal_after(said, o=o, dealer=dealer, hands=hands)).split()


@pytest.mark.rule("AF-13", "AF-14", "AF-X6", "AF-R10")
def test_the_first_player_may_pass_or_bid_anything_but_granola() -> None:
    position = deal_after(dealer=1)
    assert asked(position) == (2, "bid")
    assert words(dealer=1) == ["pass", *(word for word in ORDER if word != "granola")]
    assert [VALUES[word] for word in ORDER] == sorted(VALUES[word] for word in ORDER)


@pytest.mark.rule("AF-13")
@pytest.mark.parametrize("word", [word for word in ORDER if word != "granola"])
def test_a_bid_must_be_higher_than_the_highest(word: str) -> None:
    higher = ORDER[ORDER.index(word) + 1 :]
    assert words(f"{word}") == ["pass", *(each for each in higher if each[0] != "6" and each != "granola")]


@pytest.mark.rule("AF-15", "AF-25", "AF-R2", "AF-R4", "AF-X6")
def test_with_one_turn_each_the_highest_bid_is_the_contract() -> None:
    position = deal_after("6D pass pass pass")
    assert said(position, "bid") == [1, 2, 3, 0]
    assert notes(position, "contract") == [(1, "6D")]
    assert notes(deal_after("6D 7S pass 9H"), "contract") == [(0, "9H")]


@pytest.mark.rule("AF-16")
def test_with_rounds_who_has_passed_is_out_and_who_is_overbid_speaks_again() -> None:
    position = deal_after("6S 7C pass 7H 7NT pass", o=ROUNDS)
    assert asked(position) == (0, "bid")
    position.play("pass")
    assert said(position, "bid") == [1, 2, 3, 0, 1, 2, 0]
    assert notes(position, "contract") == [(1, "7NT")]


@pytest.mark.rule("AF-16", "AF-19")
def test_the_last_player_left_still_bids_or_passes() -> None:
    assert words("pass pass pass", o=ROUNDS)[:2] == ["pass", "7S"]
    assert notes(deal_after("pass pass pass 7C", o=ROUNDS), "contract") == [(0, "7C")]
    assert notes(deal_after("pass pass pass pass", o=ROUNDS), "thrown-in") == [()]


@pytest.mark.rule("AF-17", "AF-18", "AF-R3", "AF-X6")
@pytest.mark.parametrize(
    ("said", "o", "lowest"),
    [
        ("", ST_PAUL, "6S"),
        ("pass", ST_PAUL, "6S"),
        ("6S", ST_PAUL, "7S"),
        ("6S", BOTH, "6C"),
        ("6NT", BOTH, "7S"),
        ("pass pass", ST_PAUL, "7S"),
        ("pass pass", BOTH, "7S"),
        ("pass pass pass", ST_PAUL, "7S"),
        ("6S pass", BOTH, "7S"),
    ],
)
def test_only_the_first_two_may_inkle(said: str, o: Options, lowest: str) -> None:
    assert words(said, o)[1] == lowest


@pytest.mark.rule("AF-17", "AF-R5")
def test_nobody_inkles_at_a_second_turn() -> None:
    assert words("6S 6C pass pass", o=replace(ROUNDS, inkle="both"))[1] == "7S"


@pytest.mark.rule("AF-17", "AF-19", "AF-R3", "AF-X6")
def test_a_deal_that_all_pass_is_abandoned() -> None:
    position = deal_after("pass pass pass pass")
    assert notes(position, "thrown-in") == [()]
    assert notes(position, "scores") == notes(position, "contract") == []
    assert position.result is not None and position.result.dealer == 1


@pytest.mark.rule("AF-22", "AF-R9", "AF-X7")
@pytest.mark.parametrize(
    ("hand", "announces"),
    [
        ("JH JC", True),
        ("JS JD", True),
        ("JK", True),
        ("JH JD", False),
        ("JS JC", False),
        ("AS", False),
        ("JS JC JH", True),
        ("JS JC JH JD", True),
        ("JH JD JK", True),
    ],
)
def test_the_joker_or_split_bowers_may_be_announced(hand: str, announces: bool) -> None:
    assert may_announce(hand.split()) == announces


@pytest.mark.rule("AF-20", "AF-21", "AF-22", "AF-X7", "AF-R8")
@pytest.mark.parametrize(
    ("said", "hands", "o", "word", "possible"),
    [
        ("", SPLIT_1, ST_PAUL, "6NO", True),
        ("", SPLIT_1, ST_PAUL, "10NO", True),
        ("", {1: "JH JD", "kitty": "JK JS JC"}, ST_PAUL, "7NO", False),
        ("", CALM, ST_PAUL, "7NO", False),
        ("", CALM, FREE, "7NO", True),
        ("", CALM, FREE, "6NO", True),
        ("", SPLIT_1, SILENT, "7NO", False),
        ("pass 7S", JOKER_3, ST_PAUL, "7NO", True),
        ("pass 7S", JOKER_3, ST_PAUL, "6NO", False),
        ("pass pass", JOKER_3, ST_PAUL, "6NO", False),
        ("pass pass", JOKER_3, ST_PAUL, "7NO", True),
        ("6S 7S", JOKER_3, ST_PAUL, "7NO", False),
        ("6S 7S", JOKER_3, ST_PAUL, "7NT", True),
        ("6S 7S", JOKER_3, FREE, "7NO", False),
        ("7NO", JOKER_1, FREE, "7NT", False),
        ("7NO", JOKER_1, FREE, "7NO", False),
        ("7NT", CALM, FREE, "7NO", False),
        ("6NO", JOKER_1, FREE, "6NT", False),
        ("6NO", JOKER_1, FREE, "7S", True),
        ("pass nullo", JOKER_3, ST_PAUL, "8NO", True),
        ("7S nullo", JOKER_3, ST_PAUL, "8NO", False),
    ],
)
def test_the_first_two_bidders_may_announce(
    said: str, hands: Mapping[Seat | str, str], o: Options, word: str, possible: bool
) -> None:
    assert (word in words(said, o, hands)) == possible


@pytest.mark.rule("AF-21", "AF-X7", "AF-46")
def test_the_announcement_is_a_bid_without_trumps_like_the_other() -> None:
    position = deal_after("7NO", hands=SPLIT_1)
    assert legal(position).split()[1] == "8S"
    for _ in range(3):
        position.play("pass")
    assert (notes(position, "contract"), notes(position, "trump")) == ([(1, "7NO")], [("NT",)])
    assert all(VALUES[f"{n}NO"] == VALUES[f"{n}NT"] for n in range(6, 11))


@pytest.mark.rule("AF-18", "AF-20")
def test_an_announced_six_is_an_inkle() -> None:
    assert words("6NO", hands=JOKER_1)[1] == "7S"
    assert "6NO" not in words("6S", o=replace(FREE, inkle="one"))
    assert "6NO" in words("6S", o=replace(FREE, inkle="both"))


@pytest.mark.rule("AF-20", "AF-R8")
def test_with_rounds_the_first_two_bidders_keep_the_right() -> None:
    hands: Mapping[Seat | str, str] = {1: "JK", 2: "JS JD", 3: "JC JH"}
    assert "8NO" in words("7S 7C 7D pass", ROUNDS, hands)
    assert "8NO" in words("7S 7C 7D pass 7H", ROUNDS, hands)
    assert "8NO" not in words("7S 7C 7D pass 7H 7NT", ROUNDS, hands)


@pytest.mark.rule("AF-23", "AF-X8", "AF-R10", "AF-R11")
@pytest.mark.parametrize(
    ("said", "possible"), [("", True), ("8S", True), ("8C", False), ("pass pass", True), ("6S pass pass", True)]
)
def test_nullo_may_be_bid_while_it_is_higher(said: str, possible: bool) -> None:
    assert ("nullo" in words(said)) == possible
    assert "nullo" not in words(said, NO_NULLO)


@pytest.mark.rule("AF-23", "AF-X8")
def test_8c_is_the_lowest_bid_over_nullo() -> None:
    assert words("nullo")[:2] == ["pass", "8C"]


@pytest.mark.rule("AF-24", "AF-X9", "AF-R12")
@pytest.mark.parametrize(
    ("said", "possible"),
    [
        ("nullo 8H", True),
        ("nullo pass", True),
        ("nullo 10H", True),
        ("nullo 10NT", False),
        ("nullo", False),
        ("8S pass", False),
        ("pass pass", False),
        ("nullo 8H granola", False),
        ("nullo 8H pass", False),
    ],
)
def test_granola_is_for_the_partner_of_who_bid_nullo(said: str, possible: bool) -> None:
    assert ("granola" in words(said, dealer=1)) == possible


@pytest.mark.rule("AF-24", "AF-X9")
def test_only_10nt_is_higher_than_granola() -> None:
    assert words("nullo 8H granola", dealer=1) == ["pass", "10NT"]
    assert "granola" not in words("nullo 8H", replace(ST_PAUL, granola="off"), dealer=1)


@pytest.mark.rule("AF-24", "AF-20", "AF-X9")
def test_an_opponent_over_nullo_has_the_suits_and_as_second_bidder_the_announcement() -> None:
    between = ORDER[ORDER.index("8C") : ORDER.index("granola")]
    assert words("nullo", dealer=1) == ["pass", *between, "10NT"]
    with_joker = words("nullo", dealer=1, hands=JOKER_3)
    assert set(with_joker) == {"pass", *between, "10NT", "8NO", "9NO", "10NO"}


@pytest.mark.rule("AF-24", "AF-R12")
def test_who_bid_nullo_cannot_bid_granola_himself() -> None:
    assert "granola" not in words("nullo 8C pass pass", o=ROUNDS)
    assert "granola" in words("nullo 8C 8D pass pass 9S", o=ROUNDS)
    assert "granola" not in words("nullo 8C pass pass 8D", o=ROUNDS)
