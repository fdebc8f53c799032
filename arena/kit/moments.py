"""Moments of a game, one for each kind of question: found by playing at random, the same ones in every run."""

from __future__ import annotations

from collections.abc import Iterable

from arena.chance import keyed
from arena.games.kernel import AnyGame
from arena.games.kernel.position import play_game
from arena.games.study import Study

MOST = 300
"""After this many answers a game is left: most kinds of questions come early."""
TRIES = 2
"""How many games of each preset are played."""


def moments(game: AnyGame, presets: Iterable[str]) -> list[Study]:
    """Return a moment for each kind of question that comes up in random play, sorted by kind.

    Args:
        game: the game.
        presets: the presets to play; each kind is taken from the first one that has it.
    """
    found: dict[str, Study] = {}
    for preset in presets:
        for number in (*range(TRIES), *([game.examples[preset]] if preset in game.examples else [])):
            chance = keyed("check", f"{preset} {number}")
            position = play_game(game, game.presets[preset], chance)
            while position.ask is not None and len(position.answers) < MOST:
                if position.ask.kind not in found:
                    found[position.ask.kind] = Study(position.fork(), game, preset, chance)
                position.play(chance(f"answer {len(position.answers)}", position.ask.legal)[0])
    return [found[kind] for kind in sorted(found)]
