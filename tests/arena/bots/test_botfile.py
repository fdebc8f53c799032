import os
from pathlib import Path

import pytest

from arena.bots.botfile import BotFile, check_program, check_size, read_bot_file
from arena.bots.trees import Item, TreeError
from arena.errors import ConfigErrors
from tests.games.toy import TOY

GAMES = {"toy": TOY, "kaiser": TOY}
SHOWN = Path("submissions/ann/bot.toml")


def read(folder: Path, text: str | bytes) -> BotFile:
    (folder / "bot.toml").write_bytes(text.encode() if isinstance(text, str) else text)
    return read_bot_file(folder, GAMES, SHOWN)


def complaints(folder: Path, text: str | bytes) -> list[str]:
    with pytest.raises(ConfigErrors) as caught:
        read(folder, text)
    assert {problem.file for problem in caught.value.problems} == {str(SHOWN)}
    return [str(problem).removeprefix(str(SHOWN)) for problem in caught.value.problems]


def test_a_command_is_enough(tmp_path: Path) -> None:
    found = read(tmp_path, 'command = ["python3", "bot.py"]')

    assert found.command == ("python3", "bot.py")
    assert (found.name, found.version, found.build, found.games, found.limits) == (None, None, (), (), {})


FULL = """
name = "careful"
version = "1.2"
author = "Ann Ábel"
about = "Counts cards."
command = ["./bot", "--fast"]
build = ["make", "bot"]
needs = ["make", "cc"]
games = ["toy"]
codec = "msgpack"
tables = 16

[limits]
memory_mb = 1024
processes = 8
files = 32
file_mb = 1
"""


def test_everything_can_be_said(tmp_path: Path) -> None:
    found = read(tmp_path, FULL)

    assert (found.name, found.version, found.author, found.about) == ("careful", "1.2", "Ann Ábel", "Counts cards.")
    assert (found.command, found.build, found.needs) == (("./bot", "--fast"), ("make", "bot"), ("make", "cc"))
    assert (found.games, found.codec, found.tables) == (("toy",), "msgpack", 16)
    assert found.limits == {"memory_mb": 1024, "processes": 8, "files": 32, "file_mb": 1}


def test_every_problem_is_reported_with_its_key(tmp_path: Path) -> None:
    text = """
nam = "x"
name = "two words"
version = 1.0
about = "one\\ntwo"
command = []
build = "make"
games = ["toi", "toy"]
codec = "json"
tables = 0
[limits]
memory_mb = "much"
processes = 100001
files = 7
cores = 2
author = "Ann"
"""
    assert complaints(tmp_path, text) == [
        ": command: needs at least one entry, not []",
        ": name: needs 1 to 32 letters, digits and ASCII signs without spaces, '@' and ',', not \"two words\"",
        ": version: needs text in quotes, not 1.0",
        ": about: needs one line of at most 200 printable characters",
        ': build: needs a list, not "make"',
        ": games: there is no game 'toi'; did you mean 'toy'?",
        ": codec: needs 'line' or 'msgpack', not \"json\"",
        ": tables: needs 1 or more, not 0",
        ': limits.memory_mb: needs a whole number, not "much"',
        ": limits.processes: needs 100000 or less, not 100001",
        ": limits.files: needs 8 or more, not 7",
        ": limits.cores: there is no such key; there are: memory_mb, processes, files, file_mb",
        ": limits.author: there is no such key in this table: it is for the whole file, above the first [table]",
        ": nam: there is no such key; did you mean 'name'?",
    ]


NAME_OR_DEPTH = (": name: needs text in quotes, not tables in tables", ": is nested too deeply")
"""Python 3.14 reads fewer tables in tables than the versions before it."""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"command = [sh]", ":1: Invalid value (column 12)"),
        (b'command = ["\xff"]', ": is not UTF-8 text; save it as UTF-8"),
        (b'command = ["a\\u0000b"]', ": command: needs words without NUL characters"),
        (
            b'command = ["lib/../../sh"]',
            ": command: needs a program inside the folder, or one on PATH, not 'lib/../../sh'",
        ),
        (
            b'command = ["sh"]\nabout = "\\u001b[2J"',
            ": about: needs one line of at most 200 printable characters",
        ),
        (b'command = ["sh"]\nauthor = "' + b"x" * 201 + b'"', ": author: needs one line of at most 200"),
        (b"command = " + b"[" * 5000, ": is nested too deeply"),
        (b'command = ["sh"]\nname.' + b"a." * 3000 + b"a = 1", NAME_OR_DEPTH),
        (b'command = ["sh"]\nname.' + b"a." * 8 + b"a = 1", ": name: needs text in quotes, not tables in tables"),
        (b'command = ["sh"]\nname.a = 1', ': name: needs text in quotes, not {"a": 1}'),
        (b'command = ["sh"]\ntables = ' + b"9" * 5000, ": Exceeds the limit (4300 digits)"),
    ],
)
def test_a_hostile_file_is_a_message(tmp_path: Path, text: bytes, problem: str | tuple[str, ...]) -> None:
    (found,) = complaints(tmp_path, text)

    assert found.startswith(problem)


def test_an_unknown_key_does_nothing_to_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('command = ["sh"]\n"\\u001b[2J" = 1\n')
    with pytest.raises(ConfigErrors) as caught:
        read_bot_file(tmp_path, GAMES, SHOWN)
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    ("item", "problem"),
    [
        (Item("bot.toml", "folder"), "bot.toml: is a folder, not a file"),
        (Item("bot.toml", "link", target="other"), "bot.toml: is a link, not a file"),
        (Item("bot.toml", "file", size=8193), "bot.toml: is longer than 8 KiB"),
    ],
)
def test_a_bot_toml_that_is_none_is_refused_unread(item: Item, problem: str) -> None:
    check_size([Item("lib/bot.toml", "folder"), Item("bot.toml", "file", size=8192)])
    with pytest.raises(TreeError) as caught:
        check_size([item])
    assert str(caught.value) == problem


UNKNOWN = "bot: its first line names no program on this machine: "


def program(folder: Path, content: bytes) -> None:
    (folder / "bot").write_bytes(content)
    (folder / "bot").chmod(0o755)
    check_program("bot", folder)


@pytest.mark.parametrize(
    "content",
    [
        b"\x7fELF\x02\x01\x01\0",
        b"#!/bin/sh\n",
        b"#! /bin/sh -e",
        b"#!/usr/bin/env sh\n",
        b"#!/usr/bin/env -S A=1 sh -e",
    ],
)
def test_a_program_that_the_system_can_run_is_fine(tmp_path: Path, content: bytes) -> None:
    program(tmp_path, content)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "bot: does not say what runs it"),
        (b"echo bot\n", "bot: does not say what runs it"),
        (b"#!/usr/bin/env sh\r\necho bot\r\n", "bot: has Windows line endings"),
        (b"\xef\xbb\xbf#!/bin/sh\n", "bot: begins with a byte order mark"),
        (b"#!/no/such/sh\n", f"{UNKNOWN}#!/no/such/sh"),
        (
            b"#!/usr/bin/env no-such-sh\n",
            f"{UNKNOWN}#!/usr/bin/env no-such-sh",
        ),
        (b"#!sh\n", f"{UNKNOWN}#!sh"),
        (b"#!\n", f"{UNKNOWN}#!"),
    ],
)
def test_a_program_that_the_system_cannot_run_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    with pytest.raises(TreeError) as caught:
        program(tmp_path, content)
    assert str(caught.value) == problem
    assert caught.value.hint


def test_a_program_is_a_file_of_the_folder_or_one_on_path(tmp_path: Path) -> None:
    check_program("sh", tmp_path)
    check_program("/bin/sh", tmp_path)
    for word in ("no-such-program", "./sh", "x" * 300, "/no/sh"):
        with pytest.raises(TreeError, match="there is no program"):
            check_program(word, tmp_path)
    (tmp_path / "sh").write_text("#!/bin/sh\n")
    assert not os.access(tmp_path / "sh", os.X_OK)
    with pytest.raises(TreeError, match="sh: is not executable"):
        check_program("sh", tmp_path)
