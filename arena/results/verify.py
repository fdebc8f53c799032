"""Checking stored results: every record is dealt again from the key of its season and played again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena import protocol
from arena.chance import bot_seeds
from arena.errors import UserError
from arena.games.kernel import IllegalWord
from arena.protocol import ArenaFault, Message
from arena.results.replay import NotARecord, position_of
from arena.settings.game_files import recall
from arena.store import NoRecord, PlayedGame, Store
from arena.table import record

UNTRUE = "its secret or seed is not the one that its SHA-256 was made from, so its records cannot be checked"
"""What is wrong with a season whose commitment does not hold."""


def check(store: Store) -> Iterator[str]:
    """Yield a sentence for every problem in the stored seasons, records and results."""
    seasons = {season.number: season for season in store.seasons()}
    yield from (f"season {season.number}: {UNTRUE}" for season in seasons.values() if not season.is_true)
    runs = store.runs()
    for run in runs:
        yield from (f"run {run.number}: {note}" for note in recall(run.settings))
    played = {run.number: seasons[run.season] for run in runs}
    for row in store.results():
        if not (season := played[row.run]).is_true:
            continue
        try:
            text = store.record(row.game.id)
        except NoRecord:
            continue
        except UserError as error:
            yield str(error)
            continue
        try:
            for problem in _check_game(row, text, season.key):
                yield f"{row.game.id}: {problem}"
        except Exception as error:  # noqa: BLE001 - a damaged record may hold anything, and the others are checked too
            yield f"{row.game.id}: the record cannot be played again ({type(error).__name__}: {error})"


def _check_game(row: PlayedGame, text: str, key: str) -> Iterator[str]:
    """Yield what is wrong with a game."""
    try:
        lines = record.parse(text)
        game, position = position_of(lines[0], row.game.chance, key)
        record.play_again(position, lines)
    except (ArenaFault, NotARecord, IndexError) as error:
        yield f"the record cannot be read: {error}"
        return
    except IllegalWord as error:
        yield f"the record holds {error}, which the rules do not allow there"
        return
    yield from _check_seeds(lines[0], bot_seeds(key, row.game.chance, game.seating(position.options).seats))
    happened = [record.message(event) for event in position.log]
    told = [line for line in lines[1:-1] if not isinstance(line, protocol.Clock) and not record.is_aside(line)]
    if told != happened:
        at = next((i for i, pair in enumerate(zip(told, happened, strict=False)) if pair[0] != pair[1]), len(told))
        yield f"event {at + 1} does not follow from the seed and the answers"
    yield from _check_result(row, lines, ended=position.result is not None)
    if position.result is not None and row.result.scores != position.result.scores:
        yield f"the scores are {position.result.scores}, but {row.result.scores} are stored"


def _check_seeds(opening: Message, seeds: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the seeds that a record says its bots were told, if it says any."""
    assert isinstance(opening, protocol.Game)
    if opening.settings.get("seeds", ",".join(seeds)) != ",".join(seeds):
        yield "the seeds of its bots do not follow from the key"


def _check_result(row: PlayedGame, lines: list[Message], *, ended: bool) -> Iterator[str]:
    """Yield how the last line of a record differs from the stored result, or why it cannot be the last."""
    over = lines[-1]
    if not isinstance(over, protocol.Over):
        yield "the record does not end"
        return
    places = ",".join(map(str, row.result.places))
    if over.values.get("places") != places or over.values.get("reason") != row.result.reason:
        yield f"the record ends with {dict(over.values)}, but places {places} and reason {row.result.reason} are stored"
    if not ended and not any(map(_is_fault, lines)):
        yield "the record stops before the game is over, without a fault"


def _is_fault(line: Message) -> bool:
    return isinstance(line, protocol.Note) and line.kind == record.FAULT
