"""Git repositories of strangers: read through a view of our own, in which nothing of theirs is a setting or a program.

Git runs programs that a repository names in its settings and attributes: filters, hooks, a file system monitor, helpers
that fetch what is missing. So git never sees the repository here. It sees a bare repository of the arena, with settings
of the arena. Names of commits are copied into it as plain files, and its objects are links to the folders of loose
objects and packs. Everything else stays outside: settings, attributes, hooks, grafts, replacements, alternates.

Against a copy of all objects: some repositories hold gigabytes. Against a library that reads objects (dulwich): one
more dependency, and git knows more names of commits. Against git in the build sandbox: not every machine has one.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, NamedTuple

from arena.bots import trees
from arena.bots.removal import temporary
from arena.bots.trees import TreeError
from arena.errors import UserError
from arena.sandbox.bubblewrap import allowed
from arena.settings.limits import TreeLimits

SECONDS = 120
"""How long one git command may take."""
MEMORY = 4 << 30
"""How many bytes of address space git may use: it reads files of strangers."""
_REFS = TreeLimits(megabytes=256, files=200_000, depth=40)
"""How much the names of commits and their histories may hold."""
_OBJECTS = TreeLimits(megabytes=1 << 20, files=2_000_000, depth=3)
"""How much the objects may hold; they are listed, not read."""
_NAMES = ("packed-refs", "shallow", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD")
"""The files of the common part of a repository that name commits."""
_FOLDERS = ("refs", "logs")
_LONG = 4096
"""The most bytes of a file that points somewhere else."""
_CONFIG = """[core]
\trepositoryformatversion = 1
\tbare = true
\tbigFileThreshold = 16m
\tpackedGitLimit = 1g
\tlogAllRefUpdates = false
[gc]
\tauto = 0
"""
_SHA256 = "[extensions]\n\tobjectFormat = sha256\n"
_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
}
"""The whole environment of git, besides PATH and where the repository is."""


class View(NamedTuple):
    """A repository as git sees it here.

    Args:
        folder: our bare repository.
        top: the top folder of the working tree of the repository that it shows.
    """

    folder: Path
    top: Path

    def says(self, *words: str) -> str | None:
        """Return the output of a git command; None if it fails.

        Args:
            words: the words of the command after `git`.

        Raises:
            UserError: git is not installed, or takes too long.
        """
        with _ran(self.folder, words) as (status, output, _):
            return None if status else os.fsdecode(output.read()).strip()

    @contextmanager
    def output(self, *words: str, stdin: bytes = b"", most: int) -> Iterator[BinaryIO]:
        """Open the output of a git command.

        Args:
            words: the words of the command after `git`.
            stdin: its input.
            most: how many bytes of output it may write.

        Raises:
            UserError: the command fails; the message is git's.
        """
        with _ran(self.folder, words, stdin, most) as (status, output, complaint):
            if status == -signal.SIGXFSZ:
                raise TreeError("", "holds too much at this revision", "name a smaller folder")
            if status:
                text = complaint or f"status {status}"
                raise UserError(f"git {words[0]}: {text}", "see git fsck in the repository", os.EX_DATAERR)
            yield output


class _Place(NamedTuple):
    """Where the parts of a repository are: its working tree, its own part, and what all its working trees share."""

    top: Path
    own: Path
    common: Path


@contextmanager
def viewed(folder: Path) -> Iterator[View]:
    """Open a view of the repository that a folder is in.

    Args:
        folder: a folder, without links in its path.

    Raises:
        UserError: it is in no repository, or in one that cannot be read without trusting it.
    """
    with temporary("arena-revision-") as ours:
        try:
            place = _find(folder)
            _copy_names(place, ours)
            _link_objects(place, ours)
        except TreeError as error:
            raise UserError(f"the repository of {folder}: {error.message}", error.hint, os.EX_DATAERR) from error
        except OSError as error:
            where = error.filename or folder
            raise UserError(f"the repository of {folder}: {where}: {error.strerror}", "", os.EX_NOINPUT) from error
        yield View(ours, place.top)


def _find(folder: Path) -> _Place:
    for top in (folder, *folder.parents):
        mark = top / ".git"
        if mark.is_symlink():
            raise UserError(f"{mark} is a link", "use a clone that has its own .git", os.EX_DATAERR)
        if mark.is_file():
            return _elsewhere(top)
        if (mark / "HEAD").exists() and (mark / "objects").exists():
            return _Place(top, mark, mark)
    text = f"{folder} is not in a git repository"
    raise UserError(text, "a bot has revisions only if its folder is in a repository", os.EX_NOINPUT)


def _elsewhere(top: Path) -> _Place:
    """Return where a repository is whose `.git` is a file that says so.

    It counts only if the other place points back. Else a stranger's folder could show the content of any repository of
    the arena's user as the bot's.
    """
    said = _short(top, ".git")
    own = (top / said.removeprefix("gitdir:").strip()).resolve()
    if not said.startswith("gitdir:") or not (own / "HEAD").exists():
        raise UserError(f"{top / '.git'} names no repository", "use a clone that has its own .git", os.EX_DATAERR)
    common, back = own, ""
    if (own / "commondir").exists():  # a working tree that `git worktree add` made
        common = (own / _short(own, "commondir")).resolve()
        back = _short(own, "gitdir") if own.parent == common / "worktrees" else ""
        points_back = back and Path(os.path.normpath(own / back)).parent.resolve() == top
    else:  # a submodule
        with temporary("arena-revision-") as ours:
            read = ("config", "--file", str(own / "config"), "--no-includes", "--get", "core.worktree")
            back = View(ours, top).says(*read) or ""
        points_back = back and (own / back).resolve() == top
    if not points_back:
        text = f"{top / '.git'} points at {own}, which does not point back"
        raise UserError(text, "use a clone that has its own .git", os.EX_DATAERR)
    return _Place(top, own, common)


def _short(folder: Path, name: str) -> str:
    """Return the content of a short file, without following a link."""
    with trees.opened(folder) as root, trees.open_beneath(root, name) as file:
        return os.fsdecode(os.read(file, _LONG)).strip()


def _copy_names(place: _Place, ours: Path) -> None:
    """Copy everything that names commits; a copy, so that no link and no pipe is left in it."""
    (ours / "refs").mkdir()
    for part, folders, names in (
        (place.common, _FOLDERS, _NAMES),
        *([(place.own, ("logs",), ("ORIG_HEAD", "FETCH_HEAD"))] if place.own != place.common else []),
        (place.own, (), ("HEAD",)),
    ):
        with trees.opened(part) as root:
            for name in names:
                if _is_there(root, name):
                    (ours / name).unlink(missing_ok=True)
                    trees.take(root, [trees.survey_file(root, name, _REFS)], ours, writable=True)
        for name in folders:
            if _is_there(part, name):
                _copy_folder(part / name, ours / name)
    head = (ours / "HEAD").read_bytes().strip()
    if head == b"ref: refs/heads/.invalid":
        raise TreeError("", "keeps its references in a table (reftable)", "use a clone with --ref-format=files")
    values = [head, (ours / "packed-refs").read_bytes()] if (ours / "packed-refs").exists() else [head]
    values += [path.read_bytes() for path in (ours / "refs").glob("*/*") if path.is_file()]
    long = any(re.search(rb"\b[0-9a-f]{64}\b", value) for value in values)
    (ours / "config").write_text(_CONFIG + _SHA256 * long)


def _copy_folder(source: Path, target: Path) -> None:
    with trees.opened(source, trusted=source.parent) as root:
        items = trees.survey(root, _REFS, ignored=())
        target.mkdir(exist_ok=True)
        for item in items:
            if item.kind == "folder" and (target / item.path).is_dir():
                continue
            if item.kind == "link":
                raise TreeError(f"{source.name}/{item.path}", "is a link", "use a fresh clone")
            if item.kind != "folder":
                (target / item.path).unlink(missing_ok=True)
            trees.take(root, [item], target, writable=True)


def _link_objects(place: _Place, ours: Path) -> None:
    """Link the folders of loose objects and packs, after checking that they hold nothing but files.

    `objects/info` is left out: it can name other repositories.
    """
    objects = place.common / "objects"
    if _is_there(objects, "info/alternates"):
        hint = "in that repository: git repack -a -d, then remove objects/info/alternates"
        raise TreeError("", "borrows objects from another repository (objects/info/alternates)", hint)
    (ours / "objects").mkdir()
    with trees.opened(objects, trusted=place.common) as root:
        if any(item.kind == "link" for item in trees.survey(root, _OBJECTS, ignored=())):
            raise TreeError("objects", "holds a link", "use a fresh clone")
        for name in os.listdir(root):  # noqa: PTH208 - of an open folder
            if re.fullmatch("[0-9a-f]{2}|pack", name):
                (ours / "objects" / name).symlink_to(objects / name)


def _is_there(folder: Path | int, name: str) -> bool:
    with suppress(FileNotFoundError, NotADirectoryError):
        if isinstance(folder, int):
            os.stat(name, dir_fd=folder, follow_symlinks=False)
        else:
            (folder / name).lstat()
        return True
    return False


@contextmanager
def _ran(
    folder: Path, words: Sequence[str], stdin: bytes = b"", most: int = _LONG
) -> Iterator[tuple[int, BinaryIO, str]]:
    """Run git in a bare repository of ours, bounded; give its exit status, its output and its complaint."""
    env = _ENVIRONMENT | {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(folder), "GIT_DIR": str(folder)}
    with TemporaryFile(dir=folder) as given, TemporaryFile(dir=folder) as output, TemporaryFile(dir=folder) as said:
        given.write(stdin)
        given.seek(0)
        try:
            process = subprocess.Popen(  # noqa: S603 - users' words come only where git takes them for no option
                ["git", *words],  # noqa: S607 - the git that the user has
                cwd=folder,
                env=env,
                stdin=given,
                stdout=output,
                stderr=said,
            )
        except FileNotFoundError as error:
            raise UserError("git is not installed", "install it, or name folders", os.EX_UNAVAILABLE) from error
        with process:
            try:
                if sys.platform == "linux":
                    bounds = {resource.RLIMIT_AS: allowed("as", MEMORY), resource.RLIMIT_FSIZE: allowed("fsize", most)}
                    with suppress(ProcessLookupError):  # it has ended already
                        for limit, bound in bounds.items():
                            resource.prlimit(process.pid, limit, (bound, bound))
                process.wait(SECONDS)
            except subprocess.TimeoutExpired as error:
                text = f"git {words[0]}: not done after {SECONDS} s"
                raise UserError(text, "check the repository: git fsck", os.EX_DATAERR) from error
            finally:
                process.kill()
        output.seek(0)
        said.seek(0)
        complaint = said.read(_LONG).decode(errors="replace").strip().removeprefix("fatal: ")
        yield process.returncode, output, complaint
