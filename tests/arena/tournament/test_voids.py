"""Void games are counted by entrant, over all runs, and bounded."""

from pathlib import Path

from arena.schedules.plan import rooms_of
from arena.store import Store
from arena.table.reports import GameBegun, GameVoided
from arena.tournament.bookkeeper import Bookkeeper
from arena.tournament.play import _Run
from arena.tournament.probation import Probation
from arena.tournament.voids import FREE, SHARE, Voids, voids_of
from arena.tournament.writer import Writer
from tests.arena.store.examples import ANN, BOB, GAMES, ONE, PLAYED, again
from tests.arena.tournament.test_play import Recorder, setup


def test_an_entrant_with_too_many_void_games_gets_no_more() -> None:
    _, (game, *_) = setup("kaiser", "ab")
    voids = Voids({}, dict.fromkeys(game.sides, 100))
    for _ in range(int(FREE + SHARE * 100)):
        assert voids.left(game.sides[1])
        voids.note(game, GameVoided(game.id, "arena_lag: ...", True, 1, busy=True))

    assert voids.left(game.sides[1]) == 0
    assert voids.left(game.sides[0]) == FREE + SHARE * 100


def test_what_befalls_a_bot_that_used_no_cpu_time_is_not_held_against_it() -> None:
    _, (game, *_) = setup("kaiser", "ab")
    voids = Voids({}, {})
    for asked in (0, None):
        for _ in range(1000):
            voids.note(game, GameVoided(game.id, "arena_lag: ...", True, asked, busy=False))

    assert [*map(voids.left, game.sides)] == [FREE, FREE]


def test_the_store_counts_them_by_entrant_over_all_runs(tmp_path: Path) -> None:
    path = tmp_path / "toy.db"
    for busy in (True, False):
        with Store.open(path, writing=True) as store:
            store.start_run("seed", {})
            store.plan([ANN, BOB], GAMES)
            store.begin(ONE.id)
            store.void(ONE.id, "void", "arena_lag: ...", BOB.id, busy=busy)
            store.begin(ONE.id)
            store.void(ONE.id, "void", "sandbox: ...")
            store.end_run()
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {})
        store.begin(ONE.id)
        store.finish(again(PLAYED, ONE.id))
        found = voids_of(store)

        assert store.voids() == {BOB.id: (2, 1)}
        assert store.problems() == []
        assert found._busy == {BOB.id: 1}
        assert found._games == {ANN.id: 1, BOB.id: 1}


async def test_a_run_counts_them_and_tells_its_rooms(tmp_path: Path) -> None:
    at, planned = setup("kaiser", "ab")
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan(at.entrants.values(), planned)
        books = Bookkeeper(store, Writer(Recorder(store)), Probation())
        await books.plan(planned)
        run = _Run(at, Recorder(store), books)
        game = planned[0]
        for _ in range(FREE):
            [room] = rooms_of([game])
            assert 0 not in at.room(room, run.voids).voids.values()
            await run.take([GameBegun(game.id), GameVoided(game.id, "arena_lag: ...", True, 1, busy=True)])
        name = at.room(room).programs[1].name

        assert at.room(room, run.voids).voids[name] == 0
        assert store.voids() == {game.sides[1]: (FREE, FREE)}
