"""Playing a record again: the game at any moment, and every message that a seat was sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from arena import protocol
from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Chance, Deal, IllegalWord, Result, Seat
from arena.games.kernel.knowledge import tell
from arena.games.kernel.options import OptionError, Options, choose
from arena.games.kernel.position import Position, in_deal, play_game
from arena.protocol import Message
from arena.table import record


class NotARecord(ValueError):  # noqa: N818 - reads as a verdict on a text
    """The text is not a record of a game that this arena knows."""


def position_of(opening: Message, chance: str, seed: str) -> tuple[AnyGame, Position[Result]]:
    """Return the game that a record's first line names, at its start and dealt from the seed.

    Args:
        opening: the `game` line.
        chance: the label of the game's draws.
        seed: the ladder's seed.

    Raises:
        NotARecord: it is not a `game` line, or the game or its options are not known.
    """
    if not isinstance(opening, protocol.Game) or opening.name not in GAMES:
        raise NotARecord("it does not begin with the game line of a known game")
    game = GAMES[opening.name]
    return game, play_game(game, options_of(game, opening), keyed(seed, chance))


def options_of(game: AnyGame, opening: protocol.Game) -> Options:
    """Return the options that a `game` line names in full.

    Raises:
        NotARecord: they are not those of the game.
    """
    standard: Options = game.options()
    try:
        return choose(standard, {name: opening.settings[name] for name in standard.words()})
    except (KeyError, OptionError) as error:
        raise NotARecord(f"its options are not those of {game.name}: {error}") from error


class NoSuchMoment(LookupError):  # noqa: N818 - reads as an answer to the request
    """The game does not have the requested moment; the text says what it has."""


class Moment(NamedTuple):
    """A moment of a game, as `arena.games.study.study_of` takes it.

    Args:
        game: the game.
        preset: the preset that its options are based on.
        position: the position at that moment.
        chance: the draws of the deal.
    """

    game: AnyGame
    preset: str
    position: Position[Result]
    chance: Chance


def moment(text: str, chance: str, seed: str, answers: int | None, deal: int | None = None) -> Moment:
    """Return the moment of a game after a number of answers.

    Args:
        text: the record.
        chance: the label of the game's draws.
        seed: the ladder's seed.
        answers: how many answers come before the moment; None for the last moment of the game.
        deal: the number of the deal in which the answers are counted; None to count from the beginning of the game.

    Raises:
        NotARecord: the record cannot be played again.
        NoSuchMoment: there is no such deal, or the deal or the game has fewer answers.
    """
    lines = record.parse(text)
    opening, words = lines[0], record.words(lines)
    game, position = position_of(opening, chance, seed)
    assert isinstance(opening, protocol.Game)
    preset = opening.settings.get("preset", "")
    if preset not in game.presets:
        raise NotARecord(f"{game.name} has no preset {preset!r} now")
    draws, counted = keyed(seed, chance), 0
    for number in range(len(words) + 1):
        begun = _deal_of(position)
        if deal is not None and begun > deal:
            raise NoSuchMoment(f"deal {deal} is over after {counted} answers")
        here = deal is None or begun == deal
        if (here and counted == answers) or (answers is None and number == len(words)):
            return Moment(game, preset, position, in_deal(draws, begun))
        counted += here
        if number < len(words):
            _play(game, position, words[number], number)
    what = "the game" if deal is None else f"deal {deal}"
    raise NoSuchMoment(f"{what} has {counted - here} answers" if here else f"the game ends with deal {begun}")


def _deal_of(position: Position[Result]) -> int:
    """Return the number of the current deal; 0 before the first."""
    return next((event.number for event in reversed(position.log) if isinstance(event, Deal)), 0)


def _play(game: AnyGame, position: Position[Result], answer: tuple[str, str], number: int) -> None:
    """Play an answer of a record.

    Raises:
        NotARecord: the rules do not allow the answer.
    """
    try:
        position.play(*answer)
    except IllegalWord as error:
        raise NotARecord(f"{answer[0]} was not legal at decision {number + 1} of {game.name}") from error


def sent_to(text: str, chance: str, seed: str, seat: Seat) -> Iterator[Message]:
    """Yield every message that the bot in a seat was sent in a game, beginning with the greeting.

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
    settings = {"seat": str(seat)}
    for name, value in opening.settings.items():
        if name == "seeds":  # a game that was played without seeds has none
            settings["seed"] = value.split(",")[seat]
        elif name != "names":
            settings[name] = value
    yield protocol.Arena(protocol.VERSION, tuple(protocol.CODECS))
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
        _play(game, position, (word, said), number)
    yield from _news(position, seen, seat)
    yield over


def _news(position: Position[Result], seen: int, seat: Seat) -> Iterator[Message]:
    """Yield what a seat learned from the events after the first `seen`."""
    for event in position.log[seen:]:
        if (learnt := tell(event, seat)) is not None:
            yield record.message(learnt)
