"""Options that several commands have, and the exit statuses of `arena regress`."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from arena.errors import UserError

if TYPE_CHECKING:
    from arena.settings.limits import KeepStderr

ERROR = 3
"""The exit status of `arena regress` where an error leaves no verdict: 1 and 2 are verdicts."""
UNTESTABLE = 125
"""The same with `--bisect`: `git bisect run` then leaves this version out."""
NO_BISECT = 128
"""With `--bisect`, the status of a command that is wrong for every version: `git bisect run` stops."""
CORES = os.cpu_count() or 1
AS_THEY_ARE = ("seed", "on_fault", "fill", "pin", "tables", "sandbox")
"""Options that are terms of a match without more ado."""


retry_builds_option = click.option(
    "--retry-builds", is_flag=True, help="Run builds again that failed in the last days; without it they are not."
)


param_option = click.option(
    "--param",
    "params",
    metavar="NAME=VALUE",
    multiple=True,
    help="A parameter of the first bot, which its bot.toml declares; may be given several times. Another bot takes "
    "them in its name: './bot --param margin=1.0'.",
)


def with_params(bot: str, params: Iterable[str]) -> str:
    """Return the text that names a bot with some parameters, each NAME=VALUE."""
    return bot + "".join([f" --param {each}" for each in params])


class RegressCommand(click.Command):
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
        """Do the work; write an error that a person can fix to the file of `--junit` too."""
        try:
            return super().invoke(ctx)
        except UserError as error:
            from arena.app.compare import NewUnusable

            this_one = isinstance(error, NewUnusable) or error.exit_status == os.EX_TEMPFAIL
            untestable = UNTESTABLE if this_one else NO_BISECT
            error.exit_status = untestable if ctx.params["bisect"] else ERROR
            if path := ctx.params["junit"]:
                from arena.regression.export import junit_error, write

                with suppress(UserError):  # if the file is what is wrong, that is the error already
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


def appeal_options(command: click.decorators.FC) -> click.decorators.FC:
    """Add `--why` and `--by`."""
    who = click.option("--by", "who", metavar="NAME", help="Who decides it. [default: your name on this machine]")
    why = click.option("--why", required=True, metavar="TEXT", help="The reason; the authors of the bots see it.")
    return why(who(command))


def time_options(command: click.decorators.FC) -> click.decorators.FC:
    """Add `--until` and `--hours`."""
    hours = click.option("--hours", type=click.FloatRange(0, min_open=True), help="How long there is time.")
    until = click.option("--until", metavar="HH:MM", help="Until when there is time: when the clock here says so next.")
    return until(hours(command))


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


def terms_options(work: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a match; `work` gets them together, as `terms`."""

    @wraps(work)
    def collected(
        *,
        options: tuple[str, ...],
        start_ms: int,
        move_ms: int,
        bank_ms: int,
        inc_ms: int,
        no_clock: bool,
        rooms: int,
        keep_stderr: KeepStderr,
        trust_bots: bool,
        **others: Any,
    ) -> None:
        from arena.app.terms import Terms
        from arena.settings.clock import NO_CLOCK, ClockSettings

        limits = ClockSettings(start_ms=start_ms, move_ms=move_ms, bank_ms=bank_ms, inc_ms=inc_ms)
        terms = Terms(
            options=settings_of(options),
            clock=NO_CLOCK if no_clock else limits,
            rooms=1 if no_clock else rooms,
            trust=trust_bots,
            keep_stderr=keep_stderr == "all",
            **{name: others.pop(name) for name in AS_THEY_ARE},
        )
        work(terms=terms, **others)

    for option in reversed(_TERMS):
        collected = option(collected)
    return collected


def settings_of(options: Iterable[str]) -> dict[str, str]:
    """Return the values of `-o`: name -> value."""
    settings = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise UserError(f"-o {text}: not of the form NAME=VALUE", "for example -o target=300")
        settings[name] = value
    return settings


def said(without: Iterable[str]) -> Iterator[str]:
    """Yield the words of the options on the command line, to repeat the command.

    Args:
        without: the names of options to leave out.
    """
    context = click.get_current_context()
    for option in context.command.params:
        name = option.name or ""
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if not isinstance(option, click.Option) or not given or name in without:
            continue
        value, word = context.params[name], max(option.opts, key=len)
        if option.is_flag:
            yield word
        else:
            for each in value if option.multiple else [value]:
                yield from (word, str(each))
