"""Revisions of a bot, read from its git repository into another folder. The repository does not change.

Only the bot's part of the tree is read, exactly as it was committed: no filter runs, no line end is converted, and
files that `git archive` would leave out (`export-ignore`) are there. Nothing that the repository names is run.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha1, sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple

from arena.bots.entrants import Entrant, Unavailable
from arena.bots.intake import Intake, about, exists
from arena.bots.params import joined, split_params, with_params
from arena.bots.removal import temporary
from arena.bots.repository import View, viewed
from arena.bots.samples import SAMPLE
from arena.bots.trees import LINK_BYTES, PATH_BYTES, TreeError
from arena.errors import ConfigErrors, UserError
from arena.settings.limits import OWN_LIMITS, TreeLimits

SUBMODULE, LINK, PROGRAM = "160000", "120000", "100755"
"""Modes in a tree of git."""
LFS = b"version https://git-lfs.github.com/spec/"
"""How a file of Git LFS begins; its content is outside of the repository."""
LINE = PATH_BYTES + 256
"""Bytes for the line of one file in the lists of git."""
MARK = "@"
"""Stands between a path and a revision."""
SHA1 = 40
"""How many digits a name of an object has where it is a SHA-1; else it is a SHA-256."""
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


def find(intake: Intake, bot: str, base: Path, name: str | None = None) -> Entrant | Unavailable:
    """Return the entrant that a user named, perhaps at a revision.

    Args:
        intake: turns the files into an entrant.
        bot: as for `Intake.find`, or PATH@REV; and with `--param NAME=VALUE` after it.
        base: the folder that relative paths start from.
        name: its name on the ladder; by default the name that it has itself.

    Raises:
        UserError: there is no such bot, or it cannot be used.
    """
    return take_in(intake, bot, base, name=name)[0]


def at_revision(bot: str, revision: str | None, base: Path) -> str:
    """Return PATH@REV for a bot whose revision was given separately; without one, the bot as it is named.

    Raises:
        UserError: the bot is named with a revision already, or the revision is an empty text.
    """
    if revision == "":
        raise UserError(f"{bot}: the name of its revision is empty", "name one, such as main; is a variable not set?")
    if revision and split(bot, base)[1]:
        raise UserError(f"{bot}: a revision is named twice", f"leave out {revision}")
    return f"{bot}{MARK}{revision}" if revision else bot


def take_in(intake: Intake, bot: str, base: Path, name: str | None = None) -> tuple[Entrant | Unavailable, str]:
    """Return the entrant that a user named, perhaps at a revision, and a text that names the same content later.

    Args:
        intake: turns the files into an entrant.
        bot: as for `Intake.find`, or PATH@REV; and with `--param NAME=VALUE` after it.
        base: the folder that relative paths start from.
        name: its name on the ladder; by default the name that it has itself.

    Raises:
        UserError: there is no such bot, or it cannot be used.
    """
    text, given = _params_apart(bot, base)
    path, revision = split(text, base)
    if revision is not None:
        at = f"{path}{MARK}{revision}"
        with temporary("arena-revision-") as aside, about(at):
            checkout = check_out(path, revision, base, aside, intake.limits.tree)
            later = f"{path}{MARK}{checkout.commit[:SHORT]}"
            found = _taken(intake, checkout.path, at, name)
    else:
        found, later = intake.find(text, base, name), text
    if not given:
        return found, later
    with about(text):
        found = with_params(found, given, named=bool(name)) if isinstance(found, Entrant) else found
    return replace(found, given=bot), joined(later, given)


def _taken(intake: Intake, checkout: Path, at: str, name: str | None) -> Entrant | Unavailable:
    """Return the entrant of a checkout; errors in its bot.toml name the revision, as the checkout is soon gone."""
    try:
        return intake.take_in(checkout, at, name)
    except ConfigErrors as error:
        problems = [one._replace(file=one.file.replace(str(checkout), at)) for one in error.problems]
        raise ConfigErrors(problems, error.exit_status) from error


def _params_apart(bot: str, base: Path) -> tuple[str, Mapping[str, str]]:
    """Return the text that names a bot, and its parameters; those of a quoted command are words of its own."""
    text, given = split_params(bot)
    is_bot = text.startswith(SAMPLE) or exists(base / text) or split(text, base)[1]
    return (text, given) if given and is_bot else (bot, {})


def check_out(path: str, revision: str, base: Path, into: Path, limits: TreeLimits = OWN_LIMITS.tree) -> Checkout:
    """Write the files of a bot as it was at a revision.

    Args:
        path: its folder or file in a git repository; it may have been removed since.
        revision: any name of a commit that git knows without settings: a branch, a tag, `HEAD~1`, a hash.
        base: the folder that relative paths start from.
        into: an empty folder.
        limits: how much it may hold.

    Raises:
        UserError: the path is a sample or a command, or not in a repository; there is no such revision, or it does not
            have the path, or holds too much; the repository is damaged or borrows objects; or git is not installed.
    """
    if path.startswith(SAMPLE) or (len(path.split()) > 1 and not exists(base / path)):
        raise UserError("only a folder or a file has revisions", "name one in a git repository")
    whole = base.resolve() / path
    folder = next(parent for parent in (whole, *whole.parents) if parent.is_dir())
    real = folder.resolve()
    with viewed(real) as view:
        inside = os.path.normpath(real.relative_to(view.top) / whole.relative_to(folder))
        commit = _commit(revision, view)
        name, mode, hash_ = _entry(commit, inside, view)
        target = into / (name or whole.name)
        if mode == "tree":
            target.mkdir()
            _write(_files(hash_, view, limits), target, view, limits)
        elif mode == LINK:
            raise UserError("is a link", "name the file or folder that it leads to", os.EX_NOINPUT)
        else:
            _write([_Blob(target.name, mode, hash_, limits.megabytes << 20)], into, view, limits)
        return Checkout(target, commit)


def _commit(revision: str, view: View) -> str:
    found = view.says("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found is None:
        raise UserError(
            f"the repository has no revision {revision!r}",
            "see git log; a shallow clone has only the last ones (git fetch --unshallow, or fetch-depth: 0 on GitHub)",
            os.EX_NOINPUT,
        )
    return found


def _entry(commit: str, inside: str, view: View) -> tuple[str, str, str]:
    """Return three facts of a path at a commit: its last name ("" for the top), "tree" or the file's mode, its hash."""
    if inside == ".":
        return "", "tree", commit
    with view.output("ls-tree", "-z", "--full-tree", commit, "--", f":(literal){inside}", most=LINE) as output:
        found = os.fsdecode(output.read())
    if not found:
        raise UserError(f"the revision has no {inside}", f"see git ls-tree {commit[:SHORT]}", os.EX_NOINPUT)
    mode, kind, hash_ = found.partition("\t")[0].split(" ")
    if kind == "commit":
        raise UserError("is a submodule", "name a revision of the submodule's own repository", os.EX_NOINPUT)
    return inside.rpartition("/")[2], "tree" if kind == "tree" else mode, hash_


class _Blob(NamedTuple):
    """A file or a link of a tree: its path from there, its mode, the hash of its content, and its size in bytes."""

    path: str
    mode: str
    hash: str
    size: int


def _files(tree: str, view: View, limits: TreeLimits) -> list[_Blob]:
    """Return everything in a tree, after checking that it can be written to a folder without leaving it.

    Nobody has checked the tree: a name in it may be `..`, and a link in it may have files below it.
    """
    found = []
    with view.output("ls-tree", "-r", "-z", "-l", "--full-tree", tree, most=limits.files * LINE) as output:
        for line in os.fsdecode(output.read()).split("\0")[:-1]:
            facts, _, path = line.partition("\t")
            mode, kind, hash_, size = facts.split()
            if kind == "blob" and not size.isdecimal():
                hint = "it may be a partial clone: check that revision out once, then try again"
                raise TreeError(path, "is not in the repository", hint)
            found.append(_Blob(path, mode, hash_, int(size) if kind == "blob" else 0))
    if len(found) > limits.files:
        raise TreeError("", f"holds more than {limits.files} files", "name a smaller folder")
    if sum(blob.size for blob in found) > limits.megabytes << 20:
        raise TreeError("", f"holds more than {limits.megabytes} MiB", "name a smaller folder")
    folders: set[str] = set()
    for blob in found:
        parts = blob.path.split("/")
        if len(parts) > limits.depth + 1 or len(os.fsencode(blob.path)) > PATH_BYTES:
            raise TreeError(blob.path, f"is more than {limits.depth} folders deep", "name a smaller folder")
        if not {"", ".", ".."}.isdisjoint(parts) or ".git" in map(str.lower, parts):
            raise TreeError(blob.path, "is no name of a file", "see git fsck in the repository")
        folders.update("/".join(parts[:i]) for i in range(1, len(parts)))
    names = [blob.path for blob in found]
    if len(set(names)) < len(names) or not folders.isdisjoint(names):
        raise TreeError("", "has two files of one name", "see git fsck in the repository")
    return found


def _content(blob: _Blob, output: BinaryIO) -> bytes:
    """Return the content of a file from the output of `git cat-file --batch`.

    Git believes what an object says of its own size, and nobody has checked the object: so its hash is computed.

    Raises:
        TreeError: the repository does not have it, or something else under its name.
    """
    head = os.fsdecode(output.readline()).split()
    if len(head) != 3 or head[1] != "blob" or not head[2].isdecimal():
        raise TreeError(blob.path, f"cannot be read from the repository ({' '.join(head[1:])})", "see git fsck there")
    content = output.read(int(head[2]))
    named = sha1 if len(blob.hash) == SHA1 else sha256
    found = named(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
    if found != blob.hash or output.read(1) != b"\n":
        raise TreeError(blob.path, "is damaged in the repository: it is not what its name says", "see git fsck there")
    return content


def _write(blobs: Sequence[_Blob], into: Path, view: View, limits: TreeLimits) -> None:
    """Write files and links to an empty folder, exactly as they were committed; a submodule becomes an empty folder."""
    for blob in blobs:
        (into / blob.path).parent.mkdir(parents=True, exist_ok=True)
        if blob.mode == SUBMODULE:
            (into / blob.path).mkdir()
    blobs = [blob for blob in blobs if blob.mode != SUBMODULE]
    stdin = "".join(f"{blob.hash}\n" for blob in blobs).encode()
    with view.output("cat-file", "--batch", stdin=stdin, most=(limits.megabytes << 20) + len(blobs) * LINE) as output:
        for blob in blobs:
            content = _content(blob, output)
            if content.startswith(LFS):
                hint = "check that revision out yourself, and name the folder"
                raise TreeError(blob.path, "is kept in Git LFS, so it is not in the repository", hint)
            if blob.mode == LINK and (not content or b"\0" in content or len(content) > LINK_BYTES):
                raise TreeError(blob.path, "is a link to no possible path", "replace it with a copy")
            if blob.mode == LINK:
                (into / blob.path).symlink_to(os.fsdecode(content))
                continue
            (into / blob.path).write_bytes(content)
            (into / blob.path).chmod(0o755 if blob.mode == PROGRAM else 0o644)
