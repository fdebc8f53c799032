"""Folders to begin a game with: an example, with the name of the new game in place of its own."""

from __future__ import annotations

import re
from pathlib import Path

from arena.data import data
from arena.errors import UserError
from arena.games.names import NAMES

EXAMPLE = "minnow"
FILES = ("minnow.py", "minnow.md", "test_minnow.py")
NAME = re.compile(r"[a-z][a-z0-9]+(-[a-z0-9]+)*")


def make_game(folder: Path) -> list[str]:
    """Make a folder with a small game that can be played as it is: its module, its page and its tests.

    Args:
        folder: where to make it, new or empty; the game gets its name.

    Returns:
        The names of the files; the first is the game.

    Raises:
        UserError: the folder is not empty, or a game cannot have its name.
    """
    name = folder.resolve().name
    if not NAME.fullmatch(name):
        raise UserError(f"{name!r} is no name of a game", "use small letters and digits, with - between words")
    if name in NAMES:
        raise UserError(f"a game that comes with the arena is called {name}", "give the folder another name")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UserError(f"{folder}: is not empty", "name a new folder")
        made = []
        for file in FILES:
            text = (data("docs") / "examples/games" / file).read_text(encoding="utf-8")
            to = folder / file.replace(EXAMPLE, name.replace("-", "_"))
            to.write_text(_renamed(text, name), encoding="utf-8")
            made.append(to.name)
    except OSError as error:
        raise UserError(f"{folder}: cannot be made ({error.strerror})") from error
    return made


def _renamed(text: str, name: str) -> str:
    """Return a text of the example with the name of another game."""
    clauses = "".join(part[0] for part in name.split("-"))[:2].upper()
    clauses = clauses if len(clauses) == 2 else name[:2].upper()
    text = text.replace("minnow.py", f"{name.replace('-', '_')}.py").replace(EXAMPLE, name)
    return re.sub(r"\bMI(?=-\d|\")", clauses, text.replace("Minnow", name.replace("-", " ").title()))
