"""The sample bots, staged and built as the arena does it, once for all tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from arena.entrants import Entrant, resolve
from arena.games.catalogue import GAMES
from tests.sample_bots.sessions import Pipe, Played, play

VARIATIONS = (("kaiser", "standard"), ("two-hundred", "standard"), ("two-hundred", "kitty"))


@pytest.fixture(scope="session")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Entrant]:
    cache = tmp_path_factory.mktemp("bots")

    def find(name: str) -> Entrant:
        entrant = resolve(f"sample:{name}", GAMES, base=cache, cache=cache)
        assert isinstance(entrant, Entrant), entrant.reason
        return entrant

    return find


@pytest.fixture(scope="session")
def games(bot: Callable[[str], Entrant]) -> Iterator[list[Played]]:
    """Games of every variation between four sensible bots in Python: four processes for all of them."""
    with ExitStack() as stack:
        pipes = [stack.enter_context(Pipe(bot("python/sensible"))) for _ in range(4)]
        yield [play(GAMES[game], preset, "alike", pipes) for game, preset in VARIATIONS]
