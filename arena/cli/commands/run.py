"""The options and the help of `arena run`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arena.cli import output
from arena.cli.commands.shared import pin_option, retry_builds_option, sandbox_options, time_options


@click.command()
@click.argument("ladder", type=click.Path(path_type=Path))
@click.option(
    "-j",
    "rooms",
    type=click.IntRange(1, 64),
    help="How many rooms play here at the same time. [default: the number of cores; none where other machines play]",
)
@pin_option
@time_options
@click.option("--forever", is_flag=True, help="Then wait, take in what is handed in, and go on.")
@sandbox_options
@retry_builds_option
@click.option(
    "--pardon",
    "pardons",
    multiple=True,
    metavar="NAME",
    help="Bring back a benched bot; its faults so far no longer count. Repeat for more.",
)
@click.option(
    "--listen",
    metavar="HOST:PORT",
    help="Let other machines play, which call here: arena help clusters.",
)
@click.option("--key-file", metavar="FILE", help="The key that they need; made if it is missing, and copied by you.")
@click.option(
    "--on",
    metavar="WHERE",
    help='Start agents on other machines: dask://HOST:PORT, ssh:HOST,HOST or slurm:"OPTIONS OF SBATCH".',
)
@click.option(
    "--agents", type=click.IntRange(1, 10_000), help="How many to start. [default: one on each host or worker]"
)
@click.option("--agent-rooms", type=click.IntRange(1, 64), help="Rooms of each agent started. [default: its cores]")
@click.option(
    "--agent-command", default="arena", show_default=True, help="How the arena is called there, for ssh and Slurm."
)
def run(ladder: Path, **options: Any) -> None:
    """Play the missing games of a ladder, then print it.

    LADDER is a TOML file with games, bots, sets, a clock and a schedule; `arena help quickstart >
    mine.toml` writes one to begin with, and `arena help ladder-keys` explains all that it can say. The schedule says
    who meets whom: "round-robin" (the default), "gauntlet", "swiss", "knock-out" or "adaptive" (`arena help
    schedules`). Every result is stored at once. Ctrl-C lets running games end; run again to go on. After you
    add a bot, ask for more sets or change the schedule, only the games that this adds are played. A bot that fails its
    first 3 games, or 10 in a row, is benched, and the others play on without it ([probation] of the file sets when).
    With --until or --hours, games begin only until then, those that are running get 10 s to end, and the exit status
    is 0. Pairings take turns, so what was played by then compares all bots. With --forever it goes on: when a bot or
    the file has changed, running games end, what is new is taken in, and its games are played first; an adaptive
    schedule without `total` then never stops (`arena help league`).

    \b
    Examples:
      arena run quickstart            comes with the arena; results stay here
      arena run mine.toml -j 4
      arena run mine.toml --until 07:00
      arena run league.toml --forever
      arena run mine.toml --pardon zed
      arena run mine.toml --sandbox strict
      arena run mine.toml --listen head:4000 --key-file arena.key
      arena run mine.toml --on ssh:lab1,lab2 --key-file arena.key
    """
    from arena.cli.play import Asked
    from arena.cli.play import run as work

    output.play()
    asked = Asked(**{name: options.pop(name) for name in Asked._fields})
    work(ladder, asked, **options)
