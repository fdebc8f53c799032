"""The seasons of a ladder: what may be told of them, and how one is closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arena.app.ladders import file_of, results_to_change
from arena.store import Reader, Season


class Closed(NamedTuple):
    """A season that was closed.

    Args:
        season: the season.
        next: the season that is open now.
        games: how many games it has.
        left: how many of its planned games were not played.
        notes: what the store noticed.
    """

    season: Season
    next: Season
    games: int
    left: int
    notes: Sequence[str]


def close_season(ladder: str) -> Closed:
    """Close the current season of a ladder, and open the next one.

    Args:
        ladder: a ladder file, a file of results, or `last`.

    Raises:
        UserError: there are no results, or another arena writes to them.
    """
    file = file_of(ladder)
    with results_to_change(ladder) as store:
        last = store.season()
        seed = last.seed if file is None else file.seed
        secret = last.kind != "reproducible" if file is None else not file.reproducible
        closed, opened = store.close_season(seed or None, secret=secret)
        games = games_of(store).get(closed.number, 0)
        return Closed(closed, opened, games, store.planned_in().get(closed.number, 0) - games, store.notes)


def games_of(store: Reader) -> dict[int, int]:
    """Return how many games each season has played, by its number."""
    numbers, games = np.unique(store.columns().season, return_counts=True)
    return dict(zip(numbers.tolist(), games.tolist(), strict=True))


def season_data(season: Season) -> dict[str, object]:
    """Return what may be published of a season, as data: its secret and its seed only if it is not hidden."""
    found: dict[str, object] = {
        "season": season.number,
        "kind": season.kind,
        "key_sha256": season.digest,
        "opened": season.opened,
        "closed": season.closed,
    }
    return found if season.hidden else found | {"seed": season.seed, "secret": season.secret, "key": season.key}
