"""Reproducible packs: every random draw of a game is a shuffle keyed by the ladder's seed and the draw's name.

The generator, step by step, so that it can be written again. For a seed S (UTF-8) and a label L (UTF-8):

1. Bytes: the blocks SHA-256(S, 0x00, L, 0x00, i) for i = 0, 1, 2, ... (i as 8 bytes, big-endian), one after another.
2. Numbers: every 4 bytes, big-endian, make a number w below 2**32.
3. A number below n: take the next w; while w >= 2**32 - 2**32 mod n take another; it is w mod n.
4. A shuffle of k items: for i = k - 1 down to 1, swap item i with item (a number below i + 1).

The label of a draw is the label of the game, a space, and the name of the draw, such as
`kaiser:standard set 3 deal 2 pack`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import chain
from struct import Struct
from typing import TypeVar

from arena.games.kernel import Chance

T = TypeVar("T")

_EIGHT = Struct(">8I")
"""The eight numbers of a block of 32 bytes."""


def commitment(seed: str) -> str:
    """Return the SHA-256 of a seed in hex. Published before play, it proves that the seed was not chosen afterward."""
    return sha256(seed.encode()).hexdigest()


def keyed(seed: str, label: str) -> Chance:
    """Return the source of chance of one game, from the ladder's seed and the label of the game."""

    def draw(name: str, items: Sequence[T]) -> tuple[T, ...]:
        return shuffled(items, _numbers(seed.encode(), f"{label} {name}".encode()))

    return draw


def shuffled(items: Sequence[T], numbers: Iterator[int]) -> tuple[T, ...]:
    """Return the items shuffled by a stream of numbers below 2**32 (steps 3 and 4 above)."""
    cards = list(items)
    for (below, bound), number in zip(_bounds(len(cards)), numbers):  # noqa: B905 - the numbers never end
        w = number
        while w >= bound:
            w = next(numbers)
        j = w % below
        below -= 1  # noqa: PLW2901 - now the index of the last card that has no final place yet
        cards[below], cards[j] = cards[j], cards[below]
    return tuple(cards)


@cache
def _bounds(size: int) -> tuple[tuple[int, int], ...]:
    """Return for each swap of a shuffle the n of its number, and the bound below which a `w` is fair (step 3 above)."""
    return tuple((i + 1, 2**32 - 2**32 % (i + 1)) for i in range(size - 1, 0, -1))


def _numbers(seed: bytes, label: bytes) -> Iterator[int]:
    """Return the numbers of a label (steps 1 and 2 above)."""
    return chain.from_iterable(_blocks(b"\0".join((seed, label, b""))))


def _blocks(prefix: bytes) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of each block: those of the hashes of the prefix with i = 0, 1, 2, ... behind it."""
    begun = sha256(prefix)
    for i in range(2**63):
        block = begun.copy()
        block.update(i.to_bytes(8, "big"))
        yield _EIGHT.unpack(block.digest())
