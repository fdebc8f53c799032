"""Bids, their values and their order."""

import pytest

from arena.games.parts.schedules import BIDS, INVERTED, STANDARD, avondale, classic, ranked

TRUMPS = {STANDARD: ("S", "C", "D", "H", "NT"), INVERTED: ("C", "S", "H", "D", "NT")}


def table(values: dict[str, int], suits: str) -> list[list[int]]:
    """The values of 6, 7, ... tricks, each in the order of the trumps."""
    return [[values[f"{tricks}{trump}"] for trump in TRUMPS[suits]] for tricks in range(6, 11)]


@pytest.mark.rule("FH-64", "AF-38")
def test_avondale_values_rise_from_bid_to_bid() -> None:
    assert table(avondale(STANDARD), STANDARD) == [
        [40, 60, 80, 100, 120],
        [140, 160, 180, 200, 220],
        [240, 260, 280, 300, 320],
        [340, 360, 380, 400, 420],
        [440, 460, 480, 500, 520],
    ]


@pytest.mark.rule("FH-65", "FH-66")
@pytest.mark.parametrize("suits", [STANDARD, INVERTED])
def test_classic_values_are_so_much_a_trick_above_five(suits: str) -> None:
    assert table(classic(suits), suits) == [
        [40, 60, 80, 100, 120],
        [80, 120, 160, 200, 240],
        [120, 180, 240, 300, 360],
        [160, 240, 320, 400, 480],
        [200, 300, 400, 500, 600],
    ]


@pytest.mark.rule("FH-24", "FH-32", "AF-13")
def test_avondale_order_is_by_tricks_then_suit() -> None:
    order = "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D 10H 10NT"
    assert ranked(avondale(STANDARD)) == tuple(order.split())
    assert sorted(BIDS) == sorted(order.split())


@pytest.mark.rule("FH-33")
def test_classic_order_is_by_value_then_by_tricks() -> None:
    order = "6S 6C 6D 7S 6H 6NT 7C 8S 7D 9S 8C 7H 10S 7NT 8D 9C 8H 10C 9D 8NT 9H 10D 9NT 10H 10NT"
    assert ranked(classic(STANDARD)) == tuple(order.split())


@pytest.mark.rule("FH-34")
def test_inverted_order_is_by_value_then_by_tricks() -> None:
    order = "6C 6S 6H 7C 6D 6NT 7S 8C 7H 9C 8S 7D 10C 7NT 8H 9S 8D 10S 9H 8NT 9D 10H 9NT 10D 10NT"
    assert ranked(classic(INVERTED)) == tuple(order.split())


@pytest.mark.rule("FH-R4", "AF-R10")
def test_other_bids_stand_by_their_value_below_tricks_of_the_same_or_where_they_are_put() -> None:
    values = avondale(STANDARD) | {"nullo": 250, "granola": 510, "open-misere": 500, "misere": 250}
    order = ranked(values, {"misere": 230})
    below = {word: order[order.index(word) - 1] for word in ("nullo", "granola", "open-misere", "misere", "10H", "8S")}
    assert below == {
        "nullo": "8S",
        "granola": "10H",
        "open-misere": "10D",
        "misere": "7NT",
        "10H": "open-misere",
        "8S": "misere",
    }
