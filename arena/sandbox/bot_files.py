"""What a bot sees of the machine: its own files, under a path that reveals nothing, and the system's programs.

A bot's files are put into the folder of the run, as hard links if the file system allows it. Every user may read them
there, but not in most home directories.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from arena.sandbox import library
from arena.sandbox.bubblewrap import searched, system_folders
from arena.settings.limits import Limits
from arena.settings.own import Own

READABLE = 0o444
SHEBANG = b"#!"
SHEBANG_LENGTH = 256
INTERPRETERS = ("bash", "java", "lua", "node", "perl", "php", "python3", "ruby", "sh")
"""Programs that the message names when a bot asks for one that does not exist."""


class Program(NamedTuple):
    """A bot with what is needed to start it.

    Args:
        name: its name in records.
        command: program and arguments. If the folder has a file with the program's name, that file is meant.
        folder: the bot's own folder, or the one that its command is relative to.
        limits: what it may use.
        whole: whether the bot is shown the whole folder; if not, only the files that words of its command name.
        library: whether it gets the arena's library for authors.
        person: whether it is a person's seat: part of the arena, started without a sandbox, asked without a clock.
        own: what it plays under, where that differs from the others.
    """

    name: str
    command: tuple[str, ...]
    folder: Path
    limits: Limits = Limits()
    whole: bool = True
    library: bool = False
    person: bool = False
    own: Own = Own()

    def file(self, word: str) -> Path | None:
        """Return the file that a word of the command names; None if it names no file."""
        path = self.folder / word
        return path if os.path.isfile(path) else None  # noqa: PTH113 - words may be no paths at all

    def here(self) -> list[str]:
        """Return the command for a process that runs in the folder itself, without a sandbox."""
        first, *rest = self.command
        return [str(self.file(first) or first), *rest]


class BotFiles(NamedTuple):
    """Where a bot's files are for the sandbox.

    Args:
        folder: the folder with them.
        files: word of its command -> the file it names, from this folder.
        library: the folder with the arena's library for authors; None if the bot has not asked for it.
    """

    folder: Path
    files: Mapping[str, str]
    library: Path | None = None

    @property
    def folders(self) -> tuple[Path, ...]:
        """All folders that only bots with these files see."""
        return (self.folder,) if self.library is None else (self.folder, self.library)

    def command(self, program: Program, seen_at: str) -> list[str]:
        """Return the command for a sandbox that shows the folder at a path."""
        return [f"{seen_at}/{self.files[word]}" if word in self.files else word for word in program.command]


Files: TypeAlias = tuple[Path, tuple[str, ...]]
"""The key for the files of a bot: its folder and its command."""


class RunFiles:
    """Puts the files of the bots of a run into its folder.

    Args:
        folder: the folder of the run; None in a process that may only use files placed by another one.
        placed: files that have been placed already.
    """

    def __init__(self, folder: Path | None, placed: Mapping[Files, BotFiles] = MappingProxyType({})) -> None:
        self._folder = folder
        self._placed = dict(placed)
        self._library: Path | None = None

    def there(self, programs: Iterable[Program]) -> dict[Files, BotFiles]:
        """Return where the files of some bots are; bots whose files were not placed are left out."""
        return {key: self._placed[key] for key in map(_files, programs) if key in self._placed}

    def found(self, program: Program) -> BotFiles | None:
        """Return where the files of a bot are; None if they were not placed."""
        return self._placed.get(_files(program))

    def place(self, program: Program) -> BotFiles:
        """Return where the files of a bot are, after placing them if that was not done before.

        Raises:
            OSError: they cannot be placed.
        """
        key = _files(program)
        if key not in self._placed:
            if self._folder is None:
                raise FileNotFoundError(errno.ENOENT, "the arena could not do it")
            target = Path(tempfile.mkdtemp(dir=self._folder))
            fill = _all if program.whole else _named
            files = fill(program, target)
            _open(target)
            self._placed[key] = BotFiles(target, files, self._place_library(self._folder) if program.library else None)
        return self._placed[key]

    def _place_library(self, folder: Path) -> Path:
        """Return where the library is in the folder of the run, after placing it if that was not done before."""
        if self._library is None:
            target = Path(tempfile.mkdtemp(dir=folder))
            for file, inside in library.files():
                (target / inside).parent.mkdir(parents=True, exist_ok=True)
                _copy(str(file), str(target / inside))  # a link would change the file: another arena may be copying it
                seen = file.stat()
                os.utime(target / inside, ns=(seen.st_atime_ns, seen.st_mtime_ns))  # bytecode names that of its source
            _open(target)
            self._library = target
        return self._library


def _open(target: Path) -> None:
    """Let every user enter a folder and all that are in it."""
    for folder, _, _ in os.walk(target):
        Path(folder).chmod(0o755)


def _files(program: Program) -> Files:
    return program.folder, program.command


def _all(program: Program, target: Path) -> dict[str, str]:
    """Put all files of a bot into a folder; return word of its command -> file."""
    shutil.copytree(program.folder, target, symlinks=True, copy_function=_link_or_copy, dirs_exist_ok=True)
    return own_program(program)


def own_program(program: Program) -> dict[str, str]:
    """Return the program's word -> its file if the program is one of the bot's own files; otherwise empty."""
    first = program.command[0]
    return {first: first} if program.file(first) and not first.startswith("/") else {}


def _named(program: Program, target: Path) -> dict[str, str]:
    """Put the files that the command names into a folder; return word -> file. Files from elsewhere get new names."""
    files = {}
    for number, word in enumerate(program.command):
        file = program.file(word)
        if file is None or is_seen(file):
            continue
        inside = os.path.normpath(word)
        if inside.startswith(("/", "../")):
            inside = f"file{number}/{file.name}"
        (target / inside).parent.mkdir(parents=True, exist_ok=True)
        _copy(str(file), str(target / inside))
        files[word] = inside
    return files


def _link_or_copy(source: str, target: str) -> str:
    """Make a hard link to a file; copy it if that is not possible, or if not all users may read it."""
    if Path(source).stat().st_mode & READABLE == READABLE:
        with contextlib.suppress(OSError):  # another file system
            os.link(source, target)
            return target
    return _copy(source, target)


def _copy(source: str, target: str) -> str:
    shutil.copyfile(source, target)
    Path(target).chmod(0o755 if Path(source).stat().st_mode & stat.S_IXUSR else 0o644)
    return target


def is_seen(path: Path, read: Iterable[Path] = (), *, whole: bool = False) -> bool:
    """Return whether bots see a file of the machine and, if it is a link, its target; `whole`: whether builds do."""
    folders = [*system_folders(whole=whole), *map(str, read)]
    return all(any(one.is_relative_to(folder) for folder in folders) for one in (path, path.resolve()))


def unseen(
    program: Program, read: Iterable[Path] = (), *, whole: bool = False, path: Sequence[str] | None = None
) -> str:
    """Return why a bot's program cannot run in a sandbox, and what can instead; empty if it can.

    Args:
        program: the bot.
        read: more folders that bots are shown.
        whole: whether the sandbox is that of a build, which shows all of /usr.
        path: the folders where it looks for programs; by default those of bots.
    """
    read = tuple(read)
    path = searched(read) if path is None else path
    first = program.command[0]
    own = program.file(first)
    names = [first] if own is None or first.startswith("/") else interpreters(own)
    problems = (_unseen_program(name, read, path, whole=whole) for name in names)
    problem = next(filter(None, problems), "")
    return problem and (problem if names == [first] else f"{first}: {problem}")


def interpreters(script: Path) -> list[str]:
    """Return the programs that the first line of a script names: its interpreter, and what `env` is to find."""
    with script.open("rb") as file:
        line = file.readline(SHEBANG_LENGTH)
    words = line.removeprefix(SHEBANG).decode(errors="replace").split() if line.startswith(SHEBANG) else []
    called = words[1:] if words and words[0].endswith("/env") else []
    return [*words[:1], *[word for word in called if not word.startswith("-") and "=" not in word][:1]]


def _unseen_program(name: str, read: Sequence[Path], path: Sequence[str], *, whole: bool) -> str:
    if "/" in name:
        return "" if is_seen(Path(name), read, whole=whole) else f"{name} is not in a folder that bots see"
    every = [there for folder in path if (there := shutil.which(name, path=folder))]
    found = next((there for there in every if is_seen(Path(there), read, whole=whole)), every[0] if every else None)
    if found is None:
        missing = f"{name} is not in {', '.join(path)}, where {'builds' if whole else 'bots'} find programs"
        return missing if whole else f"{missing}; {_offer(name, path)}"
    return "" if is_seen(Path(found), read, whole=whole) else f"{found} leads to a folder that bots do not see"


def _offer(name: str, path: Sequence[str]) -> str:
    """Return the programs to name in place of one that does not exist: other versions of it, or interpreters."""
    version = re.compile(re.escape(name) + r"[-\d.]+")
    there = {entry for folder in path for entry in _entries(folder) if version.fullmatch(entry)}
    if not there:
        there = {each for each in INTERPRETERS if shutil.which(each, path=":".join(path))}
        return f"there are {', '.join(sorted(there))}"
    return f"there is {min(there, key=lambda each: (len(each), each))}"


def _entries(folder: str) -> Sequence[str]:
    with contextlib.suppress(OSError):
        return os.listdir(folder)  # noqa: PTH208 - names only
    return ()
