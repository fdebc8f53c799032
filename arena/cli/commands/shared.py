"""What the definitions of the commands share: the class of a command, and options that several commands have."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from arena.cli import output
from arena.errors import UserError

ERROR = 3
"""The exit status of `arena regress` where an error leaves no verdict: 1 and 2 are verdicts."""
UNTESTABLE = 125
"""The same with `--bisect`: `git bisect run` then leaves this version out."""
NO_BISECT = 128
"""With `--bisect`, the status of a command that is wrong for every version: `git bisect run` stops."""
OF_NEW = "of_new"
"""The attribute of an error that is one of NEW alone."""
CORES = os.cpu_count() or 1


class Command(click.Command):
    """A command whose work is imported when it runs.

    Args:
        args: those of `click.Command`.
        work: the module and the function that do it, such as `arena.cli.play:match`. The function gets every option
            by name.
        plays: whether it plays games: then nothing that it prints waits for a reader.
        extra: those of `click.Command`.
    """

    def __init__(self, *args: Any, work: str, plays: bool = False, **extra: Any) -> None:
        super().__init__(*args, **extra)
        self._work = work
        self._plays = plays

    def work(self) -> Callable[..., None]:
        """Import and return the function that does the work."""
        module, _, name = self._work.partition(":")
        found: Callable[..., None] = getattr(import_module(module), name)
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """Do the work."""
        if self._plays:
            output.play()
        return ctx.invoke(self.work(), **ctx.params)


retry_builds_option = click.option(
    "--retry-builds", is_flag=True, help="Run builds again that failed in the last days; without it they are not."
)


def of_new(error: UserError) -> UserError:
    """Return an error after it was marked as one of NEW alone: with `--bisect`, only this version cannot be tested."""
    vars(error)[OF_NEW] = True
    return error


class RegressCommand(Command):
    """A command whose exit statuses 1 and 2 are verdicts: anything else that goes wrong ends with `ERROR`."""

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> click.Context:
        """Read the options."""
        wrong = NO_BISECT if "--bisect" in args else ERROR  # asked first: reading them takes them off the list
        try:
            return super().make_context(info_name, args, *more, **extra)
        except click.ClickException as error:
            vars(error)["exit_code"] = wrong  # of this one: that of the class is for every command
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Do the work; write an error that a person can mend to the file of `--junit` too."""
        try:
            return super().invoke(ctx)
        except UserError as error:
            untestable = UNTESTABLE if vars(error).get(OF_NEW) or error.exit_status == os.EX_TEMPFAIL else NO_BISECT
            error.exit_status = untestable if ctx.params["bisect"] else ERROR
            if path := ctx.params["junit"]:
                from arena.regression.export import junit_error, write  # noqa: PLC0415 - heavy, only needed here

                write(path, junit_error(ctx.params["game"], error))
            raise
        except KeyboardInterrupt:
            ctx.exit(128 + signal.SIGINT)
        except (click.exceptions.Exit, click.Abort):
            raise
        except Exception:  # noqa: BLE001 - a bug of ours must not look like a verdict
            traceback.print_exc()
            sys.stderr.write("arena: this is a bug of the arena, no verdict; please report it\n")
            ctx.exit(UNTESTABLE if ctx.params["bisect"] else ERROR)


level_option = click.option(
    "--sandbox",
    type=click.Choice(("auto", "strict", "standard", "basic", "none")),
    help="How strongly bots are locked in. [default: the ladder file decides, else the best level that works here]",
)
trust_option = click.option("--trust-bots", is_flag=True, help="Run the bots without a sandbox, as you trust them.")


def sandbox_options(command: click.decorators.FC) -> click.decorators.FC:
    """Add `--sandbox` and `--trust-bots`."""
    return level_option(trust_option(command))


plots_option = click.option(
    "--plots",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Draw plots into this folder, as SVG.",
)
"""Adds `--plots`."""


rooms_option = click.option(
    "-j",
    "rooms",
    type=click.IntRange(1, 64),
    default=CORES,
    show_default="the number of cores",
    help="How many rooms play at the same time, each in a process of its own.",
)
"""Adds `-j`."""
pin_option = click.option(
    "--pin", is_flag=True, help="Keep each room and its bots on one core: faster for bots with one thread."
)
"""Adds `--pin`."""
_TERMS = (
    click.option(
        "-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game; repeat for more."
    ),
    click.option("--seed", help="Key of all packs: the same seed deals the same cards. [default: a new one]"),
    click.option(
        "--move-ms", type=click.IntRange(0), default=1000, show_default=True, help="Time limit of an answer; 0: none."
    ),
    click.option(
        "--bank-ms",
        type=click.IntRange(0),
        default=0,
        show_default=True,
        help="Time limit of all answers of a game; 0: none.",
    ),
    click.option(
        "--inc-ms", type=click.IntRange(0), default=0, show_default=True, help="Added to the bank after each answer."
    ),
    click.option(
        "--start-ms",
        type=click.IntRange(0),
        default=5000,
        show_default=True,
        help="Time limit from the start of a bot to its greeting; 0: none.",
    ),
    click.option("--no-clock", is_flag=True, help="No time limits, so that you can step through a bot."),
    click.option("--on-fault", type=click.Choice(["forfeit", "substitute"]), default="forfeit", show_default=True),
    click.option(
        "--fill", default="sample:random", show_default=True, help="The bot for sides without a bot of their own."
    ),
    rooms_option,
    pin_option,
    click.option(
        "--tables",
        type=click.IntRange(1, 1000),
        default=1,
        show_default=True,
        help="How many games a room plays at once, if all its bots can play several.",
    ),
    click.option(
        "--keep-stderr",
        type=click.Choice(["faults", "all"]),
        default="faults",
        show_default=True,
        help="Keep standard error of bots with a fault only, or of all bots in all games.",
    ),
    level_option,
    trust_option,
)


def terms_options(command: click.decorators.FC) -> click.decorators.FC:
    """Add the options of `arena.cli.terms.Terms`; the work collects them with `arena.cli.terms.with_terms`."""
    for option in reversed(_TERMS):
        command = option(command)
    return command
