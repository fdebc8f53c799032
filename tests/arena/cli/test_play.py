"""Which batches are played, and what becomes of games that come to nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bots.entrants import Entrant, Unavailable
from arena.cli.play import _batches, _check_names
from arena.cli.progress import Display
from arena.errors import ConfigErrors, UserError
from arena.games.catalogue import GAMES
from arena.schedules.agenda import Agenda
from arena.schedules.plan import PlannedGame
from arena.settings.ladder import LadderFile, read_ladder
from arena.store import Finished, Store
from arena.tournament.scoreboard import Scoreboard
from tests.arena.schedules.simulated import event, ids


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan([bot(*one.split("@")) for one in ids(4)], ())
        yield store


def bot(name: str, digest: str = "00") -> Entrant:
    return Entrant(name, name, "1", ("bot",), Path("/"), digest)


def played(store: Store, games: list[PlannedGame], *, without: int = 0) -> list[PlannedGame]:
    """Plan games and store results of all but the last few; return all."""
    store.plan((), games)
    for game in games[: len(games) - without]:
        store.begin(game.id)
        store.finish(Finished(game.id, (1, 2), (1, 0), "toy", {}, (), {}, "record\n"))
    return games


def test_each_round_is_a_batch_that_depends_on_what_is_stored(store: Store) -> None:
    batches = _batches(Scoreboard(store), Agenda([event(4, sets=2, kind="swiss")], "shared"), Display(0, 0, {}))
    rounds = [played(store, batch) for batch in batches]

    assert [len(games) for games in rounds] == [8, 8, 8]
    assert len({game.pairing for games in rounds for game in games}) == 6


def test_a_game_that_comes_to_nothing_is_left_for_the_next_run(store: Store) -> None:
    of = event(4, sets=2, kind="swiss")
    first = [
        played(store, batch, without=1)
        for batch in _batches(Scoreboard(store), Agenda([of], "shared"), Display(0, 0, {}))
    ]
    again = _batches(Scoreboard(store), Agenda([of], "shared"), Display(0, 0, {}))

    assert [len(games) for games in first] == [8]
    assert played(store, next(again)) == first[0][-1:]
    assert len(played(store, next(again))) == 8


def test_a_contest_goes_on_though_another_is_stuck(store: Store) -> None:
    one = event(4, sets=1, kind="swiss")
    agenda = Agenda([one, one._replace(contest="other:standard")], "shared")
    batches = _batches(Scoreboard(store), agenda, Display(0, 0, {}))
    sizes = [len(played(store, batch, without=int(not i))) for i, batch in enumerate(batches)]

    assert sizes == [8, 4, 4]


@pytest.fixture
def file(tmp_path: Path) -> LadderFile:
    path = tmp_path / "x.toml"
    path.write_text(
        'games = ["kaiser"]\nbots = ["sample:random"]\nschedule = { kind = "swiss", seeds = ["anna", "bob"] }\n'
    )
    return read_ladder(path, GAMES)


def test_a_seed_that_is_no_bot_is_refused(file: LadderFile) -> None:
    with pytest.raises(ConfigErrors) as caught:
        _check_names(file, [bot("ann"), bot("bob")])
    assert str(caught.value) == f"{file.path}: schedule.seeds[0]: there is no bot 'anna'; did you mean 'ann'?"


def test_an_anchor_that_is_no_bot_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('games = ["kaiser"]\nbots = ["sample:random"]\n[anchors]\nanna = 0\n')
    with pytest.raises(ConfigErrors) as caught:
        _check_names(read_ladder(path, GAMES), [bot("ann"), bot("bob")])
    assert str(caught.value) == f"{path}: anchors.anna: there is no bot 'anna'; did you mean 'ann'?"


def test_a_seed_whose_submission_was_refused_stops_nobody(file: LadderFile, capsys: pytest.CaptureFixture[str]) -> None:
    _check_names(file, [UserError("bot.toml: name: is missing"), bot("bob"), Unavailable("zoe", "zoe", "needs tea")])
    assert "schedule.seeds[0]: there is no bot 'anna'" in capsys.readouterr().err


def test_all_seeds_that_are_there_are_fine(file: LadderFile, capsys: pytest.CaptureFixture[str]) -> None:
    _check_names(file, [bot("bob"), Unavailable("anna", "anna", "needs tea")])
    assert capsys.readouterr().err == ""
