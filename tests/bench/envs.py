"""Contenders that measure environments for learners: random play, with what the seat knows as an array at every step.

If OpenSpiel is installed, its card games are contenders too, with the observation of the player to move as a tensor;
so are PettingZoo's own, if what they need is installed (rlcard and pygame).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from tests.bench.rules import REFERENCES

GAMES = ("kaiser", "two-hundred", "ecarte")
TABLES = 64
OTHERS = {"texas hold'em": "texas_holdem_v4", "leduc hold'em": "leduc_holdem_v4"}
"""Card games of PettingZoo, and their modules."""


def in_turn(game: str) -> str:
    """Return the name of steps in which the agents take turns."""
    return f"{game}, agents in turn"


def at_once(game: str) -> str:
    """Return the name of steps of many tables."""
    return f"{game}, {TABLES} tables"


def env_contenders(steps: int) -> dict[str, Callable[[], int]]:
    """Return random play in environments, and the references.

    Args:
        steps: about how many steps a round has.

    Raises:
        UserError: Gymnasium or PettingZoo is not installed.
    """
    from arena.env.gymnasium import SeatVectorEnv  # noqa: PLC0415 - only this section needs these packages
    from arena.env.pettingzoo import env  # noqa: PLC0415

    found: dict[str, Callable[[], int]] = {}
    for name in GAMES:
        found[in_turn(name)] = partial(_in_turn, env(name, seed="bench"), steps)
        every, one = (SeatVectorEnv(name, seat, num_envs=TABLES, seed="bench", copy=False) for seat in (None, 0))
        found[at_once(name)] = partial(_at_once, every, steps)
        found[f"{name}, one seat at {TABLES} tables"] = partial(_at_once, one, steps // 4)
    return found | _of_openspiel(steps) | _of_pettingzoo(steps)


def _in_turn(table: Any, steps: int) -> int:
    """Step a PettingZoo environment, game after game; return the number of steps."""
    draw, made = Random("bench").random, 0
    while made < steps:
        table.reset()
        for _ in table.agent_iter():
            seen, _, ended, stopped, _ = table.last()
            action = None
            if not ended and not stopped:
                legal = seen["action_mask"].nonzero()[0]
                action = int(legal[int(draw() * len(legal))])
            table.step(action)
            made += 1
    return made


def _at_once(tables: Any, steps: int) -> int:
    """Step many tables; return the number of steps at all of them."""
    _, info = tables.reset(seed=1)
    masks = info["action_mask"]
    rng = np.random.default_rng(1)
    orders = [rng.permutation(masks.shape[1]) for _ in range(32)]
    rounds = 1 + steps // len(masks)
    for number in range(rounds):
        order = orders[number % len(orders)]
        actions = order[masks[:, order].argmax(axis=1)]  # the first legal action in a random order
        _, _, _, _, info = tables.step(actions)
        masks = info["action_mask"]
    return rounds * len(masks)


def _of_openspiel(steps: int) -> dict[str, Callable[[], int]]:
    """Return random play of OpenSpiel's games with tensors. Without OpenSpiel there is none."""
    try:
        import pyspiel  # noqa: PLC0415 - optional: only this comparison needs it
    except ImportError:
        return {}
    return {f"OpenSpiel {name}, tensors": partial(_tensors, pyspiel.load_game(name), steps) for name in REFERENCES}


def _tensors(game: Any, steps: int) -> int:
    """Play random games of OpenSpiel, with the information state of the player to move; return the number of steps."""
    draw, made = Random("bench").random, 0
    while made < steps:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                np.asarray(state.information_state_tensor(), np.float32)
                actions = state.legal_actions()
                made += 1
            state.apply_action(actions[int(draw() * len(actions))])
    return made


def _of_pettingzoo(steps: int) -> dict[str, Callable[[], int]]:
    """Return random play of PettingZoo's own card games, of those that can be imported."""
    found: dict[str, Callable[[], int]] = {}
    for name, module in OTHERS.items():
        with suppress(ImportError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            table = import_module(f"pettingzoo.classic.{module}").env()
            found[f"PettingZoo {name}"] = partial(_in_turn, table, steps // 4)
    return found
