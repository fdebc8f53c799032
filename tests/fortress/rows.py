"""The catalogue of hostile and faulty bots: what each tries, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.fortress.trial import Trial, Try


@dataclass(frozen=True)
class Row:
    """A row of the catalogue.

    Args:
        id: B01 to B52.
        bot: what it does.
        tries: in which ways.
        also: what else must hold.
    """

    id: str
    bot: str
    tries: tuple[Try, ...]
    also: Callable[[Trial], None] | None = None


def at_the_limit(trial: Trial) -> None:
    """The verdict came when the time was over: not before, and not much later."""
    assert 500 <= trial.hostile.failed_ms <= 700, trial.hostile.failed_ms


ROWS = (
    Row("B01", "sleeps for ever on its turn", (Try("sleep", "sleep", "TIMEOUT", "no answer after 5"),), at_the_limit),
    Row("B02", "computes for ever", (Try("busy", "busy", "TIMEOUT", "no answer after 5"),), at_the_limit),
    Row(
        "B03",
        "writes a byte every 50 ms, never a whole message",
        (
            Try("line", "drip", "TIMEOUT", "no answer after 5"),
            Try("frame", "drip", "TIMEOUT|FLOOD", "", frames=True),
        ),
    ),
    Row(
        "B04",
        "writes a line every 50 ms, never a move",
        (
            Try("info", "lines info depth 3", "PROTOCOL", "info"),
            Try("blank", "lines", "PROTOCOL"),
        ),
    ),
    Row(
        "B05",
        "never reads what it is sent, more than 1 MiB",
        (Try("deaf", "deaf", "TIMEOUT", "no answer after 5", always=True, wordy=True),),
        at_the_limit,
    ),
    Row(
        "B06",
        "answers correctly, too late, and goes on doing so",
        (
            Try("just", "late 0.56", "TIMEOUT", "no answer after 5"),
            Try("late", "late 0.62", "TIMEOUT", "no answer after 5", frames=True),
        ),
        at_the_limit,
    ),
    Row("B07", "ends at once", (Try("exit 0", "dead 0", "CRASH", "^at the start: exit 0", always=True),)),
    Row("B08", "ends in the middle of a game", (Try("exit 7", "exit 7", "CRASH", "^exit 7$"),)),
    Row(
        "B09",
        "ends itself by a signal",
        (
            Try("segv", "die SIGSEGV", "CRASH", r"^signal 11 \(SIGSEGV\)"),
            Try("abort", "die SIGABRT", "CRASH", r"^signal 6 \(SIGABRT\)"),
        ),
    ),
    Row("B10", "stops itself", (Try("sigstop", "stop", "TIMEOUT", "no answer after 5"),), at_the_limit),
)
