"""A bot's clock in one game: arithmetic on milliseconds. What it is given was measured elsewhere."""

from __future__ import annotations

from arena.settings.clock import ClockSettings

PATIENCE = 3
"""With limits of CPU time, the arena waits this many times the limit in wall time, plus `SLACK_MS`."""
SLACK_MS = 1000
"""See `PATIENCE` (ms)."""
PONDER_MS = 50
"""CPU time (ms) that a bot may use while others are to move. It comes back slowly: see `PONDER_SHARE`, `TIDY_MS`."""
PONDER_SHARE = 0.02
"""The part of the others' time that a bot gets back."""
TIDY_MS = 1
"""CPU time (ms) that it gets back after each of its turns, to tidy up and wait for the next message."""
SHORT_MS = 20.0
"""A turn of a bot up to this long ends without a reading of its CPU time, unless turns are read at both ends."""
EXACT = 16
"""How many turns in a row are read at both ends."""
WARM_MS = 250
"""CPU time (ms) that a process may use once on top of that, to warm up: compilers work beside the program."""


class Clock:
    """The time that one seat has left in one game.

    Args:
        settings: the limits.
    """

    __slots__ = ("bank", "settings", "strikes")

    def __init__(self, settings: ClockSettings) -> None:
        self.settings: ClockSettings = settings
        self.bank: float | None = settings.bank_ms or None
        """The ms left in the bank; None without a bank."""
        self.strikes: int = 0
        """How many late answers were forgiven so far."""

    def allowance(self) -> float | None:
        """Return the ms for the next answer: the smaller of move limit and bank; None without a limit."""
        return self._at_most(self.settings.move_ms or None)

    def limit(self) -> float | None:
        """Return the ms after which the next answer is not accepted; None without a limit.

        It is the allowance, or `hard_ms` while a late answer would be forgiven; in both cases plus the grace.
        """
        s = self.settings
        forgiving = s.move_ms and self.strikes < s.strikes
        limit = self._at_most(s.hard_ms or 2 * s.move_ms) if forgiving else self.allowance()
        return None if limit is None else limit + s.grace_ms

    def wall_limit(self) -> float | None:
        """Return how long (ms of wall time) the arena waits for the next answer; None without a limit."""
        limit = self.limit()
        return limit if limit is None or self.settings.measure == "wall" else PATIENCE * limit + SLACK_MS

    def _at_most(self, move: float | None) -> float | None:
        """Return a limit of ms, lowered to what the bank holds; None stands for no limit."""
        if self.bank is None:
            return move
        return self.bank if move is None else min(move, self.bank)

    def charge(self, used: float) -> bool:
        """Take the time of an accepted answer from the bank, and add the increment; a bank never falls below zero.

        Args:
            used: what the answer took (ms).

        Returns:
            Whether the answer was late and is forgiven.
        """
        s = self.settings
        late = bool(s.move_ms) and used > s.move_ms + s.grace_ms
        self.strikes += late
        if self.bank is not None:
            self.bank = max(0.0, self.bank - used) + s.inc_ms
        return late


class Ponderings:
    """Finds out how much CPU time a bot uses while others are to move, with few readings of its meter.

    A reading costs system calls, so there is none while turns are short. CPU time in between may be of a turn of the
    bot, so it counts in its favor: as if the bot had kept all cores busy during the turn. A bot could hide behind that,
    so after `PONDER_MS` of such doubt, the next `EXACT` turns are read at both ends, where there is no doubt; and if
    the bot is found to ponder, so are those that follow.

    Args:
        cores: how many processors there are.
        cpu_ms: the CPU time (ms) of the bot so far.
    """

    __slots__ = ("_before", "_cores", "_doubt", "_exact", "_others", "_own", "_total", "_turns", "_used")

    def __init__(self, cores: int, cpu_ms: float) -> None:
        self._cores = cores
        self._before, self._own, self._others, self._turns = cpu_ms, 0.0, 0.0, 0
        self._used = -float(WARM_MS)
        """The CPU time (ms) that it is known to have used, less what it got back."""
        self._total = 0.0
        """The CPU time (ms) that it is known to have used."""
        self._doubt = 0.0
        """The CPU time (ms) that may have been used in its own turns or beside them."""
        self._exact = 0

    def others(self, wall_ms: float) -> bool:
        """Add time (ms) in which others were to move; return whether a reading is due."""
        self._others += wall_ms
        return self._exact > 0 or self._others * self._cores > PONDER_MS

    def own(self, wall_ms: float) -> bool:
        """Add a turn of the bot (ms); return whether a reading is due."""
        self._own += wall_ms
        self._turns += 1
        if self._exact:
            self._exact -= 1
            return True
        return wall_ms > SHORT_MS

    def read(self, cpu_ms: float) -> float | None:
        """Take a reading; return the CPU time (ms) that the bot used so far while others moved, if it is too much.

        Too much is more than `PONDER_MS` (in the beginning plus `WARM_MS`) beyond what it got back: over all readings.

        Args:
            cpu_ms: the CPU time (ms) of the bot so far.
        """
        cpu, known, back = cpu_ms - self._before, self.known(cpu_ms), self._back()
        more = known - back
        self._total += known
        self._used += max(0.0, more) if self._used < 0 else max(-self._used, more)
        self._doubt = max(0.0, self._doubt - back) + max(0.0, min(cpu - known, self._others * self._cores))
        if self._doubt > PONDER_MS:
            self._doubt, self._exact = 0.0, EXACT
        if self._exact and more > 0:
            self._exact = EXACT
        self._before, self._own, self._others, self._turns = max(self._before, cpu_ms), 0.0, 0.0, 0
        return self._total if self._used > PONDER_MS else None

    def known(self, cpu_ms: float) -> float:
        """Return the CPU time (ms) since the last reading that it cannot have used in its own turns.

        Args:
            cpu_ms: the CPU time (ms) of the bot so far.
        """
        return max(0.0, cpu_ms - self._before - self._own * self._cores)

    def in_turn(self, cpu_ms: float) -> float:
        """Return the CPU time (ms) that it may have used in the turn that goes on.

        Args:
            cpu_ms: the CPU time (ms) of the bot so far. What it used in its turns since the last reading is taken to be
                that of one core.
        """
        return max(0.0, cpu_ms - self._before - self._own)

    def _back(self) -> float:
        """Return the CPU time (ms) that it got back since the last reading."""
        return PONDER_SHARE * self._others + TIDY_MS * self._turns
