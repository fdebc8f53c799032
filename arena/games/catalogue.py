"""The list of games, and their rules."""

# Not compiled: it loads modules by name.

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from arena.games import outside
from arena.games.kernel import AnyGame
from arena.games.names import NAMES


class _Catalogue(Mapping[str, AnyGame]):
    """Games by name, each loaded on first use: the processes that play rooms start often, and need one game each.

    A name may also be the path of a file with a game. A game that cannot be used raises `outside.GameError`.

    Args:
        folder: what such paths are relative to; None for the current directory.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def __getitem__(self, name: str) -> AnyGame:
        if name in NAMES:
            return _load(name)
        if outside.is_path(name):
            path = Path(name) if self._folder is None else self._folder / name
            if not path.is_file():
                raise KeyError(name)
            found: AnyGame | None = outside.read(path)
        else:
            found = outside.game(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        yield from NAMES
        yield from outside.names()

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def _load(name: str) -> AnyGame:
    game: AnyGame = import_module(f"arena.games.{name.replace('-', '_')}").GAME
    return game


GAMES: Mapping[str, AnyGame] = _Catalogue()
"""Every game by its name: those of the arena, then those from outside."""


def relative_to(folder: Path) -> Mapping[str, AnyGame]:
    """Return every game by its name, with the paths of files relative to a folder."""
    return _Catalogue(folder)


def rules_page(game: AnyGame) -> str:
    """Return the rules of a game for people, as Markdown.

    Those of a game from outside that brings none stand in a page beside its file, or else in the first text of its
    module.
    """
    source = outside.source_of(game)
    return game.rules() if source is None else source.rules
