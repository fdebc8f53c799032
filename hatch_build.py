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

COMPILED = (
    "arena/chance.py",
    "arena/channel.py",
    "arena/games/american_five_hundred/__init__.py",
    "arena/games/american_five_hundred/bidding.py",
    "arena/games/american_five_hundred/dealing.py",
    "arena/games/american_five_hundred/play.py",
    "arena/games/american_five_hundred/score.py",
    "arena/games/american_five_hundred/told.py",
    "arena/games/american_five_hundred/worlds.py",
    "arena/games/auction.py",
    "arena/games/bits.py",
    "arena/games/bowers.py",
    "arena/games/cards.py",
    "arena/games/draws.py",
    "arena/games/finish.py",
    "arena/games/five_hundred/__init__.py",
    "arena/games/five_hundred/bidding.py",
    "arena/games/five_hundred/dealing.py",
    "arena/games/five_hundred/ledger.py",
    "arena/games/five_hundred/partners.py",
    "arena/games/five_hundred/play.py",
    "arena/games/five_hundred/score.py",
    "arena/games/five_hundred/worlds.py",
    "arena/games/joker.py",
    "arena/games/kaiser/__init__.py",
    "arena/games/kaiser/bidding.py",
    "arena/games/kaiser/dealing.py",
    "arena/games/kaiser/play.py",
    "arena/games/kaiser/score.py",
    "arena/games/kaiser/worlds.py",
    "arena/games/kitty.py",
    "arena/games/knowledge.py",
    "arena/games/position.py",
    "arena/games/schedules.py",
    "arena/games/tricks.py",
    "arena/games/turns.py",
    "arena/games/two_hundred/__init__.py",
    "arena/games/two_hundred/bidding.py",
    "arena/games/two_hundred/dealing.py",
    "arena/games/two_hundred/end.py",
    "arena/games/two_hundred/kitty.py",
    "arena/games/two_hundred/ledger.py",
    "arena/games/two_hundred/play.py",
    "arena/games/two_hundred/pot.py",
    "arena/games/two_hundred/score.py",
    "arena/games/two_hundred/seats.py",
    "arena/games/two_hundred/stacks.py",
    "arena/games/two_hundred/standing.py",
    "arena/games/two_hundred/told.py",
    "arena/games/two_hundred/trump.py",
    "arena/games/two_hundred/worlds.py",
    "arena/games/worlds.py",
    "arena/player.py",
    "arena/record.py",
    "arena/referee.py",
    "arena/seat.py",
    "arena/tables.py",
    "protocol/codec.py",
    "protocol/grammar.py",
    "protocol/line.py",
    "protocol/session.py",
)
"""What every decision goes through.

Not for such modules, since mypyc does something else there: frozen dataclasses that inherit, `cached_property` (it is
worked out each time), and relying on the cause of `raise ... from` (there is none)."""


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
            ["--cache-dir", scratch, *COMPILED], debug_level="0", target_dir=scratch, group_name="trickarena"
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
