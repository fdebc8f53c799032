"""Workers as the arena sees them, in memory: they die, they fall behind, they fail."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from arena.errors import UserError
from arena.games.kernel import Result
from arena.sandbox import Sandbox
from arena.schedules.plan import rooms_of
from arena.store import Store
from arena.table.outcome import Fault, Outcome
from arena.table.referee import GameSetup
from arena.table.reports import GameBegun, GameEnded, Report, TakeReport
from arena.table.rooms import REPLAYS
from arena.tournament import ahead, worker_process
from arena.tournament import play as tournament
from arena.tournament.ahead import GATHER
from arena.tournament.messages import RoomSetup, plain_reports
from arena.tournament.play import DEATHS, play
from arena.tournament.values import pack, unpack
from arena.tournament.workers import Crew, LocalHost, Process, Worker
from tests.arena.tournament.test_play import Recorder, setup
from tests.arena.tournament.threads import KilledError, WorkerThread

OUTCOME = Outcome(Result((1, 2), (52, 3), "target"), (), {}, "x\n")


def rooms(monkeypatch: pytest.MonkeyPatch, before_end: Callable[[str], None], outcome: Outcome = OUTCOME) -> None:
    """Have rooms begin and end games, and do something in between."""

    async def room(_: object, games: Iterator[GameSetup], report: TakeReport, *__: object) -> None:
        for game in games:
            await report(GameBegun(game.game_id))
            await trio.sleep(0.01)  # the report is sent
            before_end(game.game_id)
            await report(GameEnded(game.game_id, outcome))

    monkeypatch.setattr(worker_process, "play_room", room)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "PAUSE", 0)


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, REPLAYS, REPLAYS + 1])
async def test_a_game_in_which_a_worker_dies_is_void_and_played_again_so_many_times(
    times: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    at, planned = setup("kaiser", "ab", sets=3)
    unlucky, died = planned[2].id, Counter[str]()

    def kill(game: str) -> None:
        if game == unlucky and died[game] < times:
            died[game] += 1
            raise KilledError

    rooms(monkeypatch, kill)
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan(at.entrants.values(), ())
        watcher = Recorder(store)
        await play(replace(at, rooms=2), [planned], store, watcher, hire=WorkerThread)

        assert store.done() == {game.id for game in planned} - ({unlucky} if times > REPLAYS else set())
        assert len(watcher.there) == len(store.done())
    assert watcher.void == [(unlucky, "killed", number < REPLAYS) for number in range(times)]


@pytest.mark.slow
async def test_workers_that_die_one_after_the_other_end_the_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    at, planned = setup("kaiser", "ab", sets=9)

    def kill(_: str) -> None:
        raise KilledError

    rooms(monkeypatch, kill)
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan(at.entrants.values(), ())
        watcher = Recorder(store)
        with pytest.raises(UserError, match="one worker after another dies: killed"):
            await play(replace(at, rooms=2), [planned], store, watcher, hire=WorkerThread)

    assert DEATHS < len(watcher.void) <= DEATHS + 2


async def test_where_there_are_no_processes_the_run_ends_and_says_why(tmp_path: Path) -> None:
    at, planned = setup("kaiser", "ab")

    def none(_: str) -> Process:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan(at.entrants.values(), ())
        with pytest.raises(UserError, match="no worker process can be started: Resource temporarily unavailable") as e:
            await play(replace(at, rooms=2), [planned], store, Recorder(store), hire=none)

    assert "fewer rooms" in e.value.hint


async def test_a_failure_of_ours_in_a_worker_has_a_trace_and_costs_the_open_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    at, planned = setup("kaiser", "ab", sets=2)
    unlucky = planned[0].id

    def fail(game: str) -> None:
        assert game != unlucky, "a bug in rooms"

    rooms(monkeypatch, fail)
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan(at.entrants.values(), ())
        watcher = Recorder(store)
        with pytest.raises(UserError, match="the arena itself failed in 1 game"):
            await play(replace(at, rooms=2), [planned], store, watcher, hire=WorkerThread)

        assert store.done() == {game.id for game in planned} - {unlucky}
    [trace] = watcher.broken
    assert "AssertionError: a bug in rooms" in trace


@pytest.mark.slow
@pytest.mark.parametrize("tables", [1, 3])
async def test_a_worker_is_never_more_than_some_games_for_each_table_ahead_of_what_is_taken(
    tables: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "AHEAD", 1)
    at, planned = setup("kaiser", "ab", sets=20)
    at = replace(at, tables=tables)
    ended: list[str] = []
    rooms(monkeypatch, ended.append)
    may_go_on, results = trio.Event(), list[str]()

    async def take(reports: Sequence[Report]) -> None:
        await may_go_on.wait()
        results.extend(report.game_id for report in reports if isinstance(report, GameEnded))

    planned_room = rooms_of(planned, 20)[-1]
    worker = Worker(LocalHost(0, Crew(1, Sandbox("none"), WorkerThread)))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(worker.play, at.room(planned_room), take)
        while len(ended) < tables + 1:  # noqa: ASYNC110 - they end in another thread
            await trio.sleep(0.01)
        await trio.sleep(0.2)
        gone = len(ended)
        may_go_on.set()
    await worker.dismiss()

    assert gone == tables + 1, "the last of them has ended, and waits"
    assert results == [game.id for game in planned_room.games] == ended


@pytest.mark.slow
async def test_after_a_fault_a_worker_waits_until_the_result_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    at, planned = setup("kaiser", "ab", sets=20)
    ended: list[str] = []
    rooms(monkeypatch, ended.append, replace(OUTCOME, faults=(Fault(0, "CRASH", "exit 7"),)))
    may_go_on, room = trio.Event(), rooms_of(planned, 20)[-1]

    async def take(_: Sequence[Report]) -> None:
        await may_go_on.wait()

    worker = Worker(LocalHost(0, Crew(1, Sandbox("none"), WorkerThread)))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(worker.play, replace(at, tables=3).room(room), take)
        while not ended:  # noqa: ASYNC110 - they end in another thread
            await trio.sleep(0.01)
        await trio.sleep(0.2)
        gone = len(ended)
        may_go_on.set()
    await worker.dismiss()

    assert gone == 1, "the bot may be benched for it"
    assert sorted(ended) == sorted(game.id for game in room.games)


@pytest.mark.slow
async def test_the_next_room_begins_while_the_last_is_stored_but_gets_no_further_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ahead, "AHEAD", 1)
    at, planned = setup("kaiser", "ab", sets=3)
    ended: list[str] = []
    rooms(monkeypatch, ended.append)
    may_go_on, over, results = trio.Event(), trio.Event(), list[str]()

    async def take(reports: Sequence[Report]) -> None:
        await may_go_on.wait()
        results.extend(report.game_id for report in reports if isinstance(report, GameEnded))

    one, two = rooms_of(planned, 3)
    first = one._replace(games=one.games[:1])
    worker = Worker(LocalHost(0, Crew(1, Sandbox("none"), WorkerThread)))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(worker.play, at.room(first), take, over.set)
        await over.wait()
        nursery.start_soon(worker.play, at.room(two), take)
        while len(ended) < 2:  # noqa: ASYNC110 - they end in another thread
            await trio.sleep(0.01)
        await trio.sleep(0.2)
        gone = len(ended)
        may_go_on.set()
    await worker.dismiss()

    assert gone == 2, "one of each room, as many as of one"
    assert sorted(results) == sorted(ended) == sorted(game.id for game in (*first.games, *two.games))


class Told:
    """A worker that says of each room that it has begun a game and is over, and hears what is taken."""

    gone = False

    def __init__(self) -> None:
        self.heard: list[tuple[object, ...]] = []

    async def begin(self, room: RoomSetup) -> Told:
        """Begin a room."""
        begun = unpack(pack(plain_reports([GameBegun(next(iter(room.games)))])))
        self.said = iter([("reports", begun), ("over",)])
        return self

    async def receive(self) -> Sequence[object] | None:
        """Say the next thing."""
        return next(self.said, None)

    async def send(self, *message: object) -> bool:
        """Hear something."""
        await trio.lowlevel.checkpoint()
        self.heard.append(message)
        return True


class Playing(Told):
    """A worker that reports something now and then, and then plays on.

    Args:
        reports: what it reports, one message after the other.
    """

    def __init__(self, reports: Sequence[Sequence[Report]]) -> None:
        super().__init__()
        self._messages = iter([("reports", unpack(pack(plain_reports(each)))) for each in reports])

    async def begin(self, _: RoomSetup) -> Told:
        """Begin a room."""
        return self

    async def receive(self) -> Sequence[object] | None:
        """Report the next thing."""
        await trio.sleep(GATHER / 10)
        if (message := next(self._messages, None)) is None:
            await trio.sleep_forever()
        return message

    async def dismiss(self) -> None:
        """End."""


async def test_results_that_have_come_are_taken_where_the_room_is_broken_off(autojump_clock: MockClock) -> None:
    at, planned = setup("kaiser", "ab", sets=2)
    room = at.room(rooms_of(planned, 2)[0])
    one, two = list(room.games)[:2]
    made: list[list[Report]] = [[GameBegun(one)], [GameEnded(one, OUTCOME), GameBegun(two)]]
    told: Any = Playing(made)
    taken: list[Report] = []

    async def take(reports: Sequence[Report]) -> None:
        await trio.lowlevel.checkpoint()
        taken.extend(reports)

    with trio.move_on_after(GATHER / 2):
        await Worker(told).play(room, take)

    assert taken == [report for reports in made for report in reports]
    assert told.heard == [("taken", 1)]


async def test_a_worker_hears_of_every_report_that_is_taken_also_where_a_later_room_is_taken_first() -> None:
    at, planned = setup("kaiser", "ab", sets=1)
    room = rooms_of(planned, 1)[0]
    for _ in range(20):  # what is lost where this goes wrong is lost by chance
        told: Any = Told()
        worker = Worker(told)
        first, over = trio.Event(), trio.Event()

        async def late(_: object, first: trio.Event = first) -> None:
            await first.wait()

        async def at_once(_: object) -> None:
            await trio.lowlevel.checkpoint()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(worker.play, at.room(room), late, over.set)
            await over.wait()
            await worker.play(at.room(room), at_once)
            first.set()

        assert told.heard == [("taken", 1), ("taken", 2)]


@pytest.mark.slow
async def test_a_stop_reaches_a_worker_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    at, planned = setup("kaiser", "ab", sets=20)
    begun: list[str] = []
    rooms(monkeypatch, lambda _: time.sleep(0.05))  # a stop comes within a game, on a busy machine too
    full = trio.Event()

    async def take(reports: Sequence[Report]) -> None:
        begun.extend(report.game_id for report in reports if isinstance(report, GameBegun))
        if len(begun) > 4:
            worker.stop()
            await full.wait()

    worker = Worker(LocalHost(0, Crew(1, Sandbox("none"), WorkerThread)))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(worker.play, at.room(rooms_of(planned, 20)[-1]), take)
        await trio.sleep(0.5)
        full.set()
    await worker.dismiss()

    assert 5 <= len(begun) <= 7


async def test_what_is_broken_off_ends_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    at, planned = setup("kaiser", "ab")
    happened: list[str] = []

    async def room(*_: object) -> None:
        try:
            happened.append("begun")
            await trio.sleep_forever()
        finally:
            happened.append("ended")

    async def take(_: object) -> None:
        raise AssertionError("nothing is reported")

    monkeypatch.setattr(worker_process, "play_room", room)
    worker = Worker(LocalHost(0, Crew(1, Sandbox("none"), WorkerThread)))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(worker.play, at.room(rooms_of(planned)[0]), take)
        while not happened:  # noqa: ASYNC110 - it begins in another thread
            await trio.sleep(0.01)
        nursery.cancel_scope.cancel()
    await worker.dismiss()

    assert happened == ["begun", "ended"]
