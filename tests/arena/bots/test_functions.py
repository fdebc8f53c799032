"""Functions as bots, each with a program whose pipes it plays on: none of them ever touches another one."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread, current_thread
from threading import enumerate as enumerate_threads

import pytest

from arena.bots.botfile import BOT_FILE, read_bot_file
from arena.bots.functions import Functions, GameOver
from arena.client import Turn
from arena.client.loop import Choose
from arena.errors import UserError
from arena.games.catalogue import GAMES

SECONDS = 20
ASKED = b"""arena 1 line msgpack
game G kaiser seat=0 seats=4 sides=0,1,0,1 move_ms=1000 preset=standard
note deal 1 dealer=3 scores=0,0
show hand 0 AS KS QS 5H TH 9D 8D 7C
ask 0 bid pass 6 7
"""


class Played:
    """The program of a function."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-I", "bot.py"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)
        assert self.process.stdin
        self.process.stdin.write(ASKED)
        assert self.read() == b"bot function 1\n"

    def read(self) -> bytes:
        """Return the next line that it says."""
        assert self.process.stdout
        return self.process.stdout.readline()

    def kill(self) -> None:
        """End it as the arena does after a TIMEOUT."""
        self.process.kill()
        self.end()

    def end(self) -> tuple[int, str]:
        """End its input, and return its status and its standard error."""
        _, errors = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, errors.decode()


@pytest.fixture
def place() -> Iterator[Path]:
    with TemporaryDirectory(prefix="arena-") as folder:
        yield Path(folder)


@contextmanager
def programs(place: Path, functions: Sequence[Choose]) -> Iterator[list[Played]]:
    """Start the program of each function; the block ends them."""
    with Functions(place, functions, pytest.fail) as folders:
        started = [Played(folder) for folder in folders]
        try:
            yield started
        finally:
            for each in started:
                each.kill()


def first(t: Turn) -> str:
    return t.legal[0]


def opened() -> int:
    return len(os.listdir("/dev/fd"))  # noqa: PTH208 - a number is wanted


def soon(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_function_that_thinks_makes_no_other_wait(place: Path) -> None:
    thinks, may_answer = Event(), Event()

    def slow(t: Turn) -> str:
        thinks.set()
        assert may_answer.wait(SECONDS)
        return t.legal[-1]

    with programs(place, [slow, first]) as (late, quick):
        assert thinks.wait(SECONDS)
        assert quick.read() == b"pass\n"
        may_answer.set()
        assert late.read() == b"7\n"
        assert late.end() == (0, "")


def test_a_function_that_never_returns_is_interrupted_when_its_program_has_ended(place: Path) -> None:
    thinks, threads = Event(), list[Thread]()

    def spinning(t: Turn) -> str:
        threads.append(current_thread())
        thinks.set()
        while True:
            pass

    with programs(place, [spinning]) as (bot,):
        assert thinks.wait(SECONDS)
        bot.kill()
        threads[0].join(SECONDS)
        assert not threads[0].is_alive()


def test_one_that_sleeps_for_ever_keeps_neither_pipes_nor_descriptors_and_says_no_more(place: Path) -> None:
    thinks, wakes, ended = Event(), Event(), list[type[BaseException]]()

    def asleep(t: Turn) -> str:
        thinks.set()
        try:
            wakes.wait(SECONDS)
        except BaseException as error:
            ended.append(type(error))
            raise
        return t.legal[0]

    with programs(place, [asleep, first]) as (bot, good):
        assert thinks.wait(SECONDS)
        before = opened()
        bot.kill()  # three pipes here, and three there
        soon(lambda: opened() == before - 7)
        assert good.read() == b"pass\n"
        wakes.set()
        soon(lambda: ended == [GameOver])


def test_what_functions_print_goes_where_their_process_prints(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout

    def chatty(t: Turn) -> str:
        assert sys.stdout is before
        print("thinking")  # noqa: T201 - as an author would
        return t.legal[0]

    with programs(place, [chatty]) as (bot,):
        assert bot.read() == b"pass\n"
    assert sys.stdout is before
    assert capsys.readouterr() == ("thinking\n", "")


@pytest.mark.parametrize(
    "error",
    [FileNotFoundError("weights.pt"), BrokenPipeError("a server"), SystemExit(3), ValueError(os.fsdecode(b"caf\xe9"))],
)
def test_whatever_a_function_raises_is_its_crash_with_a_trace(place: Path, error: BaseException) -> None:
    def broken(t: Turn) -> str:
        raise error

    with programs(place, [broken, first]) as (bot, good):
        status, trace = bot.end()
        said = str(error).replace("\udce9", "\\udce9")
        assert (status, trace.splitlines()[-1]) == (1, f"{type(error).__name__}: {said}")
        assert good.read() == b"pass\n"


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_too_few_descriptors_end_the_match_and_none_is_lost(place: Path, left: int) -> None:
    ended = Event()
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soon(lambda: all(thread.name != "arena-functions" for thread in enumerate_threads()))  # those of tests before
    before = opened()

    def play() -> None:
        with Functions(place, [first], ended.set), socket.socket(socket.AF_UNIX) as program:
            soon(lambda: opened() == before + 3)  # the door, the selector, and `program`
            free = [os.dup(0) for _ in range(left + 1)]
            for number in free:
                os.close(number)
            resource.setrlimit(resource.RLIMIT_NOFILE, (free[left], limits[1]))
            try:
                program.connect(str(place / "door"))
                socket.send_fds(program, [b"0"], [0, 1, 2])
                assert ended.wait(SECONDS)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, limits)

    with pytest.raises(UserError, match=r"cannot start any more functions \(.*Too many open files\), so the match was"):
        play()
    soon(lambda: opened() == before)


def test_a_folder_with_a_long_path_is_told(place: Path) -> None:
    (folder := place / ("x" * 120)).mkdir()
    functions = Functions(folder, [], pytest.fail)
    with pytest.raises(UserError, match=r"functions cannot play from .*path too long"), functions:
        pass


def test_python_may_have_been_started_by_a_path_with_dots(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = Path(sys.executable)
    monkeypatch.setattr(sys, "executable", f"{python.parent}/../{python.parent.name}/{python.name}")
    with Functions(place, [first], pytest.fail) as (folder,):
        found = read_bot_file(folder, GAMES, folder / BOT_FILE)
    assert found.command[0] == str(python.parent.resolve() / python.name)


class Named:
    """A function with any name.

    Args:
        name: its name.
    """

    def __init__(self, name: object) -> None:
        self.__name__ = name

    def __call__(self, t: Turn) -> str:
        return t.legal[0]


@pytest.mark.parametrize(
    ("called", "name"), [("größer", "größer"), ("x" * 33, "x" * 32), ("<lambda>", "function"), (5, "function")]
)
def test_a_function_may_have_any_name(place: Path, called: object, name: str) -> None:
    with Functions(place, [Named(called)], pytest.fail) as (folder,):
        assert read_bot_file(folder, GAMES, folder / BOT_FILE).name == name
        bot = Played(folder)
        assert bot.read() == b"pass\n"
        bot.kill()


def test_too_few_threads_end_the_match(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = Event()

    def play() -> None:
        with Functions(place, [first], ended.set), socket.socket(socket.AF_UNIX) as program:
            monkeypatch.setattr(Thread, "start", no_thread)
            program.connect(str(place / "door"))
            socket.send_fds(program, [b"0"], [0, 1, 2])
            assert ended.wait(SECONDS)

    def no_thread(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    with pytest.raises(UserError, match=r"cannot start any more functions \(can't start new thread\)"):
        play()
