"""The group of all commands: which there are, and what their errors look like."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from arena.errors import UserError

COMMANDS = (
    "appeals",
    "bots",
    "check",
    "collect",
    "doctor",
    "games",
    "grade",
    "help",
    "ladder",
    "match",
    "new",
    "pardon",
    "plan",
    "play",
    "record",
    "regress",
    "report",
    "rerun",
    "review",
    "run",
    "season",
    "serve",
    "site",
    "submit",
    "tune",
    "verify",
    "version",
    "view",
    "void",
    "watch",
    "worker",
)
"""Each is defined in the module of `arena.cli.commands` that has its name."""


@contextmanager
def _paths_explained() -> Iterator[None]:
    """Turn errors of paths that no command foresees into messages.

    Raises:
        UserError: the current folder is gone, or a path may not be looked at or is too long to be one.
    """
    try:
        Path.cwd()
    except OSError as error:
        raise UserError("the current folder is gone", "go to one that exists", os.EX_NOINPUT) from error
    try:
        yield
    except OSError as error:
        if error.errno not in {errno.EACCES, errno.ENAMETOOLONG} or error.filename is None:
            raise
        raise UserError(f"{error.filename}: {error.strerror}", "check file and folder", os.EX_NOINPUT) from error


class _Group(click.Group):
    """Imports a command by its name; turns errors that a person can fix into messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"arena.cli.commands.{cmd_name}"), cmd_name)
        return found

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with _paths_explained():
                return super().invoke(ctx)
        except UserError as error:
            from arena.cli.screen import err  # noqa: PLC0415 - commands without an error may do without it

            err.print(f"arena: {error}", soft_wrap=not err.is_terminal)
            if error.hint:
                err.print(f"  {error.hint}", soft_wrap=True)  # it may be a command, to be copied
            ctx.exit(error.exit_status)
        except (KeyboardInterrupt, BaseExceptionGroup) as error:  # a group, if an event loop could not heed it
            if isinstance(error, BaseExceptionGroup) and error.split(KeyboardInterrupt)[1] is not None:
                raise
            click.echo("\nstopped", err=True)
            ctx.exit(128 + signal.SIGINT)


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from arena.cli.commands.version import version  # noqa: PLC0415 - as all commands

        ctx.invoke(version)
        ctx.exit()


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="As `version`."
)
def command_line() -> None:
    """Tournaments of bots that play trick-taking card games.

    \b
    A bot is any program that reads lines and writes lines. To name a bot, give an
    executable file, a folder with a bot.toml, a quoted command, or sample:NAME
    (such as sample:random or sample:c/random).

    \b
    A first look:
      arena games                             list the games
      arena match kaiser sample:python/sensible sample:random -n 20
      arena run quickstart                    play a ladder that comes with the arena
      arena play kaiser                       play it yourself, against bots
      arena new owl --language python         make a bot of your own
      arena match two-hundred "python3 my_bot.py" sample:random
      arena help                              list the pages of the manual

    \b
    Exit status of all commands: 0 if done, else what their help says, or one of these.
      64 to 78  an error that you can fix (sysexits.h)
      74        also if not everything could be printed, as on a full disk
      130       stopped by Ctrl-C
      141       the reader of the output went away (| head); games are played to the end
    """
