"""By how many players each game can be played, and in what its presets differ: for lists of games."""

# Not compiled: only lists of games need it.

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields

from arena.games.kernel import AnyGame
from arena.games.kernel.options import OptionError, Options, choose, difference, spec


def ways_to_play(game: AnyGame) -> dict[int, list[str]]:
    """Return how a game can be played by how many players: number -> GAME[:PRESET], with an option where it needs one.

    Presets come first; the options that set a number of players have `players` in their names.
    """
    found: dict[int, list[str]] = {}
    first, *others = game.presets
    named = {game.name: game.presets[first]} | {f"{game.name}:{preset}": game.presets[preset] for preset in others}
    for way, options in named.items():
        found.setdefault(_players(game, options), []).append(way)
    for way, options in named.items():
        for count, change in _other_players(game, options):
            if count not in found:
                found[count] = [f"{way} -o {change}"]
    return dict(sorted(found.items()))


def _other_players(game: AnyGame, options: Options) -> Iterator[tuple[int, str]]:
    """Yield the numbers of players that an option of a preset can set, each with `NAME=VALUE`."""
    for each in fields(options):
        if "players" not in each.name:
            continue
        for value in (value for part in spec(each).values if isinstance(part, range) for value in part):
            with suppress(OptionError):
                yield _players(game, choose(options, {each.name: value})), f"{each.name}={value}"


def _players(game: AnyGame, options: Options) -> int:
    return len(game.seating(options).players)


def numbers_text(numbers: Iterable[int]) -> str:
    """Return numbers in words: `3`, `2, 4`, `3 to 10`."""
    found = sorted(numbers)
    if len(found) > 2 and found == [*range(found[0], found[-1] + 1)]:
        return f"{found[0]} to {found[-1]}"
    return ", ".join(map(str, found))


def preset_rows(game: AnyGame) -> list[tuple[str, str]]:
    """Return every preset of a game with the options that it changes."""
    standard = game.options()
    return [(name, " ".join(difference(options, standard)) or "nothing") for name, options in game.presets.items()]
