"""The helpers of `arena.testing` without pytest, with real bots through pipes."""

import asyncio
import copy
import pickle
import re
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from threading import Condition, Thread, current_thread

import pytest
import trio

from arena.app.match import BotFault, Match
from arena.client import Turn
from arena.errors import UserError
from arena.games.kernel import Word
from arena.games.study import StudyError
from arena.regression.gate import Finding
from arena.settings.clock import ClockSettings
from arena.store import Store
from arena.testing import Arena, assert_not_worse, assert_plays_legally, play
from arena.tournament.stops import STOPS
from tests.arena.test_pytest_plugin import BAD, BOT, GOOD

GAME = "scotch-whist:two target=11"
"""One deal for two: a bot is one process."""


INTERRUPTED = f"""
import pathlib, signal, sys, threading
from arena.testing import Arena

sent = []

def interrupting(t):
    if not sent:  # a second one could reach the script while it says that it was interrupted
        sent.append(t)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    return t.legal[0]

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started these tests in the background
try:
    Arena(base=pathlib.Path(sys.argv[1]), keep=pathlib.Path(sys.argv[2])).play({GAME!r}, interrupting, "good", sets=20)
except KeyboardInterrupt:
    print("interrupted")
"""
"""A script of its own: Ctrl-C would otherwise reach the process that runs the tests, which may end of it."""
TRACED = f"""
import pathlib, signal, sys, threading, time
from arena.settings.clock import ClockSettings
from arena.testing import Arena

def asleep(t):
    time.sleep(10_000)

match = Arena(base=pathlib.Path(sys.argv[1]), clock=ClockSettings(move_ms=150)).play({GAME!r}, asleep, "good", sets=1)
print(match.faults[0].kind)
time.sleep(1)
signal.signal(signal.SIGUSR1, lambda *_: None)
for stuck in threading.enumerate():
    if stuck.name == "arena-asleep":
        signal.pthread_kill(stuck.ident, signal.SIGUSR1)  # it wakes for a moment, and sleeps on
time.sleep(0.1)
sys.settrace(lambda *_: None)
(lambda: print("traced"))()
"""
"""What a debugger or a measure of coverage does, after a function that waits for the system was given up."""


@pytest.fixture(autouse=True)
def _one_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are played in this process: others would have to import the arena first. One test asks for two rooms."""
    monkeypatch.setattr("arena.app.terms.CORES", 1)


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """Two good bots, one of them a copy, and a bad one."""
    for name, answer in (("good", GOOD), ("copy", GOOD), ("bad", BAD)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text(BOT.format(answer=answer))
        (tmp_path / name / "bot.toml").write_text(f'command = ["{sys.executable}", "bot.py"]\n')
    return tmp_path


@pytest.mark.slow
def test_a_match_knows_its_bots_their_games_and_their_faults(bots: Path) -> None:
    match = Arena(base=str(bots), keep=str(bots)).play(GAME, [Path("good"), "bad"], sets=2)

    assert match.results == bots / "games-0.db"
    assert match.bots == ("good", "bad")
    assert len(match.games) == 4
    assert [(fault.bot, fault.kind) for fault in match.faults] == [("bad", "ILLEGAL")] * 4
    assert match.compare().score == 1.0
    assert match.compare("bad", "good").score == 0.0
    assert match.used("good").decisions > 0
    assert str(match).startswith("good against bad at scotch-whist:two target=11\n2 deals, 4 games: 4 won")


@pytest.mark.slow
def test_the_same_seed_gives_the_same_match(bots: Path) -> None:
    arena = Arena(base=bots)
    one, two = (arena.play(GAME, ["good", "copy"], sets=2) for _ in range(2))

    assert [(game.id, game.scores) for game in one.games] == [(game.id, game.scores) for game in two.games]
    assert arena.play(GAME, ["good", "good"], sets=1).bots == ("good", "good-2")


@pytest.mark.slow
def test_a_bot_that_uses_chance_plays_the_same_again_and_as_its_copy_does_in_the_other_room() -> None:
    def by_chance(t: Turn) -> str:
        return t.rng.choice(t.legal)

    matches = [Arena(seed=seed).play(GAME, by_chance, "sample:random", sets=1) for seed in ("one", "one", "two")]
    records = [
        ["".join(line for line in game.record.text.splitlines() if "did" in line) for game in match.games]
        for match in matches
    ]
    assert records[0] == records[1] != records[2]
    assert len(set(records[0])) == 1, "sample:random draws in the same way, so both rooms of a set are alike"


@pytest.mark.slow
def test_three_sides_are_filled_up(bots: Path) -> None:
    match = Arena(base=bots, fill=first).play("five-hundred", [Path("good")], sets=1)

    assert match.bots == ("good", "first", "first-2")
    assert len(match.games) == 3
    same = pickle.loads(pickle.dumps(match))
    assert (same.contest, str(same.standings())) == (match.contest, str(match.standings()))
    kept = copy.deepcopy(match)
    del match, same
    assert kept.games[2].record.text, "its results are there as long as a copy"


@pytest.mark.slow
def test_a_copy_is_not_worse(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bots)
    report = assert_not_worse("good", "copy", GAME)

    assert report.gate.finding is Finding.IDENTICAL
    assert str(report).startswith("identical: good and copy")


@pytest.mark.slow
def test_a_worse_bot_and_one_that_nobody_knows_enough_of_fail(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bots)
    with pytest.raises(AssertionError, match=r"^worse: bad against good"):
        assert_not_worse("bad", "good", GAME, elo=400)
    with pytest.raises(AssertionError, match="more max_sets or a higher elo would tell"):
        assert_not_worse("good", "bad", GAME, max_sets=1)


@pytest.mark.slow
def test_a_bot_plays_all_its_games_legally_or_it_fails(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bots)
    with (bots / "good/bot.toml").open("a") as file:
        file.write('games = ["jo-jotte"]\n')
    assert_plays_legally("good", sets=1)
    with pytest.raises(AssertionError, match="it failed in 2 of 2 games"):
        assert_plays_legally("bad", [GAME], sets=1)


@pytest.mark.parametrize(
    ("game", "names", "sets", "message"),
    [
        ("whist", ["good"], 1, "there is no game 'whist'"),
        ("kaiser quick", ["good"], 1, "there is no game 'kaiser quick'; did you mean 'kaiser'?"),
        ("kaiser", [], 1, "takes 2 bots, not 0"),
        ("kaiser", ["good"], 0, "0 sets are too few"),
        ("kaiser", ["good"], 10**9, "1000000000 sets are too many"),
        ("kaiser", ["none"], 1, "there is no bot 'none'"),
        ("kaiser", [["good"], 7], 1, "7 is no bot"),
    ],
)
def test_what_cannot_be_played_is_said(game: str, names: list[str], sets: int, message: str, bots: Path) -> None:
    with pytest.raises(UserError, match=re.escape(message)) as found:
        Arena(base=bots).play(game, *names, sets=sets)
    assert [entry.name for entry in found.traceback][1:] == ["play", "play", "waited", "_result"]  # not its way inside


@pytest.mark.parametrize(
    ("games", "message"), [([], "no game to play"), (["whist"], "no game 'whist'"), (None, "what it plays")]
)
def test_no_game_is_not_legal_play(games: list[str] | None, message: str) -> None:
    with pytest.raises(UserError, match=message):
        assert_plays_legally(first, games)


def test_a_study_that_cannot_be_set_up_is_said_without_its_way_inside(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text("game = ")
    with pytest.raises(StudyError, match="Invalid value") as found:
        Arena(base=tmp_path).choice("good", "s.toml")
    assert [entry.name for entry in found.traceback][1:] == ["choice"]


def test_a_study_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"none\.toml: No such file or directory"):
        Arena(base=tmp_path).choice("good", "none.toml")


@pytest.mark.slow
def test_functions_are_judged_as_other_bots_are() -> None:
    with pytest.raises(AssertionError, match="nonsense does not play legally: it failed in 2 of 2 games"):
        assert_plays_legally(nonsense, GAME, sets=1)
    with pytest.raises(AssertionError, match=r"again: assert_not_worse\(nonsense, first, "):
        assert_not_worse(nonsense, first, GAME, elo=400)


def first(t: Turn) -> Word:
    """Answer with the first legal word."""
    assert t.view.seat == t.seat
    return t.legal[0]


def nonsense(t: Turn) -> Word:
    """Say what is not legal."""
    return "nonsense"


@pytest.mark.slow
def test_functions_are_bots_and_a_match_shows_its_ladder_and_a_game(bots: Path) -> None:
    match = Arena(base=bots, rooms=2).play(GAME, first, "good", sets=2)

    assert match.bots == ("first", "good")
    assert match.faults == ()
    assert {row.name for row in match.standings()} == {"first", "good"}
    table, game = match.shown(3).split("\n\n")
    assert table.startswith("| rank |")
    assert "| first |" in table
    assert game.startswith(f"game {match.games[3].id} scotch-whist ")
    assert f"```text\ngame {match.games[0].id} " in match._repr_markdown_()
    with pytest.raises(IndexError):
        match.shown(4)


@pytest.mark.slow
def test_a_bot_is_compared_with_another_one() -> None:
    match = play(GAME, first, nonsense, sets=1)

    assert match.compare().score == match.compare("first").score == 1
    assert match.compare("nonsense").score == match.compare("nonsense", "first").score == 0
    with pytest.raises(ValueError, match="first cannot be compared with itself; there are first, nonsense"):
        match.compare("first", "first")


@pytest.mark.slow
def test_an_illegal_word_of_a_function_costs_its_bot_alone(bots: Path) -> None:
    match = Arena(base=bots).play(GAME, nonsense, lambda t: t.legal[-1], sets=1)

    assert match.bots == ("nonsense", "function")
    assert {(fault.bot, fault.kind) for fault in match.faults} == {("nonsense", "ILLEGAL")}
    assert match.faults[0].stderr[-1].startswith("ValueError: 'nonsense' is no answer to `play`; legal are: ")


@pytest.mark.slow
def test_a_match_does_not_know_other_bots(bots: Path) -> None:
    match = Arena(base=bots).play(GAME, ["good", "copy"], sets=1)

    with pytest.raises(KeyError, match="no bot 'owl' in this match; there are good, copy"):
        match.compare("owl")


def test_a_fault_tells_only_what_there_is() -> None:
    assert str(BotFault("owl", "G1", "CRASH", "exit 1")) == "owl: CRASH in G1: exit 1"


def test_play_without_a_fixture_is_the_same_thing() -> None:
    assert play.__func__ is Arena.play  # type: ignore[attr-defined]  # a bound method


@pytest.mark.slow
def test_matches_at_the_same_time_keep_their_games_in_files_of_their_own(tmp_path: Path) -> None:
    async def both() -> list[Match]:
        kept = Arena(keep=tmp_path)
        return await asyncio.gather(*(kept.aplay(GAME, first, "sample:random", sets=1) for _ in range(2)))

    assert {match.results.name for match in asyncio.run(both())} == {"games-0.db", "games-1.db"}


@pytest.mark.slow
def test_a_match_is_played_in_any_thread_and_beside_any_loop_and_installs_no_handlers(bots: Path) -> None:
    seen: list[object] = []

    def note() -> None:
        seen.append([signal.getsignal(number) for number in STOPS])

    def watching(t: Turn) -> Word:
        note()
        return t.legal[0]

    def match() -> None:
        note()
        seen.append(Arena(base=bots).play(GAME, watching, "good", sets=1).faults)

    async def in_a_loop() -> None:
        match()

    async def awaiting() -> None:
        note()
        seen.append((await Arena(base=bots).aplay(GAME, watching, "good", sets=1)).faults)

    thread = Thread(target=match)
    thread.start()
    thread.join()
    trio.run(in_a_loop)
    asyncio.run(in_a_loop())
    trio.run(awaiting)
    asyncio.run(awaiting())

    assert seen.count(()) == 5
    assert all(now == before or () in (now, before) for before, now in pairwise(seen))


@pytest.mark.slow
def test_ctrl_c_in_a_script_leaves_the_games_whole(bots: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED)
    ended = subprocess.run([sys.executable, script, bots, tmp_path], capture_output=True, text=True, check=False)

    assert ended.stdout == "interrupted\n", ended.stderr
    with Store.open(tmp_path / "games-0.db", writing=False) as store:
        assert store.counts().done < store.counts().planned == 40
        assert not store.is_running()


@pytest.mark.slow
def test_a_function_that_never_returns_loses_on_time_and_touches_nothing_else(bots: Path) -> None:
    def spinning(t: Turn) -> Word:
        while True:
            pass

    def asleep(t: Turn) -> Word:
        time.sleep(10_000)
        return ""

    before, arena = sys.stdout, Arena(base=bots, clock=ClockSettings(move_ms=150))
    for stuck in (spinning, asleep):
        faults = arena.play(GAME, stuck, first, sets=2).faults
        assert [(fault.bot, fault.kind) for fault in faults] == [(stuck.__name__, "TIMEOUT")] * 4
        assert "flush" not in faults[0].text
    assert arena.play(GAME, first, "good", sets=1).faults == ()
    assert sys.stdout is before


@pytest.mark.slow
def test_a_process_can_be_traced_while_a_function_sleeps_on(bots: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(TRACED)
    ended = subprocess.run([sys.executable, script, bots], capture_output=True, text=True, check=False, timeout=60)

    assert ended.stdout == "TIMEOUT\ntraced\n", ended.stderr


@pytest.mark.slow
def test_functions_that_wait_play_in_two_rooms_at_once_and_are_not_charged_for_one_another(bots: Path) -> None:
    def calm(t: Turn) -> Word:
        with both:
            playing.add(current_thread())
            both.notify()
            assert both.wait_for(lambda: len(playing) > 1 or done, 10)
        done.append(True)
        return t.legal[0]

    playing, done, both = set[Thread](), list[bool](), Condition()
    assert Arena(base=bots, rooms=2, clock=ClockSettings(move_ms=10_000)).play(GAME, calm, "good", sets=12).faults == ()
    assert len(playing) > 1


@pytest.mark.slow
def test_where_descriptors_run_out_no_bot_is_to_blame(bots: Path) -> None:
    script = f"""
import resource
from pathlib import Path
from arena.errors import UserError
from arena.testing import Arena

files = []

def greedy(t):
    try:
        while not files[2000:]:
            files.append(open("/dev/null"))
    except OSError:
        pass
    return t.legal[0]

def first(t):
    return t.legal[0]

resource.setrlimit(resource.RLIMIT_NOFILE, ({{0}}, {{0}}))
try:
    Arena(base=Path({str(bots)!r}), keep=Path({str(bots)!r}), rooms={{1}}).play({GAME!r}, {{2}}, "good", sets=40)
except UserError as error:
    print(error)
"""
    for limit, rooms, function, said in (
        (40, 1, "first", "the limit of open files is too low (ulimit -n says 40): not even one room"),
        (120, 2, "greedy", "this process cannot start any more functions"),
    ):
        words = [sys.executable, "-c", script.format(limit, rooms, function)]
        for _ in range(10):  # the second room may have begun before the first one has taken all of them
            done = subprocess.run(words, capture_output=True, text=True, check=True)
            if done.stdout:
                break
        assert done.stdout.startswith(said), done
    for file in bots.glob("games-*.db"):
        with Store.open(file, writing=False) as store:
            assert not [game for game in store.results() if store.failures(game.game.id)]
