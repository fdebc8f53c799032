"""Auctions on a ladder with doubles, and offers that go round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Ask, Rules, Seat, Word
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position
from arena.games.parts.auction import PASS, Call
from arena.games.parts.calls import (
    DOUBLE,
    REDOUBLE,
    CallLaw,
    Contract,
    bidding,
    contract,
    doubling,
    ladder,
    offer,
    offered_trump,
    parted,
)
from tests.games.situations import asked, legal

BRIDGETTE = CallLaw(ladder(range(1, 8), extra=("0NT",)), (0, 1), must_open=True, redouble_ends=True, double_stands=True)
SOLITAIRE = CallLaw(ladder(range(1, 8)), (0, 1), must_open=True, once=True, doubles=False)
BRIDGE = CallLaw(ladder(range(1, 3)), (0, 1, 0, 1), passes=3)
PLAYER, HOUSE = 0, 1


def held(rules: Callable[[], Rules[Any]], words: str = "") -> Position[Any]:
    position = Position(Options(), rules)
    for word in words.split():
        position.play(word)
    return position


@pytest.mark.rule("BG-11", "BG-X3", "BS-11")
def test_the_ladder_rises_by_denomination_then_by_level() -> None:
    bids = BRIDGETTE.ladder
    assert len(bids) == 36 and bids[:7] == ("0NT", "1C", "1D", "1H", "1S", "1NT", "2C") and bids[-2:] == ("7S", "7NT")
    assert SOLITAIRE.ladder == bids[1:]
    assert ladder((3, 4), "HD") == ("3H", "3D", "4H", "4D")
    assert [parted(word) for word in ("0NT", "7S", "10D")] == [(0, "NT"), (7, "S"), (10, "D")]


@pytest.mark.rule("BG-19", "BG-20", "BG-21", "BG-22", "BG-23", "BG-X8", "BG-X9", "BG-X10")
@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("1S pass 2S pass pass", Contract(0, "2S", 2, "S")),
        ("1D double 1H pass pass", Contract(0, "1H", 1, "H")),
        ("0NT 1C double redouble", Contract(1, "1C", 1, "C", 4)),
        ("1D double pass", Contract(0, "1D", 1, "D", 2)),
        ("1D pass 1H double 2C double pass", Contract(0, "2C", 2, "C", 2)),
        ("7NT pass pass", Contract(0, "7NT", 7, "NT")),
    ],
)
def test_two_players_bid_until_two_passes_or_until_a_double_stands(calls: str, expected: Contract) -> None:
    position = held(partial(bidding, (0, 1), BRIDGETTE), calls)
    assert (position.ask, position.result) == (None, expected)


@pytest.mark.rule("BG-12", "BG-13", "BG-20", "BG-21")
@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ("", " ".join(BRIDGETTE.ladder)),
        ("7D", "pass 7H 7S 7NT double"),
        ("7S pass", "pass 7NT"),
        ("7S double", "pass 7NT redouble"),
        ("7NT", "pass double"),
    ],
)
def test_words_are_higher_bids_and_doubles_of_the_opponents_bid(calls: str, words: str) -> None:
    assert legal(held(partial(bidding, (0, 1), BRIDGETTE), calls)) == words


def test_which_higher_bids_are_open_may_hang_on_the_hand_and_on_the_last_bid() -> None:
    def bids(seat: Seat, last: Contract | None) -> list[Word]:
        at = last.level if last else 0
        return [word for word in BRIDGETTE.higher(last) if seat == 1 and parted(word)[0] == at]

    assert legal(held(partial(bidding, (0, 1), BRIDGETTE._replace(must_open=False), bids))) == "pass"
    assert legal(held(partial(bidding, (1, 0), BRIDGETTE, bids))) == "0NT"
    after = (Call(0, "2H"),)
    assert legal(held(partial(bidding, (0, 1), BRIDGETTE, bids, calls=after))) == "pass 2S 2NT double"


@pytest.mark.rule("BS-12", "BS-R14")
def test_a_player_overcalls_the_house_once_or_must_bid() -> None:
    after = Call(HOUSE, "6S")
    for word, expected in (("pass", Contract(HOUSE, "6S", 6, "S")), ("7C", Contract(PLAYER, "7C", 7, "C"))):
        position = held(partial(bidding, (HOUSE, PLAYER), SOLITAIRE, calls=(after,)))
        assert legal(position) == "pass 6NT 7C 7D 7H 7S 7NT"
        position.play(word)
        assert (position.ask, position.result) == (None, expected)
    alone = held(partial(bidding, (PLAYER,), SOLITAIRE))
    assert legal(alone) == " ".join(SOLITAIRE.ladder)
    alone.play("1C")
    assert alone.result == Contract(PLAYER, "1C", 1, "C")


def test_four_players_bid_until_three_pass_or_all_have() -> None:
    rules = partial(bidding, (2, 3, 0, 1), BRIDGE)
    assert held(rules, "pass pass pass pass").result is None
    assert asked(held(rules, "pass pass pass")) == (1, "call")
    redoubled = held(rules, "pass 1H pass pass double pass pass redouble pass pass pass")
    assert redoubled.result == Contract(3, "1H", 1, "H", 4)
    assert legal(held(rules, "1NT pass")) == "pass 2C 2D 2H 2S 2NT"  # a partner's bid cannot be doubled


laws = st.builds(
    CallLaw,
    st.just(ladder((1, 2), "CH", extra=("0NT",))),
    st.sampled_from([(0, 1, 0, 1), (0, 1, 2, 2)]),
    passes=st.integers(1, 3),
    must_open=st.booleans(),
    once=st.booleans(),
    doubles=st.booleans(),
    redouble_ends=st.booleans(),
    double_stands=st.booleans(),
)


@given(law=laws, rng=st.randoms(use_true_random=False), players=st.integers(1, 4))
def test_every_auction_ends_with_a_bid_of_the_ladder_or_with_passes(law: CallLaw, rng: Random, players: int) -> None:
    position = held(partial(bidding, range(players), law))
    calls: tuple[Call, ...] = ()
    while position.ask is not None:
        assert len(calls) < 4 * 3 * len(law.ladder) + 4
        ask, last = position.ask, contract(calls)
        assert ask.seat == len(calls) % players
        assert (PASS in ask.legal) == bool(calls or not law.must_open)
        mine = last is not None and law.sides[last.seat] == law.sides[ask.seat]
        doubled = last.doubled if last and law.doubles else 0
        assert (DOUBLE in ask.legal, REDOUBLE in ask.legal) == (doubled == 1 and not mine, doubled == 2 and mine)
        calls = (*calls, Call(ask.seat, rng.choice(ask.legal)))
        position.play(calls[-1].word)
    bids = [call for call in calls if call.word in law.ladder]
    assert [law.ladder.index(call.word) for call in bids] == sorted({law.ladder.index(call.word) for call in bids})
    result = position.result
    assert result == contract(calls) and (result[:2] if result else None) == (bids[-1] if bids else None)
    assert not law.once or len(calls) == players
    for known in range(len(calls)):  # an auction can be entered anywhere
        later = held(partial(bidding, range(players), law, calls=calls[:known]))
        assert later.ask is not None and later.ask.seat == calls[known].seat


@pytest.mark.rule("HA-7", "HA-8", "HA-9", "HA-X2", "HA-X3", "HA-X4", "JJ-6", "JJ-7", "JJ-8")
def test_an_offer_goes_round_until_somebody_takes_it_up() -> None:
    play = partial(offer, (1, 2, 3, 0), "bid", ("play",))
    assert held(play).ask == Ask(1, "bid", ("pass", "play"))
    assert held(play, "pass play").result == Call(2, "play")
    assert held(play, "pass pass pass pass").result is None
    name = held(partial(offer, (1, 0), "name", ("S", "D", "C", "NT"), forced=True), "pass")
    assert (asked(name), legal(name)) == ((0, "name"), "S D C NT")


@pytest.mark.rule("HA-7", "HA-8", "JJ-6", "JJ-7", "JJ-8")
def test_the_suit_turned_up_is_offered_before_another_trump() -> None:
    rules = partial(offered_trump, (1, 0), "H", "accept", ("S", "NT"))
    assert held(rules).ask == Ask(1, "bid", ("pass", "accept"))
    assert held(rules, "pass accept").result == Call(0, "H")
    assert held(rules, "pass pass").ask == Ask(1, "trump", ("pass", "S", "NT"))
    assert held(rules, "pass pass pass NT").result == Call(0, "NT")
    assert held(rules, "pass pass pass pass").result is None
    assert held(partial(rules, forced=True), "pass pass pass").ask == Ask(0, "trump", ("S", "NT"))


@pytest.mark.rule("JJ-9", "JJ-10")
@pytest.mark.parametrize(("words", "times"), [("pass", 1), ("double pass", 2), ("double redouble", 4)])
def test_a_contract_is_doubled_by_the_defender_and_redoubled_by_the_declarer(words: str, times: int) -> None:
    position = held(partial(doubling, 1, 0), words)
    assert (position.ask, position.result) == (None, times)
    assert asked(held(partial(doubling, 1, 0))) == (0, "double")
    assert asked(held(partial(doubling, 1, 0), "double")) == (1, "redouble")
