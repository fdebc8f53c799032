"""The options and the help of `arena plan`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arena.cli import output
from arena.cli.commands.shared import retry_builds_option, rooms_option, sandbox_options, time_options


@click.command()
@click.argument("ladder", type=click.Path(path_type=Path))
@rooms_option
@time_options
@sandbox_options
@retry_builds_option
def plan(**options: Any) -> None:
    """Say how long the missing games will take.

    It goes by the time that bots took in earlier games. A bot that has not played yet plays a few games for it, which
    count nowhere. The likely time is that of these paces, the worst that of bots which use their whole clocks. With
    --until or --hours it also says what would fit.

    \b
    Examples:
      arena plan class.toml
      arena plan class.toml -j 8 --until 07:00
    """
    from arena.cli.plan import plan as work

    output.play()
    work(**options)
