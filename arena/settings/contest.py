"""A contest: a game with its options, as a ladder or a command names it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from arena.errors import ConfigErrors, Problem
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Side
from arena.games.kernel.options import OptionError, Options, choose
from arena.games.kernel.text import nearest

Games: TypeAlias = Mapping[str, AnyGame]
"""The games there are, by name."""


class Contest(NamedTuple):
    """A game as a ladder plays it.

    Args:
        label: the canonical name, such as `two-hundred:kitty target=300`.
        game: which game.
        preset: the name of the preset that the options began with.
        options: all options in force.
        sets: how many duplicate sets every pairing plays.
    """

    label: str
    game: AnyGame
    preset: str
    options: Options
    sets: int

    @property
    def sides(self) -> int:
        """The number of entrants that a game takes."""
        return self.game.seating(self.options).number_of_sides


def parse_game(text: str, options: Mapping[str, object], games: Games, sets: int) -> Contest:
    """Return the contest that a person named.

    Args:
        text: GAME or GAME:PRESET; without a preset the game's first one.
        options: option name -> word, whole number or boolean, on top of the preset.
        games: the games there are, by name.
        sets: how many duplicate sets every pairing plays.

    Raises:
        ConfigErrors: an unknown game or preset (key `game`), or options that cannot be had (keys `options.NAME`).
    """
    name, _, preset = text.partition(":")
    if name not in games:
        raise ConfigErrors([Problem("game", f"there is no game {name!r}{nearest(name, games)}")], os.EX_USAGE)
    game = games[name]
    preset = preset or next(iter(game.presets))
    if preset not in game.presets:
        message = f"{name} has no preset {preset!r}{nearest(preset, game.presets)}"
        raise ConfigErrors([Problem("game", message)], os.EX_USAGE)
    base: Options = game.presets[preset]
    try:
        chosen = choose(base, options)
    except OptionError as error:
        raise ConfigErrors([Problem(*_option_problem(p)) for p in error.problems], os.EX_USAGE) from error
    return Contest(_label(name, preset, base, chosen), game, preset, chosen, sets)


def _option_problem(problem: str) -> tuple[str, str]:
    """Return the key and the text of a sentence that begins with the name of an option."""
    name, separator, text = problem.partition(": ")
    return (f"options.{name}", text) if separator and name.isidentifier() else ("options", problem)


def _label(name: str, preset: str, base: Options, chosen: Options) -> str:
    """Return the canonical name: the preset, and sorted what differs from it."""
    before = base.words()
    changed = sorted(f"{option}={word}" for option, word in chosen.words().items() if word != before[option])
    return " ".join((f"{name}:{preset}", *changed))


@cache
def sides_of(contest: str) -> tuple[Side | None, ...]:
    """Return the side of each seat in a contest, from its label.

    Raises:
        ConfigErrors: there is no such game, preset or option any more.
    """
    game, *options = contest.split(" ")
    found = parse_game(game, dict(option.split("=", 1) for option in options), GAMES, 1)
    return found.game.seating(found.options).sides
