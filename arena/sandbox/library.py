"""The library for authors as files: what a bot that asks for it sees of the arena. It is never imported here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import arena

ROOT = Path(*arena.__path__).parent
"""The folder that the arena is imported from."""
PARTS = ("__init__.py", "client", "games")
"""The files and folders of the arena that are part of the library."""
COMPILED = "trickarena__mypyc*"
"""What the compiled modules import besides: it stands beside the arena."""
CODE = (".py", ".pyc", ".so")


def files() -> Iterator[tuple[Path, Path]]:
    """Yield every file of the library, and its path from the folder that is to be on Python's path.

    Bytecode comes along where it is there: without it, the library would take longer to import than to play a deal.
    """
    for part in PARTS:
        path = ROOT / "arena" / part
        for folder, _, names in [("", [], [path.name])] if path.is_file() else os.walk(path):
            for name in names:
                if name.endswith(CODE):
                    file = Path(folder, name) if folder else path
                    yield file, file.relative_to(ROOT)
    for file in ROOT.glob(COMPILED):
        yield file, Path(file.name)
