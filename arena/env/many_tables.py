"""Many tables of a game as one Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from copy import deepcopy
from typing import Any, Self

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from arena.client.history import LENGTH
from arena.env.games import Bits, Cloned, Encoder, checked, uncopied, whole, wrong_action
from arena.env.others import Other, answering, bots_among
from arena.env.spaces import Info, Observation, any_seed, observed, one_of, seat_of
from arena.env.tables import CUTS, ILLEGAL, IllegalActionError, Tables
from arena.errors import UserError
from arena.games.kernel import Ask, Seat, View


class SeatVectorEnv(Cloned, VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many tables that are stepped together in one call.

    With a seat, it is the learner's at every table, and the others play inside, as in `SeatEnv`; the reward is what the
    seat was paid since its last action. With `seat=None` the learner answers for all seats: an observation is that of
    the seat that is asked, `info["seat"]` says which one that is, and the reward is what the seat that has answered was
    paid by this step. What every seat was paid is in `info["rewards"]`, a row for each table.

    Where a game has ended, `terminated` is True; where it is over after `deals` deals, though it would go on,
    `truncated` (see `cut`). What comes next is Gymnasium's `AutoresetMode`:

    - SAME_STEP: the next game begins in the same step, and the observation is its first one. The last observation of
      the game that has ended is in `info["final_obs"]`, and its scores in `info["final_info"]["scores"]`, for the
      tables where `info["_final_obs"]` is True.
    - NEXT_STEP: the observation is the last one. The next step begins the next game there; its action is not used.
    - DISABLED: the observation is the last one, and `reset(options={"reset_mask": terminated | truncated})` begins
      the next games.

    In the last two modes, scores are in `info["scores"]`, for the tables where `info["_scores"]` is True, and the mask
    of a table where the game is over is 1 everywhere.

    Args:
        game: `kaiser`, or with a preset `kaiser:bid-penalty`.
        seat: the seat of the learner; None if it answers for all seats.
        others: as for `SeatEnv`. Bots that are started answer for one seat at all tables.
        num_envs: how many tables.
        preset: the preset, if `game` names none.
        seed: the seed of the packs and of `random`, until `reset` gets another one; None for a new one each time.
        deals: how many deals an episode has at most; None for whole games.
        cut: as for `SeatEnv`.
        reward: `points`, `win` or `deal`.
        history: whether observations have the events of the deal too; tables are slower.
        illegal: as for `SeatEnv`; `info["illegal"]` is True for the tables where the last action was not legal.
        autoreset_mode: one of Gymnasium's.
        copy: whether each step returns new arrays. Without, they are the same ones in each step, which is faster.
        **options: options that differ from the preset.

    Raises:
        UserError: there is no such game, preset, option, seat or bot, or a value is wrong.
    """

    metadata = {"render_modes": []}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        game: str,
        seat: Seat | None = 0,
        others: Other | Mapping[Seat, Other] = "random",
        *,
        num_envs: int = 64,
        preset: str | None = None,
        seed: int | str | None = None,
        deals: int | None = None,
        cut: str = "truncated",
        reward: str = "points",
        history: bool = False,
        illegal: str = "raise",
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
        **options: Any,
    ) -> None:
        super().__init__()
        self.encoder = encoder = Encoder(game, preset, history=history, **options)
        most, tables = checked(reward, deals, encoder), whole(num_envs)
        if tables is None or tables < 1:
            wrong = "is no whole number" if tables is None else "are too few"
            raise UserError(f"num_envs={num_envs!r} {wrong}", "take 1 or more")
        self.num_envs = num_envs = tables
        self.seat: Seat | None = None if seat is None else seat_of(encoder, seat)
        self._truncates = one_of("cut", cut, CUTS) == "truncated"
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.copy = copy
        self.metadata = self.metadata | {"name": encoder.version, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space: spaces.Space[Any] = observed(encoder)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(encoder.actions)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._opened = ExitStack()
        mine = set(encoder.features.players) if self.seat is None else {self.seat}
        self._others = answering(encoder, mine, others, self._opened)
        at_once = self.autoreset_mode == AutoresetMode.SAME_STEP
        checked_illegal = one_of("illegal", illegal, ILLEGAL)
        self._tables = Tables(
            encoder.features, num_envs, reward, most, self.seat, self._others, checked_illegal, at_once
        )
        self._seed = seed
        self._begun = False
        self._seats = np.zeros(num_envs, np.int64)
        self._over = np.zeros(num_envs, np.bool_)
        self._make_arrays()

    def _make_arrays(self) -> None:
        number, encoder = self.num_envs, self.encoder
        self._rows = np.zeros((number, encoder.size), np.int8)
        self._masks = np.zeros((number, (encoder.actions + 7) // 8 * 8), np.int8)
        self._sequences = np.zeros((number, LENGTH if encoder.has_history else 0), np.int16)
        self._rewards = np.zeros(number, np.float64)
        self._paid = np.zeros((number, encoder.features.seats), np.float64)
        self._ended = np.zeros(number, np.bool_)
        self._truncated = np.zeros(number, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Begin a game at every table, or at some.

        Args:
            seed: begins new series of games. A number is that of table 0, and the next table has the next one; a list
                has one for each table. None goes on with the series.
            options: `reset_mask` says at which tables; the others stay as they are.

        Returns:
            What is known at each table, and the info.

        Raises:
            UserError: a list or a mask has another length.
        """
        if (number := whole(seed)) is not None:
            seed = number
        super().reset(seed=seed if isinstance(seed, int) else None, options=options)
        keys = self._keys(seed)
        mask = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            hint = f"give a bool for each of {self.num_envs} tables, one of them True"
            raise UserError("reset_mask is no array of bools with a True", hint)
        self._make_room()
        self._tables.reset({at: keys[at] for at in np.flatnonzero(mask).tolist()})
        self._over[mask] = False
        self._rewards[...], self._paid[...], self._ended[...], self._truncated[...] = 0, 0, False, False
        return self._observation(), self._info()

    def _keys(self, seed: int | Sequence[int | None] | None) -> list[str | None]:
        """Return what the games of each table follow from; None where its series goes on."""
        number = self.num_envs
        if seed is not None and not isinstance(seed, int):
            if len(seed) != number:
                raise UserError(f"there are {len(seed)} seeds for {number} tables", "give one for each, or a number")
            given: list[int | str | None] = [*seed]
        else:
            first = seed if seed is not None or self._begun else self._seed
            if isinstance(first, str):
                given = [f"{first} {at}" for at in range(number)]
            else:
                given = [None if first is None else first + at for at in range(number)]
        if not self._begun:
            given = [any_seed(self.np_random) if one is None else one for one in given]
        self._begun = True
        return [None if one is None else str(one) for one in given]

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Answer the open question of every table.

        Args:
            actions: an action for each table.

        Returns:
            What is known at each table, the rewards, where a game has ended, where it was cut short, the info.

        Raises:
            UserError: an action is not legal or missing, a bot at a table failed, or a game is over and `reset` was not
                called.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            what = f"{self.num_envs} tables need an action each, whole numbers in one row"
            raise UserError(f"{what}, not {given.dtype} of shape {given.shape}", "choose some with action_mask")
        numbers = given.tolist()
        if self.autoreset_mode == AutoresetMode.DISABLED and self._over.any():
            tables = ", ".join(map(str, np.flatnonzero(self._over).tolist()))
            hint = 'call reset(options={"reset_mask": terminated | truncated})'
            raise UserError(f"the game is over at table {tables}", hint)
        try:
            self._tables.step(numbers)
        except IllegalActionError as wrong:
            at = wrong.table
            raise wrong_action(self.encoder, self._tables.tables[at].ask, numbers[at]) from wrong
        self._make_room()
        self._take_in(self._tables.paid)
        ended = self._tables.ended
        self._ended[...], self._truncated[...] = False, False
        self._ended[[*ended]] = True
        over = self._ended.copy()
        if self._truncates:
            self._truncated[self._tables.cut], self._ended[self._tables.cut] = True, False
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            self._over[...] = over
        observation, info = self._observation(), self._info()
        if self._tables.refused:
            info["illegal"] = np.isin(np.arange(self.num_envs), self._tables.refused)
        if ended:
            scores = np.zeros((self.num_envs, len(next(iter(ended.values())))), np.int64)
            scores[[*ended]] = [*ended.values()]
            said = {"scores": scores, "_scores": over}
            info |= self._final(said) if self._tables.last else said
        return observation, self._rewards, self._ended, self._truncated, info

    def questions(self) -> list[tuple[Ask, View]]:
        """Return the question at each table, and what the seat that is asked was told: for players without a network.

        Where the game is over, and the next one has not begun, there is none.
        """
        places = ((table.ask, table.position) for table in self._tables.tables)
        return [(ask, position.view(ask.seat)) for ask, position in places if ask is not None and position is not None]

    def _make_room(self) -> None:
        """Let what was returned before stay as it is, if copies are wanted."""
        if self.copy:
            self._make_arrays()

    def _final(self, said: Info) -> Info:
        """Return what Gymnasium wants to be told of games that have ended, where the next ones have begun."""
        final = np.full(self.num_envs, None, object)
        for at, (row, view) in self._tables.last.items():
            last = self.encoder.unpacked(row)
            if self.encoder.has_history:
                final[at] = {"observation": last, "history": self.encoder.sequence(view)}
            else:
                final[at] = last
        ended = said["_scores"]
        return {"final_obs": final, "_final_obs": ended, "final_info": said, "_final_info": ended}

    def _take_in(self, paid: Mapping[int, list[float]]) -> None:
        if not self.copy:
            self._rewards[...], self._paid[...] = 0, 0
        for at, amounts in paid.items():
            self._paid[at] = amounts
            self._rewards[at] = amounts[self._seats[at] if self.seat is None else self.seat]

    def action_masks(self) -> Bits:
        """Return which actions are legal, a row for each table."""
        return self._masks[:, : self.encoder.actions]

    def clone(self) -> Self:
        """Return the same tables at the same point, which go on by themselves; the functions at them are shared.

        Raises:
            UserError: a bot that was started is at the tables.
        """
        uncopied(bots_among(self._others))
        found = object.__new__(type(self))
        found.__dict__.update(self.__dict__)
        found._tables, found._opened = self._tables.copy(), ExitStack()
        found._np_random = deepcopy(self._np_random)
        found.action_space, found.observation_space = deepcopy(self.action_space), deepcopy(self.observation_space)
        found._make_arrays()
        found._seats, found._over = self._seats.copy(), self._over.copy()
        for mine, theirs in ((found._rows, self._rows), (found._masks, self._masks)):
            mine[...] = theirs
        return found

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

    def _info(self) -> Info:
        info: Info = {"action_mask": self.action_masks()}
        if self.seat is None:
            info |= {"seat": self._seats.copy() if self.copy else self._seats, "rewards": self._paid}
        return info

    def close_extras(self, **_: Any) -> None:
        """End the bots at the tables."""
        self._opened.close()
