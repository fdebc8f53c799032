"""Parameters of a bot: numbers that its bot.toml declares, and a name of it sets: `./bot --param margin=1.0`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256

from arena.bots.botfile import Param
from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.games.kernel.text import nearest
from arena.settings.names import name_of

FLAG = " --param "
"""What stands before each parameter, in the name of a bot and on its command line."""


def split_params(bot: str) -> tuple[str, dict[str, str]]:
    """Split the text that names a bot into the bot and what follows of its parameters, name -> value."""
    named, *words = bot.split(FLAG)
    given = {}
    for word in words:
        name, equals, value = word.strip().partition("=")
        if not equals:
            raise UserError(f"--param {word}: needs NAME=VALUE", "write for example: --param margin=1.0", os.EX_USAGE)
        given[name] = value
    return named.rstrip(), given


def joined(bot: str, given: Mapping[str, float | str]) -> str:
    """Return the text that names a bot with these parameters."""
    return bot + "".join([f"{FLAG}{name}={value}" for name, value in given.items()])


def with_params(bot: Entrant, given: Mapping[str, str], *, named: bool) -> Entrant:
    """Return a bot with some of its parameters set: another entrant, unless all are as they are anyway.

    Args:
        bot: the bot.
        given: parameter -> value.
        named: whether the user has given it a name; if not, the name says the parameters.

    Raises:
        UserError: the bot has no such parameter, or it cannot have this value.
    """
    found = {}
    for name, word in given.items():
        if name not in bot.params:
            known = f"its bot.toml has {', '.join(bot.params)}" if bot.params else "its bot.toml declares none"
            hint = f"{known}: arena help submissions"
            raise UserError(f"there is no parameter {name!r}{nearest(name, bot.params)}", hint, os.EX_USAGE)
        value = read_value(name, word, bot.params[name])
        if value != bot.params[name].default:
            found[name] = value
    if not found:
        return bot
    words = [f"{name}={value}" for name, value in sorted(found.items())]
    return replace(
        bot,
        name=bot.name if named else name_of("-".join([bot.name, *words])),
        command=(*bot.command, *[part for word in words for part in ("--param", word)]),
        digest=sha256("\n".join([bot.digest, *words]).encode()).hexdigest(),
        set=found,
    )


def read_value(name: str, word: str, param: Param) -> float:
    """Return the value that a word gives a parameter.

    Raises:
        UserError: it is no number, or out of bounds.
    """
    kind = int if param.whole else float
    try:
        value = kind(word)
    except ValueError:
        meant = "a whole number" if param.whole else "a number"
        raise UserError(f"--param {name}={word}: needs {meant}", f"write for example: {name}={param.default}") from None
    if not param.min <= value <= param.max:
        raise UserError(f"--param {name}={word}: is not between {param.min} and {param.max}", "", os.EX_USAGE)
    return value
