"""A bot's clock in one game: pure arithmetic on milliseconds; who measures is the referee."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ClockSettings:
    """Time limits in ms; 0 means no such limit.

    Args:
        start_ms: from starting the process to its greeting.
        move_ms: for each answer.
        bank_ms: for all answers of a game together.
        inc_ms: added to the bank after each answer.
        grace_ms: how late an answer may be before it counts as late. It is no thinking time: it only keeps a jittery
            arena from flagging, and is never added to what a bot is told.
        live: whether bots that ask for `live=yes` are told what happens as it happens.
    """

    start_ms: int = 5000
    move_ms: int = 1000
    bank_ms: int = 0
    inc_ms: int = 0
    grace_ms: int = 50
    live: bool = False


NO_CLOCK = ClockSettings(start_ms=0, move_ms=0)


class Clock:
    """What is left for one seat of one game."""

    __slots__ = ("bank", "settings")

    def __init__(self, settings: ClockSettings) -> None:
        self.settings = settings
        self.bank: float | None = settings.bank_ms or None

    def allowance(self) -> float | None:
        """Return the ms for the next answer: the move limit or what the bank still holds; None without a limit."""
        move = self.settings.move_ms or None
        if self.bank is None:
            return move
        return self.bank if move is None else min(move, self.bank)

    def deadline(self) -> float | None:
        """Return the ms after which an answer is late: the allowance and the grace; None without a limit."""
        allowance = self.allowance()
        return None if allowance is None else allowance + self.settings.grace_ms

    def charge(self, used: float) -> None:
        """Take an answer's time (ms) from the bank and add the increment; time in the grace empties the bank."""
        if self.bank is not None:
            self.bank = max(0.0, self.bank - used) + self.settings.inc_ms
