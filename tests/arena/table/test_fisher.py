"""The fisher: a bot that makes the arena late when it is losing, so that the game is void and it gets another one."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

import pytest
import trio
import trio.testing

from arena.settings.clock import ClockSettings
from arena.table import verdicts
from arena.table.clock import SLACK_MS
from arena.table.lag import Void
from arena.table.player import Player
from arena.table.verdicts import Turn, Verdict
from tests.arena.fakes import MemoryProcess, Wire, last_word, play_one, seated, setup

CLOCK = ClockSettings(move_ms=100, grace_ms=50)
GAMES = 60
"""Of a fair coin, 40 and more heads come up in less than one of a hundred tries."""
MOST = 40


class Trick(NamedTuple):
    """What the fisher does: by how much (ms in each ms) its CPU time, the arena's lateness and its waiting grow."""

    cpu: float
    late: float
    delay: float


class Machine:
    """The meters of the fisher and of the arena: all stand still until the trick begins."""

    def __init__(self, trick: Trick) -> None:
        self.trick = trick
        self.begun: float | None = None

    def _grown(self, rate: float) -> float:
        return 0.0 if self.begun is None else rate * 1000 * (trio.current_time() - self.begun)

    def cpu_ms(self) -> float:
        return 1.0 + self._grown(self.trick.cpu)

    def run_delay_ms(self) -> float:
        return self._grown(self.trick.delay)

    def late_since(self, _start: float) -> float:
        return self._grown(self.trick.late)


class OneVoid:
    """The rule of a room, that a game is void only once while the same bot is asked."""

    def __init__(self) -> None:
        self.voids = 0

    def others(self, _player: Player) -> Iterable[Player]:
        return ()

    def void(self, _player: Player, reason: str, *, busy: bool) -> None:
        self.voids += 1
        if self.voids == 1:
            raise Void(reason, 0, busy=busy)

    def ended_between(self, _player: Player, how: str) -> None:
        raise AssertionError(how)


def by_the_old_rule(turn: Turn) -> Verdict:
    """Every TIMEOUT is void if the arena was later than the grace."""
    return Verdict("void" if turn.late > CLOCK.grace_ms else "timeout", 0.0)


async def play_again_and_again(trick: Trick, losing: random.Random, room: OneVoid | None) -> bool:
    """Play a game until it has a result; return whether the fisher won. It knows after three answers who will win."""
    while True:
        machine = Machine(trick)
        wins = losing.random() < 0.5

        async def fisher(wire: Wire, machine: Machine = machine, wins: bool = wins) -> None:
            await wire.say("bot fisher 1\n")
            answers = 0
            while True:
                if (words := (await wire.line()).split())[0] == "ask":
                    answers += 1
                    if answers > 3 and not wins:
                        machine.begun = trio.current_time()
                        await trio.sleep_forever()
                    await wire.say(f"{words[-1]}\n")

        async with seated(dict.fromkeys(range(4), last_word) | {0: fisher}) as players:
            process = players[0].process
            assert isinstance(process, MemoryProcess)
            process.cpu_ms, process.run_delay_ms = machine.cpu_ms, machine.run_delay_ms  # type: ignore[method-assign]
            process.waits = trick.cpu > 0.1  # its children run, or want to
            try:
                outcome = await play_one(setup(clock=CLOCK), players, lag=machine, room=room)
            except Void:
                continue
        assert [fault.kind for fault in outcome.faults] == ["TIMEOUT"] * (not wins)
        return wins


async def wins(trick: Trick) -> int:
    """Return how many of `GAMES` games the fisher wins against its honest twin."""
    coin = random.Random(1)
    return sum([await play_again_and_again(trick, coin, OneVoid()) for _ in range(GAMES)])


TRICKS = [
    pytest.param(Trick(2.0, 0.6, 1.0), id="all cores"),
    pytest.param(Trick(0.98, 0.6, 1.0), id="almost one core"),
    pytest.param(Trick(0.5, 0.6, 0.9), id="half a core"),
    pytest.param(Trick(0.05, 0.6, 0.0), id="it sleeps while somebody else makes the arena late"),
]


@pytest.mark.slow
@pytest.mark.parametrize("trick", TRICKS)
async def test_the_fisher_has_no_advantage(autojump_clock: trio.testing.MockClock, trick: Trick) -> None:
    assert await wins(trick) <= MOST


@pytest.mark.slow
@pytest.mark.parametrize("trick", TRICKS[:2])
async def test_by_the_old_rule_it_has(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch, trick: Trick
) -> None:
    monkeypatch.setattr(verdicts, "judge", by_the_old_rule)
    coin = random.Random(1)

    assert sum([await play_again_and_again(trick, coin, None) for _ in range(GAMES)]) == GAMES


async def test_a_bot_that_gets_no_cpu_twice_in_a_game_has_a_timeout(autojump_clock: trio.testing.MockClock) -> None:
    """Starved without using any CPU: nobody at the table can do that to itself, so the game is void once."""
    room, coin = OneVoid(), random.Random(0)
    coin.random = lambda: 0.9  # type: ignore[method-assign]
    assert not await play_again_and_again(Trick(0.0, 0.0, 1.0), coin, room)

    assert room.voids == 2
    assert trio.current_time() > 2 * SLACK_MS / 1000
