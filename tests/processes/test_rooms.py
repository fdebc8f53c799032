"""Rooms with real processes: the few things that memory cannot show."""

import contextlib
import errno
import gc
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trio

from arena.sandbox import Program, RunningProgram, Sandbox
from arena.settings.clock import ClockSettings
from arena.table import launcher, player, verdicts
from arena.table.lag import LagMeter
from arena.table.outcome import Failure, Fault, Outcome
from arena.table.process import BotProcess, start_bot
from arena.table.reports import CrashedAfter, GameBegun, GameBroken, GameEnded, GameVoided, Report
from arena.table.rooms import play_room
from arena.table.stderr import Piece, Written, pieces
from arena.table.surroundings import Surroundings
from tests.arena.fakes import ONE_DEAL, setup
from tests.cycles import nothing_for_the_collector

FAKEBOT = Path(__file__).with_name("fakebot.py")
FAST = ClockSettings(move_ms=400, start_ms=3000)
pytestmark = pytest.mark.slow


class Reports:
    """What a room has reported."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self.failures: list[tuple[Failure, ...]] = []
        self.broken: list[str] = []
        self.void: list[tuple[str, bool]] = []
        self.crashed: list[CrashedAfter] = []

    async def take(self, report: Report) -> None:
        match report:
            case GameEnded(_, outcome, failures):
                self.outcomes.append(outcome)
                self.failures.append(failures)
            case GameBroken(_, trace):
                self.broken.append(trace)
            case GameVoided(_, reason, again):
                self.void.append((reason, again))
            case CrashedAfter():
                self.crashed.append(report)

    @property
    def faults(self) -> list[tuple[Fault, ...]]:
        return [outcome.faults for outcome in self.outcomes]


def program(*switch: str) -> Program:
    return Program("fake", (sys.executable, str(FAKEBOT), *switch), Path("/"))


async def room(*switch: str, games: int = 1, clock: ClockSettings = FAST) -> Reports:
    """Play games with one misbehaving bot, in seat 2."""
    reports = Reports()
    programs = dict.fromkeys(range(4), program()) | {2: program(*switch)}
    played = [setup(ONE_DEAL, clock)._replace(game_id=f"G{i}") for i in range(1, games + 1)]
    await play_room(programs, played, reports.take)
    return reports


def children() -> set[str]:
    """Processes of this one, zombies included."""
    return set(Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split())


def running(switch: str) -> Iterator[str]:
    """Processes of the fake bot with that switch, wherever they hang in the tree."""
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = command.read_bytes().split(b"\0")
            if str(FAKEBOT).encode() in words and switch.encode() in words:
                yield command.parent.name


@pytest.fixture(autouse=True)
def _nothing_is_left() -> object:
    """After every room the arena has the descriptors and children that it had before, and no garbage to be found."""
    gc.collect()
    before = len(list(Path("/proc/self/fd").iterdir())), children()
    with nothing_for_the_collector():
        yield
    assert (len(list(Path("/proc/self/fd").iterdir())), children()) == before


async def test_a_room_plays_game_after_game() -> None:
    reports = await room(games=3)

    assert reports.faults == [(), (), ()]
    assert len({outcome.record.split()[1] for outcome in reports.outcomes}) == 3


@pytest.mark.parametrize(
    ("switch", "kind", "text"),
    [
        (("exit", "2"), "CRASH", "exit 7"),
        (("segfault", "2"), "CRASH", "signal 11 (SIGSEGV)"),
        (("sleep", "2"), "TIMEOUT", "no answer after"),
        (("deaf-to-term", "2"), "TIMEOUT", "no answer after"),
        (("illegal", "2"), "ILLEGAL", "ZZ is not one of"),
        (("stderr", "2"), "FLOOD", "standard error"),
        (("lines", "2"), "PROTOCOL", "info thinking"),
        (("bytes", "2"), "FLOOD", "65536"),
        (("close-stdout", "2"), "CRASH", "closed its input or output"),
        (("dead", "0"), "CRASH", "at the start: exit 3"),
    ],
)
async def test_a_fault_costs_its_sender_the_game(switch: tuple[str, ...], kind: str, text: str) -> None:
    reports = await room(*switch)
    ((fault,),) = reports.faults

    assert (fault.seat, fault.kind) == (2, kind)
    assert text in fault.text
    assert reports.outcomes[0].result.places == (2, 1)


async def test_the_author_of_a_failed_bot_gets_its_last_words_and_both_streams() -> None:
    reports = await room("exit", "2")
    ((failure,),) = reports.failures

    assert failure.stderr == b"I am leaving\n"
    assert [*pieces(Written(failure.stderr, failure.marks))] == [Piece(None, b"I am leaving\n")]
    assert failure.received.count(b"\n") == 2
    assert failure.sent.startswith(b"arena 1 line msgpack\ngame G1 kaiser seat=2 ")
    assert failure.sent.count(b"\nask 2 ") == 3


async def test_a_failed_bot_gets_a_new_process_for_the_next_game() -> None:
    reports = await room("exit", "5", games=3)

    assert [(fault.seat, fault.text) for (fault,) in reports.faults] == [(2, "exit 7")] * 3


async def test_a_bot_that_leaves_after_a_game_is_told_to_stay() -> None:
    reports = await room("leave", "0", games=3)
    texts = [fault.text for faults in reports.faults for fault in faults]

    assert texts == ["exit 0; a bot stays until `bye` or the end of its input"]


async def test_a_bot_that_never_starts_is_tried_twice_only() -> None:
    reports = await room("silent", "0", games=5, clock=ClockSettings(start_ms=300))

    assert [fault.kind for (fault,) in reports.faults] == ["TIMEOUT"] * 5


async def test_much_on_stderr_is_no_fault_and_its_ends_are_kept() -> None:
    assert (await room("chatty-stderr", "0")).faults == [()]


async def test_children_of_a_bot_end_with_it() -> None:
    seen: list[int] = []
    reports = Reports()

    async def look(report: Report) -> None:
        if isinstance(report, GameEnded):
            seen.append(len(list(running("child"))))
        await reports.take(report)

    await play_room(dict.fromkeys(range(4), program()) | {2: program("child", "1")}, [setup(ONE_DEAL, FAST)], look)

    assert reports.faults == [()]
    assert seen == [2], "the bot and its child, while the room is open"
    with trio.fail_after(1):  # killed at once; the kernel may take a moment to bury it
        while list(running("child")):  # noqa: ASYNC110 - nothing tells of the end of another's child
            await trio.sleep(0.005)


async def test_a_command_that_cannot_be_started_has_crashed() -> None:
    reports = Reports()
    programs = dict.fromkeys(range(4), program()) | {1: Program("none", ("./not-there",), Path("/"))}
    await play_room(programs, [setup(ONE_DEAL, FAST)], reports.take)
    ((fault,),) = reports.faults

    assert (fault.kind, fault.text) == (
        "CRASH",
        "at the start: cannot be started: No such file or directory: ./not-there",
    )


async def test_a_bug_of_ours_in_one_game_does_not_end_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    good = setup(ONE_DEAL, FAST)
    chance = good.chance

    def broken(name: str, items: object) -> object:
        if "pack" in name:
            raise ZeroDivisionError("a bug")
        return chance(name, items)  # type: ignore[arg-type]

    reports = Reports()
    bad = good._replace(game_id="G2", chance=broken)  # type: ignore[arg-type]
    await play_room(dict.fromkeys(range(4), program()), [good, bad, good._replace(game_id="G3")], reports.take)

    assert len(reports.outcomes) == 2
    assert "ZeroDivisionError: a bug" in reports.broken[0]


async def test_a_bug_of_ours_at_the_start_of_a_bot_is_no_fault_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    async def broken(*args: Any) -> BotProcess:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise ZeroDivisionError("a bug")
        return await start_bot(*args)

    monkeypatch.setattr(launcher, "start_bot", broken)
    reports = await room(games=2)

    assert len(reports.broken) == 1
    assert "ZeroDivisionError: a bug" in reports.broken[0]
    assert reports.faults == [()]


async def test_a_void_game_is_played_again_by_fresh_processes_and_is_not_void_twice_for_the_same_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meter, reports, started = LagMeter(), Reports(), set[str]()

    async def look(report: Report) -> None:
        if isinstance(report, GameBegun):
            started.update(running("sleep"))
        await reports.take(report)

    monkeypatch.setattr(RunningProgram, "run_delay_ms", lambda _: 1000 * trio.current_time())
    monkeypatch.setattr(verdicts, "SLACK_MS", 100)
    quick = ClockSettings(move_ms=100, start_ms=3000)
    await play_room(
        dict.fromkeys(range(4), program()) | {2: program("sleep", "2")},
        [setup(ONE_DEAL, quick)],
        look,
        Surroundings(meter),
    )
    (outcome,) = reports.outcomes
    (fault,) = outcome.faults

    assert [again for _, again in reports.void] == [True]
    assert "ms for an answer went to others" in reports.void[0][0]
    assert (fault.seat, fault.kind) == (2, "TIMEOUT")
    assert fault.text.endswith("; no more games are void because this bot is asked")
    assert started == set(), "no process is left when a game begins again"


@pytest.mark.parametrize("left", [0, 1])
async def test_an_entrant_that_had_too_many_void_games_has_a_timeout_at_once(
    left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = Reports()
    monkeypatch.setattr(RunningProgram, "run_delay_ms", lambda _: 1000 * trio.current_time())
    monkeypatch.setattr(verdicts, "SLACK_MS", 100)
    monkeypatch.setattr(player, "BUSY", -1.0)
    fisher, one = program("sleep", "2"), setup(ONE_DEAL, ClockSettings(move_ms=50, start_ms=3000))
    around = Surroundings(LagMeter(), voids={fisher.name: left})
    games = [one, one._replace(game_id="G2")]
    await play_room(dict.fromkeys(range(4), fisher), games, reports.take, around)

    assert len(reports.void) == left
    assert [fault.kind for outcome in reports.outcomes for fault in outcome.faults] == ["TIMEOUT", "TIMEOUT"]


async def test_the_cpu_time_of_a_bot_is_told_with_its_result() -> None:
    reports = await room("busy", "2", clock=ClockSettings(move_ms=10_000))
    (outcome,) = reports.outcomes

    assert outcome.faults == ()
    used = {seat: use.cpu_ms for seat, use in outcome.uses.items()}
    assert used[2] is not None
    assert used[0] is not None
    assert used[2] >= used[0] + 100


async def test_what_a_bot_used_is_told_with_its_result() -> None:
    reports = await room("chatty-stderr", "0")
    (outcome,) = reports.outcomes
    quiet, chatty = outcome.uses[0], outcome.uses[2]

    assert quiet.stderr == 0
    assert chatty.stderr is not None
    assert chatty.stderr > 60_000, "the last of it may still be in the pipe"
    assert quiet.received is not None
    assert quiet.sent is not None
    assert quiet.memory is not None
    assert quiet.received >= 3 * outcome.uses[0].decisions, "a word of two letters and the end of a line"
    assert quiet.sent > quiet.received
    assert quiet.memory > 1_000_000
    assert quiet.processes == 1
    assert quiet.delay_ms is not None


async def test_a_bot_that_is_ended_has_its_last_words_however_quickly_it_went() -> None:
    async with trio.open_nursery() as nursery:
        bot = await start_bot(Program("x", ("sh", "-c", "echo my last words >&2"), Path("/")), Sandbox("none"), nursery)
        while bot.running.poll() is None:
            time.sleep(0.01)  # noqa: ASYNC251 - the task that reads them gets no turn
        bot.close()
        bot.close()
    assert bot.stderr.kept() == b"my last words\n"


@pytest.mark.parametrize("switch", ["count", "nap-count"])
async def test_what_a_bot_wrote_before_an_answer_is_marked_as_of_that_decision(switch: str) -> None:
    ended: list[GameEnded] = []

    async def take(report: Report) -> None:
        if isinstance(report, GameEnded):
            ended.append(report)

    programs = dict.fromkeys(range(4), program(switch, "0"))
    games = [setup(ONE_DEAL, FAST)._replace(game_id=f"G{i}") for i in range(1, 4)]
    await play_room(programs, games, take, Surroundings(keep_stderr=True))

    for report in ended:
        assert report.outcome.faults == ()
        for seat, text, marks in report.stderr:
            last = report.outcome.uses[seat].decisions
            every = [Piece(number, b"%d\n" % number) for number in range(1, last)]
            assert [*pieces(Written(text, marks))] == [*every, Piece(None, b"%d\n" % last)]
    assert [len(report.stderr) for report in ended] == [4, 4, 4]


async def test_what_a_bot_says_of_the_result_belongs_to_that_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words come after its last answer, and on a busy machine some time after it."""
    monkeypatch.setattr("arena.table.process.SETTLE", 10)  # four bots may wait for a core longer than games do
    (tmp_path / "bot.py").write_text(
        "import sys, time\n"
        "print('bot res 1', flush=True)\n"
        "for line in sys.stdin:\n"
        "    verb, *words = line.split()\n"
        "    if verb == 'ask': print(words[2], flush=True)\n"
        "    if verb == 'over':\n"
        "        until = time.perf_counter() + 0.02\n"
        "        while time.perf_counter() < until: pass\n"
        "        print('over', words[0], file=sys.stderr, flush=True)\n"
    )
    ended: list[GameEnded] = []

    async def take(report: Report) -> None:
        if isinstance(report, GameEnded):
            ended.append(report)

    programs = dict.fromkeys(range(4), Program("res", (sys.executable, "bot.py"), tmp_path))
    games = [setup(ONE_DEAL, FAST)._replace(game_id=f"G{i}") for i in range(1, 4)]
    await play_room(programs, games, take, Surroundings(keep_stderr=True))

    said = [[(seat, text) for seat, text, _ in report.stderr] for report in ended]
    assert said == [[(seat, f"over {report.game_id}\n".encode()) for seat in range(4)] for report in ended]


async def test_want_of_descriptors_is_no_fault_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = subprocess.Popen, 0

    def scarce(*args: object, **options: object) -> object:
        nonlocal calls
        calls += 1
        if calls > 2:
            raise OSError(errno.EMFILE, "Too many open files")
        return real(*args, **options)  # type: ignore[call-overload] # as it was called

    monkeypatch.setattr(subprocess, "Popen", scarce)
    reports = await room()

    assert (reports.outcomes, reports.broken) == ([], [])
    assert {reason for reason, _ in reports.void} == {"sandbox: no process can be started now: Too many open files"}


ENDS = """
import sys, time
print("bot ends 1", flush=True)
games = 0
for line in sys.stdin:
    words = line.split()
    games += words[0] == "game"
    if words[0] == "ask":
        print(words[3], flush=True)
    if {when}:
        time.sleep({delay})
        sys.exit(7)
"""


@pytest.mark.parametrize("delay", [0, 0.05])
async def test_an_end_after_a_game_costs_neither_that_game_nor_the_next_one(delay: float, tmp_path: Path) -> None:
    (tmp_path / "ends.py").write_text(ENDS.format(when='words[0] == "over"', delay=delay))
    reports = Reports()
    ends = Program("ends", (sys.executable, str(tmp_path / "ends.py")), Path("/"))
    played = [setup(ONE_DEAL, FAST)._replace(game_id=f"G{i}") for i in range(1, 4)]
    await play_room(dict.fromkeys(range(4), program()) | {2: ends}, played, reports.take)

    assert reports.faults == [(), (), ()]
    assert [(crash.game_id, crash.fault) for crash in reports.crashed] == [("G3", Fault(2, "CRASH", "exit 7"))] * (
        not delay
    )
    assert reports.void == [("restart: ends ended after the game before, and is started anew (exit 7)", True)] * 2


@pytest.mark.parametrize("when", ['words[0] == "game"', 'words[0] == "ask"'])
async def test_an_end_in_a_game_is_a_crash_in_it(when: str, tmp_path: Path) -> None:
    (tmp_path / "ends.py").write_text(ENDS.format(when=when, delay=0))
    reports = Reports()
    ends = Program("ends", (sys.executable, str(tmp_path / "ends.py")), Path("/"))
    played = [setup(ONE_DEAL, FAST)._replace(game_id=f"G{i}") for i in range(1, 4)]
    await play_room(dict.fromkeys(range(4), program()) | {2: ends}, played, reports.take)

    assert [[(fault.seat, fault.kind) for fault in faults] for faults in reports.faults] == [[(2, "CRASH")]] * 3
    assert reports.void == []
    assert reports.crashed == [], "it has its fault"
