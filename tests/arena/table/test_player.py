"""Time at the table: whose lateness counts, what is forgiven, and what a bot may do while others move."""

from __future__ import annotations

from typing import Any

import pytest
import trio
import trio.testing

from arena.settings.clock import ClockSettings
from arena.table.clock import Ponderings
from arena.table.lag import Lag, Void
from arena.table.outcome import Fault, Outcome
from arena.table.player import Player
from arena.table.referee import GameSetup, Referee
from arena.table.tables import Tables
from tests.arena.fakes import Bot, MemoryProcess, Wire, last_word, one_game, play_one, seated, setup
from tests.cycles import nothing_for_the_collector

QUICK = ClockSettings(move_ms=100, grace_ms=50)


class Late:
    """An arena that was so many ms late since any time, but no longer than time has gone by."""

    def __init__(self, ms: float) -> None:
        self.ms = ms

    def late_since(self, start: float) -> float:
        return min(self.ms, 1000 * (trio.current_time() - start))


def thinks(*seconds: float) -> Bot:
    """A bot that takes so long over its first answers, and no time over the others."""

    async def bot(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        waits = list(seconds)
        while True:
            if (words := (await wire.line()).split())[0] == "ask":
                await trio.sleep(waits.pop(0) if waits else 0)
                await wire.say(f"{words[-1]}\n")

    return bot


async def late_game(lag_ms: float, seconds: float) -> Outcome | Void:
    async with seated(dict.fromkeys(range(4), last_word) | {0: thinks(seconds)}) as players:
        try:
            return await play_one(setup(clock=QUICK), players, lag=Late(lag_ms))
        except Void as void:
            return void


@pytest.mark.parametrize(("lag_ms", "seconds", "text"), [
    (100, 0.24, ""),
    (100, 0.26, "no answer after 250 ms (limit 100 ms); does it flush its output?"),
    (0, 0.16, "no answer after 150 ms (limit 100 ms); does it flush its output?"),
    (5000, 4, ""),
])  # fmt: skip
async def test_a_late_arena_waits_as_much_longer_and_no_game_is_void(
    autojump_clock: trio.testing.MockClock, lag_ms: float, seconds: float, text: str
) -> None:
    outcome = await late_game(lag_ms, seconds)

    assert isinstance(outcome, Outcome)
    assert [(v.seat, v.kind, v.text) for v in outcome.faults] == ([(0, "TIMEOUT", text)] if text else [])


@pytest.mark.parametrize(("seconds", "kinds"), [(0.06, []), (0.2, ["TIMEOUT"])])
async def test_a_bot_may_take_its_whole_time_to_read_a_question(
    autojump_clock: trio.testing.MockClock, seconds: float, kinds: list[str]
) -> None:
    async def reads_late(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        await wire.line()
        wire.deaf = True
        await trio.sleep(seconds)
        wire.deaf = False
        await wire.say("")
        while True:
            if (words := (await wire.line()).split())[0] == "ask":
                await wire.say(f"{words[-1]}\n")

    async with seated(dict.fromkeys(range(4), last_word) | {0: reads_late}) as players:
        outcome = await play_one(setup(clock=QUICK), players, lag=Late(0))

    assert [v.kind for v in outcome.faults] == kinds


async def test_lag_alone_voids_nothing(autojump_clock: trio.testing.MockClock) -> None:
    outcome = await late_game(500, 0.1)

    assert isinstance(outcome, Outcome)
    assert outcome.faults == ()


@pytest.mark.parametrize(("lag_ms", "charged", "left"), [(0, 100, 100), (10, 90, 110), (70, 30, 170), (500, 0, 200)])
async def test_a_bank_does_not_pay_for_the_lateness_of_the_arena(
    autojump_clock: trio.testing.MockClock, lag_ms: float, charged: float, left: float
) -> None:
    clock = ClockSettings(move_ms=0, bank_ms=200, grace_ms=50)
    async with seated(dict.fromkeys(range(4), last_word) | {0: thinks(0.1)}) as players:
        outcome = await play_one(setup(clock=clock), players, lag=Late(lag_ms))
    use = outcome.uses[0]

    assert outcome.faults == ()
    assert use.bank_ms == pytest.approx(left)
    assert (use.total_ms if use.charged_ms is None else use.charged_ms) == pytest.approx(charged, abs=1e-6)
    assert use.worst_ms == pytest.approx(100)


async def test_strikes_are_counted_and_shown(autojump_clock: trio.testing.MockClock) -> None:
    clock = ClockSettings(move_ms=100, strikes=2, hard_ms=400)
    forgiven = await one_game({0: thinks(0.2, 0.4)}, setup(clock=clock))
    once_too_often = await one_game({0: thinks(0.2, 0.2, 0.2)}, setup(clock=clock))

    assert (forgiven.faults, forgiven.uses[0].strikes) == ((), 2)
    assert [(v.kind, v.text) for v in once_too_often.faults] == [
        ("TIMEOUT", "no answer after 150 ms (limit 100 ms); 2 late answers before it were forgiven")
    ]


class Burning:
    """A process that uses CPU by rules of its own: so much for every answer, so much in every second besides."""

    def __init__(self, process: MemoryProcess, per_second: float) -> None:
        self.process = process
        self.per_second = per_second
        self.begun = trio.current_time()
        self.more = 0.0

    def cpu_ms(self) -> float:
        return self.more + self.per_second * (trio.current_time() - self.begun)


async def watched_game(
    at: GameSetup, bots: dict[int, Bot], per_second: float, seat: int = 0, lag: Lag | None = None
) -> Outcome:
    """Play with a bot that uses `per_second` ms of CPU in every second of the game."""
    async with seated(dict.fromkeys(range(4), last_word) | bots) as players:
        process = players[seat].process
        assert isinstance(process, MemoryProcess)
        process.cpu_ms = Burning(process, per_second).cpu_ms  # type: ignore[method-assign]
        try:
            return await play_one(at, players, lag=lag)
        finally:
            del process.cpu_ms  # it leads back to the process


async def test_thinking_on_the_time_of_others_is_a_fault(autojump_clock: trio.testing.MockClock) -> None:
    outcome = await watched_game(setup(), {1: thinks(*[0.3] * 8)}, per_second=1000)

    (fault,) = outcome.faults
    assert (fault.seat, fault.kind) == (0, "PONDER")
    assert "600 ms of CPU time while others were to move, all in all" in fault.text


async def test_tidying_up_is_none(autojump_clock: trio.testing.MockClock) -> None:
    outcome = await watched_game(setup(), {1: thinks(*[0.3] * 8)}, per_second=100)

    assert outcome.faults == ()
    assert outcome.uses[0].cpu_ms == pytest.approx(100 * 0.3 * 8)


@pytest.mark.slow
async def test_games_at_many_tables_share_what_a_few_looks_tell(autojump_clock: trio.testing.MockClock) -> None:
    looks = 0

    async def at_eight_tables(wire: Wire) -> None:
        await wire.say("bot fake 1 tables=8\n")
        while True:
            if (words := (await wire.line()).split())[1] == "ask":
                await trio.sleep(0.0001)
                await wire.say(f"{words[0]} {words[-1]}\n")

    def look() -> float:
        nonlocal looks
        looks += 1
        return 1000 * (trio.current_time() - begun)

    async with seated(dict.fromkeys(range(4), at_eight_tables)) as players:
        process = players[0].process
        assert isinstance(process, MemoryProcess)
        begun, process.cpu_ms = trio.current_time(), look  # type: ignore[method-assign]
        player = {seat: Player(connection, ClockSettings(ponder="off")) for seat, connection in players.items()}
        tables, used = Tables(), []
        for number in range(60):
            tables.begin(Referee(setup()._replace(game_id=f"G{number}"), player))
            while len(tables.open) == 8 or (tables.open and number == 59):
                await tables.play()
                _, outcome = await tables.end()
                used.append(outcome.uses[0].cpu_ms)
        lasted = 1000 * (trio.current_time() - begun)

    assert looks <= lasted / 5 + 2
    assert looks < 60 / 2
    assert sum(cpu or 0 for cpu in used) == pytest.approx(lasted, rel=0.1)


async def test_the_cpu_time_of_a_bot_that_never_answers_is_told_too(autojump_clock: trio.testing.MockClock) -> None:
    outcome = await watched_game(setup(), {0: thinks(9)}, per_second=100)

    assert [fault.kind for fault in outcome.faults] == ["TIMEOUT"]
    assert outcome.uses[0].cpu_ms == pytest.approx(105)


@pytest.mark.parametrize(
    ("per_second", "text"),
    [(1000, "it used 130 ms of CPU time"), (100, "does it flush its output?")],  # from 20 ms on
)
async def test_a_bot_that_computes_for_all_of_its_time_is_not_asked_to_flush(
    autojump_clock: trio.testing.MockClock, per_second: float, text: str
) -> None:
    outcome = await watched_game(setup(clock=QUICK), {0: thinks(9)}, per_second, lag=Late(0))

    assert [fault.text for fault in outcome.faults] == [f"no answer after 150 ms (limit 100 ms); {text}"]


async def test_thinking_on_its_own_time_is_none(autojump_clock: trio.testing.MockClock) -> None:
    assert (await watched_game(setup(), {0: thinks(*[0.3] * 8)}, per_second=1000)).faults == ()


async def test_nobody_looks_where_pondering_is_allowed(autojump_clock: trio.testing.MockClock) -> None:
    at = setup(clock=ClockSettings(ponder="off"))

    assert (await watched_game(at, {1: thinks(*[0.3] * 8)}, per_second=1000)).faults == ()


@pytest.mark.interpreted
async def test_a_frozen_bot_runs_only_from_a_message_to_its_answer(autojump_clock: trio.testing.MockClock) -> None:
    seen: list[tuple[str, bool]] = []
    async with seated(dict.fromkeys(range(4), last_word)) as players:
        process = players[2].process
        assert isinstance(process, MemoryProcess)
        asked = players[2].ask

        async def looked_at(*args: Any) -> object:
            seen.append(("before", process.frozen))
            answer = await asked(*args)
            seen.append(("answered", process.frozen))
            return answer

        players[2].ask = looked_at  # type: ignore[method-assign, assignment]
        outcome = await play_one(setup(clock=ClockSettings(ponder="freeze")), players)
        assert not process.frozen  # it has been told the result

    assert outcome.faults == ()
    assert seen[:4] == [("before", False), ("answered", False), ("before", True), ("answered", False)]


async def test_by_a_cpu_clock_waiting_costs_nothing_and_work_does(autojump_clock: trio.testing.MockClock) -> None:
    clock = ClockSettings(move_ms=200, grace_ms=50, measure="cpu", ponder="off")
    idle = await watched_game(setup(clock=clock), {0: thinks(1.5)}, per_second=100)
    busy = await watched_game(setup(clock=clock), {0: thinks(0.5)}, per_second=1000)
    asleep = await watched_game(setup(clock=clock), {0: thinks(9)}, per_second=0)

    assert idle.faults == ()
    assert busy.faults == (Fault(0, "TIMEOUT", "500 ms of CPU time for an answer (limit 200 ms)"),)
    assert [fault.kind for fault in asleep.faults] == ["TIMEOUT"]
    assert asleep.faults[0].text.startswith("no answer after 1750 ms (limit 200 ms)")
    assert asleep.faults[0].text.endswith("; the limit is CPU time")
    with nothing_for_the_collector():
        await watched_game(setup(clock=clock), {0: thinks(0.5)}, per_second=1000)
        await watched_game(setup(clock=clock), {0: thinks(9)}, per_second=0)


async def test_a_bot_that_burns_while_another_is_starved_is_stopped_and_has_a_ponder_and_nothing_is_void(
    autojump_clock: trio.testing.MockClock,
) -> None:
    class Room:
        def __init__(self, players: list[Player]) -> None:
            self.players = players

        def others(self, player: Player) -> list[Player]:
            return [other for other in self.players if other is not player]

        def void(self, player: Player, reason: str, *, busy: bool) -> None:
            raise AssertionError(reason)

        def ended_between(self, player: Player, how: str) -> None:
            raise AssertionError(how)

    at = setup(clock=QUICK)
    async with seated(dict.fromkeys(range(4), last_word) | {1: thinks(0.4)}) as connections:
        room = Room([])
        players = {seat: Player(connection, at.clock, Late(0), room) for seat, connection in connections.items()}
        room.players += players.values()
        burner, starved = connections[0].process, connections[1].process
        assert isinstance(burner, MemoryProcess)
        assert isinstance(starved, MemoryProcess)
        watched = players[0]
        assert watched._ponderings is None  # memory has no meter: give it one that runs while the burner may run
        watched._ponderings = Ponderings(2, 0.0)
        begun = trio.current_time()
        burner.cpu_ms = lambda: 2000 * (trio.current_time() - begun)  # type: ignore[method-assign]
        starved.cpu_ms = lambda: 1.0  # type: ignore[method-assign]
        starved.run_delay_ms = lambda: 1000 * (trio.current_time() - begun)  # type: ignore[method-assign]
        frozen: list[float] = []
        burner.freeze = lambda: frozen.append(trio.current_time() - begun)  # type: ignore[method-assign]
        tables = Tables()
        tables.begin(Referee(at, players))
        await tables.play()
        _, outcome = await tables.end()

    assert [(fault.seat, fault.kind) for fault in outcome.faults] == [(0, "PONDER")]
    assert frozen[0] == pytest.approx(0.15)


@pytest.mark.parametrize(("walking", "charged"), [(0, 250), (150, 400), (500, 500)])
async def test_a_bot_pays_for_the_lateness_while_the_arena_walks_over_its_pages(
    autojump_clock: trio.testing.MockClock, walking: float, charged: float
) -> None:
    """Children that share much memory made the arena late, and so gave their bot 1.7 times its bank."""
    async with seated(dict.fromkeys(range(4), last_word) | {0: thinks(0.5)}) as players:
        process, middle = players[0].process, trio.current_time() + 0.4
        assert isinstance(process, MemoryProcess)
        process.cpu = 0.0
        process.walking_ms = lambda: walking if trio.current_time() > middle else 0.0  # type: ignore[method-assign]
        outcome = await play_one(setup(clock=ClockSettings(bank_ms=2000)), players, lag=Late(250))

    assert outcome.uses[0].bank_ms == pytest.approx(2000 - charged)


@pytest.mark.parametrize(("waits", "per_second", "kinds"), [
    (True, 0, []),
    (True, 1000, ["TIMEOUT"]),
    (False, 0, ["TIMEOUT"]),
])  # fmt: skip
async def test_a_bot_that_never_got_a_cpu_is_waited_for_although_the_kernel_has_not_counted_its_wait_yet(
    autojump_clock: trio.testing.MockClock, waits: bool, per_second: float, kinds: list[str]
) -> None:
    async with seated(dict.fromkeys(range(4), last_word) | {0: thinks(0.4)}) as players:
        process = players[0].process
        assert isinstance(process, MemoryProcess)
        process.waits = waits
        process.cpu_ms = Burning(process, per_second).cpu_ms  # type: ignore[method-assign]
        clock = ClockSettings(move_ms=100, grace_ms=50, ponder="off")
        outcome = await play_one(setup(clock=clock), players, lag=Late(0))

    assert [fault.kind for fault in outcome.faults] == kinds
