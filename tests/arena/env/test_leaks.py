"""No row betrays a card: in every world that agrees with what a seat was told, it reads the same numbers."""

from typing import Any

import pytest

from arena.client import feature_rows
from arena.client.feature_rows import FeatureRows
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Event, Seat, Show
from tests.arena.env.leaks import leaks

PRESETS = [pytest.param(game, preset, id=f"{game.name}:{preset}") for game in GAMES.values() for preset in game.presets]
SMALL = ("kaiser", "five-hundred", "ecarte", "twenty-five", "truc", "jo-jotte", "bester-bube", "bridge-solitaire")


@pytest.mark.parametrize("name", SMALL)
def test_rows_and_sequences_are_the_same_in_every_world(name: str) -> None:
    game = GAMES[name]
    assert leaks(game, next(iter(game.presets)), 6, 4) == 6 * 4


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_rows_of_every_preset_are_the_same_in_every_world(game: AnyGame, preset: str) -> None:
    assert leaks(game, preset, 20, 5) == 20 * 5


def to_all(sight_show: Any) -> Any:
    """Cards that some seats are shown, shown to all."""

    def show(self: FeatureRows, event: Show) -> None:
        sight_show(self, event._replace(seats=tuple(self.viewers)))

    return show


def whole(event: Event, _: Seat) -> Event:
    """Answers with their words, whoever may know them."""
    return event


def test_hands_that_all_see_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FeatureRows, "_show", to_all(FeatureRows._show))
    with pytest.raises(AssertionError, match="'shown'"):
        leaks(GAMES["kaiser"], "standard", 20, 4)


@pytest.mark.parametrize(
    ("name", "preset", "block"), [("five-hundred", "standard", "out"), ("ecarte", "standard", "out")]
)
def test_cards_laid_aside_that_all_see_are_found(
    monkeypatch: pytest.MonkeyPatch, name: str, preset: str, block: str
) -> None:
    monkeypatch.setattr(feature_rows, "tell", whole)
    with pytest.raises(AssertionError, match=f"'{block}'"):
        leaks(GAMES[name], preset, 60, 5)
