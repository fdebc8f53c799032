"""The law suite over every preset of every game."""

from random import Random

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Result
from arena.games.laws import Shuffles, check_game, check_worlds_uniform
from arena.games.options import choose
from arena.games.position import Position, play_game
from arena.record import RESERVED

PRESETS = [pytest.param(game, preset, id=f"{game.name}:{preset}") for game in GAMES.values() for preset in game.presets]

MANY_WORLDS = {"five-hundred:two-player-short": (10_010, 1)}
"""Draws and moments for presets in which many deals agree with every view: any four of fourteen cards may have been
the widow that the opponent took."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_option_is_called_as_another_key_of_the_game_line(game: AnyGame) -> None:
    assert RESERVED.isdisjoint(game.options().words())


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_options_in_force_play_the_same_game(game: AnyGame, preset: str) -> None:
    o = choose(game.presets[preset], {"max_deals": 2})
    told = choose(game.options(), o.in_force())
    first, again = (play_game(game, options, Shuffles(preset)) for options in (o, told))
    rng = Random(preset)
    while first.ask is not None:
        assert first.ask == again.ask
        word = rng.choice(first.ask.legal)
        first.play(word)
        again.play(word)
    assert told.in_force() == o.in_force()
    assert (again.log, again.result) == (first.log, first.result)


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_forks_of_forks_in_any_deal_are_the_same_as_playing_afresh(game: AnyGame, preset: str) -> None:
    o = choose(game.presets[preset], {"max_deals": 4})
    rng = Random(preset)
    position = play_game(game, o, Shuffles(preset))
    left: list[tuple[Position[Result], list[str], int]] = []
    while position.ask is not None:
        if rng.random() < 0.15:
            left.append((position, list(position.answers), len(position.log)))
            position = position.fork()
        position.play(rng.choice(position.ask.legal if position.ask else ()))
    afresh = play_game(game, o, Shuffles(preset))
    for word in position.answers:
        afresh.play(word)
    assert (afresh.log, afresh.result) == (position.log, position.result)
    assert [afresh.view(seat) for seat in game.table(o).players] == [
        position.view(seat) for seat in game.table(o).players
    ]
    for earlier, answers, events in left:
        assert (earlier.answers, earlier.log) == (answers, position.log[:events])
    assert left


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_laws_hold(game: AnyGame, preset: str) -> None:
    check_game(game, choose(game.presets[preset], {"max_deals": 4}), f"laws {preset}")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_random_games_end_by_themselves(game: AnyGame, preset: str) -> None:
    check_game(game, game.presets[preset], f"whole {preset}")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_worlds_are_drawn_evenly(game: AnyGame, preset: str) -> None:
    draws, moments = MANY_WORLDS.get(f"{game.name}:{preset}", (1000, 2))
    o = choose(game.presets[preset], {"max_deals": 6})
    check_worlds_uniform(game, o, f"even {preset}", draws=draws, moments=moments)
