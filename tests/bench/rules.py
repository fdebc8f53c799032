"""Contenders for `tests.bench.figures.best` that measure the rules: random play, rollouts, worlds and forks.

Each function returns contenders: name -> a function that does some work and returns how much it did. If OpenSpiel is
installed, its games are contenders too. The same short loop drives both: get the legal answers, draw a random number,
give an answer. A decision is a question to a player with its answer, even if only one answer is legal. Dealing counts
in the time of both but is no decision, and it draws from the same random numbers. (The packs of a ladder are hashed
from a name, which takes about 5 microseconds more for each deal.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from typing import Any

from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.hidden.filling import shuffled
from arena.games.kernel import AnyGame
from arena.games.kernel.position import Position, play_game
from arena.games.parts.trick_rules import Unknown
from arena.games.search.bits import Play
from arena.games.search.enter import enter

REFERENCES = ("euchre", "hearts")
"""The games of OpenSpiel that ours are compared with."""
DECISIONS = 4000
"""About how many decisions of random play a round has: enough to warm up caches."""
MOMENTS = 24
"""How many positions in the middle of deals a round uses."""


def rules_contenders(decisions: int = DECISIONS) -> dict[str, Callable[[], int]]:
    """Return random play of whole games, of ours (with everything told and logged) and of the references.

    Args:
        decisions: about how many decisions a round has; games are played to their end.
    """
    ours: dict[str, Callable[[], int]] = {name: partial(_games, game, decisions) for name, game in GAMES.items()}
    return ours | references(decisions)


def search_contenders(rollouts: int = 10) -> dict[str, Callable[[], int]]:
    """Return random rollouts of the play of a hand (`arena.games.search`) from the middle of deals, and the references.

    A rollout copies the position, plays all cards that are left, and counts tricks and points.

    Args:
        rollouts: how many rollouts start from each position in a round.
    """
    ours: dict[str, Callable[[], int]] = {}
    for name, game in GAMES.items():
        if game.trick_rules is None:
            continue
        plays = [enter(game, position) for position in moments(game, next(iter(game.presets)))]
        ours[name] = partial(_rollouts, plays, rollouts)
    return ours | references(DECISIONS)


def references(decisions: int) -> dict[str, Callable[[], int]]:
    """Return random play of OpenSpiel's games, dealt through their chance nodes. Without OpenSpiel there is none."""
    try:
        import pyspiel  # noqa: PLC0415 - optional: only these comparisons need it
    except ImportError:
        return {}
    return {f"OpenSpiel {name}": partial(_spiel_games, pyspiel.load_game(name), decisions) for name in REFERENCES}


def _games(game: AnyGame, decisions: int) -> int:
    """Play games with random answers until there are `decisions` of them; return how many there were."""
    draw = Random("bench").random
    options = next(iter(game.presets.values()))
    made = 0
    while made < decisions:
        position = play_game(game, options, lambda _, items: tuple(shuffled(items, draw)))
        while position.ask is not None:
            legal = position.ask.legal
            position.play(legal[int(draw() * len(legal))])
        made += len(position.answers)
    return made


def _spiel_games(game: Any, decisions: int) -> int:
    """Play random games of OpenSpiel until the players have made `decisions`; return how many they made."""
    draw = Random("bench").random
    made = 0
    while made < decisions:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
                made += 1
            state.apply_action(actions[int(draw() * len(actions))])
    return made


def moments(game: AnyGame, preset: str, number: int = MOMENTS) -> list[Position[Any]]:
    """Return positions of random play in which a seat is to play a card, and a seat has shown out of a suit."""
    found = (_first_void(game, preset, i) for i in count())
    return [position for position, _ in zip(filter(None, found), range(number), strict=False)]


def _first_void(game: AnyGame, preset: str, number: int) -> Position[Any] | None:
    """Play a game at random until a few cards after a seat could not follow suit; None if that never happens."""
    rng = Random(f"{preset} {number}")
    position = play_game(game, game.presets[preset], keyed("moments", f"{preset} {number}"))
    more: int | None = None
    while position.ask is not None:
        if position.ask.kind != "play":
            more = None
        elif more == 0:
            return position
        elif more is not None:
            more -= 1
        elif _does_not_follow(game, position):
            more = rng.randrange(8)
        position.play(rng.choice(position.ask.legal))
    return None


def _does_not_follow(game: AnyGame, position: Position[Any]) -> bool:
    """Return whether the seat to play cannot follow suit; False if the fast form of the play does not know."""
    try:
        play = enter(game, position)
    except Unknown:
        return False
    return play.trick != 0 and not play.hands[play.turn] & play.follow


def _rollouts(plays: list[Play], rollouts: int) -> int:
    draw = Random("rollouts").random
    return sum(play.copy().play_out(draw) for play in plays for _ in range(rollouts))
