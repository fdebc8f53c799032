"""bot.toml: what the author of a bot says about it. The author may be a stranger, so every value is checked.

docs/submissions.md explains it to authors.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, ValidationInfo, field_validator, model_validator

from arena.bots.staging import StagingError
from arena.bots.trees import Item, TreeError
from arena.errors import Problem
from arena.games.kernel.text import nearest
from arena.settings.bounds import GamesAtOnce
from arena.settings.contest import Games
from arena.settings.limits import WISHES, Limits
from arena.settings.toml import Given, Name, Section, Words, in_file, parse_toml, problems_here, validated

BOT_FILE = "bot.toml"
BYTES = 8192
"""The largest bot.toml allowed: the parser takes time quadratic in the number of dots in a key."""
ARCHIVE_HEADS = (b"PK\3\4", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!")
"""How archives begin: zip, gzip, bzip2, xz, 7z, rar. A shell would run their bytes as commands."""
PARAM = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,31}")
"""What a parameter may be called."""
is_file = os.path.isfile
"""Whether a path is a file; any word of a command may be asked about, also one that is too long for a path."""
HEAD = 256
"""How many bytes of a program the kernel reads to find out how to run it."""


def _one_line(text: str) -> str:
    if not text.isprintable() or len(text) > 200:
        raise problems_here([Problem("", "needs one line of at most 200 printable characters")])
    return text


def _inside(words: tuple[str, ...]) -> tuple[str, ...]:
    if words and ".." in words[0].split("/"):
        raise problems_here([Problem("", f"needs a program inside the folder, or one on PATH, not {words[0]!r}")])
    return words


def _without_nul(words: tuple[str, ...]) -> tuple[str, ...]:
    if any("\0" in word for word in words):
        raise problems_here([Problem("", "needs words without NUL characters")])
    return words


OneLine = Annotated[str, AfterValidator(_one_line)]
Command = Annotated[Words, AfterValidator(_without_nul)]


class Param(Section):
    """A parameter of a bot, one of `[params]`: a number. It is a whole number if all three are.

    Args:
        default: its value where nobody sets it.
        min: the least that it may be.
        max: the most that it may be.
    """

    default: int | float
    min: int | float
    max: int | float

    @model_validator(mode="after")
    def _between(self) -> Self:
        if not (isfinite(self.max - self.min) and self.min <= self.default <= self.max and self.min < self.max):
            raise problems_here([Problem("default", "needs to be between min and max, which differ and are finite")])
        return self

    @property
    def whole(self) -> bool:
        """Whether it is a whole number."""
        return all(isinstance(value, int) for value in (self.default, self.min, self.max))


def _param_names(given: dict[str, Param]) -> dict[str, Param]:
    wrong = [name for name in given if not PARAM.fullmatch(name)]
    if wrong:
        raise problems_here([Problem(wrong[0], "needs a name of at most 32 letters, digits and _")])
    return given


class BotFile(Section):
    """A bot.toml.

    Args:
        command: program and arguments, started in the bot's folder.
        name: its name on the ladder; None for the name of the folder.
        version: the author's name for this version.
        author: who wrote it.
        about: a sentence about it.
        build: a command to run once in the folder before the bot can play.
        needs: programs that must be on PATH.
        games: the games it plays; empty for all.
        codec: the codec that it will ask for in its greeting (see the protocol); the greeting decides.
        tables: how many games at once it will ask for in its greeting; it gets no more than this.
        library: whether its programs in Python can import `arena.client` and `arena.games` while it plays.
        limits: the limits it asks for, by name; the ladder decides.
        params: numbers of it that may be set from outside, by name: `--param NAME=VALUE` on its command line.
    """

    command: Annotated[Command, Field(min_length=1), AfterValidator(_inside)]
    name: Name | None = None
    version: Name | None = None
    author: OneLine = ""
    about: OneLine = ""
    build: Command = ()
    needs: Command = ()
    games: Words = ()
    codec: Literal["line", "msgpack"] = "line"
    tables: GamesAtOnce = 1
    library: bool = False
    limits: Annotated[Mapping[str, int], Given(Limits, WISHES), Field(default_factory=dict)]
    params: Annotated[dict[str, Param], AfterValidator(_param_names), Field(default_factory=dict)]

    @field_validator("games")
    @classmethod
    def _known(cls, names: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        known: Games = info.context or {}
        wrong = (Problem("", f"there is no game {name!r}{nearest(name, known)}") for name in names if name not in known)
        if problems := list(wrong):
            raise problems_here(problems)
        return names


def check_size(items: Iterable[Item]) -> None:
    """Check that a folder's bot.toml is a file, and a short one.

    Args:
        items: the contents of the folder.

    Raises:
        TreeError: it is not a file, or too long.
    """
    for item in items:
        if item.path == BOT_FILE:
            if item.kind not in {"file", "program"}:
                raise TreeError(BOT_FILE, f"is a {item.kind}, not a file", "replace it with a file")
            if item.size > BYTES:
                raise TreeError(BOT_FILE, f"is longer than {BYTES >> 10} KiB", "shorten it")


def read_bot_file(folder: Path, games: Games, shown: Path) -> BotFile:
    """Read the bot.toml of a staged copy.

    Args:
        folder: the copy.
        games: all games by name.
        shown: the path of the author's own file, for messages.

    Raises:
        ConfigErrors: the file has errors; all are listed.
    """
    with in_file(shown):
        return validated(BotFile, parse_toml((folder / BOT_FILE).read_bytes()), games)


def check_program(program: str, folder: Path) -> None:
    """Check that a command can be started.

    Args:
        program: its first word. If the folder has a file of that name, that file is meant.
        folder: the folder that it is started in.

    Raises:
        TreeError: there is no such program, or the system cannot run it.
        StagingError: the folder is on a file system that runs no programs.
    """
    own = folder / program
    if is_file(own):
        if not os.access(own, os.X_OK):
            no_programs = sys.platform == "linux" and os.statvfs(own).f_flag & os.ST_NOEXEC
            if no_programs and own.stat().st_mode & stat.S_IXUSR:
                raise StagingError(f"{folder}: its file system runs no programs (it is mounted with noexec)")
            raise TreeError(program, "is not executable", f"make it executable with chmod +x {program}")
        with own.open("rb") as stream:
            _check_head(program, stream.read(HEAD))
    elif "/" in program or shutil.which(program) is None:
        raise TreeError("", f"there is no program {program!r}", "check the first word of its command")


def is_script(head: bytes) -> bool:
    """Return whether a file with these first bytes names its interpreter (#!)."""
    return head.removeprefix(b"\xef\xbb\xbf").startswith(b"#!")


def _check_head(program: str, head: bytes) -> None:
    """Check that the system can run a file with these first bytes."""
    if head.startswith(ARCHIVE_HEADS):
        raise TreeError(program, "is an archive, not a program", "unpack it into a folder")
    if b"\0" in head:
        return  # a binary, not a script
    if not is_script(head):
        raise TreeError(program, "does not say what runs it", "begin it with a line such as #!/usr/bin/env python3")
    if not head.startswith(b"#!"):
        raise TreeError(program, "begins with a byte order mark", "save it as plain UTF-8, so that #! comes first")
    line = head.partition(b"\n")[0].decode(errors="replace")
    if line.endswith("\r"):
        raise TreeError(
            program, "has Windows line endings", "save it with Unix line endings: its first line needs them"
        )
    words = line[2:].split()
    if not words or not words[0].startswith("/") or not all(map(shutil.which, (words[0], *_called(words)))):
        raise TreeError(program, f"its first line names no program on this machine: {line}", "correct that line")


def _called(words: Sequence[str]) -> Sequence[str]:
    """Return the program that `env` must find, if the words of a first line call env."""
    if not words[0].endswith("/env"):
        return ()
    return [word for word in words[1:] if not word.startswith("-") and "=" not in word][:1]
