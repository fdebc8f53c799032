"""`--plots`: drawing into a folder, where matplotlib is installed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeAlias

from arena.cli.screen import err
from arena.errors import UserError

PictureFormat: TypeAlias = Literal["svg", "png"]
CHOOSE = "name a folder that can be written (--plots)"


def drawing() -> ModuleType:
    """Return `ladders.plots`.

    Raises:
        UserError: matplotlib is not installed.
    """
    try:
        from ladders import plots  # noqa: PLC0415 # matplotlib is slow to import, and optional
    except ImportError as error:
        raise UserError("plots need matplotlib", "install it: pip install 'trickarena[plots]'") from error
    return plots


def prepare(folder: Path) -> None:
    """Make a folder for plots where it is missing, and see whether they can be drawn: before all work, not after it.

    Raises:
        UserError: they cannot.
    """
    drawing()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}", CHOOSE) from error


def write_plots(drawn: Mapping[str, Any], folder: Path, form: PictureFormat) -> None:
    """Write figures into a folder, and say so.

    Args:
        drawn: the figures by the names of their files.
        folder: where to.
        form: what kind of file.

    Raises:
        UserError: they cannot be written.
    """
    try:
        for name, figure in drawn.items():
            drawing().save(figure, folder / f"{name}.{form}")
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}", CHOOSE) from error
    err.print(f"{folder}: {', '.join(f'{name}.{form}' for name in drawn)}", markup=False)
