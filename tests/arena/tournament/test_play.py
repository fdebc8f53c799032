"""Who sits where in every format, and what is told of results and when."""

import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.games.kernel import Result
from arena.schedules.agenda import Agenda, events_of
from arena.schedules.plan import PlannedGame, rooms_of
from arena.settings.clock import ClockSettings
from arena.settings.contest import parse_game
from arena.settings.probation import ProbationSettings
from arena.settings.schedule import ScheduleSettings
from arena.store import Store, TryAgain
from arena.table.outcome import Fault, Outcome, Use
from arena.table.referee import GameSetup
from arena.table.reports import CrashedAfter, GameBegun, GameEnded, GameVoided, TakeReport
from arena.tournament import events, worker_process
from arena.tournament import play as tournament
from arena.tournament.bookkeeper import GATHER, Batch, Bookkeeper
from arena.tournament.play import _Run, play
from arena.tournament.probation import Benched, Probation
from arena.tournament.setup import TournamentSetup
from arena.tournament.stops import NEWS, TIME_IS_UP, heed
from arena.tournament.writer import Writer
from tests.arena.tournament.threads import WorkerThread

CONTESTS = [f"{game.name}:{preset}" for game in GAMES.values() for preset in game.presets]


def entrant(name: str) -> Entrant:
    return Entrant(name, name, "1", ("bot",), Path("/"), name * 64)


def setup(contest: str, names: str, sets: int = 1) -> tuple[TournamentSetup, list[PlannedGame]]:
    found = parse_game(contest, {}, GAMES, sets)
    entrants = [entrant(name) for name in names]
    at = TournamentSetup({found.label: found}, {e.id: e for e in entrants}, "seed", ClockSettings(), "forfeit")
    return at, Agenda(events_of([found], entrants, ScheduleSettings(), "seed"), "shared").missing({})


def setup_of(at: TournamentSetup, game: PlannedGame) -> GameSetup:
    [room] = rooms_of([game])
    return at.room(room).game_setup(game.id)


@pytest.mark.broad
@pytest.mark.parametrize("contest", CONTESTS)
def test_every_entrant_sits_in_every_seat_equally_often(contest: str) -> None:
    found = parse_game(contest, {}, GAMES, 1)
    at, planned = setup(contest, "abcdefgh"[: found.sides + 1], sets=2)
    sat: Counter[tuple[int, str]] = Counter()
    for room in rooms_of(planned):
        for seat, program in at.room(room).programs.items():
            sat[seat, program.name] += len(room.games)
    table = found.game.seating(found.options)

    assert {seat for seat, _ in sat} == set(table.players)
    assert len(set(sat.values())) == 1
    assert len(sat) == len(table.players) * (found.sides + 1)


@pytest.mark.broad
@pytest.mark.parametrize("contest", CONTESTS)
def test_partners_are_the_same_bot_and_everybody_meets_everybody_equally_often(contest: str) -> None:
    found = parse_game(contest, {}, GAMES, 1)
    at, planned = setup(contest, "abcdefgh"[: found.sides + 1])
    met: Counter[frozenset[str]] = Counter()
    for room in rooms_of(planned):
        names = at.room(room).names
        sides = found.game.seating(found.options).sides
        assert len(set(zip(sides, names, strict=True))) == found.sides
        met.update(frozenset((one, other)) for one in set(names) for other in set(names) if one < other)

    together = found.sides > 1  # a player alone meets nobody
    assert len(met) == together * (found.sides + 1) * found.sides // 2
    assert len(set(met.values())) == together


def test_rooms_of_a_set_play_the_same_packs_and_other_sets_others() -> None:
    at, planned = setup("kaiser", "ab", sets=2)
    packs = [setup_of(at, game).chance("deal 1 pack", range(32)) for game in planned]

    assert packs[0] == packs[1] != packs[2] == packs[3]


def replace_rooms(monkeypatch: pytest.MonkeyPatch, room: object) -> None:
    """Have another function play rooms, here and in workers that are threads."""
    for module in (tournament, worker_process):
        monkeypatch.setattr(module, "play_room", room)


class Recorder:
    """A watcher that looks into the store at the moment it is told."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.there: list[bool] = []
        self.broken: list[str] = []
        self.stops = 0
        self.void: list[tuple[str, str, bool]] = []
        self.out: list[Benched] = []

    def __call__(self, event: events.PlayEvent) -> None:
        match event:
            case events.GameEnded(game):
                self.there.append(game.id in self.store.done())
            case events.GameVoided(trace=""):
                self.void.append((event.game.id, event.reason, event.again))
            case events.GameVoided():
                self.broken.append(event.trace)
            case Benched():
                self.out.append(event)
            case events.Note(kind="stopping"):
                self.stops += 1
            case _:
                raise AssertionError(event)


async def test_a_result_is_told_only_after_it_is_stored(tmp_path: Path) -> None:
    at, planned = setup("kaiser", "ab")
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan(at.entrants.values(), planned)
        watcher = Recorder(store)
        books = Bookkeeper(store, Writer(watcher), Probation())
        await books.plan(planned)
        run = _Run(at, watcher, books)
        for game in planned:
            await run.take([GameBegun(game.id)])
            outcome = Outcome(Result((1, 2), (52, 3), "target"), (), {0: Use(1, 2.0, 2.0)}, "x\n")
            await run.take([GameEnded(game.id, outcome)])
            await trio.lowlevel.checkpoint()

        assert watcher.there == [True, True]
        assert store.counts().done == 2


async def test_reports_from_afar_are_stored_together_and_told_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    async def here(job: Callable[[], object], *, limiter: trio.CapacityLimiter) -> None:
        job()

    monkeypatch.setattr(trio.to_thread, "run_sync", here)  # a clock that jumps does not wait for threads
    at, planned = setup("kaiser", "ab", sets=3)
    outcome = Outcome(Result((1, 2), (52, 3), "target"), (), {0: Use(1, 2.0, 2.0)}, "x\n")
    batches: list[list[str]] = []
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan(at.entrants.values(), planned)
        writer = Writer(Recorder(store))
        books = Bookkeeper(store, writer, Probation(), GATHER)
        await books.plan(planned)

        def tell(batch: Batch) -> None:
            assert store.done() >= {played.game.id for played in batch.played}
            batches.append([played.game.id for played in batch.played])

        async def room(number: int) -> None:
            await trio.sleep(number * GATHER / 3.5)
            await books.take([GameEnded(planned[number].id, outcome)], tell)
            assert planned[number].id in store.done()

        async with trio.open_nursery() as nursery:
            for number in range(6):
                nursery.start_soon(room, number)

        assert [len(batch) for batch in batches] == [4, 2]
        writer.hurry()
        begun = trio.current_time()
        await books.take([GameBegun(planned[0].id)], tell)
        assert trio.current_time() == begun, "nothing is waited for when the arena is to stop"


@pytest.mark.parametrize("rooms", [1, 3])
async def test_a_batch_is_asked_for_when_the_last_one_has_been_played(
    rooms: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    at, planned = setup("kaiser", "abc", sets=2)
    happened: list[str] = []

    async def fake_room(programs: object, games: Iterable[GameSetup], *_: object) -> None:
        for game in games:
            await trio.lowlevel.checkpoint()
            happened.append(game.game_id)

    def batches() -> Iterator[list[PlannedGame]]:
        for half in (planned[:6], planned[6:]):
            happened.append("asked")
            yield half

    replace_rooms(monkeypatch, fake_room)
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        stopped = await play(replace(at, rooms=rooms), batches(), store, Recorder(store), hire=WorkerThread)

        assert store.counts().planned == len(planned)

    assert stopped is None
    assert happened[0] == happened[7] == "asked"
    assert {*happened[1:7]} == {game.id for game in planned[:6]}
    assert {*happened[8:]} == {game.id for game in planned[6:]}


async def test_a_bot_that_ends_after_a_last_game_is_named_once(tmp_path: Path) -> None:
    at, (game, *_) = setup("kaiser", "ab", sets=1)
    told: list[events.PlayEvent] = []
    with Store.open(tmp_path / "x.db", writing=True) as store:
        run = _Run(at, told.append, Bookkeeper(store, Writer(told.append), Probation()))
        run.books.planned = {game.id: game}
        for seat in (1, 3):
            run._tell_of(
                Batch([CrashedAfter(game.id, Fault(seat, "CRASH", "exit 1"), b"ZeroDivisionError: division by zero\n")])
            )

    name = at.entrants[game.sides[1]].name
    hint = "the result counts; its last words: ZeroDivisionError: division by zero"
    assert told == [events.Note(f"{name}: CRASH after {game.id}, the last game of a room: exit 1", hint, "warning")]


async def test_open_games_are_told_while_none_ends(tmp_path: Path, autojump_clock: MockClock) -> None:
    """A slow bot held a ladder, and nothing said so."""
    at, planned = setup("kaiser", "ab", sets=1)
    first, second = planned[:2]
    told: list[events.PlayEvent] = []
    with Store.open(tmp_path / "x.db", writing=True) as store:
        run = _Run(at, told.append, Bookkeeper(store, Writer(told.append), Probation()))
        run.books.planned = {game.id: game for game in planned}
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run.tell_of_silence)
            await trio.sleep(1000)
            run._tell_of(Batch([GameBegun(first.id), GameBegun(second.id)]))
            await trio.sleep(100)
            run._tell_of(Batch([GameVoided(first.id, "", again=False, asked=None)]))
            await trio.sleep(50)
            nursery.cancel_scope.cancel()

    quiet = [event for event in told if isinstance(event, events.Quiet)]
    assert [round(each.seconds) for each in quiet] == [15, 30, 60, 20, 40]
    assert [round(each.open[0].seconds) for each in quiet] == [15, 30, 60, 120, 140]
    assert [[one.game for one in each.open] for each in quiet] == 3 * [[first, second]] + 2 * [[second]]
    assert [one.bots for one in quiet[0].open] == [("a", "b"), ("b", "a")]


async def test_no_game_is_named_while_results_cannot_be_stored(tmp_path: Path, autojump_clock: MockClock) -> None:
    """On a full disk a game that had ended was called the only open one, for minutes, as if its bots were slow."""
    at, (game, *_) = setup("kaiser", "ab", sets=1)
    told: list[events.PlayEvent] = []
    with Store.open(tmp_path / "x.db", writing=True) as store:
        run = _Run(at, told.append, Bookkeeper(store, Writer(told.append), Probation()))
        run.books.planned = {game.id: game}
        run.books.writer._begin_waiting(TryAgain("the disk is full", "make room", 74, 600))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run.tell_of_silence)
            run._tell_of(Batch([GameBegun(game.id)]))
            await trio.sleep(100)
            assert [type(event) for event in told] == [events.Note]
            run.books.writer._end_waiting()
            await trio.sleep(100)
            nursery.cancel_scope.cancel()

    assert events.Quiet in map(type, told)


@pytest.mark.parametrize("rooms", [1, 3])
async def test_no_game_of_a_benched_bot_is_begun_and_the_watcher_is_told_once(
    rooms: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    at, planned = setup("kaiser", "abc", sets=6)
    bad, probation = entrant("a").id, Probation(ProbationSettings())
    begun: list[bool] = []

    async def fake_room(programs: object, games: Iterable[GameSetup], report: TakeReport, *_: object) -> None:
        for game in games:
            assert rooms > 1 or bad not in probation.benched or bad not in game.names
            begun.append(bad in game.names)
            await report(GameBegun(game.game_id))
            faults = tuple(Fault(seat, "CRASH", "") for seat in (0, 1) if game.names[seat] == bad)
            await report(GameEnded(game.game_id, Outcome(Result((1, 2), (), "forfeit"), faults, {}, "x\n")))

    replace_rooms(monkeypatch, fake_room)
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan(at.entrants.values(), ())
        watcher = Recorder(store)
        await play(replace(at, rooms=rooms), [planned], store, watcher, probation=probation, hire=WorkerThread)

    assert [(found.entrant, found.name) for found in watcher.out] == [(bad, "a")]
    assert 3 <= sum(begun) <= 2 + rooms
    assert len(begun) - sum(begun) == 12


async def test_trouble_with_the_results_between_two_batches_is_raised_as_it_is(tmp_path: Path) -> None:
    at, _ = setup("kaiser", "ab")

    def batches() -> Iterator[list[PlannedGame]]:
        yield []
        raise UserError("x.db: is damaged")

    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        with pytest.raises(UserError, match="is damaged"):
            await play(at, batches(), store, Recorder(store))


@pytest.mark.parametrize(
    ("asked", "stopped", "told"),
    [
        ([signal.SIGINT, NEWS], signal.SIGINT, 1),
        ([TIME_IS_UP, NEWS], TIME_IS_UP, 1),
        ([NEWS, signal.SIGTERM], signal.SIGTERM, 2),
        ([NEWS], NEWS, 1),
    ],
)
async def test_what_is_handed_in_keeps_nobody_from_ending_a_league(
    tmp_path: Path, asked: Sequence[int], stopped: int, told: int
) -> None:
    """A hand-in that was noticed while the last games ended took the place of Ctrl-C, and the league played on."""
    at, _ = setup("kaiser", "ab")
    with Store.open(tmp_path / "x.db", writing=True) as store:
        watcher = Recorder(store)
        run = _Run(at, watcher, Bookkeeper(store, Writer(watcher), Probation()))
        for number in asked:
            run.stop(number)

        assert (run.stopped, watcher.stops) == (stopped, told)


async def test_a_stop_that_comes_again_within_a_moment_is_the_same_one(tmp_path: Path, mock_clock: MockClock) -> None:
    at, _ = setup("kaiser", "ab")
    with Store.open(tmp_path / "x.db", writing=True) as store:
        watcher = Recorder(store)
        run = _Run(at, watcher, Bookkeeper(store, Writer(watcher), Probation()))
        cancelled = []
        async with trio.open_nursery() as nursery:
            await nursery.start(heed, run.stop, run.scope.cancel)
            for seconds in (0, 0.05, 0.1, 0.5):
                mock_clock.jump(seconds)
                signal.raise_signal(signal.SIGTERM)
                await trio.testing.wait_all_tasks_blocked(0.01)
                cancelled.append(run.scope.cancel_called)
            nursery.cancel_scope.cancel()

        assert cancelled == [False, False, False, True]
        assert (run.stopped, watcher.stops) == (signal.SIGTERM, 1)


async def test_a_signal_that_the_loop_does_not_hear_lets_the_next_one_end_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[int] = []
    usual = signal.getsignal(signal.SIGTERM)
    async with trio.open_nursery() as nursery:
        await nursery.start(heed, heard.append, lambda: None)
        signal.raise_signal(signal.SIGTERM)  # what follows holds the loop, as rules do that never end
        signal.raise_signal(signal.SIGTERM)
        assert not heard
        monkeypatch.setattr("arena.tournament.stops.STUCK", -1.0)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        await trio.testing.wait_all_tasks_blocked(0.01)
        assert heard == [signal.SIGTERM]
        nursery.cancel_scope.cancel()
    assert signal.getsignal(signal.SIGTERM) is usual
