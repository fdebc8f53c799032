"""Games from outside as results name them: which version was played, and that version kept for later readers.

A file of a game may change or go. So what was played is kept in the cache of its user, by its SHA-256. Results name
that digest, and a reader finds the game by it. Only what this user has played is ever found, whatever results say.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from arena.data import user_cache
from arena.errors import UserError, command
from arena.games import outside
from arena.games.kernel import AnyGame
from arena.games.outside import GameError, Source

SETTING = "game "
"""How the name of a setting of a run begins that says which version of a game it played."""


def keep(source: Source) -> Path:
    """Return the folder with the file of a game, after writing it there.

    Raises:
        OSError: it cannot be written.
        UserError: the user has no home directory.
    """
    folder = user_cache() / "games" / source.key
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in ((f"{source.name}.md", source.rules), (f"{source.name}.py", source.text)):
        if not (folder / name).exists():
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=folder, delete=False) as file:
                file.write(text)
            Path(file.name).chmod(0o644)
            Path(file.name).replace(folder / name)
    return folder


def places() -> str:
    """Return the value of `outside.VARIABLE` for bots that run as plain processes; empty without games from outside.

    Raises:
        OSError: a game cannot be kept.
    """
    return os.pathsep.join([str(keep(source)) for source in outside.sources()])


def as_words() -> dict[str, str]:
    """Return the settings of a run that say which games from outside this process knows, after keeping these games."""
    for source in outside.sources():
        with suppress(OSError, UserError):  # the results are sound without it; a later reader has to name the file
            keep(source)
    return {SETTING + source.name: f"{source.digest} {source.said}" for source in outside.sources()}


def recall(settings: Mapping[str, str]) -> list[str]:
    """Make the games from outside known that results are of; return what a reader should know of them, in sentences.

    Args:
        settings: those of a run.
    """
    notes = []
    for setting, word in settings.items():
        if not setting.startswith(SETTING):
            continue
        name = setting.removeprefix(SETTING)
        digest, _, said = word.partition(" ")
        try:
            game = outside.game(name) or _kept(name, digest)
        except (GameError, OSError, UserError) as error:
            notes.append(f"the game {name} cannot be used: {error}")
            continue
        source = None if game is None else outside.source_of(game)
        if source is None:
            way = f"name its file once: {command('games', './FILE')}"
            if digest.startswith("package-"):
                way = "install that package"
            notes.append(f"the game {name} ({said}) is not known here; {way}")
        elif source.digest != digest:
            notes.append(f"the game {name} ({source.said}) has changed since these results were played")
    return notes


def _kept(name: str, digest: str) -> AnyGame | None:
    folder = user_cache() / "games" / digest
    if re.fullmatch("[0-9a-f]{64}", digest) is None or not (folder / f"{name}.py").is_file():
        return None
    text, page = (folder / f"{name}.py").read_text(encoding="utf-8"), folder / f"{name}.md"
    source = Source(name, text, str(folder / f"{name}.py"), page.read_text(encoding="utf-8") if page.is_file() else "")
    if source.digest != digest:
        return None
    return outside.add(source)
