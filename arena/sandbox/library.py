"""The library for authors as files: what a bot that asks for it sees of the arena. It is never imported here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import arena
from arena.games import outside
from arena.settings.game_files import keep, places

ROOT = Path(*arena.__path__).parent
"""The folder that the arena is imported from."""
PARTS = ("__init__.py", "client", "games")
"""The files and folders of the arena that are part of the library."""
COMPILED = "_trickarena__mypyc*"
"""What the compiled modules import besides: it stands beside the arena."""
SHOWN = (".py", ".pyc", ".so", ".md")
"""What files of these it has: programs, and the rules of games."""
GAMES = "games_from_outside"
"""The folder for the files of games from outside, beside the arena."""


def files() -> Iterator[tuple[Path, Path]]:
    """Yield every file of the library, and its path from the folder that is to be on Python's path.

    Bytecode comes along where it is there: without it, the library would take longer to import than to play a deal.
    """
    for part in PARTS:
        path = ROOT / "arena" / part
        for folder, _, names in [("", [], [path.name])] if path.is_file() else os.walk(path):
            for name in names:
                if name.endswith(SHOWN):
                    file = Path(folder, name) if folder else path
                    yield file, file.relative_to(ROOT)
    for file in ROOT.glob(COMPILED):
        yield file, Path(file.name)
    for source in outside.sources():
        name = f"{source.name}.py"
        yield keep(source) / name, Path(GAMES, name)
        if source.package:
            yield from outside.files_of(source.package)


def variables(folder: str) -> dict[str, str]:
    """Return the environment variables by which Python finds the library in a folder, and the games from outside.

    Args:
        folder: the folder as the bot sees it.
    """
    games = {outside.VARIABLE: f"{folder}/{GAMES}"} if outside.sources() else {}
    return {"PYTHONPATH": folder} | games


def variables_here() -> dict[str, str]:
    """Return the same for a bot that runs as a plain process, and finds everything where it lies.

    Raises:
        OSError: the file of a game cannot be written.
    """
    games = {outside.VARIABLE: places()} if outside.sources() else {}
    installed = [place for source in outside.sources() for place in outside.places_of(source.package)]
    return {"PYTHONPATH": os.pathsep.join(map(str, dict.fromkeys([ROOT, *installed])))} | games
