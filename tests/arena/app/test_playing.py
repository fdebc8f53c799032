"""Which batches are played, and what becomes of games that come to nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.app import events
from arena.app.field import check_names
from arena.app.match import log
from arena.app.playing import Course, _batches, start_run
from arena.app.ready import check_out_of_sight
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.submissions import Admission, Found
from arena.errors import ConfigErrors, UserError
from arena.games.catalogue import GAMES
from arena.games.kernel import Result
from arena.regression.series import play_out
from arena.schedules.agenda import Agenda
from arena.schedules.plan import PlannedGame
from arena.schedules.rounds import Event
from arena.settings.ladder import LadderFile, read_ladder
from arena.store import PlayedGame, Store
from arena.table.outcome import Fault, Outcome
from arena.table.reports import GameEnded
from arena.tournament.scoreboard import Scoreboard
from tests.arena.schedules.simulated import event, ids
from tests.arena.tournament.test_play import setup


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan([bot(*one.split("@")) for one in ids(4)], ())
        yield store


def bot(name: str, digest: str = "00") -> Entrant:
    return Entrant(name, name, "1", ("bot",), Path("/"), digest)


def found(*bots: Admission) -> list[Found]:
    return [Found("given", one, submitted=False) for one in bots]


@pytest.fixture
def told() -> list[events.Event]:
    return []


class Played:
    """Plays batches: plans games, and stores results of all but the last few."""

    def __init__(self, store: Store, *events: Event) -> None:
        self.store, self.board = store, Scoreboard(store)
        agenda = Agenda(events, "shared")
        self.batches = _batches(self.board, agenda, Course(lambda _: None, agenda, {}, {}))

    def play(self, games: list[PlannedGame], *, without: int = 0) -> list[PlannedGame]:
        result = Result((1, 2), (1, 0), "toy")
        self.store.plan((), games)
        for game in games[: len(games) - without]:
            self.store.begin(game.id)
            assert self.store.finish(GameEnded(game.id, Outcome(result, (), {}, "record\n")))
            self.board.take(PlayedGame(game, result))
        return games


def test_each_round_is_a_batch_that_depends_on_what_is_stored(store: Store) -> None:
    at = Played(store, event(4, sets=2, kind="swiss"))
    rounds = [at.play(batch) for batch in at.batches]

    assert [len(games) for games in rounds] == [8, 8, 8]
    assert len({game.pairing for games in rounds for game in games}) == 6


def test_a_game_that_comes_to_nothing_is_left_for_the_next_run(store: Store) -> None:
    of = event(4, sets=2, kind="swiss")
    at = Played(store, of)
    first = [at.play(batch, without=1) for batch in at.batches]
    again = Played(store, of)

    assert [len(games) for games in first] == [8]
    assert again.play(next(again.batches)) == first[0][-1:]
    assert len(again.play(next(again.batches))) == 8


def test_what_is_told_is_passed_on_and_the_first_fault_is_kept(
    told: list[events.Event],
) -> None:
    course = Course(told.append, Agenda([event(2, sets=2)], "shared"), {}, {})
    result, crash = Result((1, 2), (1, 0), "toy"), Fault(0, "CRASH", "exit 1")
    for number in (2, 1):
        game = PlannedGame(f"G{number}", "toy", number, ("a@1", "b@1"), 0, ("a@1", "b@1"), "")
        course(events.GameEnded(game, ("a", "b"), Outcome(result, (crash,), {}, "")))
    course.show()

    assert course.fault == ("G1", crash)
    assert [type(one) for one in told] == [events.GameEnded, events.GameEnded, events.Progress]
    assert str(told[0]) == "G2 toy: a - b 1:0; seat 0: CRASH"
    assert str(told[-1]) == "playing: 2 of 4"


@pytest.mark.parametrize("reason", ["the rules failed", "the arena itself failed"])
def test_a_library_logs_what_failed_in_a_game_by_its_name(reason: str, caplog: pytest.LogCaptureFixture) -> None:
    game = PlannedGame("G1", "toy", 1, ("a@1", "b@1"), 0, ("a@1", "b@1"), "")
    log(events.GameVoided(game, reason, trace="toy.py:5: KeyError: 'x'"))
    assert caplog.messages == [f"{reason} in G1:\ntoy.py:5: KeyError: 'x'"]


def test_it_is_told_who_has_scored_what_before_and_which_pairings_are_left(
    told: list[events.Event],
) -> None:
    agenda = Agenda([event(["a@1", "b@2"], sets=2)], "shared")
    [first, second, *left] = agenda.missing({})
    done = {first.id: [(0, 1, 1.0)], second.id: [(0, 1, 0.5)]}
    course = Course(told.append, agenda, done, {first.sides[0]: "ann", first.sides[1]: "bob"})
    course.show(left)

    [progress] = told
    assert isinstance(progress, events.Progress)
    assert (progress.done, progress.total) == (2, 4)
    assert progress.scores == {"ann": events.Score(2, 1.5), "bob": events.Score(2, 0.5)}
    assert progress.left == {("toy:standard", "ann", "bob"): 2}


def test_a_contest_goes_on_though_another_is_stuck(store: Store) -> None:
    one = event(4, sets=1, kind="swiss")
    at = Played(store, one, one._replace(contest="other:standard"))
    sizes = [len(at.play(batch, without=int(not i))) for i, batch in enumerate(at.batches)]

    assert sizes == [8, 4, 4]


@pytest.fixture
def file(tmp_path: Path) -> LadderFile:
    path = tmp_path / "x.toml"
    path.write_text(
        'games = ["kaiser"]\nbots = ["sample:random"]\nschedule = { kind = "swiss", seeds = ["anna", "bob"] }\n'
    )
    return read_ladder(path, GAMES)


def test_a_seed_that_is_no_bot_is_refused(file: LadderFile, told: list[events.Event]) -> None:
    with pytest.raises(ConfigErrors) as caught:
        check_names(file, found(bot("ann"), bot("bob")), told.append)
    assert str(caught.value) == f"{file.path}: schedule.seeds[0]: there is no bot 'anna'; did you mean 'ann'?"


def test_an_anchor_that_is_no_bot_is_refused(tmp_path: Path, told: list[events.Event]) -> None:
    path = tmp_path / "x.toml"
    path.write_text('games = ["kaiser"]\nbots = ["sample:random"]\n[anchors]\nanna = 0\n')
    with pytest.raises(ConfigErrors) as caught:
        check_names(read_ladder(path, GAMES), found(bot("ann"), bot("bob")), told.append)
    assert str(caught.value) == f"{path}: anchors.anna: there is no bot 'anna'; did you mean 'ann'?"


def test_a_seed_whose_submission_was_refused_stops_nobody(file: LadderFile, told: list[events.Event]) -> None:
    there = found(UserError("bot.toml: name: is missing"), bot("bob"), Unavailable("zoe", "zoe", "needs tea"))
    check_names(file, there, told.append)
    assert "schedule.seeds[0]: there is no bot 'anna'" in str(told[0])


def test_all_seeds_that_are_there_are_fine(file: LadderFile, told: list[events.Event]) -> None:
    check_names(file, found(bot("bob"), Unavailable("anna", "anna", "needs tea")), told.append)
    assert told == []


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ('bots = ["sub/bot"]', False),
        ('bots = ["sub/bot"]\nresults = "sub/bot/x.db"', True),
        ('bots = ["."]', True),
        ('bots = ["sub/bot"]\nfill = "sub/bot"', False),
        ('bots = ["sub/bot"]\nfill = "."', True),
        ('bots = ["."]\nseed = "x"\nreproducible = true', False),
        ('bots = [{ folder = "sub" }]\nresults = "sub/x.db"', False),
        ('bots = [{ folder = "sub" }]\nresults = "sub/bot/x.db"', True),
        ('bots = ["sub/bot"]\nsandbox = { read = ["sub"] }', False),
        ('bots = ["sub/bot"]\nsandbox = { read = [".."] }', True),
    ],
)
def test_results_that_bots_would_be_shown_are_refused(tmp_path: Path, more: str, refused: bool) -> None:
    (tmp_path / "sub/bot").mkdir(parents=True)
    path = tmp_path / "x.toml"
    path.write_text(f'games = ["kaiser"]\n{more}\n')
    file = read_ladder(path, GAMES)
    if refused:
        with pytest.raises(UserError, match="bots could read the secret of the season there"):
            check_out_of_sight(file)
    else:
        check_out_of_sight(file)


@pytest.mark.parametrize(("ladder", "other"), [(None, "another file (--save)"), (Path("x.toml"), "other `results`")])
def test_other_conditions_are_told_with_the_way_to_keep_results_apart(
    store: Store, ladder: Path | None, other: str
) -> None:
    at = Played(store, event(2, sets=1))
    at.play(next(at.batches))
    store.end_run()
    said: list[str] = []
    start_run(store, None, {"move_ms": "500"}, said.append, ladder=ladder)
    [text] = said
    assert "now move_ms=500; before: 2 games" in text
    assert text.endswith(f"name {other}")


def test_a_test_that_needs_no_more_games_was_not_cut_short(store: Store) -> None:
    at, games = setup("kaiser", "ab")
    store.end_run()
    store.start_run(None, {})
    assert play_out(at, games, store, lambda _: None, lambda _: None, lambda: True) is None
    store.start_run(None, {})
    assert not store.notes
