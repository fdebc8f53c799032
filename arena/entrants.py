"""Entrants: from what a person calls a bot to a staged copy that can be started, identified by its content.

A bot's files are copied once into a cache folder named by their digest, and built there; what plays is the copy, so
that nobody's later change or removal touches a running tournament. A changed bot has another digest and is another
entrant.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import file_digest, sha256
from importlib.resources import files
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field, ValidationInfo, field_validator

from arena.config import Games, Name, Table, Words, problems_here, read_toml, validated
from arena.errors import Problem, UserError
from arena.games.text import nearest

SAMPLES = "sample_bots"
"""The package that holds the sample bots, as folders LANGUAGE/NAME."""
SAMPLE = "sample:"
LANGUAGE = "python"
"""The language of `sample:NAME`."""
SETTINGS = "bot.toml"
IGNORED = frozenset({"__pycache__", ".git", ".hg", ".svn", ".DS_Store"})
"""What programs leave behind in a folder: no part of the bot."""
FILE_LIMIT = 10_000
BYTE_LIMIT = 200_000_000
BUILD_LIMIT = 600.0
"""Seconds that a build may take."""
OUTPUT_LINES, OUTPUT_BYTES = 20, 16_384
"""How much of a failed build's output is shown at most: its end."""
STALE = 3600.0
"""Seconds after which a half-made copy was left by a run that is dead: longer than any build."""
WAYS = "name an executable file, a folder with a bot.toml, a quoted command, or sample:NAME"


@dataclass(frozen=True)
class Entrant:
    """A bot that can be started.

    Args:
        given: what a person called it.
        name: its name on the ladder.
        version: as its author calls it; empty where nobody said.
        command: program and arguments; a program that is a file of the folder is meant as that file.
        folder: the current directory to start it in: the staged copy, or the caller's own for a quoted command.
        digest: SHA-256 of its content, in hex.
        games: the names of the games it plays; empty for all.
        about: a sentence, or nothing.
    """

    given: str
    name: str
    version: str
    command: tuple[str, ...]
    folder: Path
    digest: str
    games: tuple[str, ...] = ()
    about: str = ""

    @property
    def id(self) -> str:
        """What stands for this very content under this name, in results and records."""
        return f"{self.name}@{self.digest[:8]}"

    def plays(self, game: str) -> bool:
        """Return whether it plays the game of that name."""
        return not self.games or game in self.games


@dataclass(frozen=True)
class Unavailable:
    """A bot that this machine cannot run, for no fault of its own."""

    given: str
    name: str
    reason: str


def resolve(
    bot: str, games: Games, *, base: Path, name: str | None = None, cache: Path | None = None
) -> Entrant | Unavailable:
    """Return the entrant that a person named, staged and built.

    Args:
        bot: a path to an executable file (staged alone), a folder with a bot.toml, a quoted command or sample:NAME.
        games: the games there are, to check those in bot.toml.
        base: the folder that relative paths start from, and the current directory of quoted commands.
        name: its name on the ladder; by default its own.
        cache: the folder of staged copies; by default `trickarena/bots` in the user's cache directory.

    Raises:
        ConfigErrors: everything that is wrong with its bot.toml.
        UserError: there is no such bot, its files cannot be staged, or it cannot be built.
    """
    base = base.resolve()
    cache = (cache or _cache()).resolve()
    found = find_sample(bot) if bot.startswith(SAMPLE) else base / bot
    try:
        if found.is_dir():
            return _from_folder(bot, found, games, name, cache)
        if found.is_file():
            return _from_file(bot, found, name, cache)
        if len(words := _words(bot)) > 1:
            return _from_command(bot, words, base, name)
    except OSError as error:
        parts = (bot, error.strerror, error.filename)
        raise UserError(": ".join(str(part) for part in parts if part), exit_status=os.EX_IOERR) from error
    raise UserError(f"there is no bot {bot!r}", WAYS, os.EX_NOINPUT)


def refuse_same_names(entrants: Iterable[Entrant]) -> None:
    """Check that no two entrants have the same name.

    Raises:
        UserError: two have; both are named, and the way out.
    """
    first: dict[str, Entrant] = {}
    for entrant in entrants:
        if other := first.get(entrant.name):
            raise UserError(
                f"two bots are called {entrant.name!r}: {other.given} and {entrant.given}",
                f'give one another name: {{ bot = "{entrant.given}", name = "..." }}',
                os.EX_CONFIG,
            )
        first[entrant.name] = entrant


def samples() -> dict[str, Path]:
    """Return the folder of every sample bot by LANGUAGE/NAME."""
    found: dict[str, Path] = {}
    for language in files(SAMPLES).iterdir():
        if language.is_dir():
            bots = (bot for bot in language.iterdir() if bot.joinpath(SETTINGS).is_file())
            found |= {f"{language.name}/{bot.name}": Path(str(bot)) for bot in bots}
    return dict(sorted(found.items()))


def find_sample(bot: str) -> Path:
    """Return the folder of a sample bot.

    Args:
        bot: `sample:LANGUAGE/NAME`, or `sample:NAME` for Python.

    Raises:
        UserError: there is no such sample; those there are, are listed.
    """
    name = bot.removeprefix(SAMPLE)
    known = samples()
    full = name if "/" in name else f"{LANGUAGE}/{name}"
    if full not in known:
        listed = ", ".join(SAMPLE + sample for sample in known) or "none"
        raise UserError(f"there is no sample bot {bot!r}", f"there are: {listed}", os.EX_NOINPUT)
    return known[full]


class _Settings(Table):
    """A bot.toml."""

    name: Name
    version: Name
    command: Annotated[Words, Field(min_length=1)]
    build: Words = ()
    needs: Words = ()
    games: Words = ()
    about: str = ""

    @field_validator("games")
    @classmethod
    def _known(cls, names: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        known: Games = info.context or {}
        wrong = (Problem("", f"there is no game {name!r}{nearest(name, known)}") for name in names if name not in known)
        if problems := list(wrong):
            raise problems_here(problems)
        return names


def _from_folder(bot: str, folder: Path, games: Games, name: str | None, cache: Path) -> Entrant | Unavailable:
    path = folder / SETTINGS
    if not path.is_file():
        raise UserError(f"{bot}: the folder has no {SETTINGS}", WAYS, os.EX_NOINPUT)
    content = _contents(folder)
    settings = validated(_Settings, read_toml(path), path, games)
    name = name or settings.name
    if missing := [program for program in settings.needs if shutil.which(program) is None]:
        return Unavailable(bot, name, f"needs {', '.join(missing)}, not found on PATH")
    staged = _stage(bot, folder, content, settings.build, cache)
    _check_program(bot, settings.command[0], staged)
    return Entrant(
        given=bot,
        name=name,
        version=settings.version,
        command=settings.command,
        folder=staged,
        digest=staged.name,
        games=settings.games,
        about=settings.about,
    )


def _from_file(bot: str, file: Path, name: str | None, cache: Path) -> Entrant:
    """Return the entrant of an executable file: a folder that holds nothing else."""
    if not os.access(file, os.X_OK):
        raise UserError(
            f"{bot}: the file is not executable",
            f'allow it with chmod +x {shlex.quote(bot)}, or quote a command such as "python3 {bot}"',
            os.EX_NOINPUT,
        )
    staged = _stage(bot, file.parent, [_Item(file.name, "program")], (), cache)
    return Entrant(bot, name or _name(file), "", (f"./{file.name}",), staged, staged.name)


def _from_command(bot: str, words: Sequence[str], base: Path, name: str | None) -> Entrant:
    """Return the entrant of a quoted command: its content is the text, and the files among its words."""
    _check_program(bot, words[0], base)
    own = [base / word for word in words if (base / word).is_file()]
    content = sha256(bot.encode())
    for file in own:
        content.update(_hash(file))
    return Entrant(bot, name or _name(Path(own[-1] if own else words[0])), "", tuple(words), base, content.hexdigest())


def _words(command: str) -> list[str]:
    """Return a command's words, quoted as in a shell."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise UserError(f"{command}: {error}", "check the quotes of the command") from error


def _name(file: Path) -> str:
    """Return a name made of a file's name."""
    return re.sub(r"[^!-~]|[@,]", "-", file.stem)[:32]


def _check_program(bot: str, program: str, folder: Path) -> None:
    """Check that a command can be started in a folder."""
    own = folder / program
    if own.is_file():
        if not os.access(own, os.X_OK):
            raise UserError(f"{bot}: {program} is not executable", f"chmod +x {program}", os.EX_NOINPUT)
    elif "/" in program or shutil.which(program) is None:
        raise UserError(f"{bot}: there is no program {program!r}", "check the first word of its command", os.EX_NOINPUT)


class _Item(NamedTuple):
    """A file of a bot: its path from the bot's folder, and whether it is a `file`, a `program` or a `link`."""

    path: str
    kind: str


def _contents(folder: Path) -> list[_Item]:
    """Return the files of a bot's folder, sorted.

    Raises:
        UserError: it holds a link that leaves it, something that is no file, or too much.
    """
    items, size = [], 0
    for path in _walk(folder):
        status = path.lstat()
        size += status.st_size
        items.append(_Item(path.relative_to(folder).as_posix(), _kind(path, status.st_mode, folder)))
        if len(items) > FILE_LIMIT or size > BYTE_LIMIT:
            limits = f"{FILE_LIMIT} files and {BYTE_LIMIT // 1_000_000} MB"
            raise UserError(f"{folder}: more than {limits}", "move what the bot does not need elsewhere", os.EX_DATAERR)
    return sorted(items)


def _walk(folder: Path) -> Iterator[Path]:
    """Yield everything below a folder but folders themselves."""

    def refuse(error: OSError) -> None:
        raise error

    for parent, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if name not in IGNORED]
        links = (name for name in folders if Path(parent, name).is_symlink())
        yield from (Path(parent, name) for name in (*names, *links) if name not in IGNORED)


def _kind(path: Path, mode: int, folder: Path) -> str:
    if stat.S_ISREG(mode):
        return "program" if mode & stat.S_IXUSR else "file"
    if not stat.S_ISLNK(mode):
        raise UserError(f"{path}: is neither a file nor a folder", "remove it from the bot's folder", os.EX_DATAERR)
    if _leaves(path, folder):
        raise UserError(f"{path}: the link leaves the bot's folder", "put a copy in its place", os.EX_DATAERR)
    return "link"


def _leaves(link: Path, folder: Path) -> bool:
    """Return whether a link leads out of the folder, or would from a copy of it."""
    target = link.readlink()
    written = os.path.normpath(link.parent.relative_to(folder) / target)
    inside = not target.is_absolute() and not written.startswith("../") and written != ".."
    return not (inside and link.resolve().is_relative_to(folder.resolve()))


def _digest(folder: Path, content: Iterable[_Item]) -> str:
    """Return the SHA-256 (hex) of files: their paths, whether they may be run, and their bytes."""
    digest = sha256()
    for path, kind in content:
        file = folder / path
        inside = sha256(os.fsencode(file.readlink())).digest() if kind == "link" else _hash(file)
        digest.update(b"\0".join((os.fsencode(path), kind.encode(), inside)))
    return digest.hexdigest()


def _hash(file: Path) -> bytes:
    with file.open("rb") as stream:
        return file_digest(stream, "sha256").digest()


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "trickarena" / "bots"


def _stage(bot: str, folder: Path, content: list[_Item], build: Sequence[str], cache: Path) -> Path:
    """Return the staged copy, named by its digest; made and built now if it is not there, whole or not at all."""
    digest = _digest(folder, content)
    staged = cache / digest
    if staged.is_dir():
        return staged
    cache.mkdir(parents=True, exist_ok=True)
    _sweep(cache)
    new = Path(tempfile.mkdtemp(prefix="new-", dir=cache))
    try:
        _copy(folder, content, new)
        if _digest(new, content) != digest:
            raise UserError(f"{bot}: its files changed while they were copied", "try again", os.EX_DATAERR)
        if build:
            _build(bot, build, new)
        _publish(new, staged)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return staged


def _publish(new: Path, staged: Path) -> None:
    """Give a finished copy its name, unless another arena was faster."""
    try:
        new.rename(staged)
    except OSError:
        if not staged.is_dir():
            raise


def _sweep(cache: Path) -> None:
    """Remove what dead runs left half-made."""
    for left in cache.glob("new-*"):
        with contextlib.suppress(FileNotFoundError):  # another arena may sweep too
            if time.time() - left.stat().st_mtime > STALE:
                shutil.rmtree(left, ignore_errors=True)


def _copy(folder: Path, content: Iterable[_Item], target: Path) -> None:
    target.chmod(0o755)
    for path, kind in content:
        source, copy = folder / path, target / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        if kind == "link":
            copy.symlink_to(source.readlink())
        else:
            shutil.copyfile(source, copy)
            copy.chmod(0o755 if kind == "program" else 0o644)


def _build(bot: str, command: Sequence[str], folder: Path) -> None:
    """Run a bot's build; its output is shown if it fails."""
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(  # noqa: S603 - the bot's own build
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            message = f"{bot}: the build cannot be started: {error.strerror}: {command[0]}"
            raise UserError(message, exit_status=os.EX_DATAERR) from error
        if failure := _wait(process):
            output.seek(max(0, output.seek(0, os.SEEK_END) - OUTPUT_BYTES))
            lines = output.read().decode(errors="replace").splitlines()[-OUTPUT_LINES:]
            first = f"{bot}: the build {shlex.join(command)!r} failed: {failure}"
            raise UserError("\n".join((first, *lines)), exit_status=os.EX_DATAERR)


def _wait(process: subprocess.Popen[bytes]) -> str:
    """Wait for a build to end; return how it failed, if it did. One that is cut short ends with all it started."""
    try:
        code = process.wait(BUILD_LIMIT)
    except subprocess.TimeoutExpired:
        return f"not done after {BUILD_LIMIT:.0f} s"
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return f"exit {code}" if code else ""
