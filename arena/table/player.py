"""A player: a bot that is asked under its clocks, and that must not ponder while others are to move."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Protocol

import trio

from arena.protocol import BotFault, Received
from arena.settings.clock import ClockSettings
from arena.table.clock import SHORT_MS, Clock, Ponderings
from arena.table.connection import FLUSH, Connection
from arena.table.lag import Lag, Void
from arena.table.outcome import Use
from arena.table.verdicts import LateAnswer, Turn, credit

CORES = os.cpu_count() or 1
SLOW_MS = SHORT_MS
"""From here on (ms) a turn is slow enough for readings that tell later whose fault it is that the answer is late."""
BUSY = 0.25
"""A bot that used more than this part of its limit as CPU time is not beyond suspicion when a game is void."""
LOOK = 0.005
"""Seconds that a reading of a bot's CPU time stays good enough to share the time out among games."""


class Account:
    """The time that a seat has left in a game, and what it has used so far.

    Args:
        clock: the time that it has left.
    """

    __slots__ = ("_charged_ms", "_strikes", "_worst_ms", "clock", "decisions", "last_ms", "total_ms", "use")

    def __init__(self, clock: Clock) -> None:
        self.clock: Clock = clock
        self.use: Use = Use()
        """What it used: complete after `settle`, since `Use` is slow to change in the compiled arena."""
        self.decisions: int = 0
        self.total_ms: float = 0.0
        self.last_ms: float = 0.0
        """How long its last answer took, in ms."""
        self._worst_ms = 0.0
        self._charged_ms: float | None = None
        self._strikes = 0

    def count(self, ms: float, charged: float) -> None:
        """Count a decision.

        Args:
            ms: wall time (ms) that it took.
            charged: the ms that are charged for it.
        """
        if self._charged_ms is not None or charged != ms:
            self._charged_ms = charged + (self.total_ms if self._charged_ms is None else self._charged_ms)
        self.decisions += 1
        self.total_ms += ms
        self.last_ms = ms
        self._worst_ms = max(self._worst_ms, ms)

    def charge(self, ms: float) -> None:
        """Charge the clock with a decision (ms); a late answer may be forgiven."""
        self._strikes += self.clock.charge(ms)

    def settle(self) -> None:
        """Complete `use` with what was counted."""
        use = self.use
        use.decisions, use.strikes = self.decisions, self._strikes
        use.total_ms, use.worst_ms, use.charged_ms = self.total_ms, self._worst_ms, self._charged_ms


class Neighbors(Protocol):
    """Knows the other bots of the room, and how often a game was void while a bot was asked."""

    def others(self, player: Player) -> Iterable[Player]:
        """Return the other players, where they are not allowed to ponder."""

    def void(self, player: Player, reason: str, *, busy: bool) -> None:
        """Void the open games, because nobody is to blame that a player has not answered.

        Does nothing if it is this player's TIMEOUT, because there were such games before.

        Args:
            player: the player that is asked.
            reason: why, for people.
            busy: whether it has used much CPU time itself.

        Raises:
            Void: the games are void.
        """

    def ended_between(self, player: Player, how: str) -> None:
        """Void the open games because a process ended after the last game, before it answered in one of these.

        Does nothing if that is so for the second time in one of them.

        Args:
            player: the player that is asked.
            how: how its process ended, for people.

        Raises:
            Void: the games are void.
        """


class _Slow:
    """What was measured when a turn began to be slow, and what happened after that.

    Args:
        cpu: CPU time (ms) of the bot.
        delay: how long (ms) its threads had waited for a CPU.
        walking: how long (ms) the arena had walked over the pages of its processes.
    """

    __slots__ = ("cpu", "delay", "forgiven", "looks", "refused", "walking")

    def __init__(self, cpu: float | None, delay: float | None, walking: float) -> None:
        self.cpu = cpu
        self.delay = delay
        self.walking = walking
        self.forgiven = False
        """Whether the arena has waited longer than the limit."""
        self.looks = LateAnswer()
        self.refused = False
        """Whether the game would be void, but there were too many void games while this bot was asked."""


class Player:
    """A bot that is asked under its clocks, at one table or at several at once.

    Args:
        connection: the connection to the bot, after the greetings.
        settings: the time limits.
        lag: knows how late the arena was; without it no time is given back.
        room: knows the other bots.
    """

    def __init__(
        self, connection: Connection, settings: ClockSettings, lag: Lag | None = None, room: Neighbors | None = None
    ) -> None:
        self.connection = connection
        self.settings = settings
        self._plain = not settings.bank_ms and not settings.strikes
        """Whether every answer has the same limit, so that clocks need not be charged."""
        self._limits = Clock(settings).allowance(), Clock(settings).wall_limit()
        """The limits (ms) of each answer where they are all the same."""
        self._lag = lag
        self._room = room
        self._slow: _Slow | None = None
        """The readings of the turn, once it is slow."""
        self._decisions = 0
        """How many questions it has answered, at all tables."""
        self._games = 0
        """How often games began while none was open."""
        self._before = 0
        """How many questions it had answered when that was last so."""
        self._by_cpu = settings.measure == "cpu"
        """Whether the limits are CPU time."""
        self._freezes = settings.ponder == "freeze"
        """Whether the bot is stopped while others are to move."""
        self._stderr = connection.process.stderr
        self._turn = connection.process.turn
        self._metered: tuple[float | None, int] | None = None
        """The last reading of its CPU time (ms), and how many questions it had answered then; see `meter`."""
        self._looked = 0.0
        """When that was (s)."""
        self.since: float = trio.current_time()
        """When it answered last (s)."""
        self._turn(asked=False)
        cpu = connection.process.cpu_ms()
        watched = settings.ponder != "off" and cpu is not None
        self._ponderings = Ponderings(CORES, cpu or 0.0) if watched else None

    def begin_game(self) -> None:
        """Forget the traffic and the marks in standard error so far: a game begins, and none is open."""
        self._games += 1
        self._before = self._decisions
        self.connection.begin_traffic()
        self._stderr.begin(self._decisions)

    def take_back(self) -> None:
        """Count the last answer as none: its question is asked again."""
        self._decisions -= 1

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
            Void: the bot got no CPU for so long that the arena gave up waiting.
        """
        if self._ponderings is not None and self._ponderings.others((now - self.since) * 1000):
            self._look()
        self.connection.hear_out()
        if self._stderr.total != self._stderr.marked:
            self._stderr.mark(self._decisions)
        self._turn(asked=True)
        cpu, data, count = self._cpu(), questions(), len(asked)
        allowed, deadline = self._time_for(asked)
        first = deadline if deadline is None or self._lag is None else min(SLOW_MS, deadline)
        self._slow = None

        def prolong(wall: float) -> float | None:
            return None if deadline is None or self._lag is None else self._prolong(asked, wall, deadline, now)

        try:
            answers, used = await self.connection.ask(data, count, allowed, first, prolong)
        except BotFault as fault:
            if fault.kind == "CRASH" and self._room is not None and self._games > 1 and self._decisions == self._before:
                self._room.ended_between(self, fault.text)
            text = self._with_cpu(fault.text, asked) if fault.kind == "TIMEOUT" else fault.text
            raise BotFault(fault.kind, text + self._circumstances(fault.kind, asked)) from fault
        charged = used if cpu is None else self._cpu_used(cpu, asked)
        if cpu is None and used > SLOW_MS and self._lag is not None:
            charged = max(0.0, used - self._credit(asked, used, now))
        self._charge(asked, used / count, charged / count)
        self._decisions += count
        self._begin_rest(used)
        return answers

    def _prolong(self, asked: Sequence[Account], wall: float, deadline: float, begun: float) -> float | None:
        """Return the time (ms) until which to wait for an answer; None if the bot is to blame that there is none.

        Args:
            asked: the accounts whose clocks run.
            wall: how long the arena has waited (ms).
            deadline: how long it has to wait (ms).
            begun: when the question was sent (s).

        Raises:
            Void: nobody at the table is to blame, and it would take too long.
        """
        if self._slow is None:
            process = self.connection.process
            self._slow = _Slow(process.cpu_ms(), process.run_delay_ms(), process.walking_ms())
            if wall < deadline:
                return deadline
        others = list(self._room.others(self)) if self._room is not None else []
        turn = self._measured(asked, wall, begun)._replace(
            deadline=deadline, delay=self._delay(), others=tuple(other.pondered() for other in others)
        )
        verdict, until = self._slow.looks.judge(turn, self.connection.process.runnable)
        for index in verdict.burners:
            others[index].connection.freeze()  # its own next reading tells what it did
        if verdict.kind == "timeout":
            return None
        self._slow.forgiven = True
        if verdict.kind == "wait":
            return until
        reason = (
            f"arena_lag: {verdict.credit:.0f} of {wall:.0f} ms for an answer went to others; not counted: no answer"
        )
        busy = turn.cpu is not None and turn.cpu > BUSY * turn.limit
        if self._room is None:
            raise Void(reason)
        self._room.void(self, reason, busy=busy)
        self._slow.refused = True
        return None

    def _measured(self, asked: Sequence[Account], wall: float, begun: float) -> Turn:
        """Return what was measured in a slow turn, but for how long the bot waited for a CPU.

        The arena may be late because it walks over the pages of this bot's children: that is the bot's own time.
        """
        assert self._lag is not None
        allowed, _ = self._time_for(asked)
        late = self._lag.late_since(begun)
        if self._slow is not None:
            late = max(0.0, late - (self.connection.process.walking_ms() - self._slow.walking))
        cpu, used = self.connection.process.cpu_ms(), None
        if cpu is not None and self._slow is not None:
            used = max(0.0, cpu - (self._slow.cpu or 0.0))
        elif cpu is not None and self._ponderings is not None:
            used = self._ponderings.in_turn(cpu)  # the arena stood still when the turn became slow
        return Turn(wall, inf if allowed is None else allowed, inf, late, used)

    def _delay(self) -> float | None:
        """Return how long (ms) the bot's threads have waited for a CPU since the turn became slow."""
        assert self._slow is not None
        delay, before = self.connection.process.run_delay_ms(), self._slow.delay
        return None if delay is None or before is None else max(0.0, delay - before)

    def _credit(self, asked: Sequence[Account], wall: float, begun: float) -> float:
        """Return how many ms of a slow turn that has an answer the bot is not charged for."""
        assert self._lag is not None
        forgiven = self._slow is not None and self._slow.forgiven
        if not forgiven and not self._lag.late_since(begun):
            return 0.0
        turn = self._measured(asked, wall, begun)
        return credit(turn._replace(delay=self._delay()) if forgiven else turn)

    def pondered(self) -> float:
        """Return the CPU time (ms) that the bot is known to have used since others are to move; 0 where it may."""
        cpu = self.connection.process.cpu_ms() if self._ponderings is not None else None
        return 0.0 if cpu is None or self._ponderings is None else self._ponderings.known(cpu)

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
            each.count(share, charge)
            if not self._plain:
                each.charge(charge)

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
        return self.connection.process.cpu_ms() if self._by_cpu else None

    def _cpu_used(self, before: float, asked: Sequence[Account]) -> float:
        """Return the CPU time (ms) of the answers that have come, and note it.

        Raises:
            BotFault: TIMEOUT, if it was too much.
        """
        used = (self._cpu() or before) - before
        limit = _total(each.clock.limit() for each in asked)
        if limit is not None and used > limit:
            allowed, _ = self._time_for(asked)
            raise BotFault("TIMEOUT", f"{used:.0f} ms of CPU time for an answer (limit {allowed:.0f} ms)")
        for each in asked:
            each.use.worst_cpu_ms = max(used / len(asked), each.use.worst_cpu_ms or 0.0)
        return used

    def _with_cpu(self, text: str, asked: Sequence[Account]) -> str:
        """Return the text of a TIMEOUT; if the bot computed for most of its time, it says so, and asks for no flush."""
        allowed, _ = self._time_for(asked)
        cpu = self.connection.process.cpu_ms()
        if allowed is None or cpu is None or self._slow is None or self._slow.cpu is None:
            return text
        used = cpu - self._slow.cpu
        return f"{text.removesuffix(FLUSH)}; it used {used:.0f} ms of CPU time" if used > allowed / 2 else text

    def _circumstances(self, kind: str, asked: Sequence[Account]) -> str:
        """Return what to add to the text of a TIMEOUT: the kind of limit, the size of the batch, forgiven answers."""
        if kind != "TIMEOUT":
            return ""
        clock = "; the limit is CPU time" if self._by_cpu else ""
        batch = f"; {len(asked)} tables were asked at once" if len(asked) > 1 else ""
        void = "; no more games are void because this bot is asked" if self._slow and self._slow.refused else ""
        strikes = max(each.clock.strikes for each in asked)
        return clock + void + batch + (f"; {strikes} late answers before it were forgiven" if strikes else "")

    def _begin_rest(self, used: float) -> None:
        """End the bot's turn, which took `used` ms: from now on others are to move, and the bot is to keep still."""
        self.since = self.connection.answered
        self._turn(asked=False)
        if self._ponderings is not None and self._ponderings.own(used):
            self._look()
        if self._freezes:
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
            text = f"{used:.0f} ms of CPU time while others were to move, all in all (see `arena help faults`)"
            raise BotFault("PONDER", text)


def _total(limits: Iterable[float | None]) -> float | None:
    """Return the sum of some limits (ms); None if one of them is None, which stands for no limit."""
    total = 0.0
    for limit in limits:
        if limit is None:
            return None
        total += limit
    return total
