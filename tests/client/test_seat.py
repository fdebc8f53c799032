"""What a seat makes of the lines that it is told: the view that the kernel has, for every preset of every game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from arena.client.policies import random_word
from arena.client.seat import Question, Seat, Seats
from arena.client.words import read_event, read_line, words_of
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Did, Event, Note, Say, Show, View
from arena.games.kernel.position import Position
from arena.games.laws import Shuffles, some_deals
from arena.settings.clock import ClockSettings
from arena.table.record import line, opening
from tests.client.seats import played
from tests.games.about import some_presets

UNTOLD = ("moved", "made")
"""What the standing of Two Hundred has and no `deal` note tells: it decides who wins at the end, and no card."""


def plain(view: View) -> tuple[Any, ...]:
    """A view without what lines do not say: who else was told."""

    def of(event: Event) -> Event:
        if isinstance(event, Did):
            return event._replace(told="all")
        return event._replace(seats=()) if isinstance(event, Show | Say) else event

    known = view.standing and {name: its for name, its in view.standing._asdict().items() if name not in UNTOLD}
    return view.seat, known, tuple(map(of, view.events))


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_view_from_the_lines_is_that_of_the_kernel(game: AnyGame) -> None:
    for preset in game.presets:
        for position, seats in played(game, preset, deals=2):
            assert position.ask is not None
            seat = position.ask.seat
            assert plain(seats[seat].view) == plain(position.view(seat)), preset


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_note_is_read_as_it_was_written(game: AnyGame) -> None:
    """Also calls and ranks that look like numbers, which few games bring."""
    notes = {Note("sequence", (1, 3, "9")), Note("sequence", (0, 4)), Note("four", (0, "8")), Note("four", (1,))}
    for options in game.presets.values():
        for seed in range(6):
            rng, chance = Random(seed), Shuffles(seed)
            position: Position[Any] = Position(options, partial(some_deals, game, options, chance, 6))
            while position.ask is not None:
                position.play(rng.choice(position.ask.legal))
            notes.update([event for event in position.log if isinstance(event, Note)])
    seating = game.seating(game.options())
    for note in notes:
        assert read_event(*words_of(note), 0, seating) == note


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_worlds_from_the_lines_are_those_of_the_kernel(game: AnyGame) -> None:
    for preset in some_presets(game):
        for number, (position, seats) in enumerate(played(game, preset, deals=1)):
            assert position.ask is not None
            if number % 7 == 3:
                seat = position.ask.seat
                ours, its = (game.sampler(view)(Random(7)) for view in (seats[seat].view, position.view(seat)))
                assert ours == its, preset


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_options_are_those_in_force(game: AnyGame) -> None:
    for preset, options in game.presets.items():
        words = opening("G1", game, preset, options, ClockSettings(move_ms=500), seat=0)
        found = Seat([words.id, words.name, *(f"{key}={its}" for key, its in words.settings.items())])
        assert found.options.in_force() == options.in_force()
        assert found.seating == game.seating(options)
        assert found.question(["0", "bid", "pass"]).ms_left == 500


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_events_have_the_words_of_their_lines(game: AnyGame) -> None:
    for position, _ in played(game, next(iter(game.presets)), deals=1):
        last = position.log[-1]
        _, verb, words = read_line(line(last).rstrip("\n"))
        assert words_of(last) == (verb, words)


def test_a_question_for_another_hand_says_whose_it_is() -> None:
    seat = Seat(["G1", "kaiser", "seat=2", "preset=standard", "bank_ms=9000"])
    assert seat.question(["2", "play", "AS"]).hand is None
    assert seat.question(["0", "play", "AS"]).hand == 0
    seat.hear("clock", ["700", "8000"])
    asked = seat.question(["2", "play", "AS", "KS"])
    assert (asked.ms_left, asked.bank_ms, asked.legal, asked.table) == (700, 8000, ("AS", "KS"), "G1")


def test_a_game_with_the_same_seed_has_the_same_random_numbers() -> None:
    def numbers(*seed: str) -> list[float]:
        seat = Seat(["G1", "kaiser", "seat=2", *seed, "preset=standard"])
        asked = (seat.question(["2", "play", "AS", "KS"]) for _ in range(4))
        return [each.rng.random() for each in asked]

    one, other, own = numbers("seed=8c4f2a91d07be356"), numbers("seed=8c4f2a91d07be357"), numbers()
    assert one == numbers("seed=8c4f2a91d07be356")
    assert len({*one, *other, *own, *numbers()}) == 16
    blind = View(2, None, None, ())
    words = [random_word(Question(2, "play", ("a", "b", "c"), rng=Random("7")), blind) for _ in range(9)]
    assert len(set(words)) == 1


def test_talk_is_kept_with_its_spaces() -> None:
    seat = Seat(["G1", "kaiser", "seat=2", "preset=standard"])
    _, verb, words = read_line("@G1 say 1 lead a high  one")
    seat.hear(verb, words)
    assert seat.view.events == (Say((2,), 1, "lead a high  one"),)


def test_a_game_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="there is no such game"):
        Seat(["G1", "whist", "seat=0"])


def test_options_of_other_variations_are_read() -> None:
    game = GAMES["kaiser"]
    options = replace(game.presets["standard"], max_deals=10)
    words = opening("G1", game, "standard", options, ClockSettings(), seat=1)
    assert Seat([words.id, words.name, *(f"{k}={v}" for k, v in words.settings.items())]).options == options


def test_a_table_is_forgotten_when_its_game_is_over() -> None:
    seats = Seats()
    for number in range(200):
        seats.hear(read_line(f"@G{number} game G{number} kaiser seat=2 seats=4 sides=0,1,0,1"))
        seats.hear(read_line(f"@G{number} over G{number} places=1,2 scores=52,0 reason=target"))
    assert not seats.at
    with pytest.raises(KeyError):
        seats.hear(read_line("@G1 ask 2 bid pass 6"))
