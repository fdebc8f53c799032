"""What the command line can name: ladder files, the ladders that come with the arena, and the last match."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from arena.data import data, user_cache
from arena.errors import UserError, command
from arena.settings.ladder import LadderFile, Reading, read_ladder
from arena.store import Store, is_results
from arena.store.database import NothingYet
from arena.store.excerpt import SUFFIX, unpacked

LAST = "last"
"""The word for the results of the last `arena match`."""
PLAYED = "played"
"""The word for the games of the last `arena play`."""


def identity(path: Path) -> tuple[int, int]:
    """Return what a file has for itself as long as it is there: its device and its inode."""
    found = path.stat()
    return found.st_dev, found.st_ino


def open_ladder(path: Path) -> LadderFile:
    """Read a ladder file; a bare name may be that of a ladder that comes with the arena.

    Raises:
        UserError: there is no such file, or it has errors.
    """
    if path.exists():
        return read_ladder(path)
    shipped = data("ladders") / f"{path.name.removesuffix('.toml')}.toml"
    if path.parent != Path() or not shipped.is_file():
        known = ", ".join(sorted(f.name for f in shipped.parent.glob("*.toml")))
        raise UserError(f"{path}: no such ladder file", f"these come with the arena: {known}", os.EX_NOINPUT)
    file = read_ladder(shipped)
    return replace(file, results=Path.cwd() / file.results.name)


def open_results(text: str) -> Store:
    """Open the results of a ladder file, a file of results or `last` for reading.

    Raises:
        UserError: there are none, or they cannot be read.
    """
    file = file_of(text)
    return Store.open(results_of(text), writing=False) if file is None else results_of_ladder(file, text)


def results_of_ladder(file: LadderFile, called: str) -> Store:
    """Open the results of a ladder for reading.

    Args:
        file: its settings.
        called: how a command line names it.

    Raises:
        UserError: there are none, or they cannot be read.
    """
    try:
        return Store.open(file.results, writing=False)
    except NothingYet:
        raise NothingYet(file.results, f"play them: {command('run', called)}") from None


def results_to_change(text: str) -> Store:
    """Open the results of a ladder file, a file of results or `last` for reading and writing.

    Raises:
        UserError: there are none, they cannot be read, or another arena writes to them.
    """
    path = results_of(text)
    if not path.exists():
        open_results(text).close()  # raises an error that says what to do
    return Store.open(path, writing=True)


def file_of(text: str) -> LadderFile | None:
    """Return the ladder file that is named; None if results are.

    Raises:
        UserError: there is no such file, or it has errors.
    """
    named = text in {LAST, PLAYED} or Path(text).suffix == SUFFIX or holds_results(Path(text))
    return None if named else open_ladder(Path(text))


def results_of(text: str) -> Path:
    """Return the path of the results of a ladder file, a file of results or `last`.

    Raises:
        UserError: there is no such ladder file, it has errors, or no match was played yet.
    """
    if text == LAST:
        path = last_match()
        if not path.exists():
            hint = f"play one, such as: {command('match', 'kaiser', 'sample:python/sensible', 'sample:random')}"
            raise UserError("there is no last match", hint, os.EX_NOINPUT)
        return path
    if text == PLAYED:
        path = last_played()
        if not path.exists():
            hint = f"play a game yourself, such as: {command('play', 'kaiser')}"
            raise UserError("nobody has played yet", hint, os.EX_NOINPUT)
        return path
    path = Path(text)
    if path.suffix == SUFFIX and path.is_file():
        return unpacked(path, _kept("saved").parent)
    return path if holds_results(path) else open_ladder(path).results


def game_saved_in(text: str) -> str | None:
    """Return the id of the game in a file that was saved from a replay; None for other results.

    Raises:
        UserError: it is no such file.
    """
    if Path(text).suffix != SUFFIX:
        return None
    with open_results(text) as store:
        done = store.done()
    if len(done) != 1:
        raise UserError(f"{text}: holds no game", "save it again from its page", os.EX_DATAERR)
    return done.pop()


def reading_of(text: str) -> Reading:
    """Return how a ladder file wants its results to be read; a file of results and `last` do not say."""
    file = file_of(text)
    return Reading() if file is None else file.reading


def holds_results(path: Path) -> bool:
    """Return whether a path names a file of results, not a ladder file."""
    return path.suffix == ".db" or is_results(path)


def as_word(path: Path) -> str:
    """Return a path as a word of a command: no option, and not a word for results."""
    text = str(path)
    return f"./{text}" if text in {LAST, PLAYED} or text.startswith("-") else text


def open_kept(path: Path, instead: str) -> Store:
    """Open a file for results that the arena keeps for its user, without those of before.

    Args:
        path: the file: `last_match` or `last_played`.
        instead: what to do while another arena of this user writes to it.

    Raises:
        UserError: it cannot be opened.
    """
    try:
        return Store.open(path, writing=True, fresh=True)
    except UserError as error:
        if error.exit_status != os.EX_TEMPFAIL:
            raise
        raise UserError(error.message, instead, error.exit_status) from error


def results_of_match(save: Path | None) -> Store:
    """Open the file for the results of a match: the one that is named, or that of the last match, emptied."""
    if save is not None:
        return Store.open(save, writing=True)
    instead = f"wait for it to end, or give this match a file of its own: --save FILE; `{LAST}` is one file for all"
    return open_kept(last_match(), instead)


def last_match() -> Path:
    """Return the path for the results of the last match; its folder is created."""
    return _kept("last-match.db")


def last_played() -> Path:
    """Return the path for the games of the last `arena play`; its folder is created."""
    return _kept("last-play.db")


def _kept(name: str) -> Path:
    """Return the path of a file that the arena keeps for its user; its folder is created."""
    cache = user_cache()
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "the arena keeps the last match there; set XDG_CACHE_HOME to another folder, or say --save for a match"
        raise UserError(f"{cache}: {error.strerror}", hint, os.EX_CANTCREAT) from error
    return cache / name
