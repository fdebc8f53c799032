"""Results as the store reads them, without a store; and those of a store in the order in which they came."""

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from arena.store import Columns, PlayedGame, Reader
from arena.store.uses import packed, stored_use
from arena.table.outcome import Use

Uses = Mapping[str, Mapping[int, Use]]
"""What each seat used, by the id of the game."""


def columns_of(rows: Iterable[PlayedGame], uses: Uses = MappingProxyType({})) -> Columns:
    """Return results as columns."""
    stored = [(*_texts(row), _times(uses.get(row.game.id, {})), 1, row.number) for row in rows]
    return Columns.of([stored] if stored else [])


def in_order(store: Reader) -> list[PlayedGame]:
    """Return all games with their results in the order in which the results were stored."""
    return sorted(store.results(), key=lambda played: played.number)


def _texts(row: PlayedGame) -> tuple[object, ...]:
    game = row.game
    scores = ",".join(map(str, row.result.scores)) or None
    places = ",".join(map(str, row.result.places))
    more = (json.dumps(dict(row.result.extra)), json.dumps(row.faults), row.run)
    return (game.id, game.contest, game.set, ",".join(game.sides), game.chance, places, scores, *more)


def _times(uses: Mapping[int, Use]) -> bytes:
    return packed([stored_use(seat, use) for seat, use in uses.items()])
