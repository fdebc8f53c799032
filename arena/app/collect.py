"""What a learning platform gives becomes a folder of submissions: unpacked, cleared, and the earlier versions kept."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from arena.app.desk import HALF_MADE, Answer, forget_answer, keep_answer, refusal_of
from arena.bots import trees, versions
from arena.bots.botfile import BOT_FILE
from arena.bots.downloads import Handed, handed_in
from arena.bots.manifests import inner_folder, write_manifest
from arena.bots.removal import temporary
from arena.bots.trees import TreeError
from arena.bots.unpacking import is_archive, unpack
from arena.errors import UserError
from arena.escapes import printable
from arena.settings.limits import STAGING_LIMITS, TreeLimits
from arena.settings.names import name_of
from arena.settings.people import NOBODY, People

WHOLE = 200
"""So many times as much as a submission may hold is in a whole download."""
ID = "id"
"""The file with the id of a person at her platform, beside her earlier versions."""
What: TypeAlias = Literal["new", "another version", "unchanged", "older than what is there", "refused"]


class Collected(NamedTuple):
    """What became of what one person handed in.

    Args:
        who: what the platform calls her.
        place: the name of her folder.
        what: what was done.
        notes: what else is to be known, such as the command that was written down for her.
        when: when it was handed in; None if that is not known.
        listing: what is to be said of her in the roster, to the staff alone; it is in the notes in the end.
    """

    who: str
    place: str
    what: What
    notes: str = ""
    when: datetime | None = None
    listing: str = ""


def collect(
    download: Path, into: Path, people: People = NOBODY, limits: TreeLimits = STAGING_LIMITS.tree
) -> tuple[str, list[Collected]]:
    """Put what people handed in into a folder of submissions.

    Args:
        download: the archive or folder that the platform gives.
        into: the folder of submissions; it is made if it is missing.
        people: who is in the course: the roster says which folder is whose.
        limits: how much each of them may hand in.

    Returns:
        The name of the platform, and what became of each.

    Raises:
        UserError: the download cannot be read, or the folder not be written.
    """
    try:
        into.mkdir(parents=True, exist_ok=True)
        with temporary(HALF_MADE, into) as work:
            opened = _opened(download, work, limits)
            platform, found = handed_in(opened)
            mine = into.resolve()
            same = Counter(each.name for each in found)  # then only an id or an address says whose folder it is
            whose = [people.find(each.id, each.address, each.name if same[each.name] == 1 else "") for each in found]
            taken = zip(found, whose, strict=True)
            collected = [_taken(each, place, mine, work, people, limits) for each, place in taken]
            for each in collected:
                _keep(mine / each.place, each)
            return platform, _others(found, collected, mine, people)
    except TreeError as error:
        raise UserError(f"{download}: {error.message}", error.hint, os.EX_DATAERR) from error
    except OSError as error:
        raise UserError(f"{error.filename or into}: {error.strerror}", exit_status=os.EX_CANTCREAT) from error


def _keep(path: Path, each: Collected) -> None:
    """Keep why something was refused, for the page of its author and for the marks, until something newer is taken."""
    if each.what == "refused":
        when = (each.when or datetime.now(UTC)).isoformat()
        keep_answer(path, Answer(when, "refused", printable(each.notes)))
    elif (before := refusal_of(path)) and each.what != "older than what is there":
        older = each.when and each.when < datetime.fromisoformat(before.when)
        if each.what != "unchanged" or not older:
            forget_answer(path)


def _opened(download: Path, work: Path, limits: TreeLimits) -> Path:
    """Return the folder of a download."""
    if download.is_dir():
        return download
    if not download.exists():
        raise UserError(f"{download}: there is no such file", "name what the platform gave you", os.EX_NOINPUT)
    (work / "download").mkdir()
    whole = TreeLimits(limits.megabytes * WHOLE, limits.files * WHOLE, limits.depth + 4)
    unpack(download, work / "download", whole, of_many=True)
    return work / "download"


def _taken(each: Handed, place: str, into: Path, work: Path, people: People, limits: TreeLimits) -> Collected:
    """Take in what one person handed in; what is wrong with it stops nobody else.

    Args:
        each: what she handed in.
        place: the folder that the roster gives her; empty if she is not listed.
        into: the folder of submissions.
        work: a folder for what is half made.
        people: who is in the course.
        limits: how much she may hand in.
    """
    before = _place(each, into)
    place = place or before
    listing = _listing(each, into / before, into / place, people)
    told = Collected(each.name, place, "refused", when=each.when, listing=listing)
    path = into / place
    there = versions.handed_in_at(path) if os.path.lexists(path) else ""
    if older := bool(each.when and there and each.when < datetime.fromisoformat(there)):
        told = told._replace(what="older than what is there")
    new = work / "new"
    shutil.rmtree(new, ignore_errors=True)
    try:
        prepared(each.files, new, limits)
        root = inner_folder(new)
        notes = write_manifest(root)
    except UserError as error:
        return told._replace(notes=f"{error.message}: {error.hint}".strip(": "))
    notes = "; ".join(filter(None, (notes, each.late)))
    if each.id and _id(path) != each.id:  # first, or what is there without it would be taken for a namesake's
        kept = path.parent / versions.KEPT / place
        kept.mkdir(parents=True, exist_ok=True)
        (kept / ID).write_text(each.id, encoding="utf-8")
    if os.path.lexists(path) and is_same(root, path, limits):
        return told._replace(what="unchanged", notes=each.late)
    if older:
        return told._replace(notes=notes)
    known = os.path.lexists(path)
    versions.put(root, path, each.when)
    return told._replace(what="another version" if known else "new", notes=notes)


def _listing(each: Handed, before: Path, path: Path, people: People) -> str:
    """Move the folder that somebody had before the roster gave her another; return what to say of her in the roster.

    Raises:
        OSError: it cannot be moved.
    """
    if not people:
        return ""
    if before == path and not any(people.of(path.name)):
        namesakes = f" by id or address, and {each.name} is not one person alone" * bool(people.called(each.name))
        return f"not in {people.path}{namesakes}"
    mine = before != path and os.path.lexists(before) and (not each.id or _id(before) == each.id)
    if not mine or any(people.of(before.name)):
        return ""
    if versions.move(before, path):
        return f"moved there from {before.name}"
    return f"{before.name} is hers too: remove it"


def _others(found: Sequence[Handed], collected: Sequence[Collected], into: Path, people: People) -> list[Collected]:
    """Add what the roster says of each, and what other folders may be hers: of another key, or of before her team.

    Nothing is moved: an id is no proof, at another platform it may be somebody else's.
    """
    places: dict[str, list[str]] = {}
    for name in sorted(kept.parent.name for kept in into.glob(f"{versions.KEPT}/*/{ID}") if people):
        if os.path.lexists(into / name) and not any(people.of(name)):
            places.setdefault(_id(into / name), []).append(name)
    told = []
    for each, one in zip(found, collected, strict=True):
        others = [
            name for name in places.get(each.id, ()) if name != one.place and f"{name} is hers" not in one.listing
        ]
        said = [f"{name} may be hers too, and is nobody's in {people.path}" for name in others]
        told.append(one._replace(notes="; ".join(filter(None, (one.notes, one.listing, *said)))))
    return told


def prepared(files: Sequence[tuple[str, Path]], new: Path, limits: TreeLimits) -> None:
    """Copy or unpack what somebody handed in.

    Args:
        files: folders and files, each with its name; a folder with an empty name is the whole.
        new: the folder to make.
        limits: how much it may hold.

    Raises:
        TreeError: it holds too much, or what it may not.
    """
    new.mkdir()
    given = [(path.name if name in {"", ".", ".."} else name, path, not name) for name, path in files]
    archives = [path for _, path, _ in given if path.is_file() and is_archive(path)]
    if not given:
        raise TreeError("", "no file was handed in", "hand in a zip, or the files of the bot")
    if len(archives) == 1 and len(given) == 1:
        unpack(archives[0], new, limits)
        return
    for name, path, whole in given:
        if path.is_dir():
            with trees.opened(path) as root:
                target = new if whole else new / name
                target.mkdir(exist_ok=True)
                trees.take(root, trees.survey(root, limits), target, writable=True)
        else:
            with trees.opened(path.parent) as root:
                item = trees.survey_file(root, path.name, limits)
                trees.take(root, [item], new, writable=True)
            if name != path.name and os.path.lexists(new / name):
                raise TreeError(name, "is there twice", "pack all files into one zip")
            (new / path.name).rename(new / name)
    inside = [path for path in new.iterdir() if path.is_file() and is_archive(path)]
    if len(inside) == 1 and not (new / BOT_FILE).exists() and len([*new.iterdir()]) == 1:
        archive = inside[0].rename(new.with_name("archive"))
        unpack(archive, new, limits)


def is_same(one: Path, other: Path, limits: TreeLimits) -> bool:
    """Return whether two folders have the same content.

    Args:
        one: a folder.
        other: another one.
        limits: how much they may hold.
    """
    with suppress(UserError):
        return _digest(one, limits) == _digest(other, limits)
    return False


def _digest(folder: Path, limits: TreeLimits) -> str:
    with trees.opened(folder) as root:
        return trees.take(root, trees.survey(root, limits))


def _place(each: Handed, into: Path) -> str:
    """Return the folder of somebody who is in no roster: by her id if she was here before, else by her name."""
    name = name_of(each.name.strip()).replace("/", "-").lstrip(".-") or "somebody"
    if not each.id:
        return name
    for place in (name, f"{name}-{each.id}"):
        if _id(into / place) == each.id:
            return place
    return f"{name}-{each.id}" if (into / versions.KEPT / name / ID).exists() else name


def _id(path: Path) -> str:
    """Return the id of the person whose submission it is; empty if it is not known."""
    with suppress(OSError):
        return (path.parent / versions.KEPT / path.name / ID).read_text(encoding="utf-8")
    return ""


def when_text(when: datetime | None) -> str:
    """Return a time for people; empty if it is not known."""
    return f"{when.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if when else ""
