import pytest

from arena.games.catalogue import GAMES
from tests.games.golden import FOLDER, path, transcript

PRESETS = [(game, preset) for game in GAMES.values() for preset in game.presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[f"{game.name}:{preset}" for game, preset in PRESETS])
def test_every_preset_plays_as_its_transcript_says(game: object, preset: str) -> None:
    golden = path(game, preset)  # type: ignore[arg-type] # parametrized

    assert golden.is_file(), "no transcript: run `make docs` and read it"
    assert transcript(game, preset) == golden.read_text(), "if that is meant: run `make docs` and read the diff"  # type: ignore[arg-type] # parametrized


def test_no_transcript_is_left_over() -> None:
    assert {path(game, preset) for game, preset in PRESETS} == set(FOLDER.rglob("*.txt"))
