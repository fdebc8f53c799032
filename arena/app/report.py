"""A ladder as pages for a class, one with its table and one for each author, with marks."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from arena.app.classroom import Classroom
from arena.app.gradebooks import MAILING, mailing, why_missing
from arena.app.ladders import open_ladder
from arena.app.likeness import Hints, submissions
from arena.errors import UserError, command
from arena.escapes import csv_line
from arena.games.kernel.text import nearest
from arena.results.roster import Known
from arena.settings.ladder import LadderFile
from arena.settings.private import read_private
from arena.store import Store
from arena.web import folder as folders
from arena.web.class_table import COLUMNS, FOR_PROGRAMS, OF_PEOPLE, SHOWN
from arena.web.folder import Target
from arena.web.page import asset
from arena.web.replay import SCRIPTS, STYLES
from arena.web.report import Author, ClassReport, Loss, build

WORD_BYTES = 16
"""So many random bytes make the word of an address that nobody guesses."""


class Written(NamedTuple):
    """A report that was written.

    Args:
        page: the page of the class.
        bots: how many lines its table has.
        authors: how many authors have a page.
        added: how many words were added to the file of words.
        hints: which submissions are alike, without those that the earlier report told: for the staff only.
        told: how many pairs the earlier report told, too.
    """

    page: Path
    bots: int
    authors: int
    added: int
    hints: Hints
    told: int


def write_report(
    store: Store,
    ladder: Path,
    folder: Path,
    columns: str | None,
    private: Path | None,
    replays: int,
    *,
    superseded: bool,
    base_url: str = "",
) -> Written:
    """Write a ladder as pages for a class.

    Args:
        store: the results.
        ladder: the ladder file.
        folder: a new or an empty folder, or an earlier report, which is replaced.
        columns: the names of the columns of the table, with commas between them; None for the usual ones.
        private: the file with the word of each author's page; None if they have none.
        replays: how many lost games of closed seasons each author gets as a replay.
        superseded: whether earlier versions of what was handed in are shown too.
        base_url: where the report will be found, with a slash at its end, for the list of addresses; may be empty.

    Raises:
        UserError: there are no results, no such column, or a file or folder cannot be used.
    """
    if not store.played():
        hint = f"play them: {command('run', ladder)}"
        raise UserError(f"{ladder}: there are no results yet", hint, os.EX_NOINPUT)
    made = Classroom(open_ladder(ladder), store, str(ladder), superseded=superseded)
    people = made.file.people
    shown = [head for head in SHOWN if head != "author" or not people]
    heads, for_programs = _heads_of(columns, shown), _heads_of(columns, [*FOR_PROGRAMS, *OF_PEOPLE * bool(people)])
    handed_in = [one.known for one in made.students]
    tokens, added = (None, 0) if private is None else tokens_of(private, [*handed_in, *expected(made.file, handed_in)])
    before = _alike(folder)
    with folders.written(folder) as new:
        found = replace(made.report(heads, tokens), missing=_missing(made.file, handed_in, tokens or {}))
        replayed = {author.folder: _write_replays(made, author, new, replays) for author in found.authors}
        for name in (*SCRIPTS, *STYLES) if any(replayed.values()) else ():
            new.write(asset(name).path, asset(name).data)
        build(_with_replays(found, replayed), new, made.texts(for_programs))
    if people and private and tokens:
        pages = {given: f"{base_url}me/{word}/index.html" for given, word in tokens.items()}
        write_secret(private.with_suffix(".csv"), "".join(map(csv_line, [MAILING, *mailing(people, pages)])))
    fresh = [pair for pair in made.hints.pairs if submissions(pair) not in before]
    told = len(made.hints.pairs) - len(fresh)
    return Written(
        folder / "index.html", len(found.lines), len(found.authors), added, made.hints._replace(pairs=fresh), told
    )


def _alike(folder: Path) -> list[object]:
    """Return the pairs of submissions that a report told."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return [pair["submissions"] for pair in json.loads((folder / "class.json").read_bytes())["alike"]]
    return []


def _missing(file: LadderFile, handed_in: Sequence[Known], tokens: Mapping[str, str]) -> dict[str, str]:
    """Return the page of each place of the roster without a bot, and why there is none."""
    found = {}
    for given in (one.given for one in expected(file, handed_in) if one.given in tokens):
        why = why_missing(file.path.parent / given)
        found[f"me/{tokens[given]}"] = f"{why[:1].upper()}{why[1:]}."
    return found


def expected(file: LadderFile, handed_in: Iterable[Known] = ()) -> list[Known]:
    """Return the places where bots of the roster are still missing.

    Args:
        file: the ladder.
        handed_in: what is there.
    """
    people = file.people
    there = {key for one in handed_in for key, _ in people.of(one.given)}
    places = {person.team or key: None for key, person in people.people.items() if key not in there}
    return [Known(str(Path(file.submissions) / place), submitted=True) for place in places if file.submissions]


def write_secret(path: Path, text: str) -> None:
    """Write a file that only its owner may read.

    Raises:
        UserError: it cannot be written.
    """
    try:
        path.touch(mode=0o600)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}", "name another file: --private", os.EX_CANTCREAT) from error


def _heads_of(columns: str | None, usual: Sequence[str]) -> list[str]:
    """Return the heads of a table.

    Raises:
        UserError: there is no such column.
    """
    wanted = [*usual] if columns is None else [word.strip() for word in columns.split(",")]
    for word in wanted:
        if word not in COLUMNS:
            raise UserError(f"--columns: there is no column {word!r}{nearest(word, COLUMNS)}")
    return wanted


def tokens_of(path: Path, students: Iterable[Known]) -> tuple[dict[str, str], int]:
    """Return the word of each author's page, by what she handed in, and how many were added to the file.

    Args:
        path: the file of `--private`; it names folders, or bots.
        students: what was handed in.

    Raises:
        UserError: the file has errors, or cannot be written.
    """
    students = [*{one.given: one for one in reversed([*students])}.values()][::-1]
    words = {bot: word for word, bot in read_private(path).items()} if path.exists() else {}
    found = {one.given: words[one.given] for one in students if one.given in words}
    # Who calls her bot as another's folder is called gets no page of hers.
    free = {name: word for name, word in words.items() if name not in found and "/" not in name}
    found |= {one.given: free.pop(one.name) for one in students if one.given not in found and one.name in free}
    missing = dict.fromkeys(one.given for one in students if one.given not in found)
    new = {given: secrets.token_hex(WORD_BYTES) for given in missing}
    if new:
        try:
            _append(path, "".join(f'"{word}" = {json.dumps(given)}\n' for given, word in new.items()))
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}", "name another file: --private", os.EX_CANTCREAT) from error
    return found | new, len(new)


def _append(path: Path, lines: str) -> None:
    """Add lines to a file of words, which may be new: all of them, or on a full disk none, or no word could be read.

    Raises:
        OSError: it cannot be written.
    """
    path.touch(mode=0o600)
    before = path.read_bytes()
    ended = b"" if not before or before.endswith(b"\n") else b"\n"  # somebody may have edited it
    try:
        with path.open("ab") as file:
            file.write((b"" if before else b"[tokens]\n") + ended + lines.encode())
    except OSError:
        os.truncate(path, len(before))
        raise


def _write_replays(made: Classroom, author: Author, new: Target, most: int) -> set[str]:
    """Write the replays of games of an author: all with a fault that is told, and some that it lost."""
    some = [loss for pair in zip_longest(author.closest, author.worst) for loss in pair if loss]
    lost = dict.fromkeys(loss.id for loss in (*author.last, *some))
    found: set[str] = set()
    failed = {failure.id for failure in author.failures}
    for id_ in [*failed, *lost]:
        if len(found - failed) == most and id_ not in failed:
            break
        if text := made.replay(id_, author, up="../" * (author.folder.count("/") + 1)):
            new.write(f"{author.folder}/{id_}.html", text)
            found.add(id_)
    return found


def _with_replays(found: ClassReport, replayed: Mapping[str, set[str]]) -> ClassReport:
    """Return a report in which lost games with a replay lead to it."""

    def linked(losses: Sequence[Loss], ids: set[str]) -> list[Loss]:
        return [loss._replace(replay=loss.id in ids) for loss in losses]

    authors = [
        replace(
            one,
            failures=[each._replace(replay=each.id in replayed[one.folder]) for each in one.failures],
            last=linked(one.last, replayed[one.folder]),
            closest=linked(one.closest, replayed[one.folder]),
            worst=linked(one.worst, replayed[one.folder]),
        )
        for one in found.authors
    ]
    return replace(found, authors=authors)
