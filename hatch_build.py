"""Hooks of hatchling: the page that a package index shows, and the hot path as C extensions.

mypyc compiles them from the typed Python modules as they are, where `HATCH_BUILD_HOOKS_ENABLE=1 pip install .` asks for
it. It leaves no extension in the source tree: Python would load it in place of the module beside it, even after that
module was edited.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PATTERNS = (
    "arena/games/*.py",
    "arena/games/*/*.py",
    "arena/client/*.py",
    "arena/chance.py",
    "arena/env/tables.py",
    "arena/table/answer_times.py",
    "arena/table/broken.py",
    "arena/table/channel.py",
    "arena/table/clock.py",
    "arena/table/connection.py",
    "arena/table/outcome.py",
    "arena/table/player.py",
    "arena/table/record.py",
    "arena/table/referee.py",
    "arena/table/stderr.py",
    "arena/table/tables.py",
    "arena/protocol/codec.py",
    "arena/protocol/conversation.py",
    "arena/protocol/fields.py",
    "arena/protocol/grammar.py",
    "arena/protocol/line.py",
    "arena/protocol/session.py",
    "arena/protocol/states.py",
)
"""The modules that every decision passes through: games, their parts, and the code that asks bots."""
QUIET = ("--follow-imports", "silent")
"""Options of mypy. Compiled modules lead to others, which import packages that only some commands need. Those are not
there where a wheel is built, and what mypy would say about that changes nothing that is compiled."""
SMALL = ("-Wno-all", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections", "-fno-asynchronous-unwind-tables")
"""Options of the compiler. Nobody reads warnings about generated C, and gcc would spend more than half of its time on
them; the others, with those of the linker, leave out what nobody calls and names that only C debuggers read."""
SMALL_LINK = ("-nostartfiles", "-Wl,--gc-sections,--strip-all,--build-id=none,-z,noseparate-code")
"""Options of the linker. Each module has an extension of its own that only calls the one that all share, so what a
linker puts into each counts: what C programs do at their start and end, ids, and empty space between sections."""
ONCE = re.compile(r"^ *char CPyDef_\w*__top_level__\(void\) \{$", re.MULTILINE)
"""The C function of a module's own statements. It runs once, and it is a seventh of all code: gcc makes it small."""
INTERPRETED = "# Not compiled: "
"""The beginning of a line in which a module says why it is not compiled. Empty modules are not compiled either.

mypyc differs from Python in three ways: frozen dataclasses that inherit, `cached_property` (it computes the value each
time), and `raise ... from` (it sets no cause)."""


def compiled(root: Path) -> list[str]:
    """Return the modules to compile, relative to the root of the source tree."""
    files = sorted({file for pattern in PATTERNS for file in root.glob(pattern)})
    return [str(file.relative_to(root)) for file in files if is_compiled(file.read_text(encoding="utf-8"))]


def is_compiled(text: str) -> bool:
    """Return whether to compile a module with this text: it has code, and no line says that it is not compiled."""
    return "import" in text and not any(line.startswith(INTERPRETED) for line in text.splitlines())


def compile_into(folder: Path) -> list[Path]:
    """Compile the hot path.

    `MYPYC_OPT_LEVEL`, as in mypyc's own builds, says how hard the C compiler tries; 1 takes half the time of 3
    (docs/decisions/compiled-as-it-stands.md has what 2 and s cost).

    Args:
        folder: where to put the extensions, in the same subfolders as the modules.

    Returns:
        The extensions, relative to the folder.

    Raises:
        SystemExit: a module has a type error; mypyc has printed it.
        setuptools.errors.CompileError: there is no C compiler, or it fails.
    """
    from mypyc.build import mypycify  # noqa: PLC0415 - only installed where modules are compiled
    from setuptools import Distribution  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    before = set(folder.rglob("*.so"))
    with TemporaryDirectory() as scratch:
        extensions = mypycify(
            ["--cache-dir", scratch, *QUIET, *compiled(Path())],
            opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"),
            debug_level="0",
            target_dir=scratch,
            group_name="_trickarena",  # private, so that it may lie beside the package
        )
        for extension in extensions:
            for source in map(Path, extension.sources):
                source.write_text(ONCE.sub(r"__attribute__((cold)) \g<0>", source.read_text("utf-8")), "utf-8")
            extension.extra_compile_args = [*extension.extra_compile_args, *SMALL]
            extension.extra_link_args = [*SMALL_LINK] if sys.platform == "linux" else []
        command = build_ext(Distribution({"name": "trickarena", "ext_modules": extensions}))
        command.build_lib, command.build_temp, command.parallel = str(folder), scratch, os.cpu_count()
        command.ensure_finalized()
        command.run()
    return sorted(file.relative_to(folder) for file in set(folder.rglob("*.so")) - before)


LINK = re.compile(r"(!?\[[^]]*\]\()(?![a-z]+:|#)")
"""The beginning of a link of Markdown, up to the path of a file of the tree."""


def with_absolute_links(text: str, home: str) -> str:
    """Return a page whose links lead from anywhere to the files and pictures of the repository at an address."""
    return LINK.sub(lambda link: f"{link[1]}{home}/{'raw' if link[1][0] == '!' else 'blob'}/main/", text)


class Readme(MetadataHookInterface):
    """The page that a package index shows."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Take README.md, with absolute links."""
        text = with_absolute_links((Path(self.root) / "README.md").read_text("utf-8"), metadata["urls"]["Homepage"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class Compiling(BuildHookInterface[BuilderConfig]):
    """Puts the extensions into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, except for an editable install: edits of its modules must take effect."""
        if version == "editable":
            return
        self._folder = TemporaryDirectory()
        compiled = compile_into(Path(self._folder.name))
        build_data["force_include"] |= {f"{self._folder.name}/{file}": str(file) for file in compiled}
        build_data |= {"pure_python": False, "infer_tag": True}

    def finalize(self, version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Remove the temporary folder."""
        if version != "editable":
            self._folder.cleanup()
