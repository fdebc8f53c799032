"""Results as the store reads them, without a store."""

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from arena.store import Columns, Played, SeatUse
from arena.store.reader import stored_use
from arena.store.times import packed

Uses = Mapping[str, Mapping[int, SeatUse]]
"""What each seat used, by the id of the game."""


def columns_of(rows: Iterable[Played], uses: Uses = MappingProxyType({})) -> Columns:
    """Return results as columns."""
    stored = [(*_texts(row), _times(uses.get(row.game.id, {}))) for row in rows]
    return Columns.of([stored] if stored else [])


def _texts(row: Played) -> tuple[object, ...]:
    game = row.game
    scores = None if row.scores is None else ",".join(map(str, row.scores))
    places = ",".join(map(str, row.places))
    more = (json.dumps(dict(row.extra)), json.dumps(row.faults), row.run)
    return (game.id, game.contest, game.set, ",".join(game.sides), game.chance, places, scores, *more)


def _times(uses: Mapping[int, SeatUse]) -> bytes:
    return packed([stored_use(seat, use) for seat, use in uses.items()])
