"""What came of a game: its result, its faults, and what every seat used. Plain values, the same from table to store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import NamedTuple

from arena.games.kernel import Result, Seat


class Fault(NamedTuple):
    """A bot's fault in a game.

    Args:
        seat: whose.
        kind: TIMEOUT, CRASH, ILLEGAL or another verdict (protocol/FAULTS.md).
        text: what happened, for people.
    """

    seat: Seat
    kind: str
    text: str


class Failure(NamedTuple):
    """What the author of a bot at fault gets to see.

    Args:
        fault: the fault.
        stderr: what the bot wrote to standard error, its beginning and its end.
        sent: the last bytes of the game that the bot was sent.
        received: the last bytes of the game that the bot said.
    """

    fault: Fault
    stderr: bytes
    sent: bytes
    received: bytes


@dataclass(slots=True)
class Use:
    """What a seat used in a game. None stands for what was not measured.

    The store keeps all but the first three by name: a field may be added without a change of its tables.

    Args:
        decisions: how often the seat was asked.
        total_ms: wall time (ms) of all its answers.
        worst_ms: wall time (ms) of the slowest answer.
        charged_ms: ms that its clock was charged with; None where that is `total_ms`.
        bank_ms: ms that its bank held at the end; None without a bank.
        strikes: late answers that were forgiven.
        cpu_ms: CPU time (ms) of the bot, all its processes, from the first message of the game to the last.
        worst_cpu_ms: CPU time (ms) of the answer that took most of it; None where the clock does not go by CPU time.
        delay_ms: ms that the bot's first thread was ready to run and waited for a CPU.
        memory: bytes at the peak, of all games that the same process has played so far; looked at once a second.
        processes: processes and threads at the peak, likewise.
        sent: bytes to the bot.
        received: bytes from the bot.
        stderr: bytes that the bot wrote to standard error, kept or not.
    """

    decisions: int = 0
    total_ms: float = 0.0
    worst_ms: float = 0.0
    charged_ms: float | None = None
    bank_ms: float | None = None
    strikes: int = 0
    cpu_ms: float | None = None
    worst_cpu_ms: float | None = None
    delay_ms: float | None = None
    memory: int | None = None
    processes: int | None = None
    sent: int | None = None
    received: int | None = None
    stderr: int | None = None

    def charge(self, ms: float, charged: float) -> None:
        """Note with what the clock is charged for a decision that took `ms` and is counted already."""
        if self.charged_ms is None:
            self.charged_ms = self.total_ms - ms
        self.charged_ms += charged

    def measured(self) -> dict[str, float]:
        """Return what was measured, by name: all but what is None, and but for strikes and standard error if 0."""
        found = {name: getattr(self, name) for name in USE_FIELDS}
        return {name: value for name, value in found.items() if value or (value is not None and name not in UNUSUAL)}

    def round(self) -> None:
        """Round all times to the microsecond: what is told of a game is then what is stored of it."""
        for name in TIMES:
            if (ms := getattr(self, name)) is not None:
                setattr(self, name, round(ms, 3))


USE_FIELDS = tuple(field.name for field in fields(Use))
"""The names of all that is measured, in the order in which it is stored."""
UNUSUAL = frozenset({"strikes", "stderr"})
"""Those of them of which most seats have nothing, so that 0 is not worth a word."""
TIMES = tuple(name for name in USE_FIELDS if name.endswith("_ms"))
"""Those of them that are ms."""


@dataclass
class Outcome:
    """How a game ended.

    Args:
        result: as the rules have it; without scores where a fault cut the game short.
        faults: of all seats, in order.
        uses: what each seat used.
        record: the whole game as text.
        lag_ms: what the arena's own lateness (ms) stayed below in 99 % of the looks; None where it was not measured.
    """

    result: Result
    faults: tuple[Fault, ...]
    uses: Mapping[Seat, Use]
    record: str
    lag_ms: float | None = None
