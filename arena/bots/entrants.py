"""Entrants: bots that can be started, each identified by its name and its content."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from arena.bots.botfile import Param
from arena.errors import UserError
from arena.settings.limits import Limits
from arena.settings.names import NAME_LENGTH
from arena.settings.own import Own


@dataclass(frozen=True)
class Entrant:
    """A bot that can be started.

    Args:
        given: the text by which the user named it.
        name: its name on the ladder.
        version: its author's name for this version; may be empty.
        command: program and arguments. If the folder has a file with the program's name, that file is meant.
        folder: the folder to start it in: the staged copy or, for a quoted command, the caller's own folder.
        digest: SHA-256 of its content, in hex.
        games: the names of the games it plays; empty for all.
        about: a sentence about it; may be empty.
        author: who wrote it; may be empty.
        staged: whether the folder is a sealed copy made by the arena; if not, it is the caller's own.
        codec: the codec that its `bot.toml` announces; its greeting decides.
        tables: how many games at once its `bot.toml` says it will ask for; None without such a file.
        wishes: the limits it asks for, by name; the ladder decides.
        params: the parameters that its `bot.toml` declares, by name.
        set: those of them that have another value than there.
        needs: programs without which it is left out, not refused.
        library: whether it gets the arena's library for authors.
        person: whether it is a person's seat.
        source: if it was built, the digest of the sealed copy that it was built from; else empty.
        build: the command that built it; empty if it plays as it is.
        own: what it plays under, where that differs from the others.
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
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)
    set: Mapping[str, float] = field(default_factory=dict, hash=False)
    needs: tuple[str, ...] = ()
    library: bool = False
    person: bool = False
    source: str = ""
    build: tuple[str, ...] = ()
    own: Own = field(default=Own(), hash=False, repr=False)

    @property
    def id(self) -> str:
        """Its name with the beginning of its digest: identifies it in results and records."""
        return f"{self.name}@{self.digest[:8]}"

    @property
    def wanted(self) -> Limits:
        """The limits that it asks for, which it gets where the command line names it."""
        return replace(Limits(), **self.wishes)

    def plays(self, game: str) -> bool:
        """Return whether it plays the game of that name."""
        return not self.games or game in self.games


@dataclass(frozen=True)
class Unavailable:
    """A bot that this machine cannot run, though the bot itself is fine."""

    given: str
    name: str
    reason: str


FUNCTION = "a function"
"""How a bot is named that is a function of a program."""


def refuse_same_names(entrants: Iterable[Entrant]) -> None:
    """Check that no two entrants have the same name.

    Raises:
        UserError: two have; the message names both and the hint says what to do.
    """
    entrants = list(entrants)
    first: dict[str, Entrant] = {}
    for entrant, free in zip(entrants, numbered(entrants), strict=True):
        if other := first.get(entrant.name):
            given, name = (json.dumps(text, ensure_ascii=False) for text in (entrant.given, free.name))
            how = f"give one another name: {{ bot = {given}, name = {name} }}"
            if entrant.given == FUNCTION:
                how = f"define a function with another name, or set its __name__ = {name.replace('-', '_')}"
            called = f"two bots are called {entrant.name!r}: {other.given} and {entrant.given}"
            raise UserError(called, how, os.EX_CONFIG)
        first[entrant.name] = entrant


def numbered(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return the entrants with distinct names: -2 is appended to the second one of a name, -3 to the third.

    The first of a name keeps it. A number that would make the name of another bot is skipped.
    """
    entrants = list(entrants)
    taken, seen = {entrant.name for entrant in entrants}, set[str]()
    found = []
    for entrant in entrants:
        name = entrant.name
        if name in seen:
            ends = (f"-{number}" for number in count(2))
            name = next(free for end in ends if (free := name[: NAME_LENGTH - len(end)] + end) not in taken)
            taken.add(name)
        seen.add(name)
        found.append(entrant if name == entrant.name else replace(entrant, name=name))
    return found


def who_is_who(before: Iterable[Entrant], after: Iterable[Entrant]) -> list[str]:
    """Return a line for each bot that shared its name with another one: what it is called now, and which one it is.

    Args:
        before: the bots with the names that they gave themselves.
        after: the same bots in the same order, with distinct names.
    """
    before = list(before)
    shared = Counter(entrant.name for entrant in before)
    return [f"{new.name} is {new.given}" for old, new in zip(before, after, strict=True) if shared[old.name] > 1]


def playable(bot: Entrant | Unavailable) -> Entrant:
    """Return a bot as an entrant.

    Raises:
        UserError: this machine cannot run it.
    """
    if isinstance(bot, Unavailable):
        raise UserError(f"{bot.given}: {bot.reason}", "install it", os.EX_UNAVAILABLE)
    return bot
