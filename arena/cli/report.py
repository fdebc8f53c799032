"""`arena report`: a ladder as pages for a class, one with its table and one for each author, with marks."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from arena.app.classroom import Classroom
from arena.cli.screen import err
from arena.errors import UserError
from arena.escapes import one_line
from arena.games.kernel.text import nearest
from arena.results.roster import Known, Shared
from arena.settings.private import read_private
from arena.web.class_table import COLUMNS
from arena.web.folder import Target
from arena.web.report import Author, ClassReport, Loss

SHARED, PATHS = 20, 5
"""So many groups of submissions with files in common are printed, and so many files of each."""
WORD_BYTES = 16
"""So many random bytes make the word of an address that nobody guesses."""


def shared_lines(found: Sequence[Shared]) -> Iterator[str]:
    """Yield lines, for the staff only, about files that submissions have in common."""
    if found:
        yield "these files are the same but for comments and white space; there may be good reasons, so look at them:"
    for each in found[:SHARED]:
        paths = [" = ".join(dict.fromkeys(holder.path for holder in file)) for file in each.files]
        more = [f"and {len(paths) - PATHS} more"] * (len(paths) > PATHS)
        who = ", ".join(f"{given} (since {day})" for given, day in each.submissions.items())
        sample = f", as in {each.sample}, which comes with the arena" if each.sample else ""
        yield one_line(f"  {who}: {', '.join([*paths[:PATHS], *more])}{sample}")
    if len(found) > SHARED:
        yield f"  and {len(found) - SHARED} more groups: class.json has all, under `shared`"


def heads_of(columns: str | None, usual: Sequence[str]) -> list[str]:
    """Return the heads of a table.

    Raises:
        UserError: there is no such column.
    """
    wanted = [*usual] if columns is None else [word.strip() for word in columns.split(",")]
    for word in wanted:
        if word not in COLUMNS:
            raise UserError(f"--columns: there is no column {word!r}{nearest(word, COLUMNS)}")
    return wanted


def tokens_of(path: Path, students: Iterable[Known]) -> dict[str, str]:
    """Return the word of each author's page, by what she handed in; words that are missing are added to the file.

    Args:
        path: the file of `--private`; it names folders, or bots.
        students: what was handed in.

    Raises:
        UserError: the file has errors, or cannot be written.
    """
    students = list(students)
    words = {bot: word for word, bot in read_private(path).items()} if path.exists() else {}
    found = {one.given: words[one.given] for one in students if one.given in words}
    # Who calls her bot as another's folder is called gets no page of hers.
    free = {name: word for name, word in words.items() if name not in found and "/" not in name}
    found |= {one.given: free.pop(one.name) for one in students if one.given not in found and one.name in free}
    missing = dict.fromkeys(one.given for one in students if one.given not in found)
    new = {given: secrets.token_hex(WORD_BYTES) for given in missing}
    if new:
        try:
            if not path.exists():
                path.touch(mode=0o600)
                path.write_text("[tokens]\n", encoding="utf-8")
            with path.open("a", encoding="utf-8") as file:
                file.writelines(f'"{word}" = {json.dumps(given)}\n' for given, word in new.items())
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}", "name another file: --private", os.EX_CANTCREAT) from error
        err.print(f"{path}: words were added: {len(new)}", style="dim")
    return found | new


def write_replays(made: Classroom, author: Author, new: Target, most: int) -> set[str]:
    """Write the replays of the lost games of an author, the closest and the worst in turn; return their ids."""
    wanted = [loss.id for pair in zip_longest(author.closest, author.worst) for loss in pair if loss]
    found: set[str] = set()
    for id_ in wanted:
        if len(found) == most:
            break
        if text := made.replay(id_, author, up="../" * (author.folder.count("/") + 1)):
            new.write(f"{author.folder}/{id_}.html", text)
            found.add(id_)
    return found


def with_replays(found: ClassReport, replayed: Mapping[str, set[str]]) -> ClassReport:
    """Return a report in which lost games with a replay lead to it."""

    def linked(losses: Sequence[Loss], ids: set[str]) -> list[Loss]:
        return [loss._replace(replay=loss.id in ids) for loss in losses]

    authors = [
        replace(one, closest=linked(one.closest, replayed[one.folder]), worst=linked(one.worst, replayed[one.folder]))
        for one in found.authors
    ]
    return replace(found, authors=authors)
