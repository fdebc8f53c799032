import re

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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_page_of_a_game_tells_bots_of_every_kind_of_question_and_message(game: AnyGame) -> None:
    _, _, part = game.rules().partition("\n## For bots\n")
    explained = set(re.findall(r"[a-z0-9_-]+", " ".join(re.findall("`([^`]+)`", part.partition("\n## ")[0]))))
    told = [line.split() for preset in game.presets for line in path(game, preset).read_text().splitlines()]
    asked = {kind for options in game.presets.values() for kind, _ in game.words(options)}

    assert asked | {kind for verb, kind, *_ in told if verb in {"note", "show"}} <= explained


def test_no_transcript_is_left_over() -> None:
    assert {path(game, preset) for game, preset in PRESETS} == set(FOLDER.rglob("*.txt"))
