"""Standard output that is lost: play goes on, the exit status tells, and nobody waits for a reader."""

import errno
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import click
import pytest

from arena import cli
from arena.cli import group, output
from arena.cli.output import Output, OutputLost
from arena.cli.screen import Screen, out


class Reader:
    """What is behind a descriptor: it takes some bytes at a time, fails, or takes nothing."""

    def __init__(self, *, most: int = 1000, error: int = 0, stuck: bool = False) -> None:
        self.got = b""
        self._most = most
        self._error = error
        self._free = Event()
        if not stuck:
            self._free.set()

    def put(self, _: int, data: bytes) -> int:
        self._free.wait()
        if self._error:
            raise OSError(self._error, os.strerror(self._error))
        self.got += data[: self._most]
        return len(data[: self._most])

    def free(self) -> None:
        self._free.set()


@pytest.fixture
def stuck() -> Iterator[Reader]:
    reader = Reader(stuck=True)
    yield reader
    reader.free()


def put_behind(monkeypatch: pytest.MonkeyPatch, stdout: Reader, stderr: Reader) -> None:
    for name, number, reader in (("stdout", 1, stdout), ("stderr", 2, stderr)):
        raw = Output(number, reader.put, vital=number == 1)
        monkeypatch.setattr(raw, "isatty", lambda: False)
        stream = io.TextIOWrapper(raw, "utf-8", "backslashreplace", write_through=True)  # type: ignore[type-var]
        monkeypatch.setattr(sys, name, stream)


@click.command()
def playing() -> None:
    """Play."""
    output.play()
    say_much()


@click.command()
def showing() -> None:
    """Show."""
    say_much()


done = 0
"""How many lines the last command came to."""


def say_much() -> None:
    global done
    for done in range(1, 101):  # noqa: B007 - see above
        out.print("a line of text " * 3)


def status_of(
    command: click.Command, monkeypatch: pytest.MonkeyPatch, stdout: Reader, stderr: Reader, patience: float = 60.0
) -> int:
    """Run a command as `main` does, with these readers; return its exit status."""
    put_behind(monkeypatch, stdout, stderr)
    monkeypatch.setattr(sys.modules[__name__], "out", Screen("stdout"))  # the old one may keep a line that was lost
    monkeypatch.setattr(output, "install", lambda: None)
    monkeypatch.setattr(group, "command_line", lambda prog_name: command([], prog_name))
    monkeypatch.setattr(output, "PATIENCE", patience)
    monkeypatch.setattr(sys, "argv", ["arena", "it"])
    with pytest.raises(SystemExit) as found:
        cli.main()
    assert isinstance(found.value.code, int)
    return found.value.code


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (0, 0, ""),
        (errno.EPIPE, 141, ""),
        (errno.ENOSPC, 74, "arena: standard output: No space left on device"),
        (errno.EIO, 74, "arena: standard output: Input/output error"),
        (errno.EBADF, 74, "arena: standard output: it is closed"),
    ],
)
@pytest.mark.parametrize("command", [playing, showing])
def test_the_exit_status_tells_what_was_lost(
    command: click.Command, error: int, status: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stdout, stderr = Reader(error=error), Reader()

    assert status_of(command, monkeypatch, stdout, stderr) == status
    assert stderr.got.decode().startswith(says)
    assert bool(stderr.got) == bool(says)
    assert done == (1 if error and command is showing else 100), "play goes on to its end, all else stops"
    assert stdout.got.count(b"\n") == (0 if error else 100)


@pytest.mark.slow
def test_play_ends_while_nobody_reads(stuck: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = Reader()

    assert status_of(playing, monkeypatch, stuck, stderr, 1.0) == os.EX_IOERR
    assert done == 100
    assert b"standard output: nobody reads it" in stderr.got


@click.command()
def complaining() -> None:
    """Print a message and play."""
    Screen("stderr").print("a message")
    output.play()
    say_much()


@pytest.mark.parametrize(
    ("error", "status"), [(0, 0), (errno.EPIPE, 0), (errno.EBADF, 74), (errno.ENOSPC, 74), (errno.EIO, 74)]
)
def test_messages_that_cannot_be_written_are_lost_output_too(
    error: int, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    stdout = Reader()

    assert status_of(complaining, monkeypatch, stdout, Reader(error=error)) == status
    assert stdout.got.count(b"\n") == 100
    assert status_of(playing, monkeypatch, Reader(), Reader(error=error)) == 0, "nothing was to be written there"


def test_a_stuck_standard_error_costs_nothing(stuck: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = Reader()

    assert status_of(playing, monkeypatch, stdout, stuck, 1.0) == 0
    assert stdout.got.count(b"\n") == 100


def refused(*_: object) -> None:
    raise RuntimeError("can't start new thread")


def stillborn(*_: object) -> int:
    """Begin no thread, as where memory suffices for a thread and not for its first line."""
    return 0


@pytest.mark.parametrize("start", [refused, stillborn])
def test_without_a_thread_play_goes_on_too(start: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "start_new_thread", start)
    monkeypatch.setattr(output, "BIRTH", 0.01)
    assert status_of(playing, monkeypatch, Reader(error=errno.ENOSPC), Reader()) == os.EX_IOERR
    assert done == 100
    assert status_of(playing, monkeypatch, Reader(), Reader()) == 0


def test_a_reader_that_is_slow_gets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = Reader(most=7)

    assert status_of(playing, monkeypatch, stdout, Reader()) == 0
    assert stdout.got == b"a line of text a line of text a line of text \n" * 100


def test_messages_that_wait_are_bounded_and_output_is_not(stuck: Reader) -> None:
    for vital in (True, False):
        raw = Output(1, stuck.put, vital=vital)
        raw.play()
        for _ in range(1000):
            raw.write(b"x" * 1000)
        assert raw._size == (1_000_000 if vital else output.MOST // 1000 * 1000)
        raw.finish(0.0, 0.0)
        assert raw.lost is not None
        assert raw.lost.why == errno.ETIMEDOUT


def test_two_outputs_to_one_place_keep_the_order_of_what_is_printed_while_a_reader_is_slow(stuck: Reader) -> None:
    queue = output.Queue()
    stdout, stderr = (Output(number, stuck.put, vital=number == 1, queue=queue) for number in (1, 2))
    for raw in (stdout, stderr):
        raw.play()
    lines = [f"{'err' if number % 3 else 'out'} {number}\n".encode() for number in range(50)]
    for line in lines:
        (stderr if line.startswith(b"err") else stdout).write(line)
    stuck.free()
    for raw in (stderr, stdout):
        raw.finish(10.0, time.monotonic())

    assert stuck.got == b"".join(lines)


def test_what_one_output_loses_the_other_one_does_not(stuck: Reader) -> None:
    queue, closed = output.Queue(), Reader(error=errno.EIO)
    stdout, stderr = Output(1, stuck.put, vital=True, queue=queue), Output(2, closed.put, vital=False, queue=queue)
    for raw in (stdout, stderr, stdout):
        raw.play()
        raw.write(b"a line\n")
    stuck.free()
    for raw in (stderr, stdout):
        raw.finish(10.0, time.monotonic())

    assert stuck.got == b"a line\n" * 2
    assert stdout.lost is None
    assert stderr.lost is not None
    assert stderr.lost.why == errno.EIO


def test_a_terminal_shows_both_outputs_in_order(tmp_path: Path) -> None:
    code = (
        "from arena.cli import output, screen\n"
        "output.install()\noutput.play()\n"
        "for n in range(300):\n    (screen.out if n % 2 else screen.err).print(n)\n"
        "raise SystemExit(output.finish(0))\n"
    )
    with (tmp_path / "both").open("wb") as both:
        subprocess.run([sys.executable, "-c", code], stdout=both, stderr=both, check=True)

    assert (tmp_path / "both").read_text().split() == [str(n) for n in range(300)]


def test_a_status_that_is_not_0_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    put_behind(monkeypatch, Reader(error=errno.EPIPE), Reader())
    with pytest.raises(OutputLost):
        sys.stdout.write("x")

    assert output.finish(130) == 130
    assert output.finish(0) == output.PIPE_CLOSED == 128 + signal.SIGPIPE


def test_text_that_the_encoding_lacks_is_escaped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb", buffering=0) as file:
        for name in ("stdout", "stderr"):
            monkeypatch.setattr(sys, name, io.TextIOWrapper(io.BytesIO(), "ascii"))
        monkeypatch.setattr(output, "Output", lambda *_, **__: file)
        output.install()
        sys.stdout.write("±95 %\udcff\n")
    assert (tmp_path / "out").read_bytes() == b"\\xb195 %\\udcff\n"
