"""Presets are those of the sheets, and engine and second opinion agree on games with other options."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import Ask
from tests.games.second_opinion.compare import oracle_of
from tests.games.second_opinion.oracle import Choose, at_random, difference, notices, often, record, spoilt

FAMILIES: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("presets_and_options.toml").read_text())


def rows(key: str) -> list[Any]:
    """Return the rows of all families as parameters: the game, preset and options as words, and what else is said."""
    return [
        pytest.param(name.replace("_", "-"), words, row, id=f"{name} {at}: {words}")
        for name, family in FAMILIES.items()
        for at, row in enumerate(family.get(key, ()))
        for words in row["played"]
    ]


def low(ask: Ask, rng: Random) -> str:
    """Bid low, or pass or double, so that auctions are long and contracts are made."""
    if ask.kind != "call":
        return rng.choice(ask.legal)
    return rng.choice([*ask.legal[:2], *(word for word in ask.legal if "double" in word)])


def options_of(words: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words.split() if "=" in word)


def players_of(row: dict[str, Any]) -> Choose:
    if "players" in row:
        return low
    return often(*row["likes"].split()) if "likes" in row else at_random


@pytest.mark.parametrize("name", FAMILIES)
def test_the_presets_are_those_of_the_sheet(name: str) -> None:
    family, game = FAMILIES[name], GAMES[name.replace("_", "-")]
    standard = options_of(family["standard"])
    expected = {words.split()[0]: standard | options_of(words) for words in family["presets"]}
    assert {preset: options.words() for preset, options in game.presets.items()} == expected


@pytest.mark.slow
@pytest.mark.parametrize(("name", "words", "row"), rows("games"))
def test_engine_and_second_opinion_agree_with_other_options(name: str, words: str, row: dict[str, Any]) -> None:
    preset, first, players = words.split(maxsplit=1)[0], row.get("first", 0), players_of(row)
    for number in range(first, first + row["number"]):
        game = record(GAMES[name], preset, number, options_of(words), players, row.get("tops"))
        assert difference(oracle_of(name), game) is None, number


@pytest.mark.slow
@pytest.mark.parametrize(("name", "words", "row"), rows("noticed"))
def test_another_rule_would_be_noticed(name: str, words: str, row: dict[str, Any]) -> None:
    preset, other = words.split(maxsplit=1)[0], options_of(words)
    assert notices(oracle_of(name), GAMES[name], preset, other, row["number"], players_of(row))


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "words", "row"), [row for row in rows("games") if "sweep" in row.values[2]])
def test_they_agree_on_many_such_games_and_notice_every_planted_error(
    name: str, words: str, row: dict[str, Any]
) -> None:
    preset = words.split(maxsplit=1)[0]
    for number in range(row["sweep"]):
        game = record(GAMES[name], preset, number, options_of(words), players_of(row), row.get("tops"))
        assert difference(oracle_of(name), game) is None, number
        if number % 3 == 0:
            assert difference(oracle_of(name), spoilt(game, Random(number))) is not None, number
