"""Which law refuses which broken sampler, game by game; `python -m tests.games.laws.table` prints it as Markdown."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from random import Random

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from arena.games.kernel.options import Options
from arena.games.kernel.position import play_game
from arena.games.laws import Shuffles, check_game
from tests.games.about import about
from tests.games.laws.fairness import check_worlds_fair
from tests.games.laws.sabotage import SABOTAGE
from tests.games.laws.trials import IMPOSSIBLE, ONE_WORLD, Trial

SEED = "sabotage"
MOMENTS = 40
"""Questions of a game at which worlds are drawn to see that nothing has changed."""


LAWS: dict[str, Callable[[AnyGame, Options, Trial], object]] = {
    "check_game": lambda game, o, how: check_game(game, o, SEED, deals=how.deals, often=how.often),
    "check_worlds_fair": lambda game, o, how: check_worlds_fair(
        game, o, SEED, deals=how.deals, draws=3, often=how.often
    ),
}
USUAL: Mapping[str, Trial | None] = {
    "without shuffles": Trial(),
    "without voids": Trial("check_game", IMPOSSIBLE, 2),
    "discards never drawn": None,
    "always the same": Trial(complaint=ONE_WORLD, deals=20),
}
"""How they are found out in a game that says nothing else; it lays no cards aside then."""


def trial(name: str, sabotage: str) -> Trial | None:
    """Return how a sabotage is found out in a game; None where it changes nothing."""
    own = about(GAMES[name]).trials
    return own[sabotage] if sabotage in own else USUAL[sabotage]


def nothing_to_break(name: str, sabotage: str) -> bool:
    """Return whether a game has nothing that the sabotage could break."""
    return trial(name, sabotage) is None


def played(name: str, sabotage: str) -> tuple[Options, Trial]:
    """Return how a sabotage is found out in a game, and the options that are played there."""
    how = trial(name, sabotage)
    assert how is not None
    presets = GAMES[name].presets
    return presets[how.preset or next(iter(presets))], how


def refused_by(name: str, sabotage: str) -> str | None:
    """Return the law that refuses a game with its sampler broken, None if it passes or another fault is found."""
    o, how = played(name, sabotage)
    with pytest.MonkeyPatch.context() as patch:
        broken = SABOTAGE[sabotage](GAMES[name], patch)
        try:
            LAWS[how.law](broken, o, how)
        except AssertionError as error:
            return how.law if re.search(how.complaint, str(error)) else None
    return None


def changes_nothing(name: str, sabotage: str) -> bool:
    """Return whether the broken sampler draws the same worlds as the honest one, in a game of every preset."""
    game = GAMES[name]
    for preset, options in game.presets.items():
        position, rng = play_game(game, options, Shuffles(preset)), Random(preset)
        for number in range(MOMENTS):
            if position.ask is None:
                break
            view = position.view(position.ask.seat)
            with pytest.MonkeyPatch.context() as patch:
                drawn = SABOTAGE[sabotage](game, patch).worlds(view, Random(number))
            if drawn != game.worlds(view, Random(number)):
                return False
            position.play(rng.choice(position.ask.legal))
    return True


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"| game | {' | '.join(SABOTAGE)} |"
    yield "|---" * (len(SABOTAGE) + 1) + "|"
    for name in GAMES:
        cells = [
            "changes nothing" if nothing_to_break(name, each) else refused_by(name, each) or "NOT CAUGHT"
            for each in SABOTAGE
        ]
        yield f"| {name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines())
