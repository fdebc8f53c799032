"""Verdicts: whose fault it is that an answer is late, decided from what was measured while the arena waited for it.

A bot that was kept from a CPU by others, or that answered an arena which was not looking, gets that time back as
credit: the arena waits longer. It does not play the game again, so there is nothing to fish for. Credit never buys
computing: a bot that has used as much CPU time as its limit allows gets none, whatever else was going on.

A start is judged more mildly than an answer: see `LateGreeting`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from arena.table.clock import PATIENCE, PONDER_MS, PONDER_SHARE, SLACK_MS

Kind: TypeAlias = Literal["wait", "timeout", "void"]
LOOK_MS = 20.0
"""How long (ms) the arena waits at least until it looks again at a bot that is late."""
LOOKS = 5
"""In so many parts of its limit a bot that is to greet must have used some CPU time again, or it has stopped."""
AWAKE = 0.01
"""The part of a core that it must have used."""


class Turn(NamedTuple):
    """What was measured while a bot was asked. All times are in ms; None stands for what cannot be measured.

    Args:
        wall: since the question was sent.
        limit: how much CPU time the bot may use, and how much wall time with limits of wall time.
        deadline: the wall time after which an answer is late if there is no credit.
        late: the lateness of the arena in that time, summed up.
        cpu: CPU time of the bot with all its processes.
        delay: how long its threads were ready to run and waited for a CPU, summed up.
        others: CPU time that each other bot at the table used while it was to keep still.
    """

    wall: float
    limit: float
    deadline: float
    late: float
    cpu: float | None = None
    delay: float | None = None
    others: tuple[float, ...] = ()


class Verdict(NamedTuple):
    """What is to happen.

    Args:
        kind: `timeout` if the bot is late by its own fault; `void` if it never had a chance; else `wait` on.
        credit: the ms that the bot is not charged for.
        burners: the indexes in `Turn.others` of the bots that kept a CPU busy although they were to keep still.
    """

    kind: Kind
    credit: float
    burners: tuple[int, ...] = ()


def credit(turn: Turn) -> float:
    """Return the ms of a turn that the bot is not charged for.

    It is the longer of the arena's lateness and the bot's wait for a CPU, for one often causes the other. None of it
    is time in which the bot was computing. A bot that used more CPU time than its limit, or more than one core, would
    have been late on an idle machine, or has made the machine busy itself.
    """
    cpu = turn.cpu or 0.0
    if cpu > turn.limit or cpu > turn.wall:
        return 0.0
    return max(0.0, min(max(turn.late, turn.delay or 0.0), turn.wall - cpu))


def judge(turn: Turn) -> Verdict:
    """Return what is to happen to a bot that has not answered yet.

    After `PATIENCE` times the deadline plus `SLACK_MS` the arena gives up on a machine on which the bot gets no CPU.
    The time for which the arena itself stood still is not part of that.
    """
    given = credit(turn)
    burners = tuple(i for i, cpu in enumerate(turn.others) if cpu > PONDER_MS + PONDER_SHARE * turn.wall)
    if turn.wall - given >= turn.deadline:
        return Verdict("timeout", given, burners)
    if turn.wall - turn.late >= PATIENCE * turn.deadline + SLACK_MS:
        return Verdict("void", given, burners)
    return Verdict("wait", given, burners)


class LateAnswer:
    """Decides on a bot that has not answered in time, until it answers, or has to blame itself, or the arena gives up.

    The kernel counts the wait of a thread for a CPU only when it is over. So a bot that gets no CPU at all seems to
    sleep. It is told from one that sleeps by its threads, which want to run; and from one that computes by the CPU time
    that it gets until the next look.
    """

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[float, float] | None = None
        """The wall time and the CPU time (ms) of the turn when the threads were last looked at."""

    def judge(self, turn: Turn, runnable: Callable[[], bool]) -> tuple[Verdict, float]:
        """Return what is to happen, and the wall time of the turn (ms) at which to look again, if it is to wait.

        Args:
            turn: what was measured so far.
            runnable: returns whether a thread of the bot runs or waits for a CPU now; called only if that matters.
        """
        verdict = judge(turn)
        if verdict.kind == "timeout" and turn.cpu is not None and runnable():
            last, self._last = self._last, (turn.wall, turn.cpu)
            if last is None or turn.cpu - last[1] <= (turn.wall - last[0]) / 2:
                return judge(turn._replace(delay=turn.wall)), turn.wall + LOOK_MS
        return verdict, max(turn.wall + LOOK_MS, turn.deadline + verdict.credit)


class LateGreeting:
    """Decides on a bot that has not greeted in time, until it greets, or has to blame itself, or the arena gives up.

    Runtimes compile and read much when they start, on all cores, and take several times as long where others want
    these cores too. So a bot has `Turn.limit` of wall time in any case, and of CPU time beyond that: it is waited for
    while it works, up to `PATIENCE` times the limit plus `SLACK_MS`. One that does nothing is late after the limit and
    one part of it.
    """

    __slots__ = ("_last", "_looks")

    def __init__(self) -> None:
        self._looks = LateAnswer()
        self._last: tuple[float, float] | None = None
        """The wall time and the CPU time (ms) of the turn when it was last found at work."""

    def judge(self, turn: Turn, runnable: Callable[[], bool]) -> tuple[Verdict, float]:
        """Return what is to happen, and the wall time of the turn (ms) at which to look again, if it is to wait.

        Args:
            turn: what was measured so far; its deadline is its limit.
            runnable: as for `LateAnswer.judge`.
        """
        verdict, until = self._looks.judge(turn, runnable)
        given_up = turn.wall - turn.late >= PATIENCE * turn.limit + SLACK_MS
        if verdict.kind != "timeout" or turn.cpu is None or turn.cpu > turn.limit or given_up:
            return verdict, until
        wait, part = Verdict("wait", verdict.credit), max(LOOK_MS, turn.limit / LOOKS)
        if self._last is not None:
            wall, cpu = self._last
            if turn.wall < wall + part:
                return wait, wall + part
            if turn.cpu - cpu <= AWAKE * (turn.wall - wall):
                return verdict, until
        self._last = turn.wall, turn.cpu
        return wait, turn.wall + part
