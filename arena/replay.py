"""A record played again: what a seat was sent, and the log that the rules give to the same words."""

from __future__ import annotations

from collections.abc import Iterator

import protocol
from arena import record
from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, IllegalWord, Result, Seat
from arena.games.knowledge import tell
from arena.games.options import OptionError, Options, choose
from arena.games.position import Position, play_game
from protocol import Message


class NotARecord(ValueError):  # noqa: N818 - reads as a verdict on a text
    """The text is no record of a game that this arena knows."""


def position_of(opening: Message, chance: str, seed: str) -> tuple[AnyGame, Position[Result]]:
    """Return the game of a record's first line, at its start, dealt from the seed.

    Args:
        opening: the `game` line.
        chance: the label of the game's draws.
        seed: the ladder's seed.

    Raises:
        NotARecord: it is no `game` line, or the game or its options are not known.
    """
    if not isinstance(opening, protocol.Game) or opening.name not in GAMES:
        raise NotARecord("it does not begin with the game line of a game that is known here")
    game = GAMES[opening.name]
    return game, play_game(game, _options(game, opening), keyed(seed, chance))


def _options(game: AnyGame, opening: protocol.Game) -> Options:
    """Return the options that a `game` line names in full."""
    standard: Options = game.options()
    try:
        return choose(standard, {name: opening.settings[name] for name in standard.words()})
    except (KeyError, OptionError) as error:
        raise NotARecord(f"its options are not those of {game.name}: {error}") from error


def sent_to(text: str, chance: str, seed: str, seat: Seat) -> Iterator[Message]:
    """Yield every message that the bot in a seat was sent in a game, from the greeting on.

    Args:
        text: the record.
        chance: the label of the game's draws.
        seed: the ladder's seed.
        seat: the seat.

    Raises:
        NotARecord: the record cannot be played again.
    """
    lines = record.parse(text)
    opening, over = lines[0], lines[-1]
    game, position = position_of(opening, chance, seed)
    assert isinstance(opening, protocol.Game)
    clocks = record.clocks(lines)
    hidden = {"names"}
    yield protocol.Arena(protocol.VERSION, tuple(protocol.CODECS))
    settings = {"seat": str(seat)} | {k: v for k, v in opening.settings.items() if k not in hidden}
    yield opening._replace(settings=settings)
    seen = 0
    for number, (word, said) in enumerate(record.words(lines)):
        ask = position.ask
        if ask is not None and ask.seat == seat:
            yield from _news(position, seen, seat)
            seen = len(position.log)
            if number in clocks:
                yield clocks[number]
            yield record.question(ask)
        try:
            position.play(word, said)
        except IllegalWord as error:
            raise NotARecord(f"{word} was not legal at decision {number + 1} of {game.name}") from error
    yield from _news(position, seen, seat)
    yield over


def _news(position: Position[Result], seen: int, seat: Seat) -> Iterator[Message]:
    for event in position.log[seen:]:
        if (learnt := tell(event, seat)) is not None:
            yield record.message(learnt)
