"""Which season a run plays, and the secret or the seed that a new one begins with."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from arena import chance
from arena.errors import UserError, command
from arena.store.disk import now
from arena.store.rows import Season, SeasonKind

_HOW: dict[SeasonKind, str] = {
    "secret": "with a secret beside the seed",
    "reproducible": "as reproducible, with packs that follow from the seed alone",
}
"""How a season was begun, for messages."""


def season_to_play(
    path: Path,
    db: sqlite3.Connection,
    seasons: Sequence[Season],
    seed: str | None,
    *,
    secret: bool,
    ladder: Path | None,
) -> int:
    """Return the number of the season that a run plays: the last one, or if there is none, a new one.

    Args:
        path: the database, for messages.
        db: its connection, in a transaction.
        seasons: all seasons.
        seed: what the ladder file names; None leaves that of the season.
        secret: whether the packs are keyed by a secret beside the seed.
        ladder: the ladder file as the user named it, for hints; None for a match.

    Raises:
        UserError: the season was begun with another seed, or has a secret although it should not or the other way
            round; or its secret is not the one that was committed to.
    """
    if not seasons:
        return open_season(db, 1, seed, secret=secret)
    last, kind = seasons[-1], _kind(secret=secret)
    if last.kind != kind or seed not in (None, last.seed):
        what = "with another seed" if last.kind == kind else f"{_HOW[last.kind]}, not {_HOW[kind]}"
        hint = "leave out --seed, or name another file: --save"
        if ladder is not None:
            close = f"{command('season', 'close', ladder)} closes the season, so that the next run opens one"
            hint = f"{close} as the ladder file says it; or put back what the file said, or name other results = ..."
        raise UserError(f"{path} was begun {what}", hint, os.EX_CONFIG)
    if not last.is_true:
        message = f"{path}: the secret of season {last.number} is lost or was changed"
        place = path if ladder is None else ladder
        hint = f"{command('verify', place)} says more; {command('season', 'close', place)} begins a new season"
        raise UserError(message, hint, os.EX_DATAERR)
    return last.number


def open_season(db: sqlite3.Connection, number: int, seed: str | None, *, secret: bool) -> int:
    """Store a new season. Its secret is drawn, or if it has none and no seed either, its seed.

    Args:
        db: the database.
        number: the number of the season.
        seed: what the ladder file names; None if it names nothing.
        secret: whether the packs are keyed by a secret beside the seed.

    Returns:
        The number.
    """
    given = seed or ("" if secret else secrets.token_hex(chance.SECRET_BYTES))
    drawn = chance.new_secret() if secret else None
    digest = chance.commitment(chance.key_of(number, given, drawn))
    row = (number, _kind(secret=secret), given, drawn or "", digest, now())
    db.execute("INSERT INTO seasons VALUES (?, ?, ?, ?, ?, ?)", row)
    return number


def _kind(*, secret: bool) -> SeasonKind:
    return "secret" if secret else "reproducible"
