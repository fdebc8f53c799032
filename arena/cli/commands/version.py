"""`arena version`: the version, and how it was built."""

from __future__ import annotations

import click

from arena import __version__, how_built


@click.command()
def version() -> None:
    """Print the version, and whether the arena is compiled."""
    click.echo(f"arena {__version__}, {how_built()}")
