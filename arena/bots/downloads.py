"""What learning platforms give: who handed in what and when, from the names that they use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from arena.bots.repository import viewed
from arena.bots.trees import IGNORED
from arena.errors import UserError

MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?P<what>file|onlinetext)_?(?P<file>.*)", re.DOTALL)
"""A folder for each person and kind of answer, or a file with all that before its own name."""
CANVAS = re.compile(r"(?P<name>.+?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<sub>\d+)_(?P<file>.+)", re.DOTALL)
AGAIN = re.compile(r"-\d+(?=(\.[^.]+)?$)")
"""What Canvas appends to the name of a file that was handed in again."""
GRADESCOPE = "submission_metadata.yml"
FIELD = re.compile(r"^(?P<indent>[ -]*):?(?P<key>[\w-]+):(?: +(?P<value>.*))?$")


class Handed(NamedTuple):
    """What somebody handed in.

    Args:
        name: what the platform calls her.
        files: the folder with it, or its files, each with the name that she gave it.
        id: her id at the platform; may be empty.
        address: her e-mail address; may be empty.
        when: when it came; None if the platform does not say.
        late: what the platform says about lateness; may be empty.
    """

    name: str
    files: Sequence[tuple[str, Path]]
    id: str = ""
    address: str = ""
    when: datetime | None = None
    late: str = ""


def handed_in(folder: Path) -> tuple[str, list[Handed]]:
    """Return the platform whose names a folder has, and what is in it.

    Args:
        folder: the unpacked download.
    """
    top = folder
    while (inside := _items(top)) and len(inside) == 1 and inside[0].is_dir() and not _is_person(inside[0]):
        top = inside[0]
    items = _items(top)
    if any(item.name == GRADESCOPE for item in items):
        return "Gradescope", [*_gradescope(top)]
    if any(MOODLE.fullmatch(item.name) for item in items):
        return "Moodle", [*_moodle(items)]
    if sum(CANVAS.fullmatch(item.name) is not None for item in items if item.is_file()) * 2 > len(items):
        return "Canvas", [*_canvas(items)]
    folders = [item for item in items if item.is_dir()]
    if sum((item / ".git").is_dir() for item in folders) * 2 > len(folders):
        return "GitHub Classroom", [*_repositories(folders)]
    return "folders", [
        Handed(item.stem if item.is_file() else item.name, [("", item)], when=_newest(item)) for item in items
    ]


def _items(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name not in IGNORED and not path.name.startswith("."))


def _is_person(folder: Path) -> bool:
    """Return whether a folder that stands alone is what one person handed in."""
    names = {path.name for path in _items(folder)}
    mine = MOODLE.fullmatch(folder.name) or (folder / ".git").exists() or "bot.toml" in names
    return bool(mine) or not any((folder / name).is_dir() or CANVAS.fullmatch(name) for name in names)


def _newest(path: Path) -> datetime:
    """Return when the newest file of a submission was changed last."""
    times = [one.lstat().st_mtime for one in (path.rglob("*") if path.is_dir() else [path]) if not one.is_dir()]
    return datetime.fromtimestamp(max(times, default=path.lstat().st_mtime), UTC)


def _moodle(items: Sequence[Path]) -> Iterator[Handed]:
    """Yield what Moodle's "Download all submissions" has; its archives keep the time at which a file was handed in."""
    people: dict[tuple[str, str], list[tuple[str, Path]]] = {}
    for item in items:
        found = MOODLE.fullmatch(item.name)
        if found:
            files = [(path.name, path) for path in _items(item)] if item.is_dir() else [(found["file"], item)]
            people.setdefault((found["name"], found["id"]), []).extend(files if found["what"] == "file" else ())
    for (name, id_), files in people.items():
        yield Handed(name, files, id_, when=max((_newest(path) for _, path in files), default=None))


def _canvas(items: Sequence[Path]) -> Iterator[Handed]:
    """Yield what Canvas gives: files, with name and id before their own name. It does not say when they came."""
    people: dict[str, Handed] = {}
    for item in items:
        if found := CANVAS.fullmatch(item.name):
            before = people.get(found["id"], Handed(found["name"], (), found["id"]))
            late = "late, says Canvas" if found["late"] else before.late
            people[found["id"]] = before._replace(files=[*before.files, (found["file"], item)], late=late)
    for each in people.values():
        count = Counter(AGAIN.sub("", file) for file, _ in each.files)  # two may be weights-1 and weights-2 for her
        own = [(AGAIN.sub("", file) if count[AGAIN.sub("", file)] == 1 else file, item) for file, item in each.files]
        yield each._replace(files=own)


def _gradescope(folder: Path) -> Iterator[Handed]:
    """Yield what Gradescope's export has: a folder for each submission, and who made it in a file of YAML."""
    people: dict[str, dict[str, str]] = {}
    current = ""
    for line in (folder / GRADESCOPE).read_text(encoding="utf-8", errors="replace").splitlines():
        if not (found := FIELD.match(line)):
            continue
        if not found["indent"]:
            current = found["key"]
        elif current:
            value = (found["value"] or "").strip().strip("'\"")
            people.setdefault(current, {}).setdefault(found["key"], value)
    for name, facts in people.items():
        if (folder / name).is_dir():
            when = _moment(facts.get("created_at", ""))
            files = [(path.name, path) for path in _items(folder / name)]
            yield Handed(facts.get("name", name), files, facts.get("sid", ""), facts.get("email", ""), when)


def _moment(text: str) -> datetime | None:
    """Return a time of Gradescope's, such as `2026-11-25 23:59:01.123456789 Z`."""
    found = re.match(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)? ?(Z|UTC|[+-]\d\d:?\d\d)?", text)
    try:
        return found and datetime.fromisoformat(f"{found[1]}T{found[2]}{(found[3] or 'Z').replace('UTC', 'Z')}")
    except ValueError:
        return None


def _repositories(folders: Sequence[Path]) -> Iterator[Handed]:
    """Yield clones of `gh classroom clone`: `ASSIGNMENT-USER`, handed in with the last commit."""
    first, last = folders[0].name, folders[-1].name  # what the first and the last have in common, all have
    same = next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    prefix = first[: first.rfind("-", 0, same) + 1]
    assignment = folders[0].parent.name.removesuffix("-submissions") + "-"
    if all(folder.name.startswith(assignment) for folder in folders):
        prefix = assignment  # what they have in common may be longer, if there are few
    for folder in folders:
        user, when = folder.name.removeprefix(prefix), None
        try:
            with viewed(folder.resolve()) as view:  # of the folder itself, and not of one that it lies in
                said = view.says("log", "-1", "--format=%cI", "HEAD") if view.top == folder.resolve() else ""
            when = datetime.fromisoformat(said) if said else None
        except (UserError, ValueError):
            pass  # the time is not known then
        yield Handed(user, [("", folder)], user, when=when)
