"""What bots find when they start: variables, a name for their user, and locks of files that do not fail."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import trio

from arena.sandbox import mounts
from arena.settings.limits import Level
from tests.processes.sandboxes import HERE, at_every_level, in_namespaces, python, said

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]

SETS = "print([*{f'card {i}' for i in range(50)}])"
PERL = 'print join(" ", keys %{{map {$_ => 1} 1 .. 50}});'


@pytest.mark.parametrize("level", ["none", "best"])
async def test_python_and_perl_go_through_sets_in_the_same_order_each_time(level: str, tmp_path: Path) -> None:
    at: Level = "none" if level == "none" else HERE[0]
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "keys.pl").write_text(PERL)
    sets = python(tmp_path / "bot", SETS)
    keys = sets._replace(command=("perl", "keys.pl"))
    for program in (sets, keys):
        first, second = [await said(at, program) for _ in range(2)]

        assert first.code == 0, first.err
        assert first.out == second.out != b""


@at_every_level
async def test_the_user_of_a_bot_has_a_name(level: Level, tmp_path: Path) -> None:
    assert (await said(level, python(tmp_path, "import getpass; print(getpass.getuser())"))).out == b"bot\n"


SEEN = """
import os
for folder in ("/", "/usr", "/usr/lib", "/usr/bin", "/etc", "/proc", "/proc/1", "/proc/sys/kernel", "/proc/fs", "/dev"):
    print(folder, sorted(name for name in os.listdir(folder) if not name.isdigit()))
for name in ("cpuinfo", "meminfo", "stat", "uptime", "loadavg", "vmstat", "sys/kernel/pid_max"):
    print(open(f"/proc/{name}").read())
for line in open("/proc/self/mountinfo"):
    place, options = line.split()[4:6]
    print(place, sorted({"ro", "nosuid", "nodev"} & {*options.split(",")}), "shared:" in line)
"""


@in_namespaces
async def test_a_bot_sees_the_same_whoever_mounts_it(
    level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the rights of root, bubblewrap makes the mounts that else the arena makes."""
    bot = python(tmp_path / "bot", SEEN)
    by_the_arena = await said(level, bot)
    monkeypatch.setattr(mounts, "possible", lambda: False)
    by_bubblewrap = await said(level, bot)

    assert by_the_arena.code == 0, by_the_arena.err
    assert sorted(by_the_arena.out.splitlines()) == sorted(by_bubblewrap.out.splitlines())


DATABASE = """
import fcntl, os, sqlite3, sys
print(sqlite3.connect("book.db").execute("select x from t").fetchall())
with open("book.db", "rb") as file:
    fcntl.flock(file, fcntl.LOCK_SH)
    fcntl.lockf(file, fcntl.LOCK_SH)
if os.access("/tmp", os.W_OK):
    new = sqlite3.connect("/tmp/new.db")
    new.execute("create table t (x)")
    new.execute("insert into t values (2)")
    new.commit()
    print(new.execute("select x from t").fetchall())
"""


@at_every_level
async def test_a_bot_reads_a_database_of_its_folder_and_makes_one_in_tmp(level: Level, tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    bot = python(folder, DATABASE)
    with closing(sqlite3.connect(folder / "book.db")) as book, book:
        book.executescript("create table t (x); insert into t values (1)")
    book.close()
    with trio.fail_after(60):
        found = await said(level, bot)

    assert found.out == b"[(1,)]\n" + b"[(2,)]\n" * (level != "basic"), found.err


LOG = """
import logging
logging.basicConfig(filename="/dev/stderr", format="%(message)s", level=logging.INFO)
logging.info("what I thought")
try:
    open("/dev/stderr").read()
except PermissionError:
    logging.info("it cannot be read")
"""


@at_every_level
async def test_standard_error_can_be_opened_as_a_file_for_a_log(level: Level, tmp_path: Path) -> None:
    found = await said(level, python(tmp_path, LOG))
    assert found.err.splitlines() == [b"what I thought", b"it cannot be read"]
