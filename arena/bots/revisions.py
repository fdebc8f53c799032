"""Revisions of a bot, checked out from its git repository into another folder. The repository does not change.

Only the bot's part of the tree is checked out, through a separate index. So filters and line ends are as in any
checkout, and files that `git archive` would leave out (`export-ignore`) are there.
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
"""Variables that git sets for its hooks; they would point our git commands at another repository."""
SHORT = 12
"""How many digits of a commit are shown; git's own short names may become ambiguous later."""


class Checkout(NamedTuple):
    """A bot as it was at some revision.

    Args:
        path: the folder or file that was checked out.
        commit: the full name of the commit.
    """

    path: Path
    commit: str


def split(bot: str, base: Path) -> tuple[str, str | None]:
    """Split PATH@REV into path and revision; any other name of a bot has no revision.

    If the whole text is an existing path, it has no revision. Otherwise the text is split at the first @ that has an
    existing path before it. If there is none, it is split at the first @, because the path may have been removed since;
    but not if the text has a space, which makes it a command.

    Args:
        bot: the text by which the user named it.
        base: the folder that relative paths start from.
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
    """Return the entrant that a user named, perhaps at a revision, and a text that names the same content later.

    Args:
        intake: turns the files into an entrant.
        bot: as for `Intake.find`, or PATH@REV.
        base: the folder that relative paths start from.
        revision: REV, if the user gave it separately.

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
        path: its folder or file in a git repository; it may have been removed since.
        revision: any name of a commit that git knows: a branch, a tag, `HEAD~1`, a hash.
        base: the folder that relative paths start from.
        into: an empty folder.

    Raises:
        UserError: the path is a sample or a command, or not in a repository; there is no such revision, or it does not
            have the path; or git is not installed.
    """
    if path.startswith(SAMPLE) or (len(path.split()) > 1 and not exists(base / path)):
        raise UserError("only a folder or a file has revisions", "name one in a git repository")
    whole = base.resolve() / path
    folder = next(parent for parent in (whole, *whole.parents) if parent.is_dir())
    prefix = _prefix(folder)
    inside = os.path.normpath(os.path.join(prefix, whole.relative_to(folder)))  # noqa: PTH118 - not a path of this machine
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
    """Return the path of a folder from the top of its repository."""
    done = _git(folder, "rev-parse", "--show-prefix")
    if done.returncode:
        text = done.stderr.strip().removeprefix("fatal: ")
        if "not a git repository" in text:
            text = f"{folder} is not in a git repository"
        raise UserError(text, "a bot has revisions only if its folder is in a repository", os.EX_NOINPUT)
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
    """Return three facts of a path at a commit: its last name ("" for the top), "tree" or the file's mode, its hash."""
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
    """Return the output of a git command.

    Args:
        folder: a folder of the repository.
        words: the words of the command after `git`.
        index: an index to use instead of the repository's own.

    Raises:
        UserError: the command fails; the message is git's.
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
        return subprocess.run(  # noqa: S603 - users' words come only where git takes them for no option
            ["git", *words],  # noqa: S607 - the git that the user has
            cwd=folder,
            env=env,
            capture_output=True,
            check=False,
            encoding="utf-8",
            errors="replace",
        )
    except FileNotFoundError as error:
        raise UserError("git is not installed", "install it, or name folders", os.EX_UNAVAILABLE) from error
