"""A seat at the table: its player, its clock, and what the bot does on its own time and on that of others."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import trio

from arena.bots import Life
from arena.clock import Clock, ClockSettings, Ponderings
from arena.player import Player
from protocol import Answer, BotFault

CORES = os.cpu_count() or 1


class Void(Exception):  # noqa: N818 - what becomes of the game, not an error of anybody's
    """The arena is to blame for how a game went: it does not count, and is played again."""


class Lag(Protocol):
    """Who knows how late the arena is (`arena.lag.LagMeter`; in tests something without a clock)."""

    def worst_since(self, start: float) -> float:
        """Return the longest lateness (ms) since `start` (s)."""


def refuse_lag(lag: Lag, begun: float, grace_ms: float, text: str) -> None:
    """Void a game in which a bot was late, if the arena itself was late while it waited.

    Args:
        lag: how late the arena is.
        begun: when the wait began (s).
        grace_ms: the lateness of an arena in good health.
        text: what is held against the bot.

    Raises:
        Void: the arena was late.
    """
    late = lag.worst_since(begun)
    if late > grace_ms:
        raise Void(f"arena_lag: the arena itself was {late:.0f} ms late; not counted: {text}")


@dataclass
class Use:
    """What a seat used in a game.

    Args:
        decisions: answers given.
        total_ms: wall time of all answers.
        worst_ms: wall time of the slowest.
        strikes: late answers that were forgiven.
        cpu_ms: CPU time of the bot from the first message of the game to the last; None where nobody can tell.
        charged_ms: what its clock was charged with; None where that is `total_ms`.
        bank_ms: what its bank held in the end; None without one.
        worst_cpu_ms: CPU time of the answer that took most of it; None where the clock does not go by it.
        life: what its process used, if one sat there.
    """

    decisions: int = 0
    total_ms: float = 0.0
    worst_ms: float = 0.0
    strikes: int = 0
    cpu_ms: float | None = None
    charged_ms: float | None = None
    bank_ms: float | None = None
    worst_cpu_ms: float | None = None
    life: Life | None = None

    def add(self, ms: float) -> None:
        """Count one decision."""
        self.decisions += 1
        self.total_ms += ms
        self.worst_ms = max(self.worst_ms, ms)


class SeatClock:
    """Asks a player under its clock.

    Args:
        player: who is asked.
        settings: the limits.
        use: what is used is added here.
        lag: how late the arena is; without it nothing is void.
    """

    def __init__(self, player: Player, settings: ClockSettings, use: Use, lag: Lag | None = None) -> None:
        self.player = player
        self.clock = Clock(settings)
        self._settings = settings
        self._use = use
        self._lag = lag
        self._uncharged = 0.0
        self._since = trio.current_time()
        self._cpu_before = player.process.cpu_ms()
        watched = settings.ponder != "off" and self._cpu_before is not None
        self._ponderings = Ponderings(CORES, self._cpu_before or 0.0) if watched else None

    async def ask(self, question: Callable[[], bytes]) -> Answer:
        """Put a question and wait for the answer, as long as the clock allows.

        Args:
            question: makes the bytes, at the moment when the bot is known to have kept still.

        Raises:
            BotFault: TIMEOUT, PONDER, CRASH, ILLEGAL, PROTOCOL, FLOOD or MEMORY.
            Void: the arena was late while the bot thought, and the bot was late too.
        """
        self._end_of_rest()
        self.player.hear_out()
        begun, cpu = trio.current_time(), self._cpu()
        data = question()
        try:
            answer, used = await self.player.ask(data, self.clock.allowance(), self.clock.wall_limit())
        except BotFault as fault:
            self._refuse_if_late(fault, begun)
            raise BotFault(fault.kind, fault.text + self._circumstances(fault.kind)) from fault
        charged = used if cpu is None else self._cpu_used(cpu, begun)
        if charged > self._settings.grace_ms and cpu is None:
            charged = max(0.0, charged - self._late_arena(begun))
        self._uncharged += used - charged
        self._use.strikes += self.clock.charge(charged)
        self._use.add(used)
        self._begin_rest(used)
        return answer

    def finish(self) -> None:
        """Note what the bot used in all of the game."""
        cpu = self.player.process.cpu_ms()
        if cpu is not None and self._cpu_before is not None:
            self._use.cpu_ms = cpu - self._cpu_before
        self._use.bank_ms = self.clock.bank
        if self._uncharged:
            self._use.charged_ms = self._use.total_ms - self._uncharged

    def _cpu(self) -> float | None:
        """Return the CPU time so far if the clock goes by it."""
        return self.player.process.cpu_ms() if self._settings.measure == "cpu" else None

    def _cpu_used(self, before: float, begun: float) -> float:
        """Return the CPU time (ms) of the answer that has come; refuse it if it was too much."""
        used = (self._cpu() or before) - before
        limit = self.clock.limit()
        if limit is not None and used > limit:
            fault = BotFault("TIMEOUT", f"{used:.0f} ms of CPU for an answer (limit {self.clock.allowance():.0f} ms)")
            self._refuse_if_late(fault, begun)
            raise fault
        self._use.worst_cpu_ms = max(used, self._use.worst_cpu_ms or 0.0)
        return used

    def _late_arena(self, begun: float) -> float:
        """Return how much (ms) of an answer's time the arena itself was late, where that is more than the grace.

        An arena that was stopped finds the answer there when it goes on: nobody knows since when.
        """
        late = 0.0 if self._lag is None else self._lag.worst_since(begun)
        return late if late > self._settings.grace_ms else 0.0

    def _refuse_if_late(self, fault: BotFault, begun: float) -> None:
        """Void the game if the bot is late while the arena was."""
        if fault.kind == "TIMEOUT" and self._lag is not None:
            refuse_lag(self._lag, begun, self._settings.grace_ms, fault.text)

    def _circumstances(self, kind: str) -> str:
        """Return what else the author of a bot that is late wants to know."""
        if kind != "TIMEOUT":
            return ""
        clock = "; the limit is CPU time" if self._settings.measure == "cpu" else ""
        strikes = self.clock.strikes
        return clock + (f"; {strikes} late answers before it were forgiven" if strikes else "")

    def _begin_rest(self, used: float) -> None:
        """Let the others move: from here on the bot is to keep still."""
        self._since = trio.current_time()
        if self._ponderings is not None and self._ponderings.own(used):
            self._look()
        if self._settings.ponder == "freeze":
            self.player.freeze()

    def _end_of_rest(self) -> None:
        """See whether the bot kept still while the others moved."""
        if self._ponderings is not None and self._ponderings.others((trio.current_time() - self._since) * 1000):
            self._look()

    def _look(self) -> None:
        assert self._ponderings is not None
        cpu = self.player.process.cpu_ms()
        used = None if cpu is None else self._ponderings.read(cpu)
        if used is not None:
            raise BotFault("PONDER", f"{used:.0f} ms of CPU on the time of others (see `ponder` in protocol/FAULTS.md)")
