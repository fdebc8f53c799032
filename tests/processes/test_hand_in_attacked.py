"""The page where people hand in, under attack: a real server, a disk that is full, floods, and kills in the middle."""

from __future__ import annotations

import http.client
import io
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.commands import ROOT

pytestmark = [pytest.mark.thorough, pytest.mark.needs("bubblewrap")]
ANN, BOB = "a" * 32, "b" * 32
LADDER = """
results = "../class.db"
roster = "roster.toml"
sets = 1
games = [{game = "kaiser", options = {max_deals = 1}}]
bots = [{folder = "in"}, "sample:random"]
[limits]
submission_mb = 1
build_s = 3
"""
BOT = """import sys
print("bot owl 1", flush=True)
for line in sys.stdin:
    if line.startswith("ask"):
        print(line.split()[-1], flush=True)
"""
MANIFEST = 'command = ["python3", "bot.py"]\n'
ENOUGH = 100.0
"""Seconds for an answer: a full disk is tried again after 30."""


def packed(version: int, build: str = "", ballast: int = 0) -> bytes:
    """Return a bot as a zip.

    Args:
        version: a number in its text.
        build: the command of its build, as in a bot.toml.
        ballast: so many bytes that cannot be made smaller.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("bot.toml", MANIFEST + (f"build = {build}\n" if build else ""))
        archive.writestr("bot.py", f"{BOT}# {version}\n")
        archive.writestr("ballast", random.Random(version).randbytes(ballast))
    return made.getvalue()


def until(true: Callable[[], object], seconds: float = ENOUGH) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


class Served:
    """A server of a course with two people, Ann and Bob.

    Args:
        folder: the folder of the course, as the server sees it.
        seen: the same folder, as this process sees it.
        around: the words before its command, for a server that sees other disks.
    """

    def __init__(self, folder: Path, seen: Path, around: tuple[str, ...] = ()) -> None:
        self.folder, self.seen, self.around = folder, seen, around
        self.inbox = seen / "in/.inbox"
        (seen / "class.toml").write_text(LADDER)
        (seen / "roster.toml").write_text('[people.ann]\npseudonym = "heron"\n[people.bob]\npseudonym = "wren"\n')
        (seen / "words.toml").write_text(f'[tokens]\n"{ANN}" = "in/ann"\n"{BOB}" = "in/bob"\n')
        self.start()

    def start(self) -> None:
        words = ("serve", f"{self.folder}/class.toml", "--private", f"{self.folder}/words.toml", "--hand-in")
        self.process = subprocess.Popen(
            [*self.around, sys.executable, "-m", "arena.cli", *words, "--port", "0"],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout
        said = ""
        for line in self.process.stdout:
            said += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
                return
        raise AssertionError(said)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def ask(self, path: str, body: bytes | None = None, at: str = "10.0.0.1") -> tuple[int, bytes]:
        """Ask as somebody behind a proxy of this machine would."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"X-Forwarded-For": at, "Accept": "application/json"}
        with suppress(
            BrokenPipeError, ConnectionResetError
        ):  # refused before it was read: the answer comes all the same
            connection.request("GET" if body is None else "POST", path, body, headers)
        answer = connection.getresponse()
        found = answer.status, answer.read()
        connection.close()
        return found

    def hand_in(self, word: str, body: bytes, at: str = "10.0.0.1") -> int:
        return self.ask(f"/me/{word}/hand-in", body, at)[0]

    def told(self, word: str) -> dict[str, Any]:
        status, body = self.ask(f"/me/{word}/hand-in.json", at=f"10.1.{random.randrange(256)}.{random.randrange(256)}")
        assert status == 200
        found: dict[str, Any] = json.loads(body)
        return found

    def answered(self, word: str) -> dict[str, Any]:
        """Wait until what somebody handed in was looked at; return what is said of it."""
        until(lambda: not self.told(word)["waiting"])
        answer: dict[str, Any] = self.told(word)["answer"]
        return answer

    def newest(self, word: str) -> bytes:
        return self.ask(f"/me/{word}/version/newest.zip")[1]

    def holds(self, word: str, version: int) -> bool:
        with zipfile.ZipFile(io.BytesIO(self.newest(word))) as archive:
            return f"# {version}\n".encode() in archive.read("bot.py")

    def memory(self) -> int:
        """Return how many kB of memory the server holds."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found
        return int(found[1])


@contextmanager
def serving(folder: Path, seen: Path, around: tuple[str, ...] = ()) -> Iterator[Served]:
    found = Served(folder, seen, around)
    try:
        yield found
    finally:
        found.kill()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    course = tmp_path / "course"
    course.mkdir()
    with serving(course, course) as found:
        yield found


@contextmanager
def small_disk(megabytes: int, tmp_path: Path) -> Iterator[tuple[Path, Path, tuple[str, ...]]]:
    """A disk of its own in a mount namespace of its own: its folder there, its path from here, how to get there."""
    place = tmp_path / "disk"
    place.mkdir()
    script = 'mount -t tmpfs -o size=$1m none "$2" && echo ready && exec sleep 600'
    words = ("unshare", "-m", "sh", "-c", script, "sh", str(megabytes), str(place))
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as holder:
        try:
            assert holder.stdout
            assert holder.stdout.readline() == "ready\n"
            yield place, Path(f"/proc/{holder.pid}/root{place}"), ("nsenter", "-m", "-t", str(holder.pid))
        finally:
            holder.kill()


def fill(disk: Path, leave: int = 0) -> Path:
    """Fill a disk but for so many bytes; return the file that does it."""
    path = disk / "filler"
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize > leave:
            file.write(b"\0" * 4096)
    return path


def test_on_a_full_disk_nothing_is_lost(tmp_path: Path) -> None:
    with small_disk(9, tmp_path) as disk, serving(*disk) as served:
        seen = served.seen
        assert served.hand_in(ANN, packed(1)) == 202
        assert served.answered(ANN)["state"] == "accepted"

        filler = fill(seen)
        status, said = served.ask(f"/me/{ANN}/hand-in", packed(2))
        assert (status, b"full" in said) == (507, True)
        assert served.holds(ANN, 1)
        assert [*served.inbox.iterdir()] == []
        filler.unlink()

        second = packed(2, ballast=600_000)
        assert served.hand_in(ANN, second) == 202
        filler = fill(seen)  # it came whole, and now there is no room to unpack it
        time.sleep(8)
        assert (served.inbox / "ann.body").read_bytes() == second
        assert served.told(ANN)["waiting"]
        assert served.holds(ANN, 1)
        filler.unlink()
        assert served.answered(ANN)["state"] == "accepted"
        assert served.holds(ANN, 2)
        assert len(served.told(ANN)["versions"]) == 2


def test_a_thousand_uploads_in_a_minute_harm_nobody(served: Served) -> None:
    assert served.hand_in(ANN, packed(0)) == 202
    assert served.answered(ANN)["state"] == "accepted"
    before, begun = served.memory(), time.monotonic()
    body = packed(1, ballast=200_000)
    large = b"x" * (3 << 20)

    def attack(number: int) -> int:
        word = (ANN, "c" * 32, ANN, "../bob")[number % 4]
        return served.hand_in(word, large if number % 10 == 0 else body, at=f"10.0.1.{number % 4}")

    with ThreadPoolExecutor(8) as many:
        attacks = [many.submit(attack, number) for number in range(1000)]
        honest = served.hand_in(BOB, packed(7), at="10.0.2.1")
        statuses = Counter(one.result() for one in attacks)
    took = time.monotonic() - begun

    assert honest == 202
    assert served.answered(BOB)["state"] == "accepted"
    assert served.holds(BOB, 7)
    assert took < 60
    assert {404, 409, 429} <= {*statuses} <= {202, 404, 405, 409, 413, 429, 503}, statuses
    assert statuses[202] <= 12
    assert served.memory() - before < 40_000
    assert len(served.told(BOB)["versions"]) == 1
    assert not [path for path in served.inbox.iterdir() if path.suffix == ".part"]


def test_a_build_that_never_ends_is_told_and_holds_nobody_up(served: Served) -> None:
    endless = '["sh", "-c", "setsid sleep 1000 & while :; do :; done"]'
    assert served.hand_in(ANN, packed(1, endless)) == 202
    assert served.hand_in(BOB, packed(2)) == 202
    answer = served.answered(ANN)
    assert (answer["state"], "3 s" in answer["said"]) == ("refused", True), answer
    assert served.answered(BOB)["state"] == "accepted"
    assert not (served.seen / "in/ann").exists()


def test_a_server_that_is_killed_in_the_middle_loses_nothing(served: Served) -> None:
    assert served.hand_in(ANN, packed(1)) == 202
    assert served.answered(ANN)["state"] == "accepted"
    second = packed(2, '["sleep", "1"]')
    assert served.hand_in(ANN, second) == 202
    with socket.create_connection(("127.0.0.1", served.port)) as half:
        head = f"POST /me/{BOB}/hand-in HTTP/1.1", f"Host: 127.0.0.1:{served.port}", "Content-Length: 9000"
        half.sendall("\r\n".join([*head, "", "PK"]).encode())
        until(lambda: [*(served.seen / "in").glob(".new-*")])  # it is being looked at
        until((served.inbox / "bob.part").exists)
        os.kill(served.process.pid, signal.SIGKILL)
    served.process.communicate()
    assert (served.inbox / "ann.body").exists()

    served.start()
    assert served.answered(ANN)["state"] == "accepted"
    assert served.holds(ANN, 2)
    assert len(served.told(ANN)["versions"]) == 2
    assert not served.told(BOB)["versions"]
    assert served.hand_in(BOB, packed(3)) == 202, "what came only half can be handed in again"
    assert served.answered(BOB)["state"] == "accepted"
    until(lambda: sorted(path.name for path in served.inbox.iterdir()) == [])
    assert sorted(path.name for path in (served.seen / "in").iterdir()) == [".inbox", ".versions", "ann", "bob"]
