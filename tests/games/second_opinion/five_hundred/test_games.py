"""The second opinions on the Five Hundred family, compared with the engine in games of all presets and options."""

from __future__ import annotations

import re
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest

from arena.games.kernel.options import OptionError
from tests.games.second_opinion.american_five_hundred import mixed as american_mixed
from tests.games.second_opinion.american_five_hundred.random_games import AMERICAN
from tests.games.second_opinion.bots import sensible_game
from tests.games.second_opinion.engine import MIXED, Comparison
from tests.games.second_opinion.five_hundred import mixed
from tests.games.second_opinion.five_hundred.random_games import FIVE_HUNDRED
from tests.games.second_opinion.spoilt import some_spoilt

pytestmark = pytest.mark.slow

FAMILY: list[tuple[Comparison[Any], Any]] = [
    (FIVE_HUNDRED, mixed.drawn_words),
    (AMERICAN, american_mixed.drawn_words),
]
GAMES = [pytest.param(comparison, id=comparison.checker.name) for comparison, _ in FAMILY]
TABLES = [pytest.param(*pair, id=pair[0].checker.name) for pair in FAMILY]
PRESETS = [pytest.param(comparison, preset, id=preset) for comparison, _ in FAMILY for preset in comparison.presets]
RANDOM_GAMES, SENSIBLE_GAMES, MIXED_GAMES = 18, 4, 150
"""Games of each preset, and games with options of all kinds, in the sweeps."""
DETERMINED = re.compile(
    r"note (contract|trump|trick|points|scores|sits-out|partner|joker-suit) |did \d play |show exposed "
)
"""Lines that leave no choice: a card that is not played now is missing later."""


@pytest.mark.parametrize("comparison", GAMES)
def test_engine_and_sheet_have_the_same_presets(comparison: Comparison[Any]) -> None:
    assert set(comparison.presets) == set(comparison.game.presets)


@pytest.mark.parametrize(("comparison", "preset"), PRESETS)
def test_engine_and_sheet_agree_on_some_games(comparison: Comparison[Any], preset: str) -> None:
    for number in range(4):
        assert comparison.differences(preset, number) == [], number


@pytest.mark.parametrize("comparison", GAMES)
def test_engine_and_sheet_agree_on_games_with_options_of_all_kinds(comparison: Comparison[Any]) -> None:
    for number in range(40):
        assert comparison.differences(MIXED, number) == [], number


@pytest.mark.parametrize(("comparison", "drawn"), TABLES)
def test_engine_and_sheet_refuse_the_same_tables(comparison: Comparison[Any], drawn: Any) -> None:
    for number in range(200):
        words = drawn(Random(f"table {number}"))
        with pytest.raises(OptionError) if comparison.checker.refusals(words) else nullcontext():
            comparison.chosen(words)


def differences_of_a_sensible_game(comparison: Comparison[Any], preset: str, number: int) -> list[str]:
    return comparison.differences_in(sensible_game(comparison, preset, number), comparison.sheet(preset, number))


@pytest.mark.parametrize(("comparison", "preset"), PRESETS)
def test_engine_and_sheet_agree_on_a_game_that_is_played_with_sense(comparison: Comparison[Any], preset: str) -> None:
    assert differences_of_a_sensible_game(comparison, preset, 1) == []


@pytest.mark.thorough
@pytest.mark.parametrize(("comparison", "preset"), PRESETS)
def test_engine_and_sheet_agree_on_many_games(comparison: Comparison[Any], preset: str) -> None:
    for number in range(RANDOM_GAMES):
        assert comparison.differences(preset, number) == [], number


@pytest.mark.thorough
@pytest.mark.parametrize("comparison", GAMES)
def test_engine_and_sheet_agree_on_many_games_with_options_of_all_kinds(comparison: Comparison[Any]) -> None:
    for number in range(MIXED_GAMES):
        assert comparison.differences(MIXED, number) == [], number


@pytest.mark.thorough
@pytest.mark.parametrize(("comparison", "preset"), PRESETS)
def test_engine_and_sheet_agree_on_many_games_that_are_played_with_sense(
    comparison: Comparison[Any], preset: str
) -> None:
    for number in range(SENSIBLE_GAMES):
        assert differences_of_a_sensible_game(comparison, preset, number) == [], number


@pytest.mark.parametrize("changes", [6, pytest.param(40, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(("comparison", "preset"), PRESETS)
def test_changes_of_what_is_determined_in_random_games_are_noticed(
    comparison: Comparison[Any], preset: str, changes: int
) -> None:
    record = comparison.random_game(preset, 1).record
    for line, text in some_spoilt(record, DETERMINED, changes, Random(preset)):
        assert comparison.checker.check(text), line


def test_the_command_counts_the_games_with_differences(capsys: pytest.CaptureFixture[str]) -> None:
    assert FIVE_HUNDRED.main(["1", "standard"]) == 0
    assert capsys.readouterr().out == "standard: 1 games; not compared: []\n"
