"""Revisions of a bot: what a git repository holds of it, checked out aside. The repository is left as it is.

Only the bot's own part of the tree is checked out, through an index of its own: filters and line ends are as in any
checkout, and files that archives leave out (`export-ignore`) are there.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from arena.bots.entrants import Entrant, Unavailable
from arena.bots.intake import Intake, about, exists
from arena.bots.samples import SAMPLE
from arena.errors import UserError

MARK = "@"
"""Stands between a path and a revision."""
REDIRECTIONS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""What git tells its hooks about another place than the one that is named here."""
SHORT = 12
"""Digits of a commit that are shown: git's own short names may be ambiguous later."""


class Checkout(NamedTuple):
    """A bot as it was at some revision.

    Args:
        path: its folder or file, checked out.
        commit: the full name of the commit.
    """

    path: Path
    commit: str


def split(bot: str, base: Path) -> tuple[str, str | None]:
    """Return the path and the revision of PATH@REV; no revision for any other name of a bot.

    What exists under the whole name is that. Else the first @ counts before which there is a path that exists; the
    path may also be gone by now, if there is no space in it that would make it a command.

    Args:
        bot: what a person called it.
        base: where relative paths start.
    """
    if MARK not in bot or exists(base / bot):
        return bot, None
    at = [i for i, character in enumerate(bot) if character == MARK and 0 < i < len(bot) - 1]
    here = [i for i in at if exists(base / bot[:i])]
    if not here and (not at or len(bot.split()) > 1):
        return bot, None
    first = (here or at)[0]
    return bot[:first], bot[first + 1 :]


def take_in(intake: Intake, bot: str, base: Path, revision: str | None = None) -> tuple[Entrant | Unavailable, str]:
    """Return the entrant that a person named, perhaps at a revision, and the words that name the very same again.

    Args:
        intake: takes it in.
        bot: as for `Intake.find`, or PATH@REV.
        base: where relative paths start.
        revision: REV, if it is named apart.

    Raises:
        UserError: there is no such bot, or it cannot be used.
    """
    path, named = split(bot, base)
    if named and revision:
        raise UserError(f"{bot}: a revision is named twice", f"leave out {revision}")
    revision = named or revision
    if revision is None:
        return intake.find(bot, base), bot
    given = f"{path}{MARK}{revision}"
    with TemporaryDirectory(prefix="arena-revision-") as aside, about(given):
        found = check_out(path, revision, base, Path(aside))
        return intake.take_in(found.path, given), f"{path}{MARK}{found.commit[:SHORT]}"


def check_out(path: str, revision: str, base: Path, into: Path) -> Checkout:
    """Check out a bot as it was at a revision.

    Args:
        path: its folder or file, in a git repository; it need not exist any more.
        revision: any name of a commit that git knows: a branch, a tag, `HEAD~1`, a hash.
        base: where relative paths start.
        into: an empty folder.

    Raises:
        UserError: the path is a sample or a command, or in no repository; there is no such revision, or it has no such
            path; or git is not there.
    """
    if path.startswith(SAMPLE) or (len(path.split()) > 1 and not exists(base / path)):
        raise UserError("only a folder or a file has revisions", "name one in a git repository")
    whole = base.resolve() / path
    folder = next(parent for parent in (whole, *whole.parents) if parent.is_dir())
    prefix = _prefix(folder)
    inside = os.path.normpath(os.path.join(prefix, whole.relative_to(folder)))  # noqa: PTH118 - no path of this machine
    commit = _commit(revision, folder)
    name, mode, hash_ = _entry(commit, inside, folder)
    target = into / (name or whole.name)
    index = into / ".index"
    top = Path(_must(folder, "rev-parse", "--show-toplevel").rstrip("\n"))
    if mode == "tree":
        _must(top, "read-tree", hash_, index=index)
        target.mkdir()
        _must(top, "checkout-index", "--all", f"--prefix={target}/", index=index)
    else:
        _must(top, "update-index", "--add", "--cacheinfo", f"{mode},{hash_},{target.name}", index=index)
        _must(top, "checkout-index", "--all", f"--prefix={into}/", index=index)
    return Checkout(target, commit)


def _prefix(folder: Path) -> str:
    """Return where a folder is in its repository, from the top."""
    done = _git(folder, "rev-parse", "--show-prefix")
    if done.returncode:
        text = done.stderr.strip().removeprefix("fatal: ")
        if "not a git repository" in text:
            text = f"{folder} is in no git repository"
        raise UserError(text, "revisions are those of the repository that the bot is in", os.EX_NOINPUT)
    return done.stdout.rstrip("\n")


def _commit(revision: str, folder: Path) -> str:
    """Return the full name of a commit."""
    done = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if done.returncode:
        raise UserError(
            f"the repository has no revision {revision!r}",
            "see git log; a shallow clone has only the last ones (git fetch --unshallow, or fetch-depth: 0 on GitHub)",
            os.EX_NOINPUT,
        )
    return done.stdout.strip()


def _entry(commit: str, inside: str, folder: Path) -> tuple[str, str, str]:
    """Return of a path at a commit its last name ("" for the whole repository), "tree" or the file's mode, its hash."""
    if inside == ".":
        return "", "tree", commit
    done = _must(folder, "ls-tree", "-z", "--full-tree", commit, "--", f":(literal){inside}")
    if not done:
        raise UserError(f"the revision has no {inside}", f"see git ls-tree {commit[:SHORT]}", os.EX_NOINPUT)
    mode, kind, hash_ = done.partition("\t")[0].split(" ")
    if kind == "commit":
        raise UserError("is a submodule", "name a revision of the submodule's own repository", os.EX_NOINPUT)
    return inside.rpartition("/")[2], "tree" if kind == "tree" else mode, hash_


def _must(folder: Path, *words: str, index: Path | None = None) -> str:
    """Return what a git command writes.

    Args:
        folder: a folder of the repository.
        words: of the command.
        index: used in place of the repository's own.

    Raises:
        UserError: it fails, for a reason that only git knows.
    """
    done = _git(folder, *words, index=index)
    if done.returncode:
        text = done.stderr.strip().removeprefix("fatal: ") or f"status {done.returncode}"
        raise UserError(f"git {words[0]}: {text}", exit_status=os.EX_DATAERR)
    return done.stdout


def _git(folder: Path, *words: str, index: Path | None = None) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in REDIRECTIONS}
    env |= {"LC_ALL": "C"} | ({"GIT_INDEX_FILE": str(index)} if index else {})
    try:
        return subprocess.run(  # noqa: S603 - its arguments are no options: each stands behind one that ends these
            ["git", *words],  # noqa: S607 - the one that the user has
            cwd=folder,
            env=env,
            capture_output=True,
            check=False,
            encoding="utf-8",
            errors="replace",
        )
    except FileNotFoundError as error:
        raise UserError("git is not on this machine", "install it, or name folders", os.EX_UNAVAILABLE) from error
