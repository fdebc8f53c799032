"""Chips are paid, taken and divided; none comes from nowhere."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Note
from arena.games.parts.chips import Chips, told

FOUR = Chips((0, 0, 0, 0))
seats = st.integers(0, 3)
amounts = st.integers(0, 50)


class Move(NamedTuple):
    """A method of `Chips` and what it is called with."""

    name: str
    args: tuple[object, ...]


moves = st.one_of(
    st.builds(lambda who, amount: Move("pay", (who, amount)), st.sets(seats), amounts),
    st.builds(lambda seat: Move("take_all", (seat,)), seats),
    st.builds(lambda seat, amount: Move("from_each_other", (seat, amount)), seats, amounts),
)


@given(st.lists(moves, max_size=8), st.permutations(range(4)), st.integers(1, 4))
def test_no_chip_is_made_or_lost_until_odd_ones_are_removed(done: list[Move], order: list[int], number: int) -> None:
    chips = FOUR
    for move in done:
        before, chips = chips, getattr(chips, move.name)(*move.args)
        assert sum(chips.balances) + chips.pool == 0 <= chips.pool
        pool, *paid = told(before, chips).values
        assert [had - int(cost) for had, cost in zip(before.balances, paid, strict=True)] == list(chips.balances)
        assert pool == chips.pool
    left, all_out = chips.divide(order[:number]), chips.divide(order[:number], odd_chips=True)
    assert (left.pool, all_out.pool) == (0, 0)
    assert sum(left.balances) == -(chips.pool % number) and sum(all_out.balances) == 0
    got = [all_out.balances[seat] - chips.balances[seat] for seat in order]
    assert got == sorted(got[:number], reverse=True) + [0] * (4 - number) and got[0] - got[number - 1] <= 1


def test_nobody_takes_more_than_there_is() -> None:
    assert FOUR.pay((0, 2), 3).take(1, 6) == Chips((-3, 6, -3, 0))
    with pytest.raises(AssertionError, match="more than the pool holds"):
        FOUR.pay((0,), 5).take(1, 6)


@pytest.mark.rule("BB-5", "BB-24", "BB-25", "BB-26", "BB-X14")
def test_tricks_are_paid_from_the_pot_and_who_has_none_pays_into_it() -> None:
    chips = FOUR.pay((0,), 5)
    for seat, tricks in enumerate((2, 3, 0, 0)):
        chips = chips.take(seat, tricks)
    assert chips == Chips((-3, 3, 0, 0))
    assert chips.pay((2, 3), 5) == Chips((-3, 3, -5, -5), 10)


@pytest.mark.rule("BB-27", "BB-X18", "TF-32")
def test_what_cannot_be_divided_is_removed() -> None:
    assert Chips((12, -9, -30, 5), 22).divide() == Chips((17, -4, -25, 10))


@pytest.mark.rule("TF-28", "TF-29", "TF-30", "TF-X21")
def test_a_pool_is_refilled_and_taken() -> None:
    chips = Chips((0,) * 5).pay(range(5), 1).pay((1,), 1)
    assert chips == Chips((-1, -2, -1, -1, -1), 6)
    assert chips.take_all(3).pay(range(5), 1) == Chips((-2, -3, -2, 4, -2), 5)


@pytest.mark.rule("TF-31", "TF-R13", "TF-X22")
def test_a_jink_is_paid_by_each_other_player_past_the_pool() -> None:
    jinked = Chips((0,) * 5, 5).take_all(2).from_each_other(2, 1)
    assert jinked == Chips((-1, -1, 9, -1, -1))


@pytest.mark.rule("TH-78", "TH-79", "TH-X49")
def test_six_players_pay_into_a_pot_that_the_winners_divide() -> None:
    six = Chips((0,) * 6).pay(range(6), 100)
    failed = six.pay((0, 3), 50)
    assert (six.pool, told(six, failed)) == (600, Note("pot", (700, 50, 0, 0, 50, 0, 0)))
    last = failed.pay((1, 4), 50).pay((0, 3, 1, 4), 50)
    assert last.divide((0, 3), odd_chips=True).balances == (300, -200, -100, 300, -200, -100)
    assert told(last, last.take_all(5)) == Note("pot", (0, 0, 0, 0, 0, 0, -1000))
    assert Chips((0, 0, 0), 5).divide((0, 1, 2), odd_chips=True).balances == (2, 2, 1)
