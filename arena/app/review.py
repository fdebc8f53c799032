"""Why does a bot lose: which stored games are looked at, and what the judges say of their decisions."""

from __future__ import annotations

import os
from collections.abc import Iterable

from arena.app.game import UNPLAYABLE
from arena.errors import UserError
from arena.results.review import Judged, reviewed, stored_games
from arena.store import Reader

MOST = 400
"""At most so many games are looked at."""
WORLDS = 30
"""How many worlds each judge looks at."""


def judged_of(
    store: Reader,
    ladder: str,
    games: Iterable[str],
    number: int,
    worlds: int = WORLDS,
    bots: frozenset[str] = frozenset(),
) -> list[Judged]:
    """Return decisions of stored games, judged by two searches; games whose record was not kept are left out.

    Args:
        store: the results.
        ladder: what the command line names them.
        games: the ids of the games.
        number: about how many decisions, drawn at random.
        worlds: how many worlds each judge looks at.
        bots: the entrants whose decisions are judged; empty for all.

    Raises:
        UserError: this arena cannot play one of the games again.
    """
    try:
        return reviewed(stored_games(store, games), number, worlds, bots)
    except UNPLAYABLE as error:
        text = f"{ladder}: this arena cannot play all of these games again ({error})"
        raise UserError(text, "name one of its games to `arena review`", os.EX_DATAERR) from error
