"""A bot's clock in one game: pure arithmetic on milliseconds; who measures is the referee."""

from __future__ import annotations

from arena.settings.clock import ClockSettings

PATIENCE = 3
"""By a CPU clock, a bot gets this many times its limit in wall time, and `SLACK_MS` more."""
SLACK_MS = 1000
PONDER_MS = 50
"""CPU ms that a bot may use on the time of others, and `PONDER_SHARE` of that time more: reading, tidying up."""
PONDER_SHARE = 0.02


class Clock:
    """What is left for one seat of one game.

    Args:
        settings: the limits.
        bank: ms left in the bank, None where there is none.
        strikes: late answers forgiven so far.
    """

    __slots__ = ("bank", "settings", "strikes")

    def __init__(self, settings: ClockSettings) -> None:
        self.settings = settings
        self.bank: float | None = settings.bank_ms or None
        self.strikes = 0

    def allowance(self) -> float | None:
        """Return the ms for the next answer: the move limit or what the bank still holds; None without a limit."""
        return self._at_most(self.settings.move_ms or None)

    def limit(self) -> float | None:
        """Return the ms after which the next answer is not accepted, the grace included; None without a limit.

        It is the allowance, or `hard_ms` while a late answer would be forgiven.
        """
        s = self.settings
        forgiving = s.move_ms and self.strikes < s.strikes
        limit = self._at_most(s.hard_ms or 2 * s.move_ms) if forgiving else self.allowance()
        return None if limit is None else limit + s.grace_ms

    def wall_limit(self) -> float | None:
        """Return the ms of wall time to wait for the next answer; None for ever."""
        limit = self.limit()
        return limit if limit is None or self.settings.measure == "wall" else PATIENCE * limit + SLACK_MS

    def _at_most(self, move: float | None) -> float | None:
        if self.bank is None:
            return move
        return self.bank if move is None else min(move, self.bank)

    def charge(self, used: float) -> bool:
        """Take an answer's time (ms) from the bank and add the increment; time in the grace empties the bank.

        Returns:
            Whether the answer was late, and was forgiven.
        """
        s = self.settings
        late = bool(s.move_ms) and used > s.move_ms + s.grace_ms
        self.strikes += late
        if self.bank is not None:
            self.bank = max(0.0, self.bank - used) + s.inc_ms
        return late


class Ponderings:
    """How much CPU a bot uses on the time of others, from readings that are only made when they can matter.

    A reading costs system calls, so there is none while everything goes fast. Time of its own that ended without a
    reading is counted in the bot's favour: as if it had kept all cores busy.

    Args:
        cores: how many processors there are.
        cpu_ms: the CPU time of the bot so far.
    """

    __slots__ = ("_before", "_cores", "_others", "_own")

    SHORT_MS = 20.0
    """A turn up to this long ends without a reading."""

    def __init__(self, cores: int, cpu_ms: float) -> None:
        self._cores = cores
        self._before, self._own, self._others = cpu_ms, 0.0, 0.0

    def others(self, wall_ms: float) -> bool:
        """Take in time in which others were to move; return whether a reading is due."""
        self._others += wall_ms
        return self._others * self._cores > PONDER_MS

    def own(self, wall_ms: float) -> bool:
        """Take in a turn of the bot; return whether a reading is due."""
        self._own += wall_ms
        return wall_ms > self.SHORT_MS

    def read(self, cpu_ms: float) -> float | None:
        """Take in the CPU time of the bot so far; return what it used of it on the time of others if that is too much.

        Too much is more than `PONDER_MS` and `PONDER_SHARE` of that time.
        """
        used = cpu_ms - self._before - self._own * self._cores
        allowed = PONDER_MS + PONDER_SHARE * self._others
        self._before, self._own, self._others = cpu_ms, 0.0, 0.0
        return used if used > allowed else None
