"""One seat of a game as a Gymnasium environment, while the others play inside."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from copy import deepcopy
from random import Random
from typing import Any, Self

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arena.env.games import Cloned, Encoder, checked, told_text, uncopied, whole, wrong_action
from arena.env.others import Other, answering, bots_among
from arena.env.spaces import Info, Observation, any_seed, observed, one_of, seat_of
from arena.env.tables import CUTS, ILLEGAL, PENALTY, Table, any_legal, copy_of, go_on
from arena.games.kernel import Seat


class SeatEnv(Cloned, gymnasium.Env[Observation, np.int64]):
    """One seat of a game is the learner's; the others play inside.

    `info["action_mask"]` and `action_masks()` say which actions are legal; when the game is over, the mask is 1
    everywhere. The reward is what the seat was paid since its last action, whoever was to move in between.

    After this module is imported, `gymnasium.make("trickarena/kaiser-v1", deals=1)` makes one too, and
    `gymnasium.make_vec` a `SeatVectorEnv`. `copy.deepcopy` is `clone`.

    Args:
        game: `kaiser`, or with a preset `kaiser:bid-penalty`.
        seat: the seat of the learner.
        others: who answers for the other seats: for each seat, or one for all of them. `random`, `greedy` or
            `sensible`; a function of a `Turn`, as for `arena.client.run`; or the name of a bot, such as
            `sample:python/sensible` or a folder, which is started and talks through pipes. Seats that are missing
            answer at random.
        preset: the preset, if `game` names none.
        seed: the seed of the packs and of `random`, until `reset` gets another one; None for a new one each time.
        deals: how many deals an episode has at most; None for whole games.
        cut: how an episode is said to end that is over after `deals` deals, though its game would go on: `truncated`,
            so that learners add the value of its last observation, or `terminated`, if these deals are the whole task.
        reward: `points`, `win` or `deal`, as for `arena.env.pettingzoo.env`.
        history: whether observations have the events of the deal as a sequence of whole numbers too.
        illegal: what becomes of an action that is not legal. `raise`: a UserError. `penalty`: the reward is -1, and the
            question stays open. `random`: a legal one is played instead. `info["illegal"]` is True after the last two.
        render_mode: `ansi` for `render`; None for no pictures.
        **options: options that differ from the preset.

    Raises:
        UserError: there is no such game, preset, option, seat or bot, or a value is wrong.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        game: str,
        seat: Seat = 0,
        others: Other | Mapping[Seat, Other] = "random",
        *,
        preset: str | None = None,
        seed: int | str | None = None,
        deals: int | None = None,
        cut: str = "truncated",
        reward: str = "points",
        history: bool = False,
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.encoder: Encoder = Encoder(game, preset, history=history, **options)
        most = checked(reward, deals, self.encoder)
        self.seat: Seat = seat_of(self.encoder, seat)
        self.metadata = self.metadata | {"name": self.encoder.version}
        self.render_mode = one_of("render_mode", render_mode, (None, "ansi"))
        self.observation_space = observed(self.encoder)
        self.action_space = spaces.Discrete(self.encoder.actions)
        self._illegal = one_of("illegal", illegal, ILLEGAL)
        self._truncates = one_of("cut", cut, CUTS) == "truncated"
        self._table = Table(self.encoder.features, reward, most, (self.seat,))
        self._opened = ExitStack()
        self._others = answering(self.encoder, {self.seat}, others, self._opened)
        self._seed = ""
        self._begun = 0
        self._legal = 0
        self._chance = Random(0)
        if seed is not None:
            self._begin_series(seed)

    def _begin_series(self, seed: int | str) -> None:
        self._seed, self._begun, self._chance = str(seed), 0, Random(f"{seed} others")

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
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
        elif not self._seed:
            self._begin_series(any_seed(self.np_random))
        table = self._table
        while True:
            table.start(self._seed, f"{self.encoder.features.game.name} game {self._begun}")
            self._begun += 1
            go_on(table, self.seat, self._others, self._chance.random)
            if table.ask is not None:
                break
        table.collect()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer the open question, and let the others play up to the next one for the learner.

        Args:
            action: a legal action.

        Returns:
            What the learner knows, what it was paid since its last action, whether the game has ended, whether it was
            cut short, the info.

        Raises:
            UserError: the action is not legal, or a bot at the table failed.
        """
        table, number = self._table, whole(action)
        legal = number is not None and number >= 0 and bool(self._legal >> number & 1)
        if table.ask is None or number is None or not (legal or self._illegal != "raise"):
            raise wrong_action(self.encoder, table.ask, action)
        if not legal and self._illegal == "penalty":
            return self._observation(), PENALTY, False, False, self._info() | {"illegal": True}
        table.play(self.encoder.word(number) if legal else any_legal(table.ask, self._chance.random))
        go_on(table, self.seat, self._others, self._chance.random)
        paid = float(table.collect()[self.seat])
        info = self._info() if legal else self._info() | {"illegal": True}
        over = table.ask is None
        cut = over and table.result is None and self._truncates
        return self._observation(), paid, over and not cut, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib's MaskablePPO asks for it."""
        return self.encoder.mask_of(self._legal).astype(np.bool_)

    def render(self) -> str | None:
        """Return what the learner was told in this deal and its question, as lines; None without a `render_mode`."""
        return told_text(self._table) if self.render_mode else None

    def clone(self) -> Self:
        """Return the same environment at the same point, which goes on by itself; the functions at it are shared.

        Raises:
            UserError: a bot that was started is at the table.
        """
        uncopied(bots_among(self._others))
        found = object.__new__(type(self))
        found.__dict__.update(self.__dict__)
        found._table, found._chance, found._opened = self._table.copy(), copy_of(self._chance), ExitStack()
        found._np_random = deepcopy(self._np_random)
        found.action_space, found.observation_space = deepcopy(self.action_space), deepcopy(self.observation_space)
        return found

    def _observation(self) -> Observation:
        table, encoder = self._table, self.encoder
        row = encoder.unpacked(table.row(self.seat))
        if not encoder.has_history:
            return row
        assert table.position is not None
        return {"observation": row, "history": encoder.sequence(table.position.view(self.seat))}

    def _info(self) -> Info:
        over = self._table.ask is None
        self._legal = (1 << self.encoder.actions) - 1 if over else self._table.legal()
        info: Info = {"action_mask": self.encoder.mask_of(self._legal)}
        if over:
            info["scores"] = self._table.scores
            if self._table.result is not None:
                info |= {"places": self._table.result.places, "reason": self._table.result.reason}
        return info

    def close(self) -> None:
        """End the bots at the table."""
        self._opened.close()
