"""The protocol from a bot's side, in both codecs, with nothing but the standard library: sandboxes have no more."""

from __future__ import annotations

import os
import select
import sys

Value = str | int | list["Value"]


class Speech:
    """Standard input and output as messages. Reads without Python's buffers, so that it bears ends that do not block.

    Args:
        frames: whether to speak msgpack once both sides have greeted.
    """

    def __init__(self, *, frames: bool) -> None:
        self._buffer = b""
        self._greeted = False
        self.frames = frames
        self.silent = False

    def greet(self, *settings: str) -> None:
        """Say who we are, unless that was done otherwise."""
        if self.silent:
            return
        codec = ("codec=msgpack",) if self.frames else ()
        write(" ".join(("bot", "hostile", "1", *codec, *settings)).encode() + b"\n")

    def hear(self) -> list[str]:
        """Return the words of the next message; end the process at the end of the input."""
        while True:
            message = self._cut()
            if message is not None:
                return message
            select.select([0], [], [])
            data = os.read(0, 65536)
            if not data:
                sys.exit()
            self._buffer += data

    def message(self, word: str) -> bytes:
        """Return the bytes of an answer."""
        if self.frames:
            return frame(array(text("answer"), text(word)))
        return f"{word}\n".encode()

    def say(self, word: str) -> None:
        """Answer."""
        write(self.message(word))

    def _cut(self) -> list[str] | None:
        """Take the first message off what was read, if it is complete."""
        if self.frames and self._greeted:
            size = int.from_bytes(self._buffer[:4], "big")
            if len(self._buffer) < 4 or len(self._buffer) < 4 + size:
                return None
            raw, self._buffer = self._buffer[4 : 4 + size], self._buffer[4 + size :]
            items, _ = parse(raw, 0)
            assert isinstance(items, list)
            return [str(item) for item in items]
        line, end, rest = self._buffer.partition(b"\n")
        if not end:
            return None
        self._buffer = rest
        self._greeted = True
        return line.decode().split()


def write(data: bytes) -> None:
    """Write all of it to standard output."""
    while data:
        select.select([], [1], [])
        data = data[os.write(1, data) :]


def frame(data: bytes) -> bytes:
    """Return data with its length before it."""
    return len(data).to_bytes(4, "big") + data


def array(*items: bytes) -> bytes:
    """Return a msgpack array of at most 15 items."""
    return bytes([0x90 + len(items)]) + b"".join(items)


def text(word: str) -> bytes:
    """Return a msgpack string."""
    data = word.encode()
    return b"\xda" + len(data).to_bytes(2, "big") + data


def parse(data: bytes, at: int) -> tuple[Value, int]:
    """Return what begins there, as far as the arena says such things, and where the next begins."""
    first = data[at]
    if first < 0x80:
        return first, at + 1
    if 0x90 <= first < 0xA0:
        return _items(data, at + 1, first - 0x90)
    if 0xA0 <= first < 0xC0:
        return _text(data, at + 1, first - 0xA0)
    size = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xD9: 1, 0xDA: 2, 0xDC: 2}[first]
    number = int.from_bytes(data[at + 1 : at + 1 + size], "big")
    if first == 0xDC:
        return _items(data, at + 1 + size, number)
    if first in {0xD9, 0xDA}:
        return _text(data, at + 1 + size, number)
    return number, at + 1 + size


def _items(data: bytes, at: int, number: int) -> tuple[Value, int]:
    items: list[Value] = []
    for _ in range(number):
        item, at = parse(data, at)
        items.append(item)
    return items, at


def _text(data: bytes, at: int, size: int) -> tuple[Value, int]:
    return data[at : at + size].decode(), at + size
