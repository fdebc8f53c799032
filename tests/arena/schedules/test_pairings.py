from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.schedules.pairings import FEW, in_turn, pairings, seating


@given(st.integers(0, 40), st.integers(2, 3))
def test_few_combinations_all_play(count: int, size: int) -> None:
    if size == 2 or comb(count, size) <= FEW:
        assert pairings(count, size) == tuple(combinations(range(count), size))


@pytest.mark.parametrize(
    ("count", "size"),
    [(20, 3), (21, 3), (22, 3), (34, 3), (16, 4), (23, 4), (30, 4), (15, 5), (18, 5), (14, 6), (25, 6)],
)
def test_every_two_meet_equally_often_where_not_all_combinations_play(count: int, size: int) -> None:
    found = pairings(count, size)
    met = Counter(pair for pairing in found for pair in combinations(pairing, 2))

    assert comb(count, size) > FEW
    assert len(found) < comb(count, size)
    assert all(len(set(pairing)) == size for pairing in found)
    assert set(met) == set(combinations(range(count), 2))
    assert len(set(met.values())) == 1
    assert len(set(Counter(i for pairing in found for i in pairing).values())) == 1


def spread(order: Sequence[tuple[int, ...]], count: int) -> int:
    """Return the largest lead in games of one entrant over another at any time."""
    played, most = [0] * count, 0
    for pairing in order:
        for i in pairing:
            played[i] += 1
        most = max(most, max(played) - min(played))
    return most


@given(st.integers(2, 60))
def test_of_two_nobody_is_ever_more_than_one_game_ahead(count: int) -> None:
    order = in_turn(count, 2)
    assert sorted(order) == list(combinations(range(count), 2))
    assert spread(order, count) <= 1


@pytest.mark.parametrize(("count", "size"), [(0, 2), (1, 2), (2, 3), (7, 1), (3, 3), (7, 3), (19, 3), (23, 4), (25, 6)])
def test_at_larger_tables_nobody_gets_far_ahead(count: int, size: int) -> None:
    order = in_turn(count, size)
    assert sorted(order) == sorted(pairings(count, size))
    assert spread(order, count) <= size // 2 + 1


@given(st.integers(2, 6))
def test_over_the_sets_every_order_round_the_table_comes_up_equally_often(size: int) -> None:
    pairing = "abcdef"[:size]
    orders = len(list(permutations(pairing[1:])))
    seen = Counter(seating(pairing, number) for number in range(1, orders + 1))

    assert len(seen) == orders
    assert seating(pairing, 1) == tuple(pairing)
    assert seating(pairing, orders + 1) == seating(pairing, 1)


@pytest.mark.parametrize("count", range(5, 11))
def test_everybody_sits_beside_everybody_else_about_equally_often(count: int) -> None:
    sets = count - count % 2
    for first in (1, 1 + sets) if count > 6 else (1,):
        left = Counter[tuple[int, int]]()
        for number in range(first, first + sets):
            order = seating(range(count), number)
            assert sorted(order) == list(range(count))
            assert order[0] == 0
            left.update(zip(order, order[1:] + order[:1], strict=True))
        often = Counter(left[pair] for pair in permutations(range(count), 2))
        assert often == ({1: count * (count - 1)} if count % 2 else {1: count * (count - 2), 2: count})


def test_large_tables_have_other_orders_after_the_first_ones() -> None:
    first, second = ({seating("abcdefg", number) for number in range(start, start + 6)} for start in (1, 7))
    assert len(first) == len(second) == 6
    assert first != second
