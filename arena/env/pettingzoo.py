"""Every game as a PettingZoo environment in which the agents take turns (AEC).

There is no parallel environment, in which all agents act at once: in a card game one seat is asked at a time, and what
it is asked depends on what the others have answered. The others would have to send an action that nobody asked for.
"""

from __future__ import annotations

from copy import deepcopy
from secrets import randbits
from typing import Any, Self

import numpy as np

from arena.client.feature_rows import legal_bits
from arena.client.history import LENGTH
from arena.env.games import EXTRA, Cloned, Encoder, checked, told_text, whole, wrong_action
from arena.env.tables import CUTS, Table
from arena.errors import UserError

try:
    from gymnasium import spaces
    from pettingzoo.utils.env import AECEnv
except ModuleNotFoundError as error:
    raise UserError("environments need pettingzoo, which is not installed", EXTRA) from error

from arena.env.spaces import one_of

__all__ = ["CardEnv", "env"]


def env(
    game: str,
    preset: str | None = None,
    *,
    seed: int | str | None = None,
    deals: int | None = None,
    cut: str = "truncated",
    reward: str = "points",
    history: bool = False,
    **options: Any,
) -> CardEnv:
    """Return the environment of a game.

    Args:
        game: `kaiser`, or with a preset `kaiser:bid-penalty`.
        preset: the preset, if `game` names none.
        seed: the seed of the packs, until `reset` gets another one; None for a new one each time.
        deals: how many deals an episode has at most; None for whole games.
        cut: how an episode is said to end that is over after `deals` deals, though its game would go on: `truncated`,
            or `terminated`, if these deals are the whole task.
        reward: `points`: after each deal, the change of a side's score less the mean change of the others. `deal`: 1, 0
            or -1 after each deal. `win`: at the end, from 1 for the first place to -1 for the last.
        history: whether observations have the events of the deal as a sequence of whole numbers too.
        **options: options that differ from the preset.

    Raises:
        UserError: there is no such game, preset or option, or a value is wrong.
    """
    return CardEnv(Encoder(game, preset, history=history, **options), seed, deals, reward, cut)


class CardEnv(Cloned, AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """One table of a game; each seat that answers questions is an agent.

    An observation is a dict: `observation` has a number for everything that the seat knows (`arena.client.features`),
    `action_mask` is 1 for each action that is legal now, and with `history` there is `history`. An action is the number
    of a question and a word of `Game.words`. The mask of the agent that is asked is in its `info` too.

    Args:
        encoder: the game, and the form of its observations.
        seed: the seed of the packs; None for a new one.
        deals: how many deals an episode has at most; None for whole games.
        reward: what is paid.
        cut: how an episode ends after `deals` deals.
    """

    def __init__(
        self, encoder: Encoder, seed: int | str | None, deals: int | None, reward: str, cut: str = "truncated"
    ) -> None:
        super().__init__()
        most = checked(reward, deals, encoder)
        self.encoder = encoder
        self.metadata: dict[str, str | bool | list[str]] = {
            "name": encoder.version,
            "is_parallelizable": False,
            "render_modes": ["ansi"],
        }
        self.render_mode = "ansi"
        seats = encoder.features.players
        self.possible_agents: list[str] = [f"seat_{seat}" for seat in seats]
        self._seats = dict(zip(self.possible_agents, seats, strict=True))
        self._names = dict(zip(seats, self.possible_agents, strict=True))
        observed: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 1, (encoder.size,), np.int8),
            "action_mask": spaces.Box(0, 1, (encoder.actions,), np.int8),
        }
        if encoder.has_history:
            observed["history"] = spaces.Box(0, encoder.history.size - 1, (LENGTH,), np.int16)
        self.observation_spaces = {name: spaces.Dict(observed) for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(encoder.actions) for name in self.possible_agents}
        self.agents: list[str] = []
        self.agent_selection: str = ""
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self._table = Table(encoder.features, reward, most)
        self._truncates = one_of("cut", cut, CUTS) == "truncated"
        self._seed = "" if seed is None else str(seed)
        self._begun = 0
        self._legal = 0
        self._words = [word for _, word in encoder.features.words]
        self._none = encoder.mask_of(0)
        self._zeros: dict[str, float] = dict.fromkeys(self.possible_agents, 0.0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations: all agents have equal ones."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions: all agents have equal ones."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's
        """Begin a game.

        Args:
            seed: begins a new series of games: the same seed always gives the same packs. None goes on with the series.
            options: not used.
        """
        if seed is not None or not self._seed:
            self._seed, self._begun = str(randbits(63) if seed is None else seed), 0
        self._table.start(self._seed, f"{self.encoder.features.game.name} game {self._begun}")
        self._begun += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict(self._zeros)
        self._cumulative_rewards = dict(self._zeros)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[0]
        self._ask()

    def step(self, action: int | None) -> None:
        """Answer the open question, for the agent that is asked (`agent_selection`).

        Args:
            action: a legal action; None for an agent whose game is over.

        Raises:
            UserError: the action is not legal.
        """
        agent = self.agent_selection
        if self.terminations.get(agent, False) or self.truncations.get(agent, False):
            self._was_dead_step(action)
            return
        number = whole(action)
        if not self.agents or number is None or number < 0 or not self._legal >> number & 1:
            raise self._wrong(action)
        table = self._table
        table.play(self._words[number])
        self._cumulative_rewards[agent] = 0.0
        if table.due:
            paid = table.collect()
            self.rewards = {name: paid[seat] for name, seat in self._seats.items()}
            for name, amount in self.rewards.items():
                self._cumulative_rewards[name] += amount
        elif self.rewards is not self._zeros:
            self.rewards = self._zeros
        self.infos[agent] = {}
        self._ask()

    def _wrong(self, action: Any) -> UserError:
        return wrong_action(self.encoder, self._table.ask if self.agents else None, action)

    def _ask(self) -> None:
        """Select the agent that is asked next; end the game if there is none."""
        table = self._table
        if table.ask is not None:
            self.agent_selection = name = self._names[table.ask.seat]
            self._legal = legal_bits(self.encoder.features, table.ask)
            self.infos[name] = {"action_mask": self.encoder.mask_of(self._legal)}
            return
        self._legal = 0
        ended: dict[str, Any] = {"scores": table.scores}
        if table.result is not None:
            ended |= {"places": table.result.places, "reason": table.result.reason}
        cut = self._truncates and table.result is None
        self.terminations = dict.fromkeys(self.agents, not cut)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.infos = {name: dict(ended) for name in self.agents}
        self.rewards = dict(self.rewards)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows, and what it may answer; nothing may be answered by one that is not asked."""
        encoder, table, seat = self.encoder, self._table, self._seats[agent]
        asked = agent == self.agent_selection and table.ask is not None
        observed: dict[str, Any] = {
            "observation": encoder.unpacked(table.row(seat)),
            "action_mask": self.infos[agent]["action_mask"] if asked else self._none.copy(),
        }
        if encoder.has_history and table.position is not None:
            observed["history"] = encoder.sequence(table.position.view(seat))
        return observed

    def render(self) -> str:
        """Return what the agent in turn was told in this deal, as lines of the protocol, and its question."""
        return told_text(self._table)

    def clone(self) -> Self:
        """Return the same table at the same point, which goes on by itself."""
        found = object.__new__(type(self))
        found.__dict__.update(self.__dict__)
        found._table, found.agents = self._table.copy(), self.agents.copy()
        found.action_spaces = deepcopy(self.action_spaces)
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            found.__dict__[name] = dict(self.__dict__.get(name, {}))
        return found

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def parallel_env(*_: Any, **__: Any) -> None:
    """Say why there is none.

    Raises:
        UserError: always.
    """
    raise UserError(
        "there is no parallel environment: in a card game one seat is asked at a time",
        "use arena.env.pettingzoo.env, or arena.env.gymnasium with one learner or many tables",
    )
