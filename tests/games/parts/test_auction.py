"""Auctions, on a toy: numbers to twenty, each higher than the last; nobody bids over himself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Ask, Did, Seat, Word
from arena.games.kernel.position import Position
from arena.games.parts.auction import PASS, Call, Calls, auction
from tests.games.toy import ToyOptions

BIDDERS = (2, 3, 0, 1)


def higher(seat: Seat, calls: Calls) -> Sequence[Word]:
    best = next((call for call in reversed(calls) if call.word != PASS), Call(-1, "0"))
    return () if best.seat == seat else (PASS, *map(str, range(int(best.word) + 1, 21)))


def held(words: str = "", *, single: bool = False, calls: Calls = ()) -> Position[Calls]:
    position = Position(ToyOptions(), lambda: auction(BIDDERS, higher, single=single, calls=calls))
    for word in words.split():
        position.play(word)
    return position


def test_the_question_is_a_bid() -> None:
    assert held("5").ask == Ask(3, "bid", ("pass", *map(str, range(6, 21))))


def test_the_question_can_have_another_name() -> None:
    position = Position(ToyOptions(), partial(auction, BIDDERS, higher, kind="call"))
    assert position.ask == Ask(2, "call", ("pass", *map(str, range(1, 21))))


def test_who_passes_is_out_and_the_holder_is_not_asked_over_his_own_bid() -> None:
    position = held("1 pass 2 pass 3 4 5 pass")
    assert position.ask is None
    assert position.result == tuple(
        Call(seat, word)
        for seat, word in zip((2, 3, 0, 1, 2, 0, 2, 0), ["1", "pass", "2", "pass", "3", "4", "5", "pass"], strict=True)
    )


def test_all_may_pass() -> None:
    assert held("pass pass pass pass").result == tuple(Call(seat, PASS) for seat in BIDDERS)


def test_who_could_only_pass_is_not_asked() -> None:
    assert held("20").result == (Call(2, "20"),)


def test_who_could_only_pass_is_asked_where_everybody_speaks() -> None:
    rules = partial(auction, BIDDERS, higher, single=True, ask_forced=True)
    position = Position(ToyOptions(), rules)
    for word in ("20", "pass", "pass", "pass"):
        assert position.ask is not None
        assert word in position.ask.legal
        position.play(word)
    assert position.result == tuple(Call(seat, word) for seat, word in zip(BIDDERS, position.answers, strict=True))


def test_in_a_single_round_everybody_speaks_once() -> None:
    position = held("1 2 3 4", single=True)
    assert position.result == tuple(Call(seat, str(i)) for i, seat in enumerate(BIDDERS, 1))


@given(rng=st.randoms(use_true_random=False), single=st.booleans())
def test_an_auction_can_be_entered_anywhere(rng: Random, single: bool) -> None:
    position = held(single=single)
    while position.ask is not None:
        position.play(rng.choice(position.ask.legal[:3]))
    assert position.result is not None
    for known in range(len(position.result) + 1):
        later = held(" ".join(position.answers[known:]), single=single, calls=position.result[:known])
        assert (later.ask, later.result) == (None, position.result)


def test_a_long_auction_among_three_goes_on_with_the_next_seat() -> None:
    position = held("1 pass 2 3 4 5 6 7 8 9")
    so_far = tuple(
        Call(event.seat, event.word) for event in position.log if isinstance(event, Did) and event.word is not None
    )
    assert so_far[-1] == Call(1, "9")
    assert held(calls=so_far).ask == position.ask == Ask(2, "bid", ("pass", *map(str, range(10, 21))))
