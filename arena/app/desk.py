"""The desk of a course, where people hand in: what waits to be looked at, what was said about it, and all versions."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from arena.bots import trees, versions
from arena.bots.removal import remove
from arena.errors import UserError
from arena.results.conditions import FOREVER
from arena.sandbox.leftovers import left_behind
from arena.settings.ladder import LadderFile
from arena.settings.limits import TreeLimits
from arena.store import Run, Store

INBOX = ".inbox"
"""Where bytes wait that were handed in at a page; a hidden folder is no submission."""
HALF_MADE = ".new-"
"""How the names of folders begin in which something is taken in; they are hidden, too."""
ANSWER = "answer.json"
CHECK = 180.0
"""Seconds for unpacking, starting and checking a submission."""
DAY, EXACT = timedelta(days=1), timedelta(minutes=15)
"""Runs that begin at the same time of the day may be so far off."""
TO_THE_MINUTE = "%Y-%m-%d %H:%M UTC"
RECENT, WEEK = 10, 7
"""So many of the last runs say when the next one will be; two of them may be so many days apart."""


@dataclass(frozen=True)
class Answer:
    """What is said about something that was handed in.

    Args:
        when: when it came, in ISO 8601.
        state: whether it plays from now on.
        said: what the check says, or why it was refused; escaped.
    """

    when: str
    state: Literal["accepted", "refused"]
    said: str


def keep_answer(path: Path, answer: Answer) -> None:
    """Keep what is said about what was handed in last.

    Args:
        path: the submission; it need not be there.
        answer: what is said.

    Raises:
        OSError: it cannot be written.
    """
    kept = path.parent / versions.KEPT / path.name
    kept.mkdir(parents=True, exist_ok=True)
    (kept / f"{ANSWER}.new").write_text(json.dumps(asdict(answer)))
    (kept / f"{ANSWER}.new").replace(kept / ANSWER)


def answer_to(path: Path) -> Answer | None:
    """Return what was said about what was handed in last; None if nothing was."""
    with suppress(OSError, ValueError, TypeError):
        return Answer(**json.loads((path.parent / versions.KEPT / path.name / ANSWER).read_text()))
    return None


def refusal_of(path: Path) -> Answer | None:
    """Return why what was handed in last was refused; None if it was not."""
    answer = answer_to(path)
    return answer if answer and answer.state == "refused" else None


def forget_answer(path: Path) -> None:
    """Forget what was said about what was handed in last."""
    (path.parent / versions.KEPT / path.name / ANSWER).unlink(missing_ok=True)


def zipped(folder: Path, limits: TreeLimits) -> bytes:
    """Return a folder as a zip, without what systems leave behind.

    Raises:
        UserError: it holds more than it may.
    """
    made = io.BytesIO()
    with trees.opened(folder) as root, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for item in trees.survey(root, limits):
            if item.kind in {"file", "program"}:
                info = zipfile.ZipInfo(item.path)
                info.external_attr = (0o755 if item.kind == "program" else 0o644) << 16
                info.compress_type = zipfile.ZIP_DEFLATED
                with trees.open_beneath(root, item.path) as source, os.fdopen(os.dup(source), "rb") as file:
                    archive.writestr(info, file.read())
    return made.getvalue()


def when_it_plays(runs: Sequence[Run], came: datetime, now: datetime) -> str:
    """Return when something plays that was accepted, in a sentence.

    Args:
        runs: the runs of the ladder so far. If two of the last ones began at the same time of different days, so will
            the next.
        came: when it was handed in.
        now: the time. All times have their zone.
    """
    begun = [datetime.fromisoformat(run.started).astimezone(UTC) for run in runs]
    if since := next((one for one in begun if one > came), None):
        return f"It plays since {since:{TO_THE_MINUTE}}."
    said = "It plays from the next run of the ladder on"
    if runs and FOREVER in runs[-1].settings:
        return f"{said}: within a minute or two, while the league is played."
    recent = begun[: -RECENT - 1 : -1]
    for at, last in enumerate(recent):
        for before in recent[at + 1 :]:
            days = round((last - before) / DAY)
            if 1 <= days <= WEEK and abs(last - before - days * DAY) <= EXACT:
                following = last + DAY * days * ((now - last) // (DAY * days) + 1)
                return f"{said}: at about {following:{TO_THE_MINUTE}}, as before."
    return f"{said}."


class Desk:
    """Where people hand in to a ladder.

    Args:
        file: the ladder.

    Raises:
        UserError: the ladder names no folder of submissions.
    """

    def __init__(self, file: LadderFile) -> None:
        if not file.submissions:
            hint = 'let its [[bots]] have a line such as: folder = "submissions"'
            raise UserError(f"{file.path}: there is no folder to hand in to", hint, os.EX_CONFIG)
        self._base, self._given, self._results = file.path.parent.resolve(), file.submissions, file.results
        self.folder: Path = (file.path.parent / file.submissions).resolve()
        """The folder of submissions."""
        self.limits: TreeLimits = file.staging.tree
        """How much a submission may hold."""
        self.seconds: float = file.staging.build.seconds + CHECK
        """How long building and checking a submission may take."""
        self._inbox = self.folder / INBOX

    def holds(self, path: Path) -> bool:
        """Return whether a path, as the ladder file or a roster names it, is that of a submission."""
        return (self._base / path).resolve().parent == self.folder and not path.name.startswith(".")

    def body(self, place: str) -> Path:
        """Return the file with the bytes that somebody handed in."""
        return self._inbox / f"{place}.body"

    def receive(self, place: str, kind: str, part: Path) -> None:
        """Let what has come be looked at.

        Args:
            place: whose it is.
            kind: the media type of the bytes.
            part: the file with the bytes, in the inbox; it is moved.
        """
        facts = {"when": datetime.now(UTC).isoformat(timespec="seconds"), "kind": kind}
        (self._inbox / f"{place}.json").write_text(json.dumps(facts))
        part.rename(self.body(place))

    def part(self, place: str) -> Path:
        """Return the path of a file for bytes that are still coming."""
        self._inbox.mkdir(parents=True, exist_ok=True, mode=0o700)
        return self._inbox / f"{place}.part"

    def waiting(self, place: str) -> tuple[datetime, str]:
        """Return when what waits for a place came, and its media type."""
        facts = json.loads((self._inbox / f"{place}.json").read_text())
        return datetime.fromisoformat(facts["when"]), facts["kind"]

    def queue(self) -> list[str]:
        """Return the places for which something waits, who came first first."""
        found = [(path.stat().st_mtime_ns, path.name.removesuffix(".body")) for path in self._inbox.glob("*.body")]
        return [place for _, place in sorted(found)]

    def is_waiting(self, place: str) -> bool:
        """Return whether something of somebody waits, or is looked at."""
        return self.body(place).exists()

    def done(self, place: str) -> None:
        """Forget the bytes of somebody: they were looked at."""
        for path in (self.body(place), self._inbox / f"{place}.json"):
            path.unlink(missing_ok=True)

    def keep_answer(self, place: str, answer: Answer) -> None:
        """Keep what is said about what was handed in last."""
        keep_answer(self.folder / place, answer)

    def answer(self, place: str) -> Answer | None:
        """Return what was said about what was handed in last; None if nothing was."""
        return answer_to(self.folder / place)

    def fail(self, place: str, why: str) -> None:
        """Say that something could not be looked at to the end, if the disk takes it."""
        with suppress(OSError):
            self.keep_answer(place, Answer(datetime.now(UTC).isoformat(timespec="seconds"), "refused", why))

    def told(self, place: str) -> dict[str, Any]:
        """Return what a page says: whether something is looked at, the last answer, and all versions.

        `plays` says when what was accepted last plays.
        """
        answer, plays = self.answer(place), ""
        if answer and answer.state == "accepted":
            with suppress(UserError), Store.open(self._results, writing=False) as store:
                plays = when_it_plays(store.runs(), datetime.fromisoformat(answer.when), datetime.now(UTC))
        return {
            "folder": str(Path(self._given) / place),
            "waiting": self.is_waiting(place),
            "plays": plays,
            "answer": answer and asdict(answer),
            "versions": [{"word": word, "when": when} for word, when in self.versions(place).items()],
        }

    def restore(self) -> None:
        """Put back what a server that was killed had moved aside, and remove what it had half made."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for path in left_behind(self.folder, HALF_MADE):
            remove(path)
        for path in self._inbox.glob("*.part"):
            path.unlink(missing_ok=True)
        for kept in self.folder.glob(f"{versions.KEPT}/*"):
            versions.restored(self.folder / kept.name)

    def versions(self, place: str) -> dict[str, str]:
        """Return the versions of somebody, the newest first: the word for its download -> when it came, in ISO 8601."""
        mine = self.folder / place
        found = {"newest": versions.handed_in_at(mine)} if os.path.lexists(mine) else {}
        return found | {one.name: versions.time_of(one).isoformat() for one in versions.earlier(mine)}

    def zipped(self, place: str, version: str) -> bytes | None:
        """Return a version of somebody as a zip; None if there is none."""
        if version not in self.versions(place):
            return None
        folder = self.folder / place if version == "newest" else self.folder / versions.KEPT / place / version
        return zipped(folder, self.limits)

    def take_back(self, place: str) -> bool:
        """Let the version before the newest play again; return whether there was one to take back."""
        taken = versions.take_back(self.folder / place)
        if taken and not refusal_of(self.folder / place):
            forget_answer(self.folder / place)  # it says that what is taken back plays
        return taken
