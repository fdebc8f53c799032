"""Contenders for `tests.bench.figures.best` that measure `arena.client`: worlds, with a rollout for each legal answer.

All begin at the first card of a deal whose trump is known, after an auction by chance. A rollout plays one answer and
then all that is left. The reference in Python is the loop of `arena/games/README.md`: it draws worlds, and plays cards
at random on integers. The one of OpenSpiel copies the position, so it draws no worlds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from arena.chance import keyed
from arena.client.search import Search
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, View
from arena.games.kernel.position import Position, play_game, replay
from arena.games.parts.trick_rules import Unknown
from arena.games.search.enter import enter

PLAYED = ("kaiser", "two-hundred", "five-hundred")
"""The games of which rollouts are measured."""
POLICIES = (("random", "points"), ("greedy", "points"), ("random", "score"), ("greedy", "score"), ("sensible", "score"))
"""The policies of rollouts, each with what is counted."""
LOOP = "bare loop"
"""The name of the reference in Python, before the name of the game."""
EUCHRE_HAND = 5
"""How many cards a hand of OpenSpiel's euchre has at the first lead."""


def rollout_contenders(views: int = 6, worlds: int = 20) -> dict[str, Callable[[], int]]:
    """Return rollouts by every policy, and the references.

    Args:
        views: how many deals a round has.
        worlds: how many worlds are drawn from each view in a round.
    """
    found: dict[str, Callable[[], int]] = {}
    for name in PLAYED:
        game = GAMES[name]
        leads = [first_card(game, number) for number in range(views)]
        for policy, by in POLICIES:
            found[f"{name}, {policy} by {by}"] = partial(_simulations, leads, worlds, policy, by)
        found[f"{LOOP} {name}"] = partial(_loops, game, leads, worlds)
    return found | _references(views * worlds)


def first_card(game: AnyGame, number: int) -> View:
    """Return what the seat knows that plays the first card of a deal whose trump is known."""
    rng = Random(f"lead {number}")
    position = play_game(game, next(iter(game.presets.values())), keyed("leads", str(number)))
    while position.ask is not None and not _has_trump(game, position):
        position.play(rng.choice(position.ask.legal))
    assert position.ask is not None
    return position.view(position.ask.seat)


def _has_trump(game: AnyGame, position: Position[Any]) -> bool:
    """Return whether the question is for a card, and the integers know the rules of the tricks."""
    assert position.ask is not None
    if position.ask.kind != "play":
        return False
    try:
        enter(game, position)
    except Unknown:
        return False
    return True


def _simulations(views: list[View], worlds: int, policy: str, by: str) -> int:
    return sum(each.rollouts for view in views for each in Search(view).simulate(worlds, policy, by=by).words.values())


def _loops(game: AnyGame, views: list[View], worlds: int) -> int:
    """Do as the loop of arena/games/README.md does, with a rollout for each card."""
    made, random = 0, Random("loop").random
    for view in views:
        rng, draw = Random(1), game.sampler(view)
        for _ in range(worlds):
            play = enter(game, replay(game, view, draw(rng)))
            for card in play.on.words(play.legal()):
                after = play.copy()
                after.play(play.on.read(card))
                after.play_out(random)
                made += 1
    return made


def _references(positions: int) -> dict[str, Callable[[], int]]:
    """Return random rollouts of OpenSpiel. Without OpenSpiel there are none."""
    try:
        import pyspiel  # noqa: PLC0415 - optional: only this comparison needs it
    except ImportError:
        return {}
    game = pyspiel.load_game("euchre")
    return {"OpenSpiel euchre": partial(_spiel_rollouts, [_euchre_lead(game, number) for number in range(positions)])}


def _euchre_lead(game: Any, number: int) -> Any:
    """Return a position of OpenSpiel's euchre at the first lead, after an auction by chance."""
    rng, state = Random(f"lead {number}"), game.new_initial_state()
    while True:
        legal = state.legal_actions()
        words = [state.action_to_string(action) for action in legal]
        if not state.is_chance_node() and len(words) == EUCHRE_HAND and all(len(word) == 2 for word in words):
            return state
        state.apply_action(rng.choice(legal))


def _spiel_rollouts(states: list[Any]) -> int:
    draw, made = Random("rollouts").random, 0
    for state in states:
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            while not after.is_terminal():
                legal = after.legal_actions()
                after.apply_action(legal[int(draw() * len(legal))])
            made += 1
    return made
