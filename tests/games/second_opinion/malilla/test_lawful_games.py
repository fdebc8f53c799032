"""Games of Malilla in which fouls are punished: players at random commit one at once, so these are led another way."""

from __future__ import annotations

from random import Random

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import Ask
from tests.games.second_opinion.malilla.oracle import malilla
from tests.games.second_opinion.oracle import Ends, Recorded, difference, record, spoilt

GAME = GAMES["malilla"]


def lawful(number: int, foul: Random | None = None) -> Recorded:
    """Return a game of `table-rules` that is played as if fouls were prevented, up to one foul somewhere if wanted."""
    prevented = record(GAME, "table-rules", number, {"fouls": "prevented"})
    honest = [step for step in prevented.steps if isinstance(step, str)]
    until = foul.randrange(len(honest)) if foul else len(honest)
    turn = iter(range(len(honest)))

    def choose_word(ask: Ask, rng: Random) -> str:
        now = next(turn, until)
        return honest[now] if now < until else rng.choice(ask.legal)

    return record(GAME, "table-rules", number, choose_word=choose_word)


@pytest.mark.slow
def test_lawful_games_late_fouls_and_planted_errors() -> None:
    for number in range(20):
        game = lawful(number)
        assert difference(malilla, game) is None
        end = game.steps[-1]
        assert isinstance(end, Ends) and end.reason == "target"
        assert difference(malilla, lawful(number, Random(number))) is None
        assert difference(malilla, spoilt(game, Random(number))) is not None


@pytest.mark.thorough
def test_many_lawful_games_and_late_fouls() -> None:
    for number in range(300):
        for foul in (None, Random(number)):
            assert difference(malilla, lawful(number, foul)) is None
