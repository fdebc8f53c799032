"""The hot path compiled to C extensions by mypyc: the same modules, typed as they are.

A hook of hatchling's, called by `HATCH_BUILD_HOOKS_ENABLE=1 pip install .` only. Nothing is left in the tree: Python
prefers an extension to the module beside it, however often that is edited.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PATTERNS = (
    "arena/games/*.py",
    "arena/games/*/*.py",
    "arena/chance.py",
    "arena/table/channel.py",
    "arena/table/player.py",
    "arena/table/record.py",
    "arena/table/referee.py",
    "arena/table/seat.py",
    "arena/table/tables.py",
    "protocol/codec.py",
    "protocol/grammar.py",
    "protocol/line.py",
    "protocol/remembered.py",
    "protocol/session.py",
    "protocol/states.py",
)
"""What every decision goes through: the games, what they are made of, and what puts their questions to bots."""
INTERPRETED = "# Not compiled: "
"""How a module begins a line that says why it stays Python; an empty one stays Python, too.

mypyc does something else in frozen dataclasses that inherit, `cached_property` (it is worked out each time), and what
relies on the cause of `raise ... from` (there is none)."""


def compiled(root: Path) -> list[str]:
    """Return the modules that are compiled, relative to the root of the tree."""
    files = sorted({file for pattern in PATTERNS for file in root.glob(pattern)})
    return [str(file.relative_to(root)) for file in files if is_compiled(file.read_text(encoding="utf-8"))]


def is_compiled(text: str) -> bool:
    """Return whether a module of this text is compiled: it has code, and says nothing against it."""
    return "import" in text and not any(line.startswith(INTERPRETED) for line in text.splitlines())


def compile_into(folder: Path) -> list[Path]:
    """Compile the hot path.

    Args:
        folder: where the extensions are put, laid out as the modules are.

    Returns:
        The extensions, relative to the folder.

    Raises:
        SystemExit: a module has an error of types; it has been told.
        setuptools.errors.CompileError: there is no C compiler, or it fails.
    """
    from mypyc.build import mypycify  # noqa: PLC0415 - only there where something is compiled
    from setuptools import Distribution  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    before = set(folder.rglob("*.so"))
    with TemporaryDirectory() as scratch:
        extensions = mypycify(
            ["--cache-dir", scratch, *compiled(Path())], debug_level="0", target_dir=scratch, group_name="trickarena"
        )
        command = build_ext(Distribution({"name": "trickarena", "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(folder), scratch
        command.ensure_finalized()
        command.run()
    return sorted(file.relative_to(folder) for file in set(folder.rglob("*.so")) - before)


class Compiling(BuildHookInterface[BuilderConfig]):
    """Puts the extensions into a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; an editable installation stays Python, for it is there to be edited."""
        if version == "editable":
            return
        self._folder = TemporaryDirectory()
        compiled = compile_into(Path(self._folder.name))
        build_data["force_include"] |= {f"{self._folder.name}/{file}": str(file) for file in compiled}
        build_data |= {"pure_python": False, "infer_tag": True}

    def finalize(self, version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Clear up."""
        if version != "editable":
            self._folder.cleanup()
