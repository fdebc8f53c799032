"""Agents that die, freeze, are cut off or come late, and arenas that die: nothing is lost or twice, nothing hangs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from arena.agents.heartbeat import SILENCE
from arena.errors import UserError
from arena.store import Store
from arena.tournament.ahead import AHEAD
from tests.arena.agents.stage import GAME, Stage, contents, stage

pytestmark = pytest.mark.slow


async def nothing(_: object) -> None:
    """Do nothing."""


GAMES = 8
"""Four sets of two bots."""


async def test_agents_share_the_games_and_all_rooms_of_a_set_are_on_one_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with stage(monkeypatch, tmp_path) as on:
        for name in ("one", "two"):
            on.nursery.start_soon(on.agent(name).work, on.dial)
        watcher, found = await on.arena()

    assert found == on.expected()
    assert len(watcher.there) == GAMES
    assert all(watcher.there)
    with Store.open(tmp_path / "x.db", writing=False) as store:
        machines = {id_: conditions["machine"] for id_, conditions in store.conditions_of_games()}
        sets = {(one.game.set, machines[one.game.id]) for one in store.results()}
    assert Counter(machines.values()).keys() == {"one", "two"}
    assert len(sets) == GAMES / 2
    assert any("the arena ended the connection" in text for text in on.said)


async def disturbed(
    monkeypatch: pytest.MonkeyPatch, folder: Path, at: float, disturb: Callable[[Stage], Any], agents: int = 2
) -> tuple[Stage, Any]:
    """Play with some agents and disturb them at some time; return the stage, and who was told of games."""
    async with stage(monkeypatch, folder) as on:

        async def work(name: str) -> None:
            with suppress(UserError):  # the arena does not let it in again
                await on.agent(name).work(on.dial)

        for number in range(agents):
            on.nursery.start_soon(work, f"m{number}")

        async def later() -> None:
            await on.playing.wait()
            await trio.sleep(at)
            await disturb(on)

        on.nursery.start_soon(later)
        with trio.fail_after(600):
            watcher, found = await on.arena()
    assert found == on.expected(), "none is lost, and none is another"
    assert len(watcher.there) == GAMES, "and none is told twice"
    return on, watcher


async def test_a_torn_line_costs_only_open_games_and_the_agent_calls_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    on, watcher = await disturbed(monkeypatch, tmp_path, GAME / 2, lambda on: on.cables[0].tear())

    assert [again for _, _, again in watcher.void] == [True]
    assert "has left: the connection has ended" in watcher.void[0][1]
    assert len(on.cables) == 3, "it has called again"


async def test_a_worker_that_dies_at_an_agent_is_replaced_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    async def kill(on: Stage) -> None:
        on.workers[0].kill()

    on, watcher = await disturbed(monkeypatch, tmp_path, GAME / 2, kill)

    assert [(reason, again) for _, reason, again in watcher.void] == [("killed", True)]
    assert len(on.cables) == 2


@pytest.mark.parametrize("ways", [("up",), ("down",), ("up", "down")])
async def test_a_line_that_goes_silent_is_noticed_at_both_ends(
    ways: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    async def hold(on: Stage) -> None:
        on.cables[0].held.update(dict.fromkeys(ways, True))

    on, watcher = await disturbed(monkeypatch, tmp_path, GAME / 2, hold, agents=1)

    assert len(watcher.void) <= 1
    assert len(on.cables) == 2, "the agent has ended its bots, and called again"
    assert GAMES + len(watcher.void) <= len(on.begun) <= GAMES + 1 + AHEAD, "what is on its way is played again"
    silent = [text for text in on.said if f"silent for {SILENCE:.0f} s" in text]
    assert len(silent) >= 1


async def test_an_agent_that_is_frozen_is_given_up_and_what_it_says_later_is_not_heard(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    frozen = trio.Event()

    async def freeze(on: Stage) -> None:
        on.cables[0].held.update(up=True, down=True)
        frozen.set()
        await trio.sleep(3 * SILENCE)
        on.cables[0].held.update(up=False, down=False)

    _, watcher = await disturbed(monkeypatch, tmp_path, GAME / 2, freeze, agents=2)

    assert [again for _, _, again in watcher.void] == [True]


async def test_results_that_arrive_when_their_sets_went_elsewhere_count_for_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    late: list[bytes] = []

    async def slow(on: Stage) -> None:
        cable, deliver = on.cables[0], on.cables[0].theirs.send_all

        async def send(data: bytes) -> None:
            late.append(data)
            await deliver(data)

        monkeypatch.setattr(cable.theirs, "send_all", send)
        cable.delay = 1.5 * SILENCE  # nothing is lost, but it comes when nobody waits for it any more

    on, watcher = await disturbed(monkeypatch, tmp_path, GAME / 2, slow)

    assert [again for _, _, again in watcher.void] == [True]
    assert late, "it has played on, and told of it"
    assert any("it was silent" in text for text in on.said)
    assert len(on.begun) > GAMES


async def test_what_an_agent_says_while_it_is_given_up_is_dropped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    slow: list[str] = []

    async def give_up(on: Stage) -> None:
        machine = on.doors[-1][0]._machines[0]  # whichever came first: it plays
        slow.append(machine.called)
        await machine.give_up("it is too slow")
        assert machine._hands[0].hear(("over",), 100), "it may have come in the same moment"

    on, watcher = await disturbed(monkeypatch, tmp_path, GAME / 2, give_up)

    assert [again for _, _, again in watcher.void] == [True]
    (name,) = slow
    said = {f"agent {name} has left: it is too slow", f"{name}: the arena ended the connection: it is too slow"}
    assert said <= {*on.said}


async def test_a_second_result_of_a_game_is_dropped_and_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with stage(monkeypatch, tmp_path) as on:
        for _ in range(2):
            on.nursery.start_soon(on.agent().work, on.dial)
            watcher, found = await on.arena(again=True)

    assert found == on.expected()
    assert not watcher.there, "nobody is told of a result twice"
    assert on.said.count(f"dropped: {GAMES} results of games that others had played already") == 1


async def test_a_slow_network_makes_play_slow_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    async def slow(on: Stage) -> None:
        for cable in on.cables:
            cable.delay = 3.0

    on, watcher = await disturbed(monkeypatch, tmp_path, 0.1, slow)

    assert not watcher.void
    assert len(on.cables) == 2


async def test_wall_clocks_that_jump_disturb_nobody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    real, steps = time.time, iter(range(10**9))

    async def jump(_: Stage) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + (-1) ** next(steps) * 1e8)

    _, watcher = await disturbed(monkeypatch, tmp_path, 0.1, jump)

    assert not watcher.void


async def test_agents_wait_for_an_arena_that_was_killed_and_is_started_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with stage(monkeypatch, tmp_path) as on:
        for number in range(2):
            on.nursery.start_soon(on.agent(f"m{number}").work, on.dial)
        with trio.move_on_after(2.5 * GAME):  # it says nothing: its lines are torn with it
            monkeypatch.setattr("arena.agents.remote.RemoteMachine.take_leave", nothing)
            await on.arena()
        monkeypatch.undo()
        assert not on.doors
    async with stage(monkeypatch, tmp_path) as on:
        with Store.open(tmp_path / "x.db", writing=False) as store:
            before = contents(store)
        assert 0 < len(before) < GAMES
        for number in range(2):
            on.nursery.start_soon(on.agent(f"m{number}").work, on.dial)
        await trio.sleep(30)
        assert sum("does not answer" in text for text in on.said) == 2, "they say so once"
        watcher, found = await on.arena()

    assert found == on.expected()
    assert len(watcher.there) == GAMES - len(before)


async def test_two_arenas_with_one_key_get_each_their_own_results(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    found: list[Any] = []
    async with stage(monkeypatch, tmp_path) as on, trio.open_nursery() as nursery:

        async def run(results: str) -> None:
            found.append((await on.arena(results))[1])

        for results in ("a.db", "b.db"):
            nursery.start_soon(run, results)
            await trio.sleep(0.2)
            nursery.start_soon(on.agent(results[0]).work, on.dial)
            await trio.sleep(0.2)

    assert found == [on.expected(), on.expected()]
    assert Counter(on.begun) == dict.fromkeys((id_ for id_, *_ in on.expected()), 2)


@pytest.mark.thorough
async def test_forty_faults_of_all_kinds_leave_the_results_of_an_undisturbed_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with stage(monkeypatch, tmp_path) as on:
        on.sets = 150
        for number in range(4):
            agent = on.agent(f"m{number}", 1 + number % 2)
            agent.stay = True
            on.nursery.start_soon(agent.work, on.dial)
        faults = 0

        async def disturb() -> None:
            nonlocal faults
            await on.playing.wait()
            while faults < 40:
                await trio.sleep(0.3 + 0.37 * (faults % 5))
                cable = on.cables[-1 - faults % min(3, len(on.cables))]
                match faults % 4:
                    case 0 | 3:
                        await cable.tear()
                    case 1:
                        on.workers[-1 - faults % min(2, len(on.workers))].kill()
                    case _:
                        cable.held["up"] = True
                faults += 1

        on.nursery.start_soon(disturb)
        found: Any = []
        arenas = 0
        while len(found) < 2 * on.sets:  # what an arena has given up, the next one plays
            with trio.move_on_after(20 if faults < 40 else 1000):
                _, found = await on.arena()
            arenas += 1

        assert found == on.expected()
    assert faults == 40
    assert arenas > 1
