"""Errors of files and databases, turned into messages that say what to do."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import UserError, command

FULL_PATIENCE = 600.0
"""Seconds to wait for room on a full disk: a person may have to come and make some."""
BUSY_PATIENCE = 60.0
"""Seconds to wait for a database that another program holds, or for a failing disk."""


class TryAgain(UserError):  # noqa: N818 - named after what to do
    """Nothing was written, but the same call may succeed later: the disk is full or the database is locked.

    Args:
        message: what is wrong.
        hint: what to do.
        exit_status: the exit status if trying again does not help.
        patience: for how many seconds it is worth trying again.
    """

    def __init__(self, message: str, hint: str, exit_status: int, patience: float) -> None:
        super().__init__(message, hint, exit_status)
        self.patience = patience


class NoRecord(UserError):  # noqa: N818 - the ladder file wanted it so
    """A game was played, but its record was not kept.

    Args:
        path: the database.
        game_id: the game.
        line: the line of the ladder file that says so.
    """

    def __init__(self, path: Path, game_id: str, line: str) -> None:
        hint = 'the result counts as any other; records = "all" in the ladder file keeps records from then on'
        super().__init__(f"{path}: no record was kept of game {game_id} ({line})", hint, os.EX_NOINPUT)


def beside(path: Path, suffix: str) -> Path:
    """Return a file that belongs to a database, such as its `.journal`; for a link, the one beside the link's target.

    Args:
        path: the database.
        suffix: what to append to its name.
    """
    path = path.resolve()
    return path.with_name(path.name + suffix)


def journal_of(path: Path) -> Path:
    """Return the journal of a database."""
    return beside(path, ".journal")


def has_journal(path: Path) -> bool:
    """Return whether a database has a journal that is not empty."""
    journal = journal_of(path)
    return journal.is_file() and journal.stat().st_size > 0


def full_disk(path: Path) -> TryAgain:
    """Return the error for a full disk."""
    hint = "make room; what is stored is safe, and the next run goes on from there"
    return TryAgain(f"{path}: the disk is full, or a quota is used up", hint, os.EX_IOERR, FULL_PATIENCE)


def damaged(path: Path, how: str = "is damaged") -> UserError:
    """Return the error for a damaged database, with a hint that says how to recover it.

    Args:
        path: the database.
        how: what is wrong with it, after its name.
    """
    if has_journal(path):
        hint = f"{command('verify', path, '--rebuild')} rebuilds it from its journal; the damaged file is kept"
    else:
        hint = "it has no journal to rebuild it from; make a copy, then .recover of the sqlite3 tool saves what is left"
    return UserError(f"{path}: {how}", hint, os.EX_DATAERR)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of disk and database that a person can fix into `UserError`; bugs pass through unchanged.

    Args:
        path: the database.
    """
    try:
        yield
    except sqlite3.Error as error:
        if str(error).startswith(("Could not decode", "malformed JSON")):  # these have no code
            raise damaged(path) from error
        if (explanation := _of_database(path, getattr(error, "sqlite_errorcode", 0))) is None:
            raise
        raise explanation from error
    except OSError as error:
        raise _of_file(path, error) from error


def _of_database(path: Path, code: int) -> UserError | None:
    """Return the error for a code of SQLite; None if it is a bug."""
    if code == sqlite3.SQLITE_IOERR_WRITE:  # this is how SQLite reports an exceeded quota
        return full_disk(path)
    match code & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            message = f"{path}: another program holds the database"
            return TryAgain(message, "close it, and run again", os.EX_TEMPFAIL, BUSY_PATIENCE)
        case sqlite3.SQLITE_CANTOPEN:
            return UserError(f"{path}: cannot be opened", "file and folder must be writable", os.EX_CANTCREAT)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return damaged(path)
        case sqlite3.SQLITE_FULL:
            return full_disk(path)
        case sqlite3.SQLITE_IOERR:
            message = f"{path}: cannot be read or written"
            return TryAgain(message, "check the disk, and run again", os.EX_IOERR, BUSY_PATIENCE)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return UserError(f"{path}: is not writable", "make file and folder writable", os.EX_CANTCREAT)
    return None


def _of_file(path: Path, error: OSError) -> UserError:
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return full_disk(path)
    if error.errno == errno.EIO:
        return TryAgain(f"{path}: cannot be written", "check the disk, and run again", os.EX_IOERR, BUSY_PATIENCE)
    where = error.filename or path
    return UserError(f"{where}: {error.strerror}", "check file and folder", os.EX_CANTCREAT)
