"""The law suite over every preset of every game."""

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from arena.games.laws import check_game, check_worlds_uniform
from arena.games.options import choose

PRESETS = [pytest.param(game, preset, id=f"{game.name}:{preset}") for game in GAMES.values() for preset in game.presets]


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
    check_worlds_uniform(game, choose(game.presets[preset], {"max_deals": 6}), f"even {preset}")
