"""The command line: parse, call, print. Every error a person can mend says what to do next, on standard error."""

from __future__ import annotations

import signal
import sys
from typing import Any

import click

from arena import __version__, how_built
from arena.cli.bench import bench
from arena.cli.bots import bots
from arena.cli.doctor import doctor
from arena.cli.games import games
from arena.cli.ladder import ladder
from arena.cli.play import match, run
from arena.cli.records import record, verify
from arena.cli.regress import regress
from arena.errors import UserError


class _Group(click.Group):
    """Turns errors that a person can mend into messages, and a broken pipe into silence."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except UserError as error:
            click.echo(f"arena: {error}", err=True)
            if error.hint:
                click.echo(f"  {error.hint}", err=True)
            ctx.exit(error.exit_status)
        except KeyboardInterrupt:
            click.echo("\nstopped", err=True)
            ctx.exit(128 + signal.SIGINT)
        except BrokenPipeError:
            sys.stderr.close()
            ctx.exit(0)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def main() -> None:
    """Tournaments of bots that play trick-taking card games.

    A bot is any program that reads lines and writes lines. Name one by a path to an executable, a folder with
    a bot.toml, a quoted command, or sample:NAME (such as sample:random, sample:c/sensible).

    \b
    A first look:
      arena games                                    which games there are
      arena match kaiser sample:python/sensible sample:random -n 20
      arena run ladders/quickstart.toml              play a round-robin, print its Elo ladder
      arena match two-hundred "python3 my_bot.py" sample:random
    """


@main.command()
def version() -> None:
    """Print the version, and whether the arena is compiled."""
    click.echo(f"arena {__version__}, {how_built()}")


for command in (run, ladder, bots, match, regress, games, record, verify, doctor, bench):
    main.add_command(command)
