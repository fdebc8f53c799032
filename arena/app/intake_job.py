"""What is handed in at a page is taken in by a process of its own: `python -m arena.app.intake_job LADDER PLACE`.

It unpacks what lies in the inbox, builds it and starts it in the sandbox, and checks what it says. The server only
passes bytes on, so whatever an archive or a bot does, it does not do it to the server.
"""

from __future__ import annotations

import errno
import os
import re
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from arena.app.check import check_bot
from arena.app.collect import is_same
from arena.app.desk import HALF_MADE, Answer, Desk
from arena.app.field import intake, ladder_limits
from arena.app.ladders import open_ladder
from arena.bots import versions
from arena.bots.entrants import playable
from arena.bots.manifests import inner_folder, write_manifest
from arena.bots.removal import temporary
from arena.bots.staging import StagingError, staging_folder
from arena.bots.submissions import Found
from arena.bots.trees import TreeError
from arena.bots.unpacking import Entry, is_archive, unpack, write
from arena.errors import UserError
from arena.escapes import printable
from arena.results.roster import known
from arena.sandbox.bubblewrap import allowed
from arena.settings.ladder import LadderFile
from arena.settings.limits import TreeLimits
from arena.tournament.sandbox_choice import choose_sandbox
from arena.tournament.start_check import Started, Starts

MEMORY = 2 << 30
"""How many bytes of address space unpacking may take."""
FULL = os.EX_TEMPFAIL
"""The exit status that says that the disk is full."""
FILE = re.compile(rb'filename="((?:[^"\\]|\\.)*)"')


def take_in(ladder: Path, place: str, *, trust: bool = False) -> Answer:
    """Take in what waits in the inbox for a place; return what is to be said about it.

    If it can be started it becomes the newest version, and the one before is kept.

    Args:
        ladder: the ladder file.
        place: the name of the folder in the submissions.
        trust: whether bots are trusted, and get no sandbox.

    Raises:
        OSError: the disk cannot be written.
        StagingError: no bot can be taken in now.
    """
    file = open_ladder(ladder)
    desk = Desk(file)
    when, kind = desk.waiting(place)
    with temporary(HALF_MADE, desk.folder) as work:
        try:
            new = work / place
            new.mkdir()
            with _bounded():
                _unpacked(desk.body(place), kind, new, file.staging.tree)
                root = inner_folder(new)
                notes = write_manifest(root)
            said = _checked(file, root, str(Path(file.submissions) / place), trust=trust)
        except StagingError:
            raise
        except UserError as error:
            return Answer(when.isoformat(), "refused", printable(known(Found(place, error, submitted=True)).why))
        except MemoryError:
            return Answer(when.isoformat(), "refused", "needs too much memory to unpack")
        if not is_same(root, desk.folder / place, file.staging.tree):  # else it is there already
            versions.put(root, desk.folder / place, when)
    return Answer(when.isoformat(), "accepted", printable("\n".join(filter(None, (notes, said)))))


def _checked(file: LadderFile, folder: Path, given: str, *, trust: bool) -> str:
    """Build, start and check a submission; return what the check says.

    Raises:
        UserError: it cannot be used, its build failed, or it does not start.
    """
    with intake(file.sandbox, file.staging, trust=trust, read=file.read) as here:
        bot = playable(here.take_in(folder, given, trusted=folder.parent))
    choice = choose_sandbox(None, [bot], say=lambda _: None, trust=trust, in_file=file.sandbox, read=file.read)
    said: list[str] = []
    with choice.sandbox as entered:
        limits = ladder_limits(file, [bot], said.append)
        start = Starts(entered, file.clock, limits, staging_folder()).all([bot], lambda _: None)[0]
    if not isinstance(start, Started):
        raise start if isinstance(start, UserError) else UserError(f"cannot be started here: {start.reason}")
    games = [f"{contest.game.name}:{contest.preset}" for contest in file.contests if bot.plays(contest.game.name)]
    if not games:
        return "\n".join([start.remark, *said, "It plays none of the games of this ladder."])
    try:
        report = str(
            check_bot(
                str(folder), games, Path(), None if trust else file.sandbox, _quiet, _quiet, trust=trust, retry=False
            )
        )
    except UserError as error:  # the machine is too busy to judge it: it plays all the same
        report = f"It could not be checked: {error.message}"
    return "\n".join(filter(None, [start.remark, *said, report]))


def _quiet(_: object) -> None:
    return None


@contextmanager
def _bounded() -> Iterator[None]:
    """Bound the memory of this process; the bots that it starts later have limits of their own."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (allowed("as", MEMORY), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _unpacked(body: Path, kind: str, into: Path, limits: TreeLimits) -> None:
    """Unpack what a browser or `arena submit` sent: an archive alone, or files.

    Raises:
        TreeError: there is nothing, or it holds too much.
    """
    boundary = re.fullmatch(r'multipart/form-data; *boundary="?([\w\'()+,./:=? -]{1,70})"?', kind)
    files = [*_parts(body.read_bytes(), boundary[1].encode())] if boundary else [("archive", body.read_bytes())]
    if not files:
        raise TreeError("", "nothing was handed in", "choose an archive, or the files of the bot")
    alone = into.with_name("archive")
    alone.write_bytes(files[0][1])
    if len(files) == 1 and (not boundary or is_archive(alone)):
        unpack(alone, into, limits)
        return
    entries = ((Entry(name, "file", program=False, when=0.0), BytesIO(data)) for name, data in files)
    write(iter(entries), into, limits)


def _parts(body: bytes, boundary: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file of a form."""
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary)[1:]:
        head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        if (found := FILE.search(head)) and found[1]:
            yield found[1].decode("utf-8", "replace").replace('\\"', '"'), content


def main() -> None:
    """Take in one submission, and keep the answer for its page."""
    ladder, place, *trust = sys.argv[1:]
    try:
        desk = Desk(open_ladder(Path(ladder)))
        desk.keep_answer(place, take_in(Path(ladder), place, trust=trust == ["--trust-bots"]))
    except (OSError, StagingError) as error:  # it stays in the inbox, and is tried again
        cause = error if isinstance(error, OSError) else error.__cause__
        sys.exit(FULL if getattr(cause, "errno", None) in {errno.ENOSPC, errno.EDQUOT} else f"{place}: {error}")


if __name__ == "__main__":
    main()
