"""The auction: which bids are open, in which order they rank, and when it ends."""

from dataclasses import replace

import pytest

from arena.games.five_hundred.bidding import bids, misere_is_open, trump_of, values
from arena.games.five_hundred.options import PRESETS, Options
from tests.games.five_hundred.situations import (
    CLASSIC,
    DUMMY_GAME,
    FIVE,
    FOUR,
    INVERTED,
    NULLO,
    ONE_ROUND,
    PASSED,
    SHORT,
    STANDARD,
    deal_after,
)
from tests.games.situations import asked, legal, notes, said

AVONDALE = "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D 10H 10NT"


def open_after(highest: str, o: Options) -> list[str]:
    """The words open to the next player after one bid; a first bid that opens misere where that is the bid."""
    words = f"7S {highest}" if highest == "misere" else highest
    return legal(deal_after(words, o=o)).split()


@pytest.mark.rule("FH-24", "FH-25", "FH-32")
def test_the_player_on_the_dealers_left_may_pass_or_make_any_of_25_bids() -> None:
    position = deal_after(dealer=1)
    assert asked(position) == (2, "bid")
    assert legal(position) == f"pass {AVONDALE}"


@pytest.mark.rule("FH-26", "FH-27", "FH-30", "FH-X5")
def test_with_one_turn_each_the_highest_bid_is_the_contract() -> None:
    position = deal_after("6D")
    words = legal(position).split()
    assert len(words) == 23
    assert words[:2] == ["pass", "6H"]
    for word in ("pass", "7S"):
        position.play(word)
    assert said(position, "bid") == [1, 2, 0]
    assert (notes(position, "contract"), notes(position, "trump")) == ([(0, "7S")], [("S",)])


@pytest.mark.rule("FH-29", "FH-X6", "FH-33")
def test_hands_that_nobody_bids_on_are_thrown_in() -> None:
    position = deal_after("pass pass pass")
    assert position.ask is None
    assert notes(position, "thrown-in") == [()]
    assert notes(position, "scores") == []


@pytest.mark.rule("FH-28", "FH-37", "FH-X7")
def test_with_rounds_who_has_passed_is_out_and_who_is_overbid_speaks_again() -> None:
    position = deal_after("6S pass 6H 7C 7D pass 7NT", o=FOUR, dealer=3)
    assert asked(position) == (0, "bid")
    words = legal(position).split()
    assert words[:3] == ["pass", "misere", "8S"]
    assert words[-4:] == ["10D", "open-misere", "10H", "10NT"]
    assert len(words) == 18
    for word in ("misere", "8S", "pass"):
        position.play(word)
    assert said(position, "bid") == [0, 1, 2, 3, 0, 2, 3, 0, 3, 0]
    assert notes(position, "contract") == [(3, "8S")]


@pytest.mark.rule("FH-28", "FH-29", "FH-X8", "FH-R3")
def test_the_last_of_four_may_still_bid_or_pass() -> None:
    position = deal_after("pass pass pass", o=FOUR, dealer=3)
    assert asked(position) == (3, "bid")
    assert legal(position).startswith("pass 6S")
    assert notes(deal_after("pass pass pass 6C", o=FOUR, dealer=3), "contract") == [(3, "6C")]
    assert notes(deal_after("pass pass pass pass", o=FOUR, dealer=3), "thrown-in") == [()]


@pytest.mark.rule("FH-R2", "FH-R28", "FH-R29")
@pytest.mark.parametrize("o", [STANDARD, FIVE, DUMMY_GAME, SHORT, ONE_ROUND, replace(FOUR, auction="single")])
def test_others_than_four_speak_once(o: Options) -> None:
    position = deal_after(" ".join(["6S", *["pass"] * (o.players - 2), "6C"]), o=o)
    assert len(said(position, "bid")) == o.players
    assert notes(position, "contract") == [(0, "6C")]


@pytest.mark.rule("FH-R2")
def test_any_number_may_go_round() -> None:
    position = deal_after("6S pass 6C 6D", o=replace(STANDARD, auction="rounds"))
    assert asked(position) == (0, "bid")


@pytest.mark.rule("FH-R32")
def test_a_player_who_can_only_pass_is_asked() -> None:
    position = deal_after("10NT")
    assert (asked(position), legal(position)) == ((2, "bid"), "pass")
    assert legal(deal_after("10NT pass pass", o=FOUR)) == "pass"


@pytest.mark.rule("FH-31", "FH-33", "FH-X11")
@pytest.mark.parametrize(
    ("highest", "open_bids", "closed"),
    [
        ("6D", "7S", "6D"),
        ("7S", "6H", "6D"),
        ("6NT", "7C 8S", "7S"),
        ("8S", "7D", "6NT 7C"),
        ("7NT", "8D 9C", "10S"),
        ("9C", "8H", "8D 7NT"),
        ("10S", "7NT", "7H"),
    ],
)
def test_classic_bids_rank_by_value_then_tricks(highest: str, open_bids: str, closed: str) -> None:
    words = set(open_after(highest, CLASSIC))
    assert words.issuperset(open_bids.split())
    assert words.isdisjoint(closed.split())


@pytest.mark.rule("FH-31", "FH-34", "FH-X12", "FH-R5")
@pytest.mark.parametrize(
    ("highest", "open_bids", "closed"), [("6S", "6H", "6C"), ("6H", "7C 6D", "6S"), ("7D", "10C", "7H")]
)
def test_inverted_bids_rank_with_diamonds_on_top(highest: str, open_bids: str, closed: str) -> None:
    words = set(open_after(highest, INVERTED))
    assert words.issuperset(open_bids.split())
    assert words.isdisjoint(closed.split())
    assert (values(INVERTED)["10D"], values(INVERTED)["10H"]) == (500, 400)


@pytest.mark.rule("FH-35", "FH-X10")
def test_nullo_stands_between_8s_and_8c() -> None:
    assert "nullo" in open_after("8S", NULLO)
    assert open_after("nullo", NULLO)[1] == "8C"
    assert "nullo" not in open_after("8C", NULLO)
    assert "nullo" in legal(deal_after(o=NULLO))
    assert "nullo" not in legal(deal_after())


@pytest.mark.rule("FH-35", "FH-X10", "FH-R4")
def test_nullo_stands_by_its_value_in_the_classic_schedule() -> None:
    o = replace(NULLO, schedule="classic")
    assert all("nullo" in open_after(word, o) for word in ("8C", "9C"))
    assert open_after("nullo", o)[1] == "8H"
    assert {"7NT", "8D", "9C"}.isdisjoint(open_after("nullo", o))


@pytest.mark.rule("FH-36", "FH-37", "FH-X9", "FH-R19")
@pytest.mark.parametrize(
    ("highest", "possible"),
    [("7S", True), ("7H", True), ("7NT", True), ("6NT", False), ("8S", False), ("pass", False)],
)
def test_misere_needs_a_bid_of_seven(highest: str, possible: bool) -> None:
    assert ("misere" in open_after(highest, FOUR)) == possible
    assert ("misere" in legal(deal_after(o=FOUR)).split()) is False


@pytest.mark.rule("FH-37", "FH-R19")
def test_any_bid_of_seven_in_the_auction_opens_misere() -> None:
    o = replace(FOUR, schedule="classic")
    assert "misere" in legal(deal_after("7S 6H", o=o))  # a bid of seven was overbid by one of six
    assert "misere" not in legal(deal_after("6S 6H", o=o)).split()
    assert misere_is_open(()) is False


@pytest.mark.rule("FH-38", "FH-X9")
@pytest.mark.parametrize(("highest", "possible"), [("pass", True), ("misere", True), ("10D", True), ("10H", False)])
def test_open_misere_stands_below_10h_and_needs_no_bid(highest: str, possible: bool) -> None:
    assert ("open-misere" in open_after(highest, FOUR)) == possible


@pytest.mark.rule("FH-36", "FH-38", "FH-R4")
@pytest.mark.parametrize(
    ("schedule", "around"),
    [
        ("avondale", ("7NT", "misere", "8S", "10D", "open-misere", "10H")),
        ("classic", ("9C", "misere", "8H", "9NT", "open-misere", "10H")),
        ("inverted", ("9S", "misere", "8D", "9NT", "open-misere", "10D")),
    ],
)
def test_both_miseres_have_their_places(schedule: str, around: tuple[str, ...]) -> None:
    order = bids(replace(FOUR, schedule=schedule))
    for below, word, above in (around[:3], around[3:]):
        at = order.index(word)
        assert (order[at - 1], order[at + 1]) == (below, above)


@pytest.mark.rule("FH-36", "FH-38")
def test_each_misere_may_be_left_out() -> None:
    o = replace(FOUR, misere="off")
    assert ("misere" in bids(o), "open-misere" in bids(o)) == (False, True)
    o = replace(FOUR, open_misere="off")
    assert ("misere" in bids(o), "open-misere" in bids(o)) == (True, False)
    assert bids(STANDARD) == tuple(AVONDALE.split())


@pytest.mark.rule("FH-30", "FH-19")
@pytest.mark.parametrize(
    ("word", "trump"), [("6S", "S"), ("10H", "H"), ("8NT", "NT"), ("nullo", "NT"), ("open-misere", "NT")]
)
def test_the_bid_names_trump(word: str, trump: str) -> None:
    assert trump_of(word) == trump


@pytest.mark.rule("FH-64", "FH-65", "FH-66", "FH-R5")
@pytest.mark.parametrize(
    ("preset", "word", "value"),
    [
        ("standard", "6S", 40),
        ("standard", "10NT", 520),
        ("classic", "7S", 80),
        ("classic", "10NT", 600),
        ("inverted", "7S", 120),
        ("inverted", "8C", 120),
        ("nullo", "nullo", 250),
        ("four-player", "misere", 250),
        ("four-player", "open-misere", 500),
    ],
)
def test_bids_are_worth_what_their_schedule_says(preset: str, word: str, value: int) -> None:
    assert values(PRESETS[preset])[word] == value


@pytest.mark.rule("FH-29", "FH-63", "FH-X30")
def test_hands_may_be_played_when_all_pass() -> None:
    position = deal_after("pass pass pass", o=PASSED, dealer=2)
    assert (notes(position, "passed-deal"), notes(position, "trump")) == ([()], [("NT",)])
    assert asked(position) == (0, "play")
