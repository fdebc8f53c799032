"""When a bot is benched, by the results in the order in which they were stored."""

import json
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from arena.bots.entrants import Entrant
from arena.games.kernel import Result
from arena.schedules.plan import PlannedGame, games_of
from arena.settings.probation import OFF, ProbationSettings
from arena.store import PlayedGame, Store, rebuild
from arena.table.outcome import Fault, Outcome
from arena.table.reports import GameEnded
from arena.tournament import probation as probation_module
from arena.tournament.probation import Benched, Probation, as_words, probation_of
from tests.arena.stored import in_order
from tests.memory import tmp_path

__all__ = ["tmp_path"]
KAISER = "kaiser:standard"
A, B, C = (f"{name}@{name * 8}" for name in "abc")
GAMES = list(games_of(KAISER, (A, B), range(1, 30), "seed", "shared"))


def outcome(
    game: PlannedGame, faults: dict[str, str], scores: tuple[int, ...], run: int = 1, number: int = 1
) -> PlayedGame:
    """The result of a game with such faults; the side of a bot has its number and the number plus two as seats."""
    found = tuple(Fault(game.sides.index(one), verdict, "text") for one, verdict in faults.items())
    places = tuple(2 if one in faults else 1 for one in game.sides)
    return PlayedGame(game, Result(places, scores, "forfeit" if faults else "target"), found, run, number)


def after(settings: ProbationSettings, text: str, **more: object) -> Probation:
    """Who is benched after games of A and B; a letter for each: whose fault cut it short, `-` nobody's, `2` both's."""
    found = Probation(settings, **more)  # type: ignore[arg-type] # as the constructor has them
    for number, (letter, game) in enumerate(zip(text, GAMES, strict=False), start=1):
        faulty = {"-": {}, "2": {A: "CRASH", B: "ILLEGAL"}}.get(letter, {{"a": A, "b": B}.get(letter, A): "CRASH"})
        found.take(outcome(game, faulty, () if faulty else (52, 10), number=number))
    return found


@pytest.mark.parametrize(
    ("text", "benched"),
    [
        ("aa", {}),
        ("aaa", {A: 3}),
        ("aaaa", {A: 3}),
        ("-aaa", {}),
        ("a-aa", {}),
        ("-aaaaa", {A: 6}),
        ("-aaaa-aaaaa", {A: 11}),
        ("222", {A: 3, B: 3}),
        ("a22", {A: 3}),
        ("a22b", {A: 3, B: 4}),
    ],
)
def test_a_bot_is_benched_for_its_first_games_and_for_many_in_a_row(text: str, benched: dict[str, int]) -> None:
    found = after(ProbationSettings(first=3, in_a_row=5), text)
    assert {one: found.since(one) for one in found.benched} == benched


def test_a_game_that_another_bot_cut_short_says_nothing_of_it() -> None:
    assert set(after(ProbationSettings(), "ababa").benched) == {A}
    assert set(after(ProbationSettings(), "ababab").benched) == {A, B}


def test_a_game_that_went_on_after_anothers_fault_counts_for_it() -> None:
    found = Probation(ProbationSettings(first=2))
    for number, faults in enumerate(({A: "CRASH"}, {B: "CRASH"}, {B: "CRASH"}), start=1):
        found.take(outcome(GAMES[number], faults, (52, 10), number=number))
    assert found.benched == {}


@pytest.mark.parametrize(
    ("settings", "text", "reason"),
    [
        (ProbationSettings(), "aaa", "CRASH in each of its first 3 games"),
        (ProbationSettings(first=1), "a", "CRASH in its first game"),
        (ProbationSettings(first=0, in_a_row=4), "aaaa", "CRASH in 4 games in a row"),
        (ProbationSettings(first=0, in_a_row=1), "-a", "CRASH in a game"),
    ],
)
def test_the_reason_says_what_it_did(settings: ProbationSettings, text: str, reason: str) -> None:
    [benched] = after(settings, text).benched.values()
    assert benched.reason == reason
    assert benched.game == GAMES[len(text) - 1].id
    assert benched.seat == GAMES[len(text) - 1].sides.index(A)


def test_several_kinds_of_fault_are_named() -> None:
    found = Probation(ProbationSettings())
    for number, verdict in enumerate(("CRASH", "TIMEOUT", "TIMEOUT"), start=1):
        found.take(outcome(GAMES[number], {A: verdict}, (), number=number))
    assert found.benched[A].reason == "TIMEOUT or CRASH in each of its first 3 games"


def test_switched_off_nobody_is_benched() -> None:
    assert not OFF.on
    assert after(OFF, "a" * 29).benched == {}


def test_a_bot_is_told_of_once() -> None:
    found = after(ProbationSettings(), "aaaa")
    assert [one.entrant for one in found.news()] == [A]
    assert list(found.news()) == []


def test_games_with_a_benched_bot_and_without_a_result_are_skipped() -> None:
    found = after(ProbationSettings(), "aaa")
    other = next(games_of(KAISER, (B, C), [1], "seed", "shared"))
    assert [found.skips(game) for game in (GAMES[2], GAMES[3], other)] == [False, True, False]


def test_who_is_out_by_a_game_depends_on_its_result_alone() -> None:
    found = after(ProbationSettings(), "aaa-")
    assert found.out_by([GAMES[0].id, GAMES[1].id]) == found.out_by([]) == frozenset()
    assert found.out_by([GAMES[0].id, GAMES[2].id]) == {A}
    assert after(ProbationSettings(), "aaa", begun=2).out_by([]) == {A}


@pytest.mark.slow
def test_many_results_are_remembered_in_little_memory_and_none_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probation_module, "LATE", 50)
    found, games = Probation(ProbationSettings()), list(games_of(KAISER, (A, B), range(1, 600), "seed", "shared"))
    shuffled = Random(7).sample(games, len(games))
    for number, game in enumerate(shuffled[:-100], start=1):
        found.take(outcome(game, {}, (52, 10), number=number))
    for number in (1, 2, 49, 50, 51, 52, 700, len(games) - 100):
        late = Benched(A, "CRASH in a game", shuffled[number - 1].id, 0, number)
        found.benched[A] = late
        assert [found.out_by([game.id]) == {A} for game in shuffled] == [
            number <= each <= len(games) - 100 for each in range(1, len(games) + 1)
        ]
    assert [found.skips(game) for game in shuffled] == [False] * (len(games) - 100) + [True] * 100

    tracemalloc.start()
    try:
        for number in range(12_000):
            found.take(outcome(games[0]._replace(id=f"G{number:015}"), {}, (52, 10), number=1000 + number))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 12_000 * 60


def test_ladders_are_rated_with_the_games_of_benched_bots_or_without() -> None:
    for settings, rated in ((ProbationSettings(), True), (ProbationSettings(games="leave_out"), False)):
        found = after(settings, "aaa")
        assert [found.rates(sides) for sides in ((A, B), (B, C))] == [rated, True]


def test_clean_results_are_taken_in_once_there_is_a_fault(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", words())
        store.plan([Entrant(one, one[0], "1", (one,), Path("/"), one[2:] * 8) for one in (A, B)], GAMES[:6])
        clean = Result((1, 2), (52, 10), "target")
        for game in GAMES[:2]:
            store.begin(game.id)
            store.finish(GameEnded(game.id, Outcome(clean, (), {}, "record\n")))
        probation = probation_of(store)
        finish(store, GAMES[2:6])
        for played in in_order(store)[2:]:
            probation.take(played)

        assert probation.benched == {}, "two games without a fault came first"
        assert not probation.skips(GAMES[0])


def entrant(id_: str) -> Entrant:
    name, _, digest = id_.partition("@")
    return Entrant(name, name, "1", ("bot",), Path("/"), digest)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Results of a run in which A failed in its first three games, and then the arena died."""
    path = tmp_path / "x.db"
    with Store.open(path, writing=True) as store:
        store.start_run("seed", words())
        store.plan([entrant(A), entrant(B)], GAMES)
        finish(store, GAMES[5:8])
    return path


def words(*pardoned: str, **more: str) -> dict[str, str]:
    return {"schedule": "{}", "events": "[]"} | as_words(ProbationSettings(), pardoned) | more


def finish(store: Store, games: list[PlannedGame]) -> None:
    for game in games:
        store.begin(game.id)
        fault = Fault(game.sides.index(A), "CRASH", "exit 1")
        store.finish(GameEnded(game.id, Outcome(Result((1, 2), (), "forfeit"), (fault,), {}, "record\n")))


def test_results_come_in_the_order_in_which_they_were_stored(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run("seed", words())
        finish(store, GAMES[:1])
        assert [(row.number, row.game, row.run) for row in in_order(store)] == [
            (1, GAMES[5], 1),
            (2, GAMES[6], 1),
            (3, GAMES[7], 1),
            (4, GAMES[0], 2),
        ]
        assert [row.game for row in store.results()][:2] == [GAMES[0], GAMES[5]]


def test_an_arena_that_died_knows_who_is_benched_when_it_comes_back(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run("seed", words())
        assert set(probation_of(store).benched) == {A}


def test_a_pardon_is_kept_with_its_run_and_what_was_before_does_not_count(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run("seed", words(A))
        assert probation_of(store).benched == {}
        finish(store, GAMES[8:10])
        assert probation_of(store).benched == {}
        store.end_run()
    with Store.open(path, writing=True) as store:
        store.start_run("seed", words())
        finish(store, GAMES[10:11])
        [again] = probation_of(store).benched.values()

    assert again.reason == "CRASH in each of its first 3 games since it was brought back"


def test_a_pardon_survives_the_loss_of_the_database(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run("seed", words(A))
    path.unlink()
    rebuild(path)
    with Store.open(path, writing=False) as store:
        assert json.loads(store.runs()[-1].settings["pardoned"]) == [A]
        assert probation_of(store).benched == {}


def test_results_of_another_event_come_before_this_one(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run("seed", words())
        assert probation_of(store).out_by([]) == frozenset()
        assert probation_of(store, words(schedule='{"kind":"swiss"}')).out_by([]) == {A}
        store.start_run("seed", words(schedule='{"kind":"swiss"}'))
        store.start_run("seed", words(schedule='{"kind":"swiss"}'))
        assert probation_of(store).out_by([]) == {A}


def test_a_run_that_says_nothing_of_probation_benches_nobody(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {})
        assert probation_of(store).benched == {}


def test_results_without_a_run_have_nobody_benched(tmp_path: Path) -> None:
    with Store.open(tmp_path / "new.db", writing=True) as store:
        assert probation_of(store).benched == {}
