"""`--plots`: drawing plots into a folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from arena.cli.screen import err
from arena.errors import UserError
from arena.ratings.drawing import Plot

CHOOSE = "name a folder that you can write to (--plots)"


def prepare(folder: Path) -> None:
    """Create a folder for plots if it is missing, before any other work.

    Raises:
        UserError: the folder cannot be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}", CHOOSE) from error


def write_plots(drawn: Iterable[Plot], folder: Path) -> None:
    """Write plots into a folder as SVG, and print the names of the files.

    Args:
        drawn: the plots.
        folder: the folder.

    Raises:
        UserError: a file cannot be written.
    """
    names = []
    try:
        for plot in drawn:
            names.append(f"{plot.key}.svg")
            (folder / names[-1]).write_text(plot.file(), encoding="utf-8")
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}", CHOOSE) from error
    err.print(f"{folder}: {', '.join(names)}")
