"""Random games of every preset against every second opinion that is an oracle, and errors planted in them."""

from pathlib import Path

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from tests.games.second_opinion.compare import oracle_of
from tests.games.second_opinion.oracle import compared

HERE = Path(__file__).parent
WITH_ORACLE = [game for name, game in GAMES.items() if (HERE / name.replace("-", "_") / "oracle.py").exists()]
PRESETS = [pytest.param(game, preset, id=f"{game.name}:{preset}") for game in WITH_ORACLE for preset in game.presets]
FEW = {"tribello": 6, "nine-card-don": 6, "homme-d-auvergne": 7, "ecarte": 12, "triomphe": 12}
"""Random games of each preset, and as many in which an error is planted, by the length of its games; 8 elsewhere."""
PLAYED, PLANTED = 60, 30
"""The same in sweeps."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_engine_and_oracle_agree_and_planted_errors_are_noticed(game: AnyGame, preset: str) -> None:
    few = FEW.get(game.name, 8)
    _, differences, missed = compared(oracle_of(game.name), game, preset, few, few)
    assert (differences, missed) == ([], [])


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_they_agree_on_many_games_and_every_planted_error_is_noticed(game: AnyGame, preset: str) -> None:
    _, differences, missed = compared(oracle_of(game.name), game, preset, PLAYED, PLANTED)
    assert (differences, missed) == ([], [])
