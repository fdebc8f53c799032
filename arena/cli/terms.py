"""The terms that `match` and `regress` play under, collected from their options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import NamedTuple

import click
from click.core import ParameterSource

from arena.errors import UserError
from arena.settings.clock import NO_CLOCK, ClockSettings, OnFault
from arena.settings.limits import KeepStderr, SandboxLevel


class Terms(NamedTuple):
    """The terms that `match` and `regress` play under.

    Args:
        settings: the options of the game: name -> value, as text.
        seed: the key of all packs; None for a new one.
        clock: the time limits of every seat.
        on_fault: what a fault does to a game.
        fill: the bot for sides without a bot of their own.
        rooms: how many rooms play at the same time, each in a process.
        pin: whether each room is kept on one core.
        tables: how many games may be open at once in a room.
        sandbox: the level that the command line asks for, if any.
        trust: whether all bots are trusted.
        keep_stderr: whether standard error is also kept of bots without a fault.
    """

    settings: Mapping[str, str]
    seed: str | None
    clock: ClockSettings
    on_fault: OnFault
    fill: str
    rooms: int
    pin: bool
    tables: int
    sandbox: SandboxLevel | None
    trust: bool
    keep_stderr: bool


def with_terms(command: Callable[..., None]) -> Callable[..., None]:
    """Wrap the work of a command: it takes the options of `terms_options`, and the command gets them as `terms`."""

    @wraps(command)
    def collected(
        *,
        options: tuple[str, ...],
        seed: str | None,
        start_ms: int,
        move_ms: int,
        bank_ms: int,
        inc_ms: int,
        no_clock: bool,
        on_fault: OnFault,
        fill: str,
        rooms: int,
        pin: bool,
        tables: int,
        keep_stderr: KeepStderr,
        sandbox: SandboxLevel | None,
        trust_bots: bool,
        **others: object,
    ) -> None:
        limits = ClockSettings(start_ms=start_ms, move_ms=move_ms, bank_ms=bank_ms, inc_ms=inc_ms)
        terms = Terms(
            settings=settings_of(options),
            seed=seed,
            clock=NO_CLOCK if no_clock else limits,
            on_fault=on_fault,
            fill=fill,
            rooms=1 if no_clock else rooms,
            pin=pin,
            tables=tables,
            sandbox=sandbox,
            trust=trust_bots,
            keep_stderr=keep_stderr == "all",
        )
        command(terms=terms, **others)

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
