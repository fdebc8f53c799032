"""Packets, a card turned up and a stock: the deals of the sheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.parts.cards import PACKETS, STOCK, TURN_UP, assemble, dealt, more, pack, with_stock
from arena.games.parts.turns import turns

LATE = "KQJAT987"
"""The ranks of packs in which the ace stands between jack and ten."""
BUBE = "QS AD 9C KH JD 7S 7C KC TH JS JC TD KD 7D 8H 9H 8S 8D TC QC QH JH 8C QD 9D TS AS KS AH AC 7H 9S"
FIVES = "KD AS KC 3S TD QH 4S AC 8H JC 7H JS 2S 6S 3C 5S JD TH 3D JH 7C 2C 9C 3H AH 7S"


@pytest.mark.parametrize(
    ("cards", "order", "packets", "expected"),
    [
        pytest.param(
            pack(LATE),
            turns(1, 2),
            "three_two",
            {1: "KS QS JS 8S 7S", 0: "AS TS 9S KH QH", TURN_UP: "JH", STOCK: "AH TH 9H"},
            marks=pytest.mark.rule("EC-5", "EC-6", "EC-X1"),
        ),
        pytest.param(
            pack(LATE),
            turns(1, 2),
            "two_three",
            {1: "KS QS TS 9S 8S", 0: "JS AS 7S KH QH", TURN_UP: "JH", STOCK: "AH TH 9H"},
            marks=pytest.mark.rule("EC-5", "EC-6", "EC-X1"),
        ),
        pytest.param(
            pack(LATE[:-1]),
            turns(0, 3),
            "three_two",
            {0: "KS QS JS JH AH", 1: "AS TS 9S TH 9H", 2: "8S KH QH 8H KD", TURN_UP: "QD"},
            marks=pytest.mark.rule("HA-5", "HA-6", "HA-X1"),
        ),
        pytest.param(
            pack("KQJAT9876"),
            turns(1, 4),
            "three_two",
            {
                1: "KS QS JS AH TH",
                2: "AS TS 9S 9H 8H",
                3: "8S 7S 6S 7H 6H",
                0: "KH QH JH KD QD",
                TURN_UP: "JD",
                STOCK: "AD TD 9D 8D 7D 6D KC",
            },
            marks=pytest.mark.rule("TP-6", "TP-7", "TP-X1"),
        ),
        pytest.param(
            pack("KQJAT9876"),
            turns(1, 2),
            "three_two",
            {1: "KS QS JS 8S 7S", 0: "AS TS 9S 6S KH", TURN_UP: "QH"},
            marks=pytest.mark.rule("TP-6", "TP-7", "TP-X2"),
        ),
        pytest.param(
            pack("AKQJT987"),
            turns(1, 4),
            "three_two",
            {
                1: "AS KS QS TH 9H",
                2: "JS TS 9S 8H 7H",
                3: "8S 7S AH AD KD",
                0: "KH QH JH QD JD",
                TURN_UP: "TD",
                STOCK: "9D 8D 7D AC KC QC JC TC 9C 8C 7C",
            },
            marks=pytest.mark.rule("BB-6", "BB-7", "BB-X1"),
        ),
        pytest.param(
            BUBE.split(),
            turns(1, 4),
            "three_two",
            {1: "QS AD 9C KD 7D", 2: "KH JD 7S 8H 9H", 3: "7C KC TH 8S 8D", 0: "JS JC TD TC QC", TURN_UP: "QH"},
            marks=pytest.mark.rule("BB-6", "BB-7"),
        ),
        pytest.param(
            FIVES.split(),
            turns(1, 5),
            "three_two",
            {1: "KD AS KC 5S JD", 2: "3S TD QH TH 3D", 4: "JC 7H JS 2C 9C", 0: "2S 6S 3C 3H AH", TURN_UP: "7S"},
            marks=pytest.mark.rule("TF-5"),
        ),
    ],
)
def test_five_cards_in_packets_then_a_turn_up(
    cards: list[str], order: tuple[int, ...], packets: str, expected: dict[int | str, str]
) -> None:
    where = with_stock(order, PACKETS[packets], len(cards))
    for place, held in expected.items():
        assert " ".join(dealt(cards, where, place)).startswith(held)
        assert place == STOCK or len(dealt(cards, where, place)) == len(held.split())


@pytest.mark.rule("BB-7", "BG-6", "BG-X2", "HA-6", "JJ-5", "TP-7")
@pytest.mark.parametrize(
    ("players", "sizes", "pack_size", "stock"),
    [(6, (3, 2), 32, 1), (2, (3, 2), 28, 17), (6, (3, 2), 36, 5), (2, (1,) * 13, 55, 28), (2, (1,) * 6, 32, 19)],
)
def test_so_many_cards_are_left(players: int, sizes: tuple[int, ...], pack_size: int, stock: int) -> None:
    assert with_stock(turns(0, players), sizes, pack_size).count(STOCK) == stock


@pytest.mark.rule("JJ-5", "JJ-11")
def test_cards_may_go_to_seats_in_a_second_round() -> None:
    assert with_stock((more(1), more(0)), (1, 1), 6, turn_up=False) == (
        "more-1",
        "more-0",
        "more-1",
        "more-0",
        STOCK,
        STOCK,
    )


@given(st.integers(2, 6), st.integers(0, 5), st.lists(st.integers(1, 3), max_size=3), st.integers(0, 9), st.booleans())
def test_every_seat_gets_as_many_and_every_card_has_a_place(
    players: int, first: int, sizes: list[int], left: int, turn_up: bool
) -> None:
    order = turns(first % players, players)
    total = players * sum(sizes) + left + turn_up
    where = with_stock(order, tuple(sizes), total, turn_up=turn_up)
    assert len(where) == total and where.count(TURN_UP) == turn_up and where.count(STOCK) == left
    assert all(where.count(seat) == sum(sizes) for seat in order)
    assert where[: sizes[0] if sizes else 0] == (order[0],) * (sizes[0] if sizes else 0)


def test_a_pack_is_assembled_from_its_places() -> None:
    assert assemble((1, 0, 1, "kitty"), {0: ["AS"], 1: ["KS", "QS"], "kitty": ["AH"]}) == ("KS", "AS", "QS", "AH")
    assert assemble(("kitty",), {"kitty": ["AH"]}) == ("AH",)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ({0: ["AS"], 1: ["QS"], "kitty": ["AH", "KS"]}, "kitty has 2 cards where 1 are dealt to it"),
        ({0: ["AS"], "kitty": ["AH"]}, "1 has 0 cards where 1 are dealt to it"),
    ],
)
def test_every_place_must_have_as_many_cards_as_are_dealt_to_it(
    cards: dict[int | str, list[str]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        assemble((1, 0, "kitty"), cards)
