"""Packs, dealing plans, and turns."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Show
from arena.games.parts.cards import (
    RANKS,
    STOCK,
    TURN_UP,
    Dealt,
    assemble,
    by_order,
    dealt,
    dealt_in_order,
    give,
    pack,
    packet_sizes,
    plan,
    printed_suit,
    rounds,
    show_hands,
)
from arena.games.parts.turns import next_in, turns, turns_from


def test_a_pack_is_in_order_suit_by_suit() -> None:
    assert pack("AK", "SH") == ("AS", "KS", "AH", "KH")
    assert len(set(pack(RANKS))) == 52


def test_only_a_card_of_two_characters_has_a_suit_printed_on_it() -> None:
    assert [printed_suit(card) for card in ("AS", "TD", "JK", "GRAND")] == ["S", "D", "", ""]


def test_a_plan_follows_the_packets() -> None:
    assert plan([*rounds((1, 2, 0), [2, 1]), ("kitty", 2)]) == (1, 1, 2, 2, 0, 0, 1, 2, 0, "kitty", "kitty")


@given(size=st.integers(0, 20), packet=st.integers(1, 8))
def test_packets_add_up_to_the_hand(size: int, packet: int) -> None:
    sizes = packet_sizes(size, packet)
    assert sum(sizes) == size
    assert all(each == packet for each in sizes[:-1])
    assert all(0 < each <= packet for each in sizes[-1:])


def test_a_hand_of_ten_by_threes() -> None:
    assert packet_sizes(10, 3) == [3, 3, 3, 1]


def test_the_place_gets_its_cards_in_the_order_of_the_pack() -> None:
    where = plan([*rounds((0, 1), [1, 1]), ("kitty", 1)])
    cards = pack("AKQJT", "S")
    assert dealt(cards, where, 1) == ["KS", "JS"]
    assert dealt(cards, where, "kitty") == ["TS"]
    with pytest.raises(ValueError, match="4 cards cannot be dealt to 5 places"):
        dealt(cards[:-1], where, 0)


@given(st.integers(0, 2**32))
def test_assembling_undoes_dealing(seed: int) -> None:
    rng = Random(seed)
    cards = rng.sample(pack("AKQJ"), 16)
    where = tuple(rng.choices((0, 1, 2, "kitty", "talon"), k=16))
    assert assemble(where, {place: dealt(cards, where, place) for place in where}) == tuple(cards)


def test_every_seat_with_cards_is_shown_its_own_hand() -> None:
    shows = list(show_hands([["AS", "KH"], [], ["KS", "QS"]]))
    assert shows == [Show((0,), "hand", 0, ("AS", "KH")), Show((2,), "hand", 2, ("KS", "QS"))]


@given(st.integers(0, 2**32))
def test_dealing_in_order_is_dealing_and_sorting(seed: int) -> None:
    rng = Random(seed)
    order = pack("AKQJ")
    cards = rng.sample(order, 16)
    where = tuple(rng.choices((0, 1, 2, "kitty"), k=16))
    found = dealt_in_order(cards, where, order)
    for place in (0, 1, 2, "kitty"):
        assert found[place] == sorted(dealt(cards, where, place), key=by_order(order))
    with pytest.raises(ValueError, match="15 cards cannot be dealt to 16 places"):
        dealt_in_order(cards[1:], where, order)


def test_the_pack_gives_hands_and_kitty_as_they_are_read_and_the_stock_as_it_lies() -> None:
    order = pack("AKQJ", "SH")
    where = plan([(2, 2), (TURN_UP, 1), ("kitty", 2), ("dummy", 1), (STOCK, 2)])
    cards = ["JH", "AS", "QS", "KH", "KS", "AH", "QH", "JS"]
    assert give(cards, where, order, 3) == Dealt([[], [], ["AS", "JH"]], ["KS", "KH"], "QS", ["QH", "JS"])
    assert give(cards, plan([(0, 8)]), order, 1) == Dealt([list(order)], [], "", [])
    with pytest.raises(ValueError, match="7 cards cannot be dealt to 8 places"):
        give(cards[1:], where, order, 3)


@pytest.mark.parametrize(
    ("first", "seats", "step", "expected"),
    [
        (0, 4, 1, (0, 1, 2, 3)),
        (2, 4, 1, (2, 3, 0, 1)),
        (1, 3, -1, (1, 0, 2)),
        (4, 5, 1, (4, 0, 1, 2, 3)),
        (0, 1, 1, (0,)),
    ],
)
def test_turns_go_round_the_table(first: int, seats: int, step: int, expected: tuple[int, ...]) -> None:
    assert turns(first, seats, step) == expected


def test_turns_of_those_who_take_part() -> None:
    assert turns_from(3, (1, 3, 0)) == (3, 0, 1)
    assert next_in(1, 5, (0, 1, 4)) == 4
    assert next_in(4, 5, (0, 1, 4)) == 0
    assert next_in(2, 5, (2,)) == 2


def test_hands_are_shown_to_their_seats_to_partners_who_overlook_them_or_not_yet() -> None:
    hands = [["AS"], ["KS"], []]
    assert list(show_hands(hands)) == [Show((0,), "hand", 0, ("AS",)), Show((1,), "hand", 1, ("KS",))]
    assert list(show_hands(hands, but=0)) == [Show((1,), "hand", 1, ("KS",))]
    overlooked = list(show_hands(hands, seen_by=[(0, 1), (0, 1), (2,)]))
    assert overlooked == [Show((0, 1), "hand", 0, ("AS",)), Show((0, 1), "hand", 1, ("KS",))]
