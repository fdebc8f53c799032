"""Turns the text by which a user names a bot into an entrant: finds, checks, copies and builds it.

A bot's files are copied once to a folder of the arena, under the name of their digest, and built there. The copy plays,
so later changes to the original cannot affect a running tournament. A changed bot has another digest and is another
entrant.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import file_digest, sha256
from itertools import islice
from pathlib import Path

from arena.bots import staging, trees
from arena.bots.botfile import BOT_FILE, HEAD, check_program, check_size, is_file, is_script, read_bot_file
from arena.bots.builds import Runner, built, run_build
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.samples import SAMPLE, find_sample
from arena.bots.trees import Item, TreeError, special
from arena.errors import ConfigErrors, UserError
from arena.settings.contest import Games
from arena.settings.limits import STAGING_LIMITS, StagingLimits
from arena.settings.names import name_of

WAYS = "name an executable file, a folder with a bot.toml, a quoted command, or sample:NAME"
NEARLY = {"bot.toml", "bot.toml.txt", "bot.tml", "bot.toml.toml", "bots.toml", "toml.bot"}
"""Names of files, in small letters, that were meant to be bot.toml: some systems hide or add endings."""
NOTEBOOK = ".ipynb"
EXPORT = "save it as a program (jupyter nbconvert --to script), in a folder with a bot.toml: arena help submissions"
exists = os.path.exists
"""Whether a path exists; it may be the text of a command, which can be too long for a path."""
ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")


@dataclass(frozen=True)
class Intake:
    """Turns bots into entrants, all with the same settings.

    Args:
        games: all games by name.
        area: the folder of staged copies, made by `staging.ready`.
        limits: how much a bot's folder may hold and its build may use.
        run: runs the builds, except those of sample bots, which always run as the arena's own user.
        retry: whether to run builds again that failed lately.
    """

    games: Games
    area: Path
    limits: StagingLimits = STAGING_LIMITS
    run: Runner = run_build
    retry: bool = False

    def find(self, bot: str, base: Path, name: str | None = None) -> Entrant | Unavailable:
        """Return the entrant that a user named, staged and built.

        Args:
            bot: a path to an executable file (copied alone), a folder with a bot.toml, a quoted command or sample:NAME.
            base: the folder that relative paths start from, and the current directory of quoted commands.
            name: its name on the ladder; by default the name that it has itself.

        Raises:
            ConfigErrors: its bot.toml has errors; all are listed.
            UserError: there is no such bot, its files cannot be copied, or its build failed.
        """
        base = base.resolve()
        with about(bot):
            if bot.startswith(SAMPLE):
                return replace(self, run=run_build).take_in(find_sample(bot), bot, name)
            found = base / bot
            if exists(found):
                return self.take_in(found, bot, name)
            if len(words := _words(bot)) > 1:
                return _from_command(bot, words, base, name)
        raise UserError(f"there is no bot {bot!r}", WAYS, os.EX_NOINPUT)

    def take_in(
        self, path: Path, given: str, name: str | None = None, trusted: Path | None = None
    ) -> Entrant | Unavailable:
        """Return the entrant of a folder or a single file.

        Args:
            path: the folder or file.
            given: the text by which the user named it.
            name: its name on the ladder; by default the name that it has itself.
            trusted: the beginning of the path; links are followed only there. None for the whole path.

        Raises:
            StagingError: it cannot be copied because of the folder of staged copies.
            UserError: it cannot be used; the message says what is wrong with it.
        """
        try:
            mode = (path.lstat() if trusted else path.stat()).st_mode
        except OSError as error:
            raise TreeError("", f"cannot be read: {error.strerror}", "check its permissions") from error
        if stat.S_ISLNK(mode):
            raise TreeError("", "is a link", "replace it with a copy, or list the bot by its own path")
        if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
            raise TreeError("", f"is {special(mode)}, neither a file nor a folder", "remove it")
        with staging.explained(self.area):
            return (self._folder if stat.S_ISDIR(mode) else self._file)(path, given, name, trusted)

    def _folder(self, folder: Path, given: str, name: str | None, trusted: Path | None) -> Entrant | Unavailable:
        with trees.opened(folder, trusted) as root:
            if not _holds(root, BOT_FILE):
                hint = _nested(root) or ("put one there: arena help submissions" if trusted else WAYS)
                raise UserError(f"the folder has no {BOT_FILE}", hint, os.EX_NOINPUT)
            items = trees.survey(root, self.limits.tree)
            check_size(items)
            source = self._stage(root, items)
        file = read_bot_file(source, self.games, folder / BOT_FILE)
        name = name or file.name or name_of(folder.name)
        if missing := [program for program in file.needs if shutil.which(program) is None]:
            return Unavailable(given, name, f"needs {', '.join(missing)}, not found on PATH")
        staged, digest = source, source.parent.name
        if file.build:
            staged, digest = built(source, digest, file.build, self.area, self.limits, self.run, retry=self.retry)
        check_program(file.command[0], staged)
        return Entrant(
            given=given,
            name=name,
            version=file.version or "",
            command=file.command,
            folder=staged,
            digest=digest,
            games=file.games,
            about=file.about,
            author=file.author,
            codec=file.codec,
            tables=file.tables,
            wishes=file.limits,
            params=file.params,
            needs=file.needs,
            library=file.library,
            source=source.parent.name if file.build else "",
            build=tuple(file.build or ()),
        )

    def _file(self, path: Path, given: str, name: str | None, trusted: Path | None) -> Entrant:
        """Return the entrant of a single file, staged as a folder that holds only this file."""
        file = path if trusted else path.resolve()
        with trees.opened(file.parent, trusted) as root:
            item = trees.survey_file(root, file.name, self.limits.tree)
            with trees.open_beneath(root, file.name) as head:
                if item.kind != "program" and not is_script(os.read(head, HEAD)):
                    raise _no_program(given, submitted=trusted is not None)
            staged = self._stage(root, [item._replace(kind="program")])
        check_program(file.name, staged)
        return Entrant(given, name or name_of(path.stem), "", (f"./{file.name}",), staged, staged.parent.name)

    def _stage(self, root: int, items: Sequence[Item]) -> Path:
        """Copy the surveyed items of an open folder; return the staged copy, in an entry named by its digest."""
        digest = trees.take(root, items)

        def fill(files: Path, _: Path) -> str:
            if trees.take(root, items, files) != digest:
                raise trees.changed("")
            return digest

        return staging.keep(self.area, digest, self.limits.tree, fill)


@contextmanager
def about(bot: str) -> Iterator[None]:
    """Prefix the messages of errors with the name of a bot."""
    try:
        yield
    except (ConfigErrors, staging.StagingError):
        raise
    except UserError as error:
        raise UserError(f"{bot}: {error.message}", error.hint, error.exit_status) from error


def _holds(root: int, path: str) -> bool:
    """Return whether a path exists below an open folder."""
    try:
        os.stat(path, dir_fd=root, follow_symlinks=False)
    except OSError:
        return False
    return True


def _nested(root: int) -> str:
    """Return a hint about a folder without a bot.toml from what is in it; empty if that says nothing.

    The file may be one folder further down, where unpacking an archive often puts it, or have nearly the right name.
    """
    with os.scandir(root) as entries:
        found = sorted(islice(entries, 100), key=lambda entry: entry.name)
        for entry in found:
            if entry.is_dir(follow_symlinks=False) and _holds(root, f"{entry.name}/{BOT_FILE}"):
                return f"there is one in {entry.name}: move its contents up, or name that folder"
        for entry in found:
            if entry.name.casefold() in NEARLY:
                return f"rename {entry.name} to {BOT_FILE}"
    names = [entry.name for entry in found if not entry.name.startswith(".")]
    if len(names) == 1 and names[0].endswith(NOTEBOOK):
        return EXPORT
    if len(names) == 1 and names[0].lower().endswith(ARCHIVES):
        return f"unpack {names[0]} in its place"
    programs = [name for name in names if name.endswith(".py")]
    if len(programs) == 1:
        return f'put a {BOT_FILE} there with this line: command = ["python3", {json.dumps(programs[0])}]'
    return ""


def _no_program(given: str, *, submitted: bool) -> UserError:
    """Return the error for a file that the system cannot run."""
    if given.lower().endswith(ARCHIVES):
        return UserError("is an archive", "unpack it into a folder", os.EX_DATAERR)
    if given.endswith(NOTEBOOK):
        return UserError("is a notebook, not a program", EXPORT, os.EX_DATAERR)
    hint = "begin it with a line such as #!/usr/bin/env python3"
    other = "" if submitted else f', or quote a command such as "python3 {given}"'
    return UserError("is not executable and does not begin with #!", hint + other, os.EX_NOINPUT)


def _from_command(bot: str, words: Sequence[str], base: Path, name: str | None) -> Entrant:
    """Return the entrant of a quoted command: its content is the text and the files among its words.

    It runs in the folder where it was named, on the files there. It may read more files than its words name, and the
    digest cannot cover those.
    """
    check_program(words[0], base)
    own = [base / word for word in words if is_file(base / word)]
    content = sha256(bot.encode())
    for file in own:
        try:
            with file.open("rb") as stream:
                content.update(file_digest(stream, "sha256").digest())
        except OSError as error:
            raise UserError(f"{file}: {error.strerror}", exit_status=os.EX_IOERR) from error
    name = name or name_of(Path(own[-1] if own else words[0]).stem)
    return Entrant(bot, name, "", tuple(words), base, content.hexdigest(), staged=False)


def _words(command: str) -> list[str]:
    """Return a command's words, quoted as in a shell."""
    if "\0" in command:
        raise UserError("a command cannot contain a NUL character", "remove it")
    try:
        return shlex.split(command)
    except ValueError as error:
        raise UserError(str(error), "check the quotes of the command") from error
