"""The games: one module or small folder each, on a shared kernel.

`arena.games["kaiser"]` is a game: the package is also a mapping of all games by name, as `catalogue.GAMES`. README.md
beside this file explains each word of the kernel, and how to add a game.
"""

# Not compiled: it changes the class of its own module.

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.games.kernel import AnyGame


class _Games(ModuleType, Mapping[str, "AnyGame"]):
    """This package. A game is loaded when it is used first."""

    __hash__ = ModuleType.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __getitem__(self, name: str) -> AnyGame:
        return _all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_all())

    def __len__(self) -> int:
        return len(_all())


def _all() -> Mapping[str, AnyGame]:
    games: Mapping[str, AnyGame] = import_module("arena.games.catalogue").GAMES  # it stands on this package
    return games


sys.modules[__name__].__class__ = _Games
