"""A room: the same entrants in the same seats, one process each, playing game after game of one match.

The rooms of a match play the same packs with the entrants rotated over the seats. They are different processes, so no
process ever sees a deal twice. A bot that fails is replaced by a fresh process for the next game.
"""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

import trio

from arena.bots import BotProcess, Life, start_bot
from arena.games.kernel import Seat
from arena.lag import LagMeter, p99
from arena.player import Player
from arena.referee import Outcome, Referee, Terms, Verdict
from arena.sandbox import Program, Sandbox, SandboxFailure
from arena.seat import Void, refuse_lag
from protocol import BotFault

STARTS = 2
"""How often in a row a bot may fail to start; after that its games in the room are decided without trying.

Twice, because a Ctrl-C at the terminal reaches a bot that was forked but is not in its own session yet.
"""
SANDBOX_TRIES = 3
"""How often in a row a sandbox may fail to be there before the game is void."""
REPLAYS = 2
"""How often a void game is played again at once; after that it is left for the next run."""


class Failure(NamedTuple):
    """What the author of a failed bot gets to see: its verdict, its standard error, and both streams of the game."""

    verdict: Verdict
    stderr: bytes
    sent: bytes
    received: bytes


class Desk(Protocol):
    """Where a room reports to."""

    async def begun(self, terms: Terms) -> None:
        """Take note that a game begins."""

    async def finished(self, terms: Terms, outcome: Outcome, failures: tuple[Failure, ...]) -> None:
        """Take the result of a game; the next begins when this returns."""

    async def internal(self, terms: Terms, trace: str) -> None:
        """Take note that the arena itself failed in a game: it has no result, and no bot is to blame."""

    async def voided(self, terms: Terms, reason: str, *, again: bool) -> None:
        """Take note that a game does not count because of the arena; `again`: it is played again at once."""


class Chair:
    """A seat of a room, and the bot that sits in it, if any."""

    def __init__(self, seat: Seat, program: Program, sandbox: Sandbox) -> None:
        self.seat = seat
        self.program = program
        self.sandbox = sandbox
        self.player: Player | None = None
        self._process: BotProcess | None = None
        self._refusals: list[BotFault] = []

    @property
    def _taken(self) -> bool:
        return self.player is not None and not self.player.broken

    async def fill(self, start_ms: int, nursery: trio.Nursery) -> Verdict | None:
        """See that a greeted bot sits here; return its verdict if it does not come."""
        while not self._taken and len(self._refusals) < STARTS:
            await self.empty()
            await self._start(start_ms, nursery)
        if not self._taken:
            fault = self._refusals[-1]
            return Verdict(self.seat, fault.kind, f"at the start: {fault.text}")
        self._refusals.clear()
        return None

    async def _start(self, start_ms: int, nursery: trio.Nursery) -> None:
        try:
            self._process = await self._started(nursery)
        except OSError as error:
            self._refusals.append(BotFault("CRASH", f"cannot be started: {error.strerror}: {self.program.command[0]}"))
            return
        self.player = Player(self._process, 1024 * self.program.limits.message_kb)
        try:
            await self.player.greet(start_ms or None)
        except BotFault as fault:
            self._refusals.append(fault)
            await self.player.dismiss(fault)

    async def _started(self, nursery: trio.Nursery) -> BotProcess:
        for _ in range(SANDBOX_TRIES - 1):
            with contextlib.suppress(SandboxFailure):
                return await start_bot(self.program, self.sandbox, nursery)
        return await start_bot(self.program, self.sandbox, nursery)

    async def empty(self) -> None:
        """Send the bot away, if one is there."""
        if self.player is not None:
            await self.player.dismiss()
        self.player = self._process = None

    def abandon(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.close()

    def life(self) -> Life | None:
        """Return what the bot's process used in the game that has just ended."""
        if self._process is None or self.player is None:
            return None
        return self._process.life(self.player.sent.total, self.player.received.total)

    def failure(self, verdict: Verdict) -> Failure:
        """Return what its author gets to see of a fault."""
        stderr = self._process.stderr.kept() if self._process else b""
        sent, received = (self.player.sent, self.player.received) if self.player else (b"", b"")
        return Failure(verdict, stderr, bytes(sent), bytes(received))


async def play_room(
    programs: Mapping[Seat, Program],
    games: Iterable[Terms],
    desk: Desk,
    lag: LagMeter | None = None,
    sandbox: Sandbox | None = None,
) -> None:
    """Play games one after the other with the same processes; report each as soon as it has ended.

    Args:
        programs: which bot sits at each seat that is asked anything.
        games: the games, taken one at a time, so that the caller can stop between two.
        desk: told of each game.
        lag: how late the arena is; without it no game is void because of that.
        sandbox: what the bots are started in; None for plain processes.
    """
    sandbox = sandbox or Sandbox("none")
    chairs = {seat: Chair(seat, program, sandbox) for seat, program in programs.items()}
    async with trio.open_nursery() as nursery:
        try:
            for terms in games:
                await _one_game(chairs, terms, desk, nursery, lag)
            await _all(chair.empty for chair in chairs.values())
        finally:
            for chair in chairs.values():
                chair.abandon()


async def _one_game(
    chairs: Mapping[Seat, Chair], terms: Terms, desk: Desk, nursery: trio.Nursery, lag: LagMeter | None
) -> None:
    """Play a game, again if it is void, and report what became of it."""
    for attempt in range(1 + REPLAYS):
        await desk.begun(terms)
        looks = lag.counts.copy() if lag is not None else []
        try:
            outcome = await _play(chairs, terms, nursery, lag)
        except Void as void:
            await desk.voided(terms, str(void), again=attempt < REPLAYS)
        except SandboxFailure as failure:
            await desk.voided(terms, f"sandbox: {failure}", again=attempt < REPLAYS)
        except Exception:  # noqa: BLE001 - a bug of ours in one game must not end the others
            await desk.internal(terms, traceback.format_exc())
            await _all(chair.empty for chair in chairs.values())
            return
        else:
            for seat, use in outcome.uses.items():
                use.life = chairs[seat].life()
            if lag is not None:
                outcome.lag_ms = p99(looks, lag.counts)
            failures = tuple(chairs[verdict.seat].failure(verdict) for verdict in outcome.verdicts)
            await desk.finished(terms, outcome, failures)
            return
        await _all(chair.empty for chair in chairs.values())


async def _play(chairs: Mapping[Seat, Chair], terms: Terms, nursery: trio.Nursery, lag: LagMeter | None) -> Outcome:
    """Play one game with everybody who comes; raise `Void` if the arena is to blame for how it goes."""
    absent: list[Verdict] = []
    failed: list[SandboxFailure] = []
    begun = trio.current_time()

    async def fill(chair: Chair) -> None:
        try:
            if verdict := await chair.fill(terms.clock.start_ms, nursery):
                absent.append(verdict)
        except SandboxFailure as failure:
            failed.append(failure)

    await _all(partial(fill, chair) for chair in chairs.values())
    if failed:
        raise failed[0]
    if lag is not None and any(verdict.kind == "TIMEOUT" for verdict in absent):
        refuse_lag(lag, begun, terms.clock.grace_ms, absent[0].text)
    missing = {verdict.seat for verdict in absent}
    players = {seat: chair.player for seat, chair in chairs.items() if chair.player and seat not in missing}
    return await Referee(terms, players, tuple(sorted(absent)), lag).play()


async def _all(jobs: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Run at the same time, and wait for all."""
    async with trio.open_nursery() as nursery:
        for job in jobs:
            nursery.start_soon(job)
