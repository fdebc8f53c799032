"""`arena version`: the version, and how it was built."""

from __future__ import annotations

from importlib.util import find_spec

import click

from arena import __version__


def how_built() -> str:
    """Return in words whether the hot path runs compiled (hatch_build.py) or as Python."""
    position = find_spec("arena.games.kernel.position")
    return "compiled" if position and position.origin and not position.origin.endswith(".py") else "not compiled"


@click.command()
def version() -> None:
    """Print the version, and whether the arena is compiled."""
    click.echo(f"arena {__version__}, {how_built()}")
