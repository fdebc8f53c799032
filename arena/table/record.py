"""The record of a game: everything that happened, as lines of the protocol, from which the game can be played again.

It has the `game` line with the names of the entrants, every event with nothing hidden, a `clock` line before each
decision with a bank, `note fault SEAT KIND` where a bot had a fault, and the `over` line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from arena import protocol
from arena.games.kernel import AnyGame, Ask, Deal, Did, Event, Note, Result, Say, Seat, Seating, Show, made
from arena.games.kernel.events import ASIDES
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position
from arena.protocol import Message
from arena.settings.clock import ClockSettings

MOST_CARDS: Final = 500
"""So many cards fit into a line, whatever they are called."""
FAULT = "fault"
"""The kind of the note that marks where a bot had a fault. It is in records only; bots are not told."""
ILLEGAL = "illegal"
"""The kind of the note with an illegal answer that was no fault: the seat and the word. It is in records only."""


def is_aside(message: Message) -> bool:
    """Return whether a line of a record is a note of the arena, and no event of the game."""
    return isinstance(message, protocol.Note) and message.kind in ASIDES


def message(event: Event) -> Message:
    """Return an event of the rules as a message of the protocol."""
    if type(event) is Note:
        return made(protocol.Note, (event.kind, tuple([str(value) for value in event.values])))
    if type(event) is Show:
        _, kind, owner, cards = event
        return made(protocol.Show, (kind, owner, tuple(cards)))
    if isinstance(event, Did):
        return protocol.Did(event.seat, event.kind, event.word)
    if isinstance(event, Say):
        return protocol.Say(event.seat, event.text)
    if not isinstance(event, Deal):
        raise protocol.ArenaFault(f"the rules yielded {event!r}, which is no Ask, Show or Note")
    return made(protocol.Note, ("deal", (str(event.number), *event.standing.words())))


def line(event: Event) -> str:
    """Return an event as a line of the protocol, with its line feed."""
    if type(event) is Show and len(event.cards) <= MOST_CARDS:
        try:
            return protocol.show_line(event.kind, event.owner, event.cards)
        except (TypeError, ValueError):
            pass  # `write_line` says what is wrong
    return protocol.write_line(message(event))


def question(ask: Ask) -> protocol.Ask:
    """Return a question of the rules as a message of the protocol."""
    return made(protocol.Ask, (ask.seat if ask.hand is None else ask.hand, ask.kind, tuple(ask.legal)))


def opening(
    game_id: str,
    game: AnyGame,
    preset: str,
    options: Options,
    clock: ClockSettings,
    *,
    seat: Seat | None = None,
    names: Iterable[str] = (),
    seeds: Sequence[str] = (),
) -> protocol.Game:
    """Return the `game` line for a seat; for the record if `seat` is None.

    Args:
        game_id: the id of the game.
        game: which game.
        preset: the name of the preset that the options began with.
        options: all options in force.
        clock: the time limits; only those that exist are told.
        seat: the bot's seat.
        names: the entrant at each seat, for the record only.
        seeds: the seed of the bot in each seat (`arena.chance.bot_seeds`), of which a seat is told its own; empty if
            bots draw their own.
    """
    head, tail = _fixed_parts(game.seating, preset, options, clock)
    if seat is None:
        all_seeds = {"seeds": ",".join(seeds)} if seeds else {}
        return protocol.Game(game_id, game.name, head | {"names": ",".join(names)} | all_seeds | tail)
    own_seed = {"seed": seeds[seat]} if seeds else {}
    return protocol.Game(game_id, game.name, {"seat": str(seat)} | head | own_seed | tail)


@lru_cache(maxsize=64)
def _fixed_parts(
    seating_of: Callable[[Any], Seating], preset: str, options: Options, clock: ClockSettings
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the keys before and after `names` in a `game` line, which many games have in common."""
    seating = seating_of(options)
    sides = ",".join("-" if side is None else str(side) for side in seating.sides)
    limits = {"move_ms": clock.move_ms, "bank_ms": clock.bank_ms, "inc_ms": clock.inc_ms}
    told = {name: str(limit) for name, limit in limits.items() if limit}
    return {"seats": str(seating.seats), "sides": sides}, told | {"preset": preset} | options.in_force()


def ending(game_id: str, result: Result) -> protocol.Over:
    """Return the `over` line, without scores if the game was not played to its end."""
    values = {"places": ",".join(map(str, result.places))}
    if result.scores:
        values["scores"] = ",".join(map(str, result.scores))
    return protocol.Over(game_id, values | {"reason": result.reason} | dict(result.extra))


def parse(record: str) -> list[Message]:
    """Return the messages of a record.

    Raises:
        ArenaFault: the text is not a record.
    """
    return [protocol.parse_line(line, protocol.ARENA) for line in record.splitlines()]


def words(record: Iterable[Message]) -> list[tuple[str, str]]:
    """Return the answers of a record in order: the word, and the text that was said with it."""
    answers: list[tuple[str, str]] = []
    said = ""
    for m in record:
        if isinstance(m, protocol.Say):
            said = m.text
        elif isinstance(m, protocol.Did) and m.word is not None:
            answers.append((m.word, said))
            said = ""
    return answers


def clocks(record: Iterable[Message]) -> Mapping[int, protocol.Clock]:
    """Return the `clock` line of each decision that has one, by the number of the decision, from 0."""
    found: dict[int, protocol.Clock] = {}
    decision = 0
    for m in record:
        if isinstance(m, protocol.Clock):
            found[decision] = m
        elif isinstance(m, protocol.Did):
            decision += 1
    return found


def play_again(position: Position[Result], record: Iterable[Message]) -> None:
    """Play the answers of a record in a fresh position of the same game.

    Raises:
        IllegalWord: the rules do not allow one of the answers.
    """
    for word, said in words(record):
        position.play(word, said)
