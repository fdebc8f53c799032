"""Compilers outside of the system's folders that builds find: those of rustup, and those on the user's own PATH.

The programs `cargo`, `rustc` and so on that rustup installs are one program. It looks up in RUSTUP_HOME which toolchain
is meant, and runs the one of that name there. RUSTUP_HOME is by default a folder of HOME, and builds have another HOME.
So they are told the folder, and are shown it. CARGO_HOME is another folder: it may hold passwords, so builds see only
its programs.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from arena.sandbox.bot_files import is_seen
from arena.sandbox.bubblewrap import searched

RUSTUP = "rustup"
HOME = "RUSTUP_HOME"
CHOICE = "RUSTUP_TOOLCHAIN"
"""The variable by which a user chooses a toolchain for everything."""


class Tools(NamedTuple):
    """What a build sees and finds besides the system's programs.

    Args:
        read: the folders that it is shown.
        path: its PATH.
        environment: more variables.
        missing: what it should be shown and cannot be, in words; empty if there is no such thing.
    """

    read: tuple[Path, ...]
    path: tuple[str, ...]
    environment: Mapping[str, str] = MappingProxyType({})
    missing: str = ""


def tools(read: Iterable[Path] = ()) -> Tools:
    """Return what builds get.

    Args:
        read: the folders that bots are shown, as the ladder file says.
    """
    read = tuple(read)
    path, environment, missing = searched(read), rustup(), ""
    if environment:
        shown = [each for each in (Path(environment[HOME]), _programs()) if not is_seen(each, read, whole=True)]
        around = (folder for each in shown for folder in (each, *each.parents))
        if hidden := next((folder for folder in around if not _passable(folder)), None):
            missing = f"rustup is installed, but builds of root run as other users, who may not enter {hidden}"
            environment = {}
        else:
            read, path = (*read, *shown), (*path, str(_programs()))
    own = (folder for folder in os.environ.get("PATH", "").split(":") if folder.startswith("/"))
    path = tuple(dict.fromkeys((*path, *(each for each in own if is_seen(Path(each), read, whole=True)))))
    return Tools(read, path, environment, missing)


def rustup() -> dict[str, str]:
    """Return the variables that rustup's programs need where HOME is another folder; empty if it is not installed."""
    try:
        home = Path(os.environ.get(HOME) or Path.home() / ".rustup").resolve()
    except RuntimeError:  # this user has no home
        return {}
    if shutil.which(RUSTUP) is None or not (home / "toolchains").is_dir():
        return {}
    choice = os.environ.get(CHOICE)
    return {HOME: str(home), **({CHOICE: choice} if choice else {})}


def _programs() -> Path:
    """Return the folder of rustup's programs."""
    found = shutil.which(RUSTUP)
    assert found is not None
    return Path(found).absolute().parent


def _passable(folder: Path) -> bool:
    """Return whether the user that builds run as may pass through a folder."""
    return os.geteuid() != 0 or bool(folder.stat().st_mode & stat.S_IXOTH)
