"""A contest: a game with its options, as a ladder file or a command names it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from arena.errors import ConfigErrors, Problem, UserError
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Measure, Side
from arena.games.kernel.options import OptionError, Options, choose, difference
from arena.games.kernel.text import nearest
from arena.games.outside import GameError, is_path
from arena.settings.bounds import MOST_SETS

Games: TypeAlias = Mapping[str, AnyGame]
"""All games by name."""
DEALS = 2
"""In this many deals two sides may end as far apart as `points_limit` says."""
RankBy: TypeAlias = Literal["wins", "boards", "points", "stakes", "money"]
"""What the table of a ladder goes by: ratings, from games won and lost; the points of the game; games won, each with
its stake; money won."""


@runtime_checkable
class _WithTarget(Protocol):
    """Options of a game that ends at a score."""

    @property
    def target(self) -> int:
        """The score that ends the game."""


@runtime_checkable
class _WithDeals(Protocol):
    """Options of a game that ends after some deals."""

    @property
    def max_deals(self) -> int:
        """After how many deals the game ends; 0 for no limit."""


class Contest(NamedTuple):
    """A game as a ladder plays it.

    Args:
        label: its canonical name, such as `two-hundred:kitty target=300`.
        game: the game.
        preset: the name of the preset that the options are based on.
        options: the value of every option.
        sets: how many duplicate sets each pairing plays.
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

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is pickled: by its label, since a game is made of functions."""
        return contest_of, (self.label, self.sets)


def parse_game(text: str, options: Mapping[str, object], games: Games, sets: int) -> Contest:
    """Return the contest that a user named.

    Args:
        text: GAME or GAME:PRESET, and any number of option=value behind it; GAME alone means its first preset. GAME may
            be the path of a file with a game.
        options: option name -> word, whole number or boolean; these override the preset, and the options in the text.
        games: all games by name.
        sets: how many duplicate sets each pairing plays.

    Raises:
        ConfigErrors: the game or preset is unknown (key `game`), or options are not possible (keys `options.NAME`).
        UserError: there are no sets, or too many.
    """
    if not 1 <= sets <= MOST_SETS:
        few = "few" if sets < 1 else "many"
        raise UserError(f"{text}: {sets} sets are too {few}", f"play one or more, and {MOST_SETS} at most")
    *front, last = text.split(" ")
    while front and ("=" in last or not last):
        options = dict([last.split("=", 1)] if last else []) | dict(options)
        *front, last = front
    name, _, preset = " ".join((*front, last)).partition(":")
    try:
        game = games.get(name)
    except GameError as error:
        raise ConfigErrors([Problem("game", str(error))], os.EX_USAGE) from error
    if game is None:
        what = f"there is no file {name}" if is_path(name) else f"there is no game {name!r}{nearest(name, games)}"
        if is_path(name) and Path(name).is_dir():
            what = f"{name} is a folder, and no game"  # a bot: the game was forgotten
        raise ConfigErrors([Problem("game", what)], os.EX_USAGE)
    name = game.name if is_path(name) else name
    preset = preset or next(iter(game.presets))
    try:
        base: Options | None = game.presets.get(preset)
        if base is None:
            message = f"{name} has no preset {preset!r}{nearest(preset, game.presets)}"
            raise ConfigErrors([Problem("game", message)], os.EX_USAGE)
        chosen = choose(base, options)
    except OptionError as error:
        problems = [Problem(f"options.{', '.join(wrong.names)}", wrong.text) for wrong in error.problems]
        raise ConfigErrors(problems, os.EX_USAGE) from error
    label = " ".join((f"{name}:{preset}", *sorted(difference(chosen, base))))
    return Contest(label, game, preset, chosen, sets)


@cache
def sides_of(contest: str) -> tuple[Side | None, ...]:
    """Return the side of each seat in a contest, from its label.

    Raises:
        ConfigErrors: the game, preset or option no longer exists.
    """
    found = contest_of(contest)
    return found.game.seating(found.options).sides


@cache
def points_limit(contest: str) -> float:
    """Return the most points by which a game counts as won or lost, from the label of its contest.

    It is twice the target: one side has made it, and the other is as far below 0. In a game of a single deal it is the
    target. Games without a target say for themselves (`Game.lead`). A rare game that ends further apart counts as this.
    It is one point in a game from outside that says neither, so there only who is ahead counts.

    Raises:
        ConfigErrors: the game, preset or option no longer exists.
    """
    found = contest_of(contest)
    options, lead = found.options, found.game.lead
    if lead is None:
        if not isinstance(options, _WithTarget):
            return 1.0
        whole = DEALS * options.target
    else:
        whole = lead(options)
    deals = options.max_deals if isinstance(options, _WithDeals) else DEALS
    return whole * min(deals or DEALS, DEALS) / DEALS


@cache
def measure_of(contest: str) -> Measure:
    """Return what a contest is played for by its rules, from its label.

    Raises:
        ConfigErrors: the game, preset or option no longer exists.
    """
    found = contest_of(contest)
    return found.game.measure(found.options)


def contest_of(contest: str, sets: int = 1) -> Contest:
    """Return a contest from its label.

    Raises:
        ConfigErrors: the game, preset or option no longer exists.
    """
    return parse_game(contest, {}, GAMES, sets)
