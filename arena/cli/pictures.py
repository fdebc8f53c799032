"""`--plots`: drawing plots into a folder, if matplotlib is installed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeAlias

from arena.cli.screen import err
from arena.errors import UserError

PictureFormat: TypeAlias = Literal["svg", "png"]
CHOOSE = "name a folder that you can write to (--plots)"


def drawing() -> ModuleType:
    """Import and return `arena.ratings.plots`.

    Raises:
        UserError: matplotlib is not installed.
    """
    try:
        from arena.ratings import plots  # noqa: PLC0415 # matplotlib is slow to import, and optional
    except ImportError as error:
        raise UserError("plots need matplotlib", "install it: pip install matplotlib") from error
    return plots


def prepare(folder: Path) -> None:
    """Create a folder for plots if it is missing, before any other work.

    Raises:
        UserError: the folder cannot be created, or matplotlib is not installed.
    """
    drawing()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}", CHOOSE) from error


def write_plots(drawn: Mapping[str, Any], folder: Path, form: PictureFormat) -> None:
    """Write plots into a folder, and print the names of the files.

    Args:
        drawn: name of the file, without its suffix -> matplotlib figure.
        folder: the folder.
        form: the file format.

    Raises:
        UserError: a file cannot be written.
    """
    try:
        for name, figure in drawn.items():
            drawing().save(figure, folder / f"{name}.{form}")
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}", CHOOSE) from error
    err.print(f"{folder}: {', '.join(f'{name}.{form}' for name in drawn)}")
