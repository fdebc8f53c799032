"""Packs: every random draw of a game is a shuffle keyed by the key of its season and the name of the draw.

The key of season N is a text, so that it can be worked out again from what is revealed when the season is closed:

1. With a secret (128 random bits, written as 32 hexadecimal digits) beside the seed that the ladder file names (the
   empty text if it names none): HMAC-SHA256, keyed by these 32 digits, of `season N `, followed by the seed (UTF-8).
   The key is the result, written as 64 hexadecimal digits in lower case.
2. Reproducible, without a secret: the seed itself in season 1, and the seed followed by ` season N` in later ones.

What is shown before play, to be held against the key later, is the SHA-256 of the key (UTF-8).

The generator, step by step, so that it can be written again. For a key S (UTF-8) and a label L (UTF-8):

1. Bytes: the blocks SHA-256(S, 0x00, L, 0x00, i) for i = 0, 1, 2, ... (i as 8 bytes, big-endian), one after another.
2. Numbers: every 4 bytes, big-endian, make a number w below 2**32.
3. A number below n: take the next w; while w >= 2**32 - 2**32 mod n take another; it is w mod n.
4. A shuffle of k items: for i = k - 1 down to 1, swap item i with item (a number below i + 1).

The label of a draw is the label of the game, a space, and the name of the draw, such as
`kaiser:standard set 3 deal 2 pack`.

Bots that use chance get a seed, so that their games can be repeated. That of a seat is the first 16 hexadecimal digits
of the HMAC-SHA256, keyed by the key of the season, of `seed of seat N in ` followed by the label of the game. No pack
is made with an HMAC of the key, so a seed tells nothing of a pack, and no seed tells of another.
"""

from __future__ import annotations

import hmac
import secrets
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


SEED_DIGITS = 16
"""The hexadecimal digits of the seed of a bot."""
SECRET_BYTES = 16
"""The size of the secret of a season: 128 bits, which no dictionary holds."""


def new_secret() -> str:
    """Return a new secret: `SECRET_BYTES` random bytes in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def key_of(season: int, seed: str, secret: str | None) -> str:
    """Return the key of a season.

    Args:
        season: its number, from 1.
        seed: what the ladder file names; empty if it names nothing.
        secret: in hexadecimal; None for a reproducible season, whose key follows from the seed alone.
    """
    if secret is None:
        return seed if season == 1 else f"{seed} season {season}"
    return hmac.digest(secret.encode(), f"season {season} {seed}".encode(), "sha256").hex()


def commitment(key: str) -> str:
    """Return the SHA-256 of a key in hex. Published before play, it proves that the key was not chosen afterward."""
    return sha256(key.encode()).hexdigest()


def keyed(seed: str, label: str) -> Chance:
    """Return the source of chance of one game, from the key of its season and the label of the game."""

    def draw(name: str, items: Sequence[T]) -> tuple[T, ...]:
        return shuffled(items, _numbers(seed.encode(), f"{label} {name}".encode()))

    return draw


def bot_seeds(key: str, label: str, seats: int) -> tuple[str, ...]:
    """Return the seed of the bot in each seat of a game: 64 bits as 16 hexadecimal digits.

    All rooms of a set have the same seeds, as they have the same packs: two bots that are the same play the same.

    Args:
        key: the key of the season.
        label: the label of the game.
        seats: how many seats the game has.
    """
    return tuple(
        hmac.digest(key.encode(), f"seed of seat {seat} in {label}".encode(), "sha256").hex()[:SEED_DIGITS]
        for seat in range(seats)
    )


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
