"""Every game as a Gymnasium environment: one learner while the others play inside, or many tables in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from random import Random
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from arena.client.history import LENGTH
from arena.env.games import EXTRA, Bits, Encoder, checked, wrong_action
from arena.env.others import Other, answering
from arena.env.tables import Table, Tables, go_on
from arena.errors import UserError
from arena.games.kernel import IllegalWord, Seat

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise UserError("environments need gymnasium, which is not installed", EXTRA) from error

__all__ = ["SeatEnv", "SeatVectorEnv"]

Observation: TypeAlias = Any
"""A row; with `history` a dict of `observation`, the row, and `history`, the sequence."""


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game is the learner's; the others play inside.

    `info["action_mask"]` and `action_masks()` say which actions are legal. The reward is what the seat was paid since
    its last action, whoever was to move in between.

    Args:
        game: `kaiser`, or with a preset `kaiser:bid-penalty`.
        seat: the seat of the learner.
        others: who answers for the other seats: for each seat, or one for all of them. `random`, `greedy` or
            `sensible`; a function of a question and a view, as for `arena.client.run`; or the name of a bot, such as
            `sample:python/sensible` or a folder, which is started and talks through pipes. Seats that are missing
            answer at random.
        preset: the preset, if `game` names none.
        seed: the seed of the packs and of `random`, until `reset` gets another one.
        deals: how many deals an episode has at most; None for whole games.
        reward: `points`, `win` or `deal`, as for `arena.env.pettingzoo.env`.
        history: whether observations have the events of the deal as a sequence of whole numbers too.
        **options: options that differ from the preset.

    Raises:
        UserError: there is no such game, preset, option, seat or bot, or a value is wrong.
    """

    def __init__(
        self,
        game: str,
        seat: Seat = 0,
        others: Other | Mapping[Seat, Other] = "random",
        *,
        preset: str | None = None,
        seed: int | str = 0,
        deals: int | None = None,
        reward: str = "points",
        history: bool = False,
        **options: Any,
    ) -> None:
        self.encoder = Encoder(game, preset, history=history, **options)
        checked(reward, deals, self.encoder)
        self.seat = _seat(self.encoder, seat)
        self.metadata = {"name": self.encoder.version, "render_modes": []}
        self.observation_space = _observed(self.encoder)
        self.action_space = spaces.Discrete(self.encoder.actions)
        self._table = Table(self.encoder.features, reward, deals, (seat,))
        self._opened = ExitStack()
        self._others = answering(self.encoder, {seat}, others, self._opened)
        self._begun = 0
        self._legal = 0
        self._begin_series(seed)

    def _begin_series(self, seed: int | str) -> None:
        self._seed, self._begun, self._random = str(seed), 0, Random(f"{seed} others").random

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and play up to the first question for the learner; games in which there is none are left out.

        Args:
            seed: begins a new series of games; None goes on with the series.
            options: not used.

        Returns:
            What the learner knows, and the info.
        """
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._begin_series(seed)
        table = self._table
        while True:
            table.start(self._seed, f"{self.encoder.features.game.name} game {self._begun}")
            self._begun += 1
            go_on(table, self.seat, self._others, self._random)
            if table.ask is not None:
                break
        table.collect()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer the open question, and let the others play up to the next one for the learner.

        Args:
            action: a legal action.

        Returns:
            What the learner knows, what it was paid since its last action, whether the game is over, False, the info.

        Raises:
            UserError: the action is not legal, or a bot at the table failed.
        """
        table, number = self._table, int(action)
        if number < 0 or not self._legal >> number & 1:
            raise wrong_action(self.encoder, table.ask, number)
        table.play(self.encoder.word(number))
        go_on(table, self.seat, self._others, self._random)
        paid = table.collect()[self.seat]
        return self._observation(), paid, table.ask is None, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib's MaskablePPO asks for it."""
        return self.encoder.mask_of(self._legal).astype(np.bool_)

    def _observation(self) -> Observation:
        table, encoder = self._table, self.encoder
        self._legal = table.legal()
        row = encoder.unpacked(table.row(self.seat))
        if not encoder.has_history:
            return row
        assert table.position is not None
        return {"observation": row, "history": encoder.sequence(table.position.view(self.seat))}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.encoder.mask_of(self._legal)}
        if self._table.ask is None:
            info["scores"] = self._table.scores
            if self._table.result is not None:
                info |= {"places": self._table.result.places, "reason": self._table.result.reason}
        return info

    def close(self) -> None:
        """End the bots at the table."""
        self._opened.close()


class SeatVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many tables that are stepped together in one call.

    With a seat, it is the learner's at every table, and the others play inside, as in `SeatEnv`; the reward is what the
    seat was paid since its last action. With `seat=None` the learner answers for all seats: an observation is that of
    the seat that is asked, `info["seat"]` says which one that is, and the reward is what the seat that has answered was
    paid by this step. What every seat was paid is in `info["rewards"]`, a row for each table.

    Where a game ends, the next one begins in the same step (`AutoresetMode.SAME_STEP`): `terminated` is True, the
    observation is the first one of the next game, and `info["scores"]` has the scores of the game that has ended, for
    the tables where `info["_scores"]` is True.

    The arrays are the same ones in each step: copy what you keep. With `history`, tables are slower.

    Args:
        game: `kaiser`, or with a preset `kaiser:bid-penalty`.
        seat: the seat of the learner; None if it answers for all seats.
        others: as for `SeatEnv`. Bots that are started answer for one seat at all tables.
        num_envs: how many tables.
        preset: the preset, if `game` names none.
        seed: the seed of the packs and of `random`, until `reset` gets another one.
        deals: how many deals an episode has at most; None for whole games.
        reward: `points`, `win` or `deal`.
        history: whether observations have the events of the deal as a sequence of whole numbers too.
        **options: options that differ from the preset.

    Raises:
        UserError: there is no such game, preset, option, seat or bot, or a value is wrong.
    """

    def __init__(
        self,
        game: str,
        seat: Seat | None = 0,
        others: Other | Mapping[Seat, Other] = "random",
        *,
        num_envs: int = 64,
        preset: str | None = None,
        seed: int | str = 0,
        deals: int | None = None,
        reward: str = "points",
        history: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        self.encoder = encoder = Encoder(game, preset, history=history, **options)
        checked(reward, deals, encoder)
        if num_envs < 1:
            raise UserError(f"num_envs={num_envs} are too few", "take 1 or more")
        self.num_envs = num_envs
        self.seat = None if seat is None else _seat(encoder, seat)
        self.metadata = {"name": encoder.version, "render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space: spaces.Space[Any] = _observed(encoder)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(encoder.actions)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._opened = ExitStack()
        mine = set(encoder.features.players) if seat is None else {seat}
        playing = answering(encoder, mine, others, self._opened)
        self._tables = Tables(encoder.features, num_envs, reward, deals, seat, playing)
        self._seed = str(seed)
        self._series = 0
        self._rows = np.zeros((num_envs, encoder.size), np.int8)
        self._masks = np.zeros((num_envs, (encoder.actions + 7) // 8 * 8), np.int8)
        self._sequences = np.zeros((num_envs, LENGTH), np.int16)
        self._rewards = np.zeros(num_envs, np.float64)
        self._paid = np.zeros((num_envs, encoder.features.seats), np.float64)
        self._seats = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, np.bool_)
        self._never = np.zeros(num_envs, np.bool_)
        self._due = False

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - Gymnasium's
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game at every table.

        Args:
            seed: begins a new series of games; None begins the next series of the last seed.
            options: not used.

        Returns:
            What is known at each table, and the info.
        """
        if seed is not None:
            self._seed, self._series = str(seed), 0
        self._tables.reset(self._seed if not self._series else f"{self._seed} series {self._series}")
        self._series += 1
        return self._observation(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Answer the open question of every table.

        Args:
            actions: a legal action for each table.

        Returns:
            What is known at each table, the rewards, where a game has ended, False everywhere, the info.

        Raises:
            UserError: an action is not legal, or a bot at a table failed.
        """
        numbers = actions.tolist()
        try:
            self._tables.step(numbers)
        except IllegalWord as wrong:
            table = int(str(wrong).split()[1].rstrip(":"))
            raise wrong_action(self.encoder, self._tables.tables[table].ask, numbers[table]) from wrong
        self._take_in(self._tables.paid)
        observation, info = self._observation(), self._info()
        ended = self._tables.ended
        if ended:
            self._ended[...] = False
            self._ended[[*ended]] = True
            scores = np.zeros((self.num_envs, len(next(iter(ended.values())))), np.int64)
            scores[[*ended]] = [*ended.values()]
            info |= {"scores": scores, "_scores": self._ended.copy()}
            return observation, self._rewards, self._ended, self._never, info
        return observation, self._rewards, self._never, self._never, info

    def _take_in(self, paid: Mapping[int, list[float]]) -> None:
        if self._due:
            self._rewards[...] = 0
            self._paid[...] = 0
        self._due = bool(paid)
        for at, amounts in paid.items():
            self._paid[at] = amounts
            self._rewards[at] = amounts[self._seats[at] if self.seat is None else self.seat]

    def action_masks(self) -> Bits:
        """Return which actions are legal, a row for each table."""
        return self._masks[:, : self.encoder.actions]

    def _observation(self) -> Observation:
        tables, rows = self._tables, self._rows
        packed = np.frombuffer(tables.rows(), np.uint8)
        rows[...] = np.unpackbits(packed, bitorder="little").view(np.int8).reshape(rows.shape)
        packed = np.frombuffer(tables.masks(), np.uint8)
        self._masks[...] = np.unpackbits(packed, bitorder="little").view(np.int8).reshape(self._masks.shape)
        self._seats[...] = tables.seats
        if not self.encoder.has_history:
            return rows
        for at, table in enumerate(tables.tables):
            assert table.position is not None
            self._sequences[at] = self.encoder.sequence(table.position.view(tables.seats[at]))
        return {"observation": rows, "history": self._sequences}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        if self.seat is None:
            info |= {"seat": self._seats, "rewards": self._paid}
        return info

    def close_extras(self, **_: Any) -> None:
        """End the bots at the tables."""
        self._opened.close()


def _observed(encoder: Encoder) -> spaces.Space[Any]:
    row: spaces.Space[Any] = spaces.Box(0, 1, (encoder.size,), np.int8)
    if not encoder.has_history:
        return row
    numbers = cast(spaces.Space[Any], spaces.Box(0, encoder.history.size - 1, (LENGTH,), np.int16))
    return spaces.Dict({"observation": row, "history": numbers})


def _seat(encoder: Encoder, seat: Seat) -> Seat:
    """Return a seat that answers questions."""
    players = encoder.features.players
    if seat not in players:
        raise UserError(f"seat {seat} of {encoder.label} answers nothing", f"take one of {_listed(players)}")
    return seat


def _listed(seats: Iterable[Seat]) -> str:
    return ", ".join(map(str, seats))
