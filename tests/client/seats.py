"""Games at which every seat is a `Seat` of the library: it hears the lines that a bot in that seat would read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from arena.client import Turn
from arena.client.seat import Question, Seat
from arena.client.view import Helper
from arena.client.words import read_line
from arena.games.kernel import AnyGame
from arena.games.kernel.knowledge import tell
from arena.games.kernel.position import Position
from arena.games.laws import Shuffles, some_deals
from arena.protocol import write_line
from arena.settings.clock import NO_CLOCK, ClockSettings
from arena.table.record import line, opening
from arena.table.record import question as question_line

KAISER = {
    "game": "kaiser",
    "dealer": 2,
    "contract": {"seat": 3, "bid": "7", "trump": "S"},
    "hands": {"3": "KH AS", "0": "5H", "1": "9H", "2": "AH TH JD 8C"},
    "play": "KH 5H 9H",
}
"""Seat 2 plays last to a trick that has the five of hearts, and holds the ace."""


def lines_of(game: AnyGame, preset: str, seat: int, position: Position[Any], clock: ClockSettings = NO_CLOCK) -> str:
    """Return what a bot in a seat has been sent, up to the open question."""
    begin = write_line(opening("G1", game, preset, position.options, clock, seat=seat))
    end = "" if position.ask is None else write_line(question_line(position.ask))
    return begin + "".join(map(line, position.told(seat))) + end


def played(
    game: AnyGame, preset: str, deals: int, seed: object = 1, answers: list[str] | None = None
) -> Iterator[tuple[Position[Any], dict[int, Seat]]]:
    """Yield the position of a game at every question, with the seats that have heard the lines.

    The answers are random, unless the caller puts them into a list.
    """
    options, rng, heard = game.presets[preset], Random(str(seed)), 0
    chance = Shuffles(seed)
    position: Position[Any] = Position(options, lambda: some_deals(game, options, chance, deals), game=game)
    seats = {}
    for seat in game.seating(options).players:
        begin = write_line(opening("G1", game, preset, options, NO_CLOCK, seat=seat))
        seats[seat] = Seat(read_line(begin.rstrip("\n")).words)
    while position.ask is not None:
        for event in position.log[heard:]:
            for number, listener in seats.items():
                if (told := tell(event, number)) is not None:
                    _, verb, words = read_line(line(told).rstrip("\n"))
                    listener.hear(verb, words)
        heard = len(position.log)
        yield position, seats
        position.play(answers.pop() if answers else rng.choice(position.ask.legal))


def answered(
    game: AnyGame, preset: str, deals: int, choose: Callable[[Turn], str], seed: object = 1
) -> Iterator[tuple[Question, str]]:
    """Play with a bot in all seats, which gets what its seats hear; yield its questions and answers."""
    given: list[str] = []
    for position, seats in played(game, preset, deals, seed, given):
        ask = position.ask
        assert ask is not None
        question = seats[ask.seat].question(read_line(write_line(question_line(ask)).rstrip("\n")).words)
        given[:] = [choose(Turn(seats[ask.seat].view, question))]
        yield question, given[0]


def helped(game: AnyGame, preset: str, deals: int, seed: object = 1) -> Iterator[tuple[Position[Any], Helper]]:
    """Yield the position of a game of random answers at every question, with `arena view` of the seat that is asked."""
    helpers: dict[int, Helper] = {}
    heard: dict[int, int] = {}
    for position, _ in played(game, preset, deals, seed):
        ask = position.ask
        assert ask is not None
        if ask.seat not in helpers:
            helpers[ask.seat] = Helper()
            begin = write_line(opening("G1", game, preset, position.options, NO_CLOCK, seat=ask.seat))
            assert helpers[ask.seat].take(begin.rstrip("\n")) is None
        news = [told for event in position.log[heard.get(ask.seat, 0) :] if (told := tell(event, ask.seat)) is not None]
        heard[ask.seat] = len(position.log)
        for said in (*map(line, news), write_line(question_line(ask))):
            assert helpers[ask.seat].take(said.rstrip("\n")) is None
        yield position, helpers[ask.seat]
