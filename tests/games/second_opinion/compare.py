"""Play random games by the engine and hold them against the second opinion, and count the planted errors it misses.

`python -m tests.games.second_opinion.compare nine-card-don` plays 2000 games of every preset; a number and names of
presets may follow. The exit status is 1 if anything differs or any planted error is missed.
"""

from __future__ import annotations

import importlib
import sys

import click

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from tests.games.second_opinion.oracle import Oracle, compared

PLANTED = 200
"""Games of a preset in which one error is planted each."""
SHOWN = 5
"""Differences and missed errors that are printed."""


def oracle_of(game: str) -> Oracle:
    """Return the second opinion on a game: the function of the game's name in `<name>/oracle.py` beside this file."""
    name = game.replace("-", "_")
    oracle: Oracle = getattr(importlib.import_module(f"tests.games.second_opinion.{name}.oracle"), name)
    return oracle


def agrees(oracle: Oracle, game: AnyGame, preset: str, games: int) -> bool:
    """Compare games of one preset, say what came of it, and return whether nothing was wrong."""
    decisions, wrong, unseen = compared(oracle, game, preset, games, PLANTED)
    click.echo(
        f"{game.name}:{preset}: {games} games, {decisions} decisions, {len(wrong)} differences; "
        f"{len(unseen)} of {PLANTED} planted errors missed"
    )
    for line in [*wrong[:SHOWN], *(f"missed: {one}" for one in unseen[:SHOWN])]:
        click.echo(f"  {line}")
    return not wrong and not unseen


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("games_per_preset", type=click.IntRange(min=1), default=2000)
@click.argument("presets", metavar="[PRESET]...", nargs=-1)
def main(game: str, games_per_preset: int, presets: tuple[str, ...]) -> None:
    """Hold GAMES_PER_PRESET random games of each PRESET (of all, if none is named) against the second opinion."""
    rules, oracle = GAMES[game], oracle_of(game)
    if unknown := [name for name in presets if name not in rules.presets]:
        raise click.BadParameter(f"{game} has no preset {', '.join(unknown)}; it has {', '.join(rules.presets)}")
    results = [agrees(oracle, rules, preset, games_per_preset) for preset in presets or rules.presets]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
