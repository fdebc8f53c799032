"""Results as the store reads them, without a store."""

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from arena.store import Columns, Played, SeatUse

SEATS = 6
Uses = Mapping[str, Mapping[int, SeatUse]]
"""What each seat used, by the id of the game."""


def columns_of(rows: Iterable[Played], uses: Uses = MappingProxyType({})) -> Columns:
    """Return results as columns."""
    return Columns.of([(*_texts(row), json.dumps(_fields(uses.get(row.game.id, {})))) for row in rows])


def _texts(row: Played) -> tuple[object, ...]:
    game = row.game
    scores = None if row.scores is None else ",".join(map(str, row.scores))
    places = ",".join(map(str, row.places))
    more = (json.dumps(dict(row.extra)), json.dumps(row.faults), row.run)
    return (game.id, game.contest, game.set, ",".join(game.sides), game.chance, places, scores, *more)


def _fields(uses: Mapping[int, SeatUse]) -> list[object]:
    found: list[object] = []
    for seat, use in uses.items():
        found += (seat, use.decisions, use.total_ms, use.worst_ms, use.cpu_ms, use.strikes)
    return found + [None] * (6 * SEATS - len(found))
