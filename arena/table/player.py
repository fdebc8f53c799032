"""A player: a bot that is asked under its clocks, and that must not ponder while others are to move."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

import trio

from arena.settings.clock import ClockSettings
from arena.table.clock import Clock, Ponderings
from arena.table.connection import Connection
from arena.table.lag import Lag, void_if_late
from arena.table.outcome import Use
from protocol import BotFault, Received

CORES = os.cpu_count() or 1
LOOK = 0.005
"""Seconds that a reading of a bot's CPU time stays good enough to share the time out among games."""


class Account:
    """The time that a seat has left in a game, and what it has used so far.

    Args:
        clock: the time that it has left.
    """

    __slots__ = ("clock", "use")

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.use = Use()


class Player:
    """A bot that is asked under its clocks, at one table or at several at once.

    Args:
        connection: the connection to the bot, after the greetings.
        settings: the time limits.
        lag: knows how late the arena was; without it no game is void because of lateness.
    """

    def __init__(self, connection: Connection, settings: ClockSettings, lag: Lag | None = None) -> None:
        self.connection = connection
        self._settings = settings
        self._plain = not settings.bank_ms and not settings.strikes
        """Whether every answer has the same limit, so that clocks need not be charged."""
        self._limits = Clock(settings).allowance(), Clock(settings).wall_limit()
        """The limits (ms) of each answer where they are all the same."""
        self._lag = lag
        self._decisions = 0
        """How many questions it has answered, at all tables."""
        self._metered: tuple[float | None, int] | None = None
        """The last reading of its CPU time (ms), and how many questions it had answered then; see `meter`."""
        self._looked = 0.0
        """When that was (s)."""
        self.since = trio.current_time()
        """When it answered last (s)."""
        connection.process.turn(asked=False)
        cpu = connection.process.cpu_ms()
        watched = settings.ponder != "off" and cpu is not None
        self._ponderings = Ponderings(CORES, cpu or 0.0) if watched else None

    async def ask(self, asked: Sequence[Account], questions: Callable[[], bytes], now: float) -> list[Received]:
        """Ask the bot one or more questions, and wait for all answers while its clocks allow it.

        Questions of several tables are one batch: it may take the sum of their times, and each clock is charged an
        equal share.

        Args:
            asked: the accounts whose clocks run, one for each question.
            questions: returns the bytes to send; called after the bot was found to have kept still.
            now: the time (s). The time of the last answers will do if the arena has not waited since.

        Returns:
            The answers, each with its table, in the order in which they came.

        Raises:
            BotFault: TIMEOUT, PONDER, CRASH, ILLEGAL, PROTOCOL, FLOOD or MEMORY.
            Void: the arena was late while the bot thought, and the bot was late too.
        """
        if self._ponderings is not None and self._ponderings.others((now - self.since) * 1000):
            self._look()
        self.connection.hear_out()
        self.connection.process.turn(asked=True)
        cpu, data, count = self._cpu(), questions(), len(asked)
        try:
            answers, used = await self.connection.ask(data, count, *self._time_for(asked))
        except BotFault as fault:
            self._refuse_if_late(fault.kind, fault.text, now)
            raise BotFault(fault.kind, fault.text + self._circumstances(fault.kind, asked)) from fault
        charged = used if cpu is None else self._cpu_used(cpu, now, asked)
        if cpu is None and used > self._settings.grace_ms:
            charged = max(0.0, used - self._late_arena(now))
        self._charge(asked, used / count, charged / count)
        self._decisions += count
        self._begin_rest(used)
        return answers

    def _time_for(self, asked: Sequence[Account]) -> tuple[float | None, float | None]:
        """Return how many ms the bot was told it has for a batch, and after how many ms the arena stops waiting."""
        if self._plain:
            allowance, late = self._limits
            count = len(asked)
            return None if allowance is None else count * allowance, None if late is None else count * late
        return _total(each.clock.allowance() for each in asked), _total(each.clock.wall_limit() for each in asked)

    def _charge(self, asked: Sequence[Account], share: float, charge: float) -> None:
        """Count a decision for each account of a batch, and charge its clock.

        Args:
            asked: the accounts.
            share: wall time (ms) of each decision.
            charge: what each clock is charged (ms).
        """
        for each in asked:
            use = each.use
            use.decisions += 1
            use.total_ms += share
            use.worst_ms = max(use.worst_ms, share)
            if use.charged_ms is not None or charge != share:
                use.charge(share, charge)
            if not self._plain:
                use.strikes += each.clock.charge(charge)

    def meter(self) -> tuple[float | None, int]:
        """Return a recent reading: CPU time (ms), None if it cannot be measured; and the number of answers until then.

        A reading costs system calls, so games that begin or end within `LOOK` seconds share one.
        """
        metered = self._metered
        if metered is None or (metered[1] != self._decisions and self.since > self._looked + LOOK):
            metered = self._metered = self.connection.process.cpu_ms(), self._decisions
            self._looked = self.since
        return metered

    def note_cpu(self, use: Use, before: tuple[float | None, int]) -> None:
        """Note the CPU time of a game: its share, by number of answers, of the time that all games of the bot took.

        Args:
            use: what the bot's seat used in the game, its decisions included.
            before: the reading of `meter` when the game began.
        """
        if self._metered is before or self._decisions == before[1]:
            self._metered = None  # the game was short, or the bot has not answered, but it has run
        cpu, decisions = self.meter()
        if cpu is not None and before[0] is not None:
            answers = decisions - before[1]
            use.cpu_ms = (cpu - before[0]) * (use.decisions / answers if answers else 1)

    def _cpu(self) -> float | None:
        """Return the CPU time (ms) of the bot so far if the limits are CPU time; else None."""
        return self.connection.process.cpu_ms() if self._settings.measure == "cpu" else None

    def _cpu_used(self, before: float, begun: float, asked: Sequence[Account]) -> float:
        """Return the CPU time (ms) of the answers that have come, and note it.

        Args:
            before: the CPU time (ms) of the bot before the questions.
            begun: when the questions were sent (s).
            asked: the accounts of the questions.

        Raises:
            BotFault: TIMEOUT, if it was too much.
            Void: it was too much, but the arena was late.
        """
        used = (self._cpu() or before) - before
        limit = _total(each.clock.limit() for each in asked)
        if limit is not None and used > limit:
            allowed, _ = self._time_for(asked)
            text = f"{used:.0f} ms of CPU time for an answer (limit {allowed:.0f} ms)"
            self._refuse_if_late("TIMEOUT", text, begun)
            raise BotFault("TIMEOUT", text)
        for each in asked:
            each.use.worst_cpu_ms = max(used / len(asked), each.use.worst_cpu_ms or 0.0)
        return used

    def _late_arena(self, begun: float) -> float:
        """Return how late (ms) the arena was since `begun` (s), or 0 if that is within the grace.

        An arena that was stopped finds the answer when it goes on, and cannot know when the answer came.
        """
        late = 0.0 if self._lag is None else self._lag.worst_since(begun)
        return late if late > self._settings.grace_ms else 0.0

    def _refuse_if_late(self, kind: str, text: str, begun: float) -> None:
        """Void the game if the bot was late and the arena was late at the same time.

        Raises:
            Void: both were late.
        """
        if kind == "TIMEOUT" and self._lag is not None:
            void_if_late(self._lag, begun, self._settings.grace_ms, text)

    def _circumstances(self, kind: str, asked: Sequence[Account]) -> str:
        """Return what to add to the text of a TIMEOUT: the kind of limit, the size of the batch, forgiven answers."""
        if kind != "TIMEOUT":
            return ""
        clock = "; the limit is CPU time" if self._settings.measure == "cpu" else ""
        batch = f"; {len(asked)} tables were asked at once" if len(asked) > 1 else ""
        strikes = max(each.clock.strikes for each in asked)
        return clock + batch + (f"; {strikes} late answers before it were forgiven" if strikes else "")

    def _begin_rest(self, used: float) -> None:
        """End the bot's turn, which took `used` ms: from now on others are to move, and the bot is to keep still."""
        self.since = self.connection.answered
        self.connection.process.turn(asked=False)
        if self._ponderings is not None and self._ponderings.own(used):
            self._look()
        if self._settings.ponder == "freeze":
            self.connection.freeze()

    def _look(self) -> None:
        """Read the CPU time of the bot.

        Raises:
            BotFault: PONDER, if it used too much while others were to move.
        """
        assert self._ponderings is not None
        cpu = self.connection.process.cpu_ms()
        used = None if cpu is None else self._ponderings.read(cpu)
        if used is not None:
            text = f"{used:.0f} ms of CPU time while others were to move (see `ponder` in protocol/FAULTS.md)"
            raise BotFault("PONDER", text)


def _total(limits: Iterable[float | None]) -> float | None:
    """Return the sum of some limits (ms); None if one of them is None, which stands for no limit."""
    total = 0.0
    for limit in limits:
        if limit is None:
            return None
        total += limit
    return total
