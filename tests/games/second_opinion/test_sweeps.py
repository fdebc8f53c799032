"""Many random games of every preset against every second opinion that is an oracle, and many errors planted in them."""

from pathlib import Path

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from tests.games.second_opinion.compare import oracle_of
from tests.games.second_opinion.oracle import differences, missed

HERE = Path(__file__).parent
WITH_ORACLE = [game for name, game in GAMES.items() if (HERE / name.replace("-", "_") / "oracle.py").exists()]
PRESETS = [pytest.param(game, preset, id=f"{game.name}:{preset}") for game in WITH_ORACLE for preset in game.presets]
PLAYED, PLANTED = 100, 50
"""Random games of each preset, and games in which one error is planted each."""

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_engine_and_oracle_agree_on_many_games(game: AnyGame, preset: str) -> None:
    assert differences(oracle_of(game.name), game, preset, PLAYED) == []


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_oracle_notices_every_planted_error(game: AnyGame, preset: str) -> None:
    assert missed(oracle_of(game.name), game, preset, PLANTED) == []
