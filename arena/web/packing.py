"""A file of gzip in parts, each of which can be taken from an older file.

No part needs the parts before it to be compressed or read, yet the file is like any other (RFC 1952, RFC 1951).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import IO, Final, TypeAlias
from zlib import DEFLATED, MAX_WBITS, Z_FULL_FLUSH, compressobj, crc32, decompressobj, error

LEVEL: Final = 4
"""The level of compression."""
Part: TypeAlias = tuple[str, int, int, int]
"""A digest of what a part is made of, its length compressed and as it is, its CRC-32."""
_HEAD: Final = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""The beginning of the file: no name, no time."""
_LAST: Final = b"\x03\x00"
"""The last block, which is empty."""


class Packing:
    """A file that is being written. `packing` makes it.

    Args:
        file: the file.
        old: the older file, which can be read anywhere; None if there is none.
        told: the parts of the older file, if somebody knows them.
        pool: one thread, in which a part is compressed while the caller makes the next one.

    Attributes:
        parts: the parts written so far, for the next file.
    """

    def __init__(self, file: IO[bytes], old: IO[bytes] | None, told: object, pool: ThreadPoolExecutor) -> None:
        self._file, self._old, self._pool = file, old, pool
        self._known = dict(_known(told))
        self._check, self._size = 0, 0
        self._before: Future[object] = pool.submit(file.write, _HEAD)
        self.parts: list[Part] = []

    def write(self, key: str, making: Callable[[], bytes]) -> bytes:
        """Write a part.

        Args:
            key: a digest of all that it is made of.
            making: makes it.

        Returns:
            The part as it is.
        """
        packed, data = self._find(key) or (None, making())
        self._check, self._size = crc32(data, self._check), self._size + len(data)
        self._before.result()
        self._before = self._pool.submit(self._put, key, packed, data)
        return data

    def _put(self, key: str, packed: bytes | None, data: bytes) -> None:
        """Compress a part if it is not, and write it."""
        if packed is None:
            packer = compressobj(LEVEL, DEFLATED, -MAX_WBITS)
            packed = packer.compress(data) + packer.flush(Z_FULL_FLUSH)  # this ends at a byte, and forgets the text
        self._file.write(packed)
        self.parts.append((key, len(packed), len(data), crc32(data)))

    def _find(self, key: str) -> tuple[bytes, bytes] | None:
        """Return a part of the older file, compressed and as it is; None if it is not there, or not what it was."""
        if self._old is None or key not in self._known:
            return None
        at, length, size, check = self._known[key]
        self._old.seek(at)
        packed = self._old.read(length)
        try:
            data = decompressobj(-MAX_WBITS).decompress(packed, size + 1)
        except error:
            return None
        return (packed, data) if len(data) == size and crc32(data) == check else None

    def close(self) -> None:
        """Write the end of the file."""
        self._before.result()
        self._file.write(_LAST + struct.pack("<II", self._check, self._size & 0xFFFFFFFF))


def _known(told: object) -> Iterator[tuple[str, tuple[int, int, int, int]]]:
    """Yield each part that is told, by its digest, with where it begins in the file."""
    at = len(_HEAD)
    for part in told if isinstance(told, list) else []:
        match part:
            case [str(key), int(length), int(size), int(check)] if length >= 0 and size >= 0:
                yield key, (at, length, size, check)
                at += length
            case _:
                return


@contextmanager
def packing(file: IO[bytes], old: IO[bytes] | None = None, told: object = None) -> Iterator[Packing]:
    """Write a file of gzip in parts; arguments as those of `Packing`."""
    with ThreadPoolExecutor(1) as pool:
        packed = Packing(file, old, told, pool)
        yield packed
        packed.close()
