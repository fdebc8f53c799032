"""What people name on the command line: ladder files, the ladders that come with the arena, and the last match."""

from __future__ import annotations

import os
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from arena.config import LadderFile, read_ladder
from arena.errors import UserError
from arena.games.catalogue import GAMES
from arena.staging import user_cache
from arena.store import Store

LAST = "last"
"""Stands for the results of the last `arena match`."""


def open_ladder(path: Path) -> LadderFile:
    """Return a ladder file; a bare name may be one of those that come with the arena.

    Raises:
        UserError: there is no such file, or it has errors.
    """
    if path.exists() or path.parent != Path():
        return read_ladder(path, GAMES)
    shipped = Path(str(files("ladders").joinpath(f"{path.name.removesuffix('.toml')}.toml")))
    if not shipped.is_file():
        known = ", ".join(sorted(f.name for f in shipped.parent.glob("*.toml")))
        raise UserError(f"{path}: no such ladder file", f"these come with the arena: {known}", os.EX_NOINPUT)
    file = read_ladder(shipped, GAMES)
    return replace(file, results=Path.cwd() / file.results.name)


def open_results(text: str) -> Store:
    """Return the results that a ladder file, a .db file or `last` stands for, for reading."""
    if text == LAST:
        return Store.open(last_match(), writing=False)
    path = Path(text)
    return Store.open(path if path.suffix == ".db" else open_ladder(path).results, writing=False)


def last_match(*, fresh: bool = False) -> Path:
    """Return where the results of the last match are; with `fresh`, remove them."""
    cache = user_cache()
    cache.mkdir(parents=True, exist_ok=True)
    path = cache / "last-match.db"
    if fresh:
        for old in cache.glob("last-match.db*"):
            old.unlink()
    elif not path.exists():
        raise UserError("there is no last match", "play one: arena match GAME BOT BOT", os.EX_NOINPUT)
    return path
