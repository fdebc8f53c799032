"""What is wrong with a bot: what it was sent, what came back, what was expected, and where the protocol says so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arena.bots.hints import hint_of
from arena.escapes import decoded
from arena.protocol import ARENA, BOT, LINE, ArenaFault, BotFault, Codec, Message, Reader, Side, TableId, write_line

LINES = 6
"""How many last lines are kept of each stream."""
EXPECTED = {
    "ILLEGAL": ("word-say-text", "one of the words of the last question"),
    "TIMEOUT": ("clocks", "an answer in time, with its line feed, and flushed"),
    "CRASH": ("transport", "the bot goes on until `bye` or the end of its input"),
    "PROTOCOL": ("who-may-say-what-when", "one answer to each question, and nothing else on standard output"),
    "FLOOD": ("limits", "short messages, and little on standard error"),
    "MEMORY": ("faults", "no more memory than its limit"),
    "PONDER": ("faults", "no work while others are to move"),
}
"""Kind of fault -> the section of SPEC.md about it, and what was expected."""


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a bot.

    Args:
        kind: the kind of fault: TIMEOUT, CRASH, ILLEGAL and so on.
        text: what happened.
        expected: what should have.
        anchor: the section of SPEC.md that says so.
        sent: the last lines that the bot was sent.
        received: the last lines that it wrote.
        stderr: the last lines that it wrote to standard error.
    """

    kind: str
    text: str
    expected: str
    anchor: str
    sent: tuple[str, ...] = ()
    received: tuple[str, ...] = ()
    stderr: tuple[str, ...] = ()

    def with_traffic(self, codec: Codec, sent: bytes, received: bytes, stderr: bytes) -> Finding:
        """Return it with the last lines of each stream.

        Args:
            codec: the codec in which the streams go on after the greetings.
            sent: the bytes that the bot was sent.
            received: the bytes that it wrote.
            stderr: what it wrote to standard error.
        """
        return replace(
            self,
            expected=hint_of(stderr) or self.expected,
            sent=_lines(sent, codec, ARENA),
            received=_lines(received, codec, BOT),
            stderr=_last(decoded(stderr).splitlines()),
        )


def finding(fault: BotFault, anchor: str = "", expected: str = "") -> Finding:
    """Return a fault as a finding.

    Args:
        fault: the fault.
        anchor: the section of SPEC.md; by default the one about this kind of fault.
        expected: what should have happened; by default what the kind says.
    """
    where, what = EXPECTED.get(fault.kind, ("faults", "no fault"))
    return Finding(fault.kind, fault.text, expected or what, anchor or where)


def _lines(data: bytes, codec: Codec, sender: Side) -> tuple[str, ...]:
    """Return the last lines of a stream; frames are shown as the lines that say the same."""
    greeting = b"arena " if sender == ARENA else b"bot "
    head, rest = data, b""
    if codec is not LINE:
        first, feed, after = data.partition(b"\n")
        head, rest = (first, after) if feed and first.startswith(greeting) else (b"", data)
    return _last([*decoded(head).splitlines(), *_frames(rest, codec, sender)])


def _last(lines: list[str]) -> tuple[str, ...]:
    """Return the last lines; three dots stand for those before them."""
    return tuple(lines if len(lines) <= LINES else ("...", *lines[-LINES:]))


def _frames(data: bytes, codec: Codec, sender: Side) -> list[str]:
    """Return frames as lines; bytes that are no frame are shown as they are."""
    lines: list[str] = []

    def accept(_sender: Side, table: TableId, message: Message) -> None:
        at = "" if table is None else f"@{table} "
        lines.append(at + write_line(message).rstrip("\n"))

    try:
        Reader(codec, sender).feed(data, accept)
    except (BotFault, ArenaFault) as fault:
        lines.append(f"({fault.text})")
    return lines
