"""Careful play: what was seen at a table, and what to do about it, game by game. The sample bot `sensible` plays so."""

# Not compiled: it loads modules by name.

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any


def careful_play(module: str) -> Callable[[], Mapping[str, Any]]:
    """Return what gives `Game.careful` from a module here; it is loaded when somebody plays so: rooms do without it."""

    @cache
    def load() -> Mapping[str, Any]:
        found: Mapping[str, Any] = import_module(f"{__name__}.{module}").CHOOSE
        return found

    return load
