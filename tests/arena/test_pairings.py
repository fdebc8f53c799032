from collections import Counter
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.pairings import FEW, pairings, seating


@given(st.integers(0, 40), st.integers(2, 3))
def test_few_combinations_all_play(count: int, size: int) -> None:
    if size == 2 or comb(count, size) <= FEW:
        assert pairings(count, size) == tuple(combinations(range(count), size))


@pytest.mark.parametrize(
    ("count", "size"), [(20, 3), (21, 3), (16, 4), (23, 4), (30, 4), (15, 5), (18, 5), (14, 6), (25, 6)]
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


@given(st.integers(2, 6))
def test_over_the_sets_every_order_round_the_table_comes_up_equally_often(size: int) -> None:
    pairing = "abcdef"[:size]
    orders = len(list(permutations(pairing[1:])))
    seen = Counter(seating(pairing, number) for number in range(1, orders + 1))

    assert len(seen) == orders
    assert seating(pairing, 1) == tuple(pairing)
    assert seating(pairing, orders + 1) == seating(pairing, 1)
