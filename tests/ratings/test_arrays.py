import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import arrays
from arena.ratings.arrays import dense, different, totals

NUMBERS = st.lists(st.integers(0, 40) | st.integers(0, 2**40), max_size=30)


@given(NUMBERS)
def test_ranks_are_those_of_sorting(numbers: list[int]) -> None:
    ranks = {number: rank for rank, number in enumerate(sorted(set(numbers)))}
    assert dense(np.array(numbers, dtype=np.int64) - 20).tolist() == [ranks[number] for number in numbers]


@given(NUMBERS, st.booleans())
def test_different_keys_are_those_of_numpy(numbers: list[int], wide: bool) -> None:
    keys = np.array(numbers, dtype=np.int64)
    found, place = different(keys, 2 ** (62 if wide else 41))
    expected, inverse = np.unique(keys, return_inverse=True)
    assert found.tolist() == expected.tolist()
    assert place.tolist() == inverse.tolist()


@given(NUMBERS)
def test_totals_are_sums_by_key(numbers: list[int]) -> None:
    keys, values = np.array(numbers, dtype=np.int64), np.arange(len(numbers), dtype=np.float64)
    found, total = totals(keys, values, max(numbers, default=0) + 1)
    assert found.tolist() == sorted(set(numbers))
    assert total.tolist() == [values[keys == key].sum() for key in found]


def test_small_keys_are_counted_and_large_ones_sorted() -> None:
    for keys in ([3, 1, 3], [3000, 1000, 3000]):
        found, total = totals(np.array(keys), np.ones(3), max(keys) + 1)
        assert (found.tolist(), total.tolist()) == (sorted(set(keys)), [1.0, 2.0])
    assert arrays.SPREAD * 3 < 3000
