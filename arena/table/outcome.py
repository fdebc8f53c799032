"""The outcome of a game: its result, its faults, what every seat used. The same plain values from table to store."""

# Not compiled: what travels between processes is checked against the types of its fields, and mypyc forgets them.

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import NamedTuple

from arena.games.kernel import Result, Seat


class Fault(NamedTuple):
    """A bot's fault in a game.

    Args:
        seat: the seat of the bot.
        kind: TIMEOUT, CRASH, ILLEGAL or another kind (protocol/FAULTS.md).
        text: what happened, for people.
    """

    seat: Seat
    kind: str
    text: str


class Failure(NamedTuple):
    """A fault with what the author of the bot gets to see.

    Args:
        fault: the fault.
        stderr: what the bot wrote to standard error; if that was much, its beginning and its end.
        sent: the last bytes that the arena sent to the bot in the game.
        received: the last bytes that the bot wrote in the game.
        marks: which of `stderr` came at which decision, as `arena.table.stderr` codes it; empty if that is not known.
    """

    fault: Fault
    stderr: bytes
    sent: bytes
    received: bytes
    marks: bytes = b""


@dataclass(slots=True)
class Use:
    """What a seat used in a game. None stands for what was not measured.

    The store keeps all but the first three by name, so a field can be added without a change of its tables.

    Args:
        decisions: how often the seat was asked.
        total_ms: wall time (ms) of all its answers.
        worst_ms: wall time (ms) of the slowest answer.
        charged_ms: ms that were charged to its clock; None where that is `total_ms`.
        bank_ms: ms left in its bank at the end; None without a bank.
        strikes: late answers that were forgiven.
        cpu_ms: CPU time (ms) of the bot with all its processes, from the first message of the game to the last.
        worst_cpu_ms: CPU time (ms) of the answer that took the most; None where the limits are wall time.
        delay_ms: ms that the bot's first thread was ready to run and waited for a CPU.
        memory: bytes at the peak, over all games that the process has played so far; measured once a second.
        processes: processes and threads at the peak, over the same time.
        sent: bytes to the bot.
        received: bytes from the bot.
        stderr: bytes that the bot wrote to standard error, kept or not.
        illegal: illegal answers that were no fault (`on_illegal` of the ladder).
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
    illegal: int = 0

    def measured(self, after: int = 0) -> dict[str, float]:
        """Return what was measured, by name: without fields that are None, and without `UNUSUAL` fields that are 0.

        Args:
            after: how many fields are left out at the beginning.
        """
        found = zip(USE_FIELDS[after:], _VALUES(self)[after:], strict=True)
        return {name: value for name, value in found if value or (value is not None and name not in UNUSUAL)}

    def round(self) -> None:
        """Round all times to the microsecond, so that what is shown of a game equals what is stored."""
        for name in TIMES:
            if (ms := getattr(self, name)) is not None:
                setattr(self, name, round(ms, 3))


USE_FIELDS = tuple(one.name for one in fields(Use))
"""The names of all fields of `Use`, in the order in which they are stored."""
_VALUES = attrgetter(*USE_FIELDS)
UNUSUAL = frozenset({"strikes", "illegal", "stderr"})
"""The fields that are 0 for most seats, so that a 0 is left out."""
TIMES = tuple(name for name in USE_FIELDS if name.endswith("_ms"))
"""The fields that are times in ms."""


@dataclass
class Outcome:
    """How a game ended.

    Args:
        result: the result by the rules of the game; without scores if a fault cut the game short.
        faults: the faults of all seats, in the order in which they happened.
        uses: what each seat used.
        record: the whole game as text.
        lag_ms: the lateness of the arena (ms) that 99 % of the measurements stayed below; None if it was not measured.
        answer_times: how long each answer took, in the order of the record, as `arena.table.answer_times` codes it.
        machine: what the arena knows of the machine that played it, by name; empty for its own.
    """

    result: Result
    faults: tuple[Fault, ...]
    uses: Mapping[Seat, Use]
    record: str
    lag_ms: float | None = None
    answer_times: bytes = b""
    machine: Mapping[str, str | int] = field(default_factory=dict)
