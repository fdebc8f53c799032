"""Every game as a game of OpenSpiel, in Python: states, strings, tensors, and one chance node for the packs.

    import pyspiel
    import arena.env.openspiel

    game = pyspiel.load_game("trickarena(game=kaiser,deals=1)")

A state begins with a chance node that has one outcome: applying it draws the packs, which OpenSpiel calls sampled
chance. So a state cannot be built again from its actions alone; `clone` copies it. `resample_from_infostate` returns a
state that a player cannot tell from this one, so OpenSpiel's own `ISMCTSBot` (that in Python) plays all games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random, SystemRandom
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.client.history import LENGTH
from arena.env.games import Encoder, checked
from arena.env.tables import Table
from arena.errors import UserError
from arena.games.kernel import Seat
from arena.protocol import write_line
from arena.table.record import line, question

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise UserError("OpenSpiel is not installed", "pip install open_spiel") from error

NAME: Final = "trickarena"
MOST_PLAYERS: Final = 10
MOST_ANSWERS: Final = 200_000
MOST_POINTS: Final = 1e6
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Trick-taking card games of Trick Arena",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"game": "kaiser", "deals": 1, "reward": "points", "seed": ""},
)
"""The parameters: GAME or GAME:PRESET; how many deals are played, 0 for whole games; what is paid; the seed of all
packs, empty for packs that are different each time."""


class CardGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """A game with its options. Players are the seats that answer questions, in their order.

    Args:
        params: the parameters by name; see the type of the game.

    Raises:
        UserError: there is no such game or preset, or a value is wrong.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given: dict[str, Any] = {"game": "kaiser", "deals": 1, "reward": "points", "seed": ""} | dict(params or {})
        self.encoder: Encoder = Encoder(str(given["game"]), history=True)
        self.deals: int | None = int(given["deals"]) or None
        self.reward: str = str(given["reward"])
        checked(self.reward, self.deals, self.encoder)
        self.seed: str = str(given["seed"])
        self.seats: tuple[Seat, ...] = self.encoder.features.players
        self.begun: int = 0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.actions,
            max_chance_outcomes=1,
            num_players=len(self.seats),
            min_utility=-MOST_POINTS,
            max_utility=MOST_POINTS,
            max_game_length=MOST_ANSWERS,
        )
        super().__init__(_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> CardState:
        """Return a state before the packs are drawn."""
        return CardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CardObserver:
        """Return what turns states into tensors and strings, as seen by one player."""
        perfect = iig_obs_type is not None and iig_obs_type.perfect_recall
        return CardObserver(self, perfect, params)

    def packs(self) -> tuple[str, str]:
        """Return the key and the label of the packs of the next game."""
        self.begun += 1
        seed = self.seed or str(SystemRandom().getrandbits(64))
        return seed, f"{self.encoder.features.game.name} game {self.begun - 1}"


class _Held:
    """The table of a state: OpenSpiel copies the attributes of a state, and rules are copied by answering again."""

    def __init__(self, table: Table, begun: bool) -> None:
        self.table = table
        self.begun = begun

    def __deepcopy__(self, _: Any) -> _Held:
        return _Held(self.table.copy(), self.begun)


class CardState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A moment of a game.

    Args:
        game: the game.
    """

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self._held = _Held(Table(game.encoder.features, game.reward, game.deals), False)

    @property
    def table(self) -> Table:
        """The table."""
        return self._held.table

    @property
    def begun(self) -> bool:
        """Whether the packs have been drawn."""
        return self._held.begun

    def current_player(self) -> int:
        """Return who acts: a player, chance at the beginning, or nobody at the end."""
        if not self._held.begun:
            return int(pyspiel.PlayerId.CHANCE)
        ask = self._held.table.ask
        return int(pyspiel.PlayerId.TERMINAL) if ask is None else self._held.table.features.players.index(ask.seat)

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions of the player who acts, in ascending order."""
        ask = self._held.table.ask
        if ask is None or player != self.current_player():
            return []
        numbers = self._held.table.features.index[ask.kind]
        return sorted([numbers[word] for word in ask.legal])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the only outcome of the chance node: the packs are drawn."""
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        """Draw the packs, or answer the open question."""
        table = self._held.table
        if not self._held.begun:
            self._held.begun = True
            if table.position is None:  # else it has the packs of `resample_from_infostate`
                table.start(*self.get_game().packs())
        else:
            table.play(table.features.words[action][1])

    def _action_to_string(self, player: int, action: int) -> str:
        """Return an action in words."""
        if player == pyspiel.PlayerId.CHANCE:
            return "packs are drawn"
        return " ".join(self._held.table.features.words[action])

    def resample_from_infostate(self, player_id: int, rng: Callable[[], float]) -> CardState:
        """Return a state that a player cannot tell from this one, drawn uniformly from all such states.

        Its history begins with the packs and this deal; what the player was not told in it, such as the discards of
        others, is as drawn. Packs of later deals are drawn anew. At the end of a game it is a clone.

        Args:
            player_id: the player.
            rng: returns a number from 0 to 1; the same number gives the same state.

        Raises:
            NoWorlds: a game from outside does not say what is hidden.
        """
        game, table = self.get_game(), self._held.table
        found: CardState = game.new_initial_state()
        if not self._held.begun:
            return found
        if table.ask is None:
            ended: CardState = self.clone()
            return ended
        other, answers = table.imagined(game.seats[player_id], Random(str(rng())))
        found._held = _Held(other, False)
        found.apply_action(0)
        for word in answers:
            ask = other.ask
            assert ask is not None
            found.apply_action(other.features.index[ask.kind][word])
        return found

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._held.begun and self._held.table.ask is None

    def returns(self) -> list[float]:
        """Return what each player has been paid; 0 until the game is over."""
        table = self._held.table
        return [table.paid[seat] if self.is_terminal() else 0.0 for seat in table.features.players]

    def __str__(self) -> str:
        position = self._held.table.position
        return "before the packs are drawn" if position is None else "".join(map(line, position.log))


class CardObserver:
    """What one player knows of a state.

    Args:
        game: the game.
        perfect_recall: whether it is the information state, with every event of the deal, or the row of the moment.
        params: there are none.

    Attributes:
        tensor: the numbers, which `set_from` writes.
        dict: the same by name.
    """

    def __init__(self, game: CardGame, perfect_recall: bool, params: Any = None) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, such as {params}")
        self._encoder = game.encoder
        self._seats = game.seats
        self._recall = perfect_recall
        self.tensor: NDArray[np.float32] = np.zeros(LENGTH if perfect_recall else game.encoder.size, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {"history" if perfect_recall else "observation": self.tensor}

    def set_from(self, state: CardState, player: int) -> None:
        """Write what a player knows into the tensor."""
        table, seat = state.table, self._seats[player]
        if table.position is None:
            self.tensor.fill(0)
        elif self._recall:
            self.tensor[:] = self._encoder.sequence(table.position.view(seat))
        else:
            self.tensor[:] = self._encoder.unpacked(table.row(seat))

    def string_from(self, state: CardState, player: int) -> str:
        """Return what a player knows as lines of the protocol; of the row of the moment, as hexadecimal digits."""
        table, seat = state.table, self._seats[player]
        if table.position is None:
            return "before the packs are drawn"
        if not self._recall:
            return f"{table.row(seat):x}"
        asked = table.ask is not None and table.ask.seat == seat
        view = table.position.view(seat)
        before = " ".join(() if view.standing is None else view.standing.words())
        told = [f"seat {seat} {before}\n", *map(line, view.events)]
        return "".join([*told, write_line(question(table.ask))] if asked and table.ask is not None else told)


pyspiel.register_game(_TYPE, CardGame)
