"""The sample bots, staged and built like any bots, and games that they played, made once for all tests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from arena.bots.entrants import Entrant
from arena.bots.intake import Intake
from arena.bots.staging import ready
from arena.games.catalogue import GAMES
from tests.sample_bots.sessions import AtRandom, Pipe, Played, Player, Seat, play

VARIATIONS = (("kaiser", "standard"), ("two-hundred", "standard"), ("two-hundred", "kitty"))


@pytest.fixture(scope="session")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Entrant]:
    cache = tmp_path_factory.mktemp("bots")

    def find(name: str) -> Entrant:
        entrant = Intake(GAMES, ready(cache)).find(f"sample:{name}", cache)
        assert isinstance(entrant, Entrant), entrant.reason
        return entrant

    return find


@dataclass
class Games:
    """Games of sensible bots in Python: some whole games, and the first deals of every preset.

    Args:
        equals: games between four sensible bots.
        against_random: games with random play at the odd seats.
        presets: deals of every preset, with random play at the odd seats.
    """

    equals: list[Played]
    against_random: list[Played]
    presets: list[Played]

    @property
    def seats(self) -> list[Seat]:
        """The seats of the sensible bots."""
        return [seat for game in self.equals for seat in game.seats] + [
            seat for game in self.against_random + self.presets for seat in game.seats[::2]
        ]


@pytest.fixture(scope="session")
def games(bot: Callable[[str], Entrant]) -> Games:
    with ExitStack() as stack:
        sensible: list[Player] = [stack.enter_context(Pipe(bot("python/sensible"))) for _ in range(4)]
        mixed: list[Player] = [sensible[0], AtRandom("east"), sensible[2], AtRandom("west"), sensible[1], AtRandom("")]
        two_hundred = GAMES["two-hundred"]
        return Games(
            [play(GAMES[game], preset, "equals", sensible) for game, preset in VARIATIONS],
            [play(GAMES[game], preset, "against random", mixed) for game, preset in VARIATIONS],
            [play(two_hundred, preset, "short", mixed, {"max_deals": 2}) for preset in two_hundred.presets],
        )
