"""The sample bot `sensible` as a policy: its own modules, imported from its folder, where it lies as a bot.

A bot's modules import each other by plain names such as `table`, which may also be names of an author's modules. So
they are imported under these names, and then taken out of `sys.modules` again.
"""

# Not compiled: it imports files from a folder.

from __future__ import annotations

import sys
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import arena

PLACE = Path(*arena.__path__, "sample_bots", "python", "sensible")


class Bot(NamedTuple):
    """What is needed of the bot: `answer(table, seat, kind, legal)`, and the class `Table`, which hears messages."""

    answer: Any
    table: Any


@lru_cache(maxsize=1)
def sensible_bot() -> Bot:
    """Return the sample bot's decision code."""
    names = {file.stem for file in PLACE.glob("*.py")}
    others = {name: sys.modules.pop(name) for name in names & sys.modules.keys()}
    sys.path.insert(0, str(PLACE))
    try:
        return Bot(import_module("bot").answer, import_module("table").Table)
    finally:
        sys.path.remove(str(PLACE))
        for name in names & sys.modules.keys():
            del sys.modules[name]
        sys.modules.update(others)
