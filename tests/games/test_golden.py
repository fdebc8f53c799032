import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from tests.games.golden import FOLDER, path, script, transcript

PRESETS = [(game, preset) for game in GAMES.values() for preset in game.presets]
NAMES = [f"{game.name}:{preset}" for game, preset in PRESETS]


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=NAMES)
def test_every_preset_plays_as_its_transcript_says(game: AnyGame, preset: str) -> None:
    assert path(game, preset).exists(), "run `make docs`, read it, and say in its second line what happens"
    assert transcript(game, preset, strict=True) == path(game, preset).read_text(), (
        "if that is meant: run `make docs` and read the diff"
    )


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=NAMES)
def test_a_transcript_says_what_happens_and_is_short_enough_to_be_read(game: AnyGame, preset: str) -> None:
    its = script(game, preset)

    assert its.happens.startswith(f"{game.clauses}-")
    assert len(path(game, preset).read_text().splitlines()) < 90 * its.deals


def test_no_transcript_is_left_over() -> None:
    assert {path(game, preset) for game, preset in PRESETS} == set(FOLDER.rglob("*.txt"))
