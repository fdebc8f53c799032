"""Entrants: bots that can be started, each known by its name and its content; and names for those that share one."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from arena.errors import UserError

NAME_LENGTH = 32


@dataclass(frozen=True)
class Entrant:
    """A bot that can be started.

    Args:
        given: what a person called it.
        name: its name on the ladder.
        version: as its author calls it; empty where nobody said.
        command: program and arguments; a program that is a file of the folder is meant as that file.
        folder: the current directory to start it in: the staged copy, or the caller's own for a quoted command.
        digest: SHA-256 of its content, in hex.
        games: the names of the games it plays; empty for all.
        about: a sentence, or nothing.
        author: who wrote it, or nothing.
        staged: whether the folder is a copy of ours, which nobody changes; else it is the caller's own.
        codec: how it says that it will talk; its greeting decides.
        tables: how many games at once its `bot.toml` says that it will ask for; None without such a file.
        wishes: what it would like to use of the machine, by the name of the limit; the ladder decides.
    """

    given: str
    name: str
    version: str
    command: tuple[str, ...]
    folder: Path
    digest: str
    games: tuple[str, ...] = ()
    about: str = ""
    author: str = ""
    staged: bool = True
    codec: str = "line"
    tables: int | None = None
    wishes: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def id(self) -> str:
        """What stands for this very content under this name, in results and records."""
        return f"{self.name}@{self.digest[:8]}"

    def plays(self, game: str) -> bool:
        """Return whether it plays the game of that name."""
        return not self.games or game in self.games


@dataclass(frozen=True)
class Unavailable:
    """A bot that this machine cannot run, for no fault of its own."""

    given: str
    name: str
    reason: str


def refuse_same_names(entrants: Iterable[Entrant]) -> None:
    """Check that no two entrants have the same name.

    Raises:
        UserError: two have; both are named, and the way out.
    """
    first: dict[str, Entrant] = {}
    for entrant in entrants:
        if other := first.get(entrant.name):
            raise UserError(
                f"two bots are called {entrant.name!r}: {other.given} and {entrant.given}",
                f'give one another name: {{ bot = "{entrant.given}", name = "..." }}',
                os.EX_CONFIG,
            )
        first[entrant.name] = entrant


def numbered(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return entrants with names of their own: the second of a name gets -2 behind it, and so on."""
    names: Counter[str] = Counter()
    found = []
    for entrant in entrants:
        names[entrant.name] += 1
        count = names[entrant.name]
        found.append(entrant if count == 1 else replace(entrant, name=f"{entrant.name}-{count}"))
    return found


def playable(bot: Entrant | Unavailable) -> Entrant:
    """Return a bot that this machine can run.

    Raises:
        UserError: it cannot.
    """
    if isinstance(bot, Unavailable):
        raise UserError(f"{bot.given}: {bot.reason}", "install it", os.EX_UNAVAILABLE)
    return bot


def name_of(text: str) -> str:
    """Return a name made of that of a file or folder."""
    plain = unicodedata.normalize("NFKD", text)
    return re.sub(r"[^!-~]|[@,]", "-", "".join(c for c in plain if not unicodedata.combining(c)))[:NAME_LENGTH]
