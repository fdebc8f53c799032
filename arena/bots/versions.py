"""Versions of what somebody hands in: the newest is the submission, earlier ones lie beside it, each with its time.

Below the folder of submissions, `.versions/NAME/` has the earlier versions of the submission NAME, each named by the
time at which it came, and the time of the newest in the file `handed-in`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

KEPT = ".versions"
"""Where earlier versions are kept; a hidden folder is no submission."""
TIME = "handed-in"
STAMP = "%Y%m%dT%H%M%SZ"
TAKEN_BACK = "taken-back-"
"""How the folder begins of a version that its author took back."""


def handed_in_at(path: Path) -> str:
    """Return when a submission was handed in, in ISO 8601; empty if that is not known."""
    with suppress(OSError, ValueError):
        return datetime.fromisoformat((_kept(path) / TIME).read_text("ascii").strip()).isoformat()
    return ""


def earlier(path: Path) -> list[Path]:
    """Return the earlier versions of a submission, the newest first."""
    with suppress(OSError):
        found = [one for one in _kept(path).iterdir() if one.name[:1].isdigit()]
        return sorted(found, key=lambda one: (one.name[:16], len(one.name), one.name), reverse=True)
    return []


def put(new: Path, path: Path, when: datetime | None) -> None:
    """Make a folder the newest version of a submission; the one before is kept.

    Args:
        new: the folder, on the same file system; it is moved.
        path: the submission.
        when: when it was handed in; None if that is not known.

    Raises:
        OSError: it cannot be written; then the version before is still there.
    """
    _kept(path).mkdir(parents=True, exist_ok=True)
    told = _written(path, when)  # on a full disk it ends here
    aside = _aside(path, "") if os.path.lexists(path) else None
    told.replace(_kept(path) / TIME)
    try:
        new.rename(path)
    except OSError:
        if aside:
            aside.rename(path)
            _tell(path, time_of(aside))
        raise


def take_back(path: Path) -> bool:
    """Make the version before the newest the submission again; return whether there was one to take back.

    Nothing is lost: what was taken back is kept aside.
    """
    if not os.path.lexists(path):
        return False
    before = earlier(path)
    if not before:
        (_kept(path) / TIME).unlink(missing_ok=True)
    _aside(path, TAKEN_BACK)
    if before:
        before[0].rename(path)
        _tell(path, time_of(before[0]))
    return True


def move(path: Path, new: Path) -> bool:
    """Give a submission and its versions another name; return whether nobody had it.

    Raises:
        OSError: they cannot be moved.
    """
    if os.path.lexists(new) or os.path.lexists(_kept(new)):
        return False
    if _kept(path).is_dir():
        _kept(path).rename(_kept(new))
    path.rename(new)
    return True


def restored(path: Path) -> None:
    """Put the newest version back that a server which was killed had moved aside, before its successor came."""
    if not os.path.lexists(path) and (_kept(path) / TIME).exists():
        for newest in earlier(path)[:1]:
            newest.rename(path)
            _tell(path, time_of(newest))


def time_of(version: Path) -> datetime:
    """Return when an earlier version was handed in."""
    return datetime.strptime(version.name[:16], STAMP).replace(tzinfo=UTC)


def _kept(path: Path) -> Path:
    return path.parent / KEPT / path.name


def _aside(path: Path, prefix: str) -> Path:
    """Move a submission to the earlier versions, under its time; return where it is now."""
    told = handed_in_at(path)
    when = datetime.fromisoformat(told) if told else datetime.fromtimestamp(path.lstat().st_mtime, UTC)
    stamp = prefix + when.astimezone(UTC).strftime(STAMP)
    names = (stamp if number == 1 else f"{stamp}-{number}" for number in count(1))
    kept = _kept(path)
    kept.mkdir(parents=True, exist_ok=True)
    free = next(kept / name for name in names if not os.path.lexists(kept / name))
    path.rename(free)
    return free


def _tell(path: Path, when: datetime | None) -> None:
    """Note when the newest version was handed in."""
    _written(path, when).replace(_kept(path) / TIME)


def _written(path: Path, when: datetime | None) -> Path:
    """Write when a version was handed in; return the file, which still has to be put into its place."""
    new = _kept(path) / f"{TIME}.new"
    new.write_text((when.astimezone(UTC).isoformat(timespec="seconds") if when else "not known") + "\n", "ascii")
    return new
