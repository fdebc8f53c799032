"""Secrets blotted out of what a bot writes: its answers and its standard error go through here, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from arena.settings.own import LEAST_SECRET

STAR = ord("*")
SPACES = b" \t\n\r\x0b\x0c"


class Blotter:
    r"""Puts stars in place of secrets in a stream of bytes. The length stays the same.

    A secret is also found where it comes in pieces: in several writes, or with spaces and line ends between its
    letters. Its beginning alone is blotted out too, from half of its letters on (and at least `LEAST_SECRET`), because
    the rest may follow somewhere else. A line that has not ended is held back from the first letter of a possible
    secret on.

        >>> blotter = Blotter([b"sk-which-nobody-sees"])
        >>> blotter.add(b"key sk-whi"), blotter.add(b"ch-nobody"), blotter.add(b"\n-sees\n")
        (b'key ', b'', b'***************\n*****\n')

    Args:
        secrets: the texts.
    """

    def __init__(self, secrets: Iterable[bytes]) -> None:
        self._secrets = [letters for secret in secrets if (letters := b"".join(secret.split()))]
        self._begins = [
            re.compile(rb"\s*".join(re.escape(letters[at : at + 1]) for at in range(_enough(letters))))
            for letters in self._secrets
        ]
        self._reach = 64 + 4 * max(map(len, self._secrets), default=0)
        self._passed = b""
        """The end of what was passed on, as it came: the rest of a secret may follow it."""
        self._held = b""

    def add(self, data: bytes) -> bytes:
        """Return what can be passed on after the next bytes."""
        if not self._secrets:
            return data
        text = self._passed + self._held + data
        line = max(text.rfind(b"\n") + 1, len(self._passed), len(text) - self._reach)
        return self._pass_on(text, min(_open(text, line, letters) for letters in self._secrets))

    def rest(self) -> bytes:
        """Return what is held back, because it is wanted now."""
        return self._pass_on(self._passed + self._held, len(self._passed) + len(self._held)) if self._held else b""

    def _pass_on(self, text: bytes, end: int) -> bytes:
        """Return what is new in a text up to some byte, blotted out, and hold back what follows."""
        found, past = bytearray(text[:end]), len(self._passed)
        for letters, begin in zip(self._secrets, self._begins, strict=True):
            for match in begin.finditer(text, 0, end):
                for at in _places(text, match.start(), end, letters):
                    found[at] = STAR
        self._passed, self._held = text[max(0, end - self._reach) : end], text[end:]
        return bytes(found[past:])


def _enough(letters: bytes) -> int:
    """Return how many letters of a secret are too many to be seen."""
    return min(len(letters), max(LEAST_SECRET, (len(letters) + 1) // 2))


def _open(text: bytes, begin: int, letters: bytes) -> int:
    """Return where the beginning of a secret stands at the end of a text; the text's length if there is none."""
    for at in range(begin, len(text)):
        if text[at] == letters[0]:
            last = b"".join(text[at:].split())
            if len(last) < len(letters) and letters.startswith(last):
                return at
    return len(text)


def _places(text: bytes, at: int, end: int, letters: bytes) -> Iterator[int]:
    """Yield the places of the letters of a secret that begins at one of them, as far as they follow."""
    known = 0
    while at < end and known < len(letters):
        if text[at] == letters[known]:
            known += 1
            yield at
        elif text[at] not in SPACES:
            return
        at += 1
