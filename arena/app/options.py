"""Keywords of a program, checked before anything is played, as the options of a command are: all problems at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from pydantic import AfterValidator, create_model

from arena.app.field import AnyPath, Player
from arena.errors import Problem, UserError
from arena.settings.clock import ClockSettings
from arena.settings.toml import Given, Section, in_file, problems_here, validated


def _clock(given: object) -> ClockSettings:
    """Return time limits, each within its bounds and none against another, as those of a ladder file are."""
    if not isinstance(given, ClockSettings):
        raise problems_here([Problem("", f"needs time limits, such as arena.Clock(move_ms=100), not {given!r}")])
    _table(ClockSettings).model_validate(asdict(given))
    if problems := list(given.problems()):
        raise problems_here(problems)
    return given


def _path(given: object) -> object:
    if not isinstance(given, (str, os.PathLike)):
        raise problems_here([Problem("", f"needs a path, not {given!r}")])
    return given


def _bot(given: object) -> object:
    if not _is_player(given):
        raise problems_here([Problem("", f"needs the name of a bot, or a function of a Turn, not {given!r}")])
    return given


_PATH = Annotated[Any, AfterValidator(_path)]
_IN_WORDS: list[tuple[Any, Any]] = [
    (ClockSettings, Annotated[Any, AfterValidator(_clock)]),
    (AnyPath, _PATH),
    (AnyPath | None, _PATH | None),
    (Player, Annotated[Any, AfterValidator(_bot)]),
]
"""Types for which pydantic has no words that a person would use."""


@cache
def _table(settings: type) -> type[Section]:
    return Given(settings).table


@cache
def _model(call: str, kind: type) -> type[Section]:
    hints = get_type_hints(kind, include_extras=True)
    plain = {name: next((to for is_, to in _IN_WORDS if hint == is_), hint) for name, hint in hints.items()}
    keys: dict[str, Any] = {name: (hint, None) for name, hint in plain.items()}
    return create_model(call, __base__=Section, **keys)


def checked(call: str, kind: type, given: Mapping[str, Any]) -> None:
    """Check the keywords of a call.

    Args:
        call: the function, for messages.
        kind: the `TypedDict` with what it takes.
        given: what it was given.

    Raises:
        ConfigErrors: there is no such keyword, or it takes something else; all problems are listed.
    """
    with in_file(Path(f"{call}()")):
        validated(_model(call, kind), given)


def several(call: str, name: str, given: Any) -> list[Any]:
    """Return what was given in a list, which may be given out once only.

    Raises:
        UserError: it is no list.
    """
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise UserError(f"{call}(): {name}: needs a list, not {given!r}", f"write [{given!r}]" if given else "")
    return [*given]


def players(bots: Iterable[Any]) -> list[Player]:
    """Return bots that were named one by one or in lists.

    Raises:
        UserError: one of them is no bot.
    """
    found: list[Player] = []
    for bot in bots:
        alone = _is_player(bot) or isinstance(bot, bytes) or not isinstance(bot, Iterable)
        found.extend([bot] if alone else bot)  # `+=` is the array's own, for one of numpy
    for bot in found:
        if not _is_player(bot):
            raise UserError(f"{bot!r} is no bot", "name one as on a command line, or pass a function of a Turn")
    return found


def _is_player(bot: object) -> bool:
    return isinstance(bot, (str, os.PathLike)) or callable(bot)
