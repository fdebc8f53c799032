"""The list of games, and their rules pages."""

# Not compiled: it loads modules by name.

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from arena.games.kernel import AnyGame

NAMES = (
    "kaiser",
    "two-hundred",
    "five-hundred",
    "american-five-hundred",
    "scotch-whist",
    "nine-card-don",
    "ecarte",
    "homme-d-auvergne",
    "triomphe",
    "tribello",
    "twenty-five",
    "bester-bube",
    "malilla",
    "back-alley",
    "truc",
    "bridgette",
    "jo-jotte",
    "bridge-solitaire",
)
"""The names of the games in order. Each is the name of a module with a `GAME`, with `-` for `_`."""


class _Catalogue(Mapping[str, AnyGame]):
    """Games by name, each loaded on first use: the processes that play rooms start often, and need one game each."""

    def __getitem__(self, name: str) -> AnyGame:
        if name not in NAMES:
            raise KeyError(name)
        return _load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


@cache
def _load(name: str) -> AnyGame:
    game: AnyGame = import_module(f"arena.games.{name.replace('-', '_')}").GAME
    return game


GAMES: Mapping[str, AnyGame] = _Catalogue()
"""Every game by its name."""


RULES = Path(__file__).parent
"""The folder of the rules pages."""


def rules_page(game: AnyGame) -> str:
    """Return the rules of a game for people, as Markdown."""
    return (RULES / f"{game.name}.md").read_text(encoding="utf-8")
