"""What a bot writes to standard error: both ends of it, and which of it came at which decision.

A mark is a decision of the game and a place in the text. What stands between a mark and the one before it came while
the bot had that decision to make: from its question until it was asked again. What stands before the first mark came
before the first question of the game; what stands after the last mark came at the last decision of the game, or at a
fault.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from arena.table.blotter import Blotter

MOST_MARKS = 10_000
"""How many marks are kept of a game; if there are more, the first ones are forgotten."""
BITS: Final = 7
"""How many bits of a number are in a byte of coded marks; the eighth says that more follow."""
LONGEST: Final = 5
"""How many bytes a coded number has at most."""


class Tail:
    """The first and the last bytes of a stream, and the number of all bytes (`total`).

    Args:
        most: how many are kept of each end.
    """

    def __init__(self, most: int) -> None:
        self.total: int = 0
        self._most = most
        self._first = bytearray()
        self._last = bytearray()

    def add(self, data: bytes) -> None:
        """Add the next bytes of the stream."""
        self.total += len(data)
        room = self._most - len(self._first)
        self._first += data[:room]
        if room < len(data):
            self._last += data[room:]
            del self._last[: -self._most]

    def kept(self) -> bytes:
        """Return what was kept; if bytes are missing, with a line between the beginning and the end that says so."""
        return bytes(self._first) + self._gap() + bytes(self._last)

    def place(self, offset: int) -> int:
        """Return where in `kept` the text goes on that follows the first `offset` bytes of the stream."""
        if offset <= len(self._first):
            return offset
        missed = self.total - len(self._last)
        return len(self._first) + len(self._gap()) + max(0, offset - missed)

    def _gap(self) -> bytes:
        missing = self.total - len(self._first) - len(self._last)
        return b"\n[... %d bytes left out ...]\n" % missing if missing else b""


class Written(NamedTuple):
    """What a bot wrote to standard error.

    Args:
        text: the bytes; if they were many, the beginning and the end of them.
        marks: which of them came at which decision (`pieces` reads it); empty if that is not known.
    """

    text: bytes
    marks: bytes = b""


class StandardError:
    """The standard error of a bot, over the life of its process.

    Args:
        kept: how many bytes are kept of the beginning, and how many of the end.
        secrets: texts that are blotted out in what is kept.
    """

    def __init__(self, kept: int = 32 * 1024, secrets: Sequence[bytes] = ()) -> None:
        self._kept = kept
        self._blotter = Blotter(secrets)
        self.total: int = 0
        """How many bytes have come, without those that the blotter holds back."""
        self.marked: int = -1
        """How many had come at the last mark of the game; -1 if it has none."""
        self.flooded = False
        """Whether the bot was killed because they were too many."""
        self._whole = Tail(kept)
        self._recent = Tail(kept)
        """What has come since the last `take`."""
        self._taken = 0
        """How many bytes had come by then."""
        self._begun = 0
        """How many decisions the bot had made when the game began."""
        self._marks: deque[tuple[int, int]] = deque(maxlen=MOST_MARKS)
        """Decisions of the game, each with the number of bytes that had come when the bot was next asked."""

    def add(self, data: bytes) -> None:
        """Add the next bytes."""
        self._add(self._blotter.add(data))  # before a text is cut, which would leave half of a secret

    def _add(self, data: bytes) -> None:
        self.total += len(data)
        self._whole.add(data)
        self._recent.add(data)

    def begin(self, decisions: int) -> None:
        """Forget all marks, because a game begins.

        Args:
            decisions: how many decisions the bot has made so far, in all games.
        """
        self._begun, self.marked = decisions, -1
        self._marks.clear()

    def mark(self, decisions: int) -> None:
        """Note that what has come since the last mark belongs to the last decision; call it before each question.

        A caller in a hurry leaves it out where `total` is `marked`: then nothing has come.

        Args:
            decisions: how many decisions the bot has made so far, in all games.
        """
        self.marked = self.total
        number = decisions - self._begun
        if not self._marks or self._marks[-1][0] != number:  # else the question is asked again
            self._marks.append((number, self.total))

    def kept(self) -> bytes:
        """Return what the process wrote; if it was much, its beginning and its end."""
        self._add(self._blotter.rest())
        return self._whole.kept()

    def written(self) -> Written:
        """Return the same with the marks of the game."""
        self._add(self._blotter.rest())
        return self._written(self._whole, 0)

    def take(self) -> Written:
        """Return what came since the last call, with the marks of the game; if it was much, both ends of it."""
        self._add(self._blotter.rest())
        written = self._written(self._recent, self._taken)
        self._recent, self._taken = Tail(self._kept), self.total
        return written

    def _written(self, tail: Tail, begun: int) -> Written:
        """Return a part of the stream that begins with the byte `begun`."""
        if not tail.total:
            return Written(b"")
        marks = [(number, tail.place(max(0, offset - begun))) for number, offset in self._marks]
        return Written(tail.kept(), coded(marks))


class Piece(NamedTuple):
    """What a bot wrote at one decision.

    Args:
        decision: the number of the decision among those of the bot in the game, from 1; 0 for what came before the
            first question, None for what came at the last question of the game.
        text: the bytes; empty if they were left out.
    """

    decision: int | None
    text: bytes


def pieces(written: Written) -> Iterator[Piece]:
    """Yield what a bot wrote decision by decision, in order: all bytes, and none twice. Without marks there is nothing.

    Raises:
        ValueError: the marks are none of this text.
    """
    text, begun = written.text, 0
    marks = marks_of(written)
    for at, (decision, place) in enumerate(marks):
        if at or place:
            yield Piece(decision if at else 0, text[begun:place])
        begun = place
    if marks and begun < len(text):
        yield Piece(None, text[begun:])


def marks_of(written: Written) -> list[tuple[int, int]]:
    """Return the marks of a text: decisions, each with the place in the text where what came at it ends.

    Raises:
        ValueError: they are no marks of this text.
    """
    numbers = [*_numbers(written.marks)]
    if len(numbers) % 2 or len(numbers) > 2 * MOST_MARKS:
        raise ValueError("no pairs of numbers")
    marks = []
    decision = place = 0
    for at in range(0, len(numbers), 2):
        decision, place = decision + numbers[at], place + numbers[at + 1]
        if at and not numbers[at]:
            raise ValueError(f"two marks of decision {decision}")
        marks.append((decision, place))
    if place > len(written.text):
        raise ValueError(f"a mark at byte {place} of {len(written.text)}")
    return marks


def coded(marks: list[tuple[int, int]]) -> bytes:
    """Return marks as bytes: of both numbers how much they have grown, seven bits a byte, the lowest first."""
    found = bytearray()
    before = (0, 0)
    for mark in marks:
        for new, old in zip(mark, before, strict=True):
            left = new - old
            while left >> BITS:
                found.append(left & 0x7F | 0x80)
                left >>= BITS
            found.append(left)
        before = mark
    return bytes(found)


def _numbers(code: bytes) -> Iterator[int]:
    """Yield the numbers in some bytes."""
    number = shift = 0
    for byte in code:
        number |= (byte & 0x7F) << shift
        shift += BITS
        if byte < 0x80:
            yield number
            number = shift = 0
        elif shift == BITS * LONGEST:
            raise ValueError("a number is too long")
    if shift:
        raise ValueError("a number is cut short")
