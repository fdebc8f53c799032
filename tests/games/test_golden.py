import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from tests.games.golden import FOLDER, of_game, path, play, shows_special, special_of, stored, text

PRESETS = [(game, preset) for game in GAMES.values() for preset in game.presets]
NAMES = [f"{game.name}:{preset}" for game, preset in PRESETS]


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=NAMES)
def test_every_preset_plays_as_its_transcript_says(game: AnyGame, preset: str) -> None:
    number = stored(game, preset)

    assert number is not None, "no transcript: run `make docs` and read it"
    story = play(game, preset, number)
    assert shows_special(game, preset, story), "what it is to show no longer happens: run `make docs`"
    assert text(game, preset, number, story) == path(game, preset).read_text(), (
        "if that is meant: run `make docs` and read the diff"
    )


def test_every_preset_has_a_special() -> None:
    assert {name: set(of_game(game).SPECIALS) for name, game in GAMES.items()} == {
        name: set(game.presets) for name, game in GAMES.items()
    }


def test_no_transcript_is_left_over() -> None:
    assert {path(game, preset) for game, preset in PRESETS} == set(FOLDER.rglob("*.txt"))


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=NAMES)
def test_a_transcript_is_short_enough_to_be_read(game: AnyGame, preset: str) -> None:
    lines = path(game, preset).read_text().splitlines()

    assert len(lines) < 90 * special_of(game, preset).deals
