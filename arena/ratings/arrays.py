"""Names for types of arrays, and sums and numberings that several statistics need."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

SPREAD = 4
"""If the range of integers is at most this many times their count, a table renumbers them, otherwise sorting does."""
BITS = 63
"""The bits of an int64 besides its sign."""


def sums(place: Ints, values: Floats | Ints | Bools, size: int) -> Floats:
    """Return the sum of the values that belong to each place, for all places below `size`."""
    return np.bincount(place, values, size).astype(np.float64, copy=False)


def totals(key: Ints, values: Floats, size: int) -> tuple[Ints, Floats]:
    """Return the distinct keys in ascending order, and the sum of the values of each.

    Args:
        key: the keys, from 0 and below `size`.
        values: one value for each key.
        size: a number above all keys.
    """
    if size <= SPREAD * key.size:
        found = np.flatnonzero(np.bincount(key, minlength=size))
        return found, sums(key, values, size)[found]
    found, place = np.unique(key, return_inverse=True)
    return found, sums(place, values, found.size)


def dense(numbers: Ints) -> Ints:
    """Return each number replaced by its rank among the distinct numbers, from 0."""
    if not numbers.size:
        return numbers
    low, high = int(numbers.min()), int(numbers.max())
    if high - low > SPREAD * numbers.size:
        return np.unique(numbers, return_inverse=True)[1]
    seen = np.zeros(high - low + 1, dtype=np.int64)
    seen[numbers - low] = 1
    return (np.cumsum(seen) - 1)[numbers - low]


def different(keys: Ints, size: int) -> tuple[Ints, Ints]:
    """Return the distinct keys in ascending order, and the place of each key among them.

    This does the same as `np.unique` in half the time: where a key and its position fit into 64 bits, they are sorted
    as one number.

    Args:
        keys: the keys, from 0.
        size: a number above all keys.
    """
    bits = keys.size.bit_length()
    if size.bit_length() + bits > BITS:
        found, place = np.unique(keys, return_inverse=True)
        return found, place
    packed = keys << bits
    packed |= np.arange(keys.size)
    packed.sort()
    position = packed & ((1 << bits) - 1)
    packed >>= bits
    new = np.ones(keys.size, dtype=np.bool_)
    new[1:] = packed[1:] != packed[:-1]
    place = np.empty(keys.size, dtype=np.int64)
    place[position] = np.cumsum(new) - 1
    return packed[new], place
