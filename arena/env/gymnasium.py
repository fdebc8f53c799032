"""Every game as a Gymnasium environment: one learner while the others play inside, or many tables in one call.

Importing this module registers all games, such as `trickarena/kaiser-v1`.
"""

from __future__ import annotations

from arena.env.games import EXTRA
from arena.errors import UserError
from arena.games.names import NAMES

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise UserError("environments need gymnasium, which is not installed", EXTRA) from error

from arena.env.many_tables import SeatVectorEnv
from arena.env.one_seat import SeatEnv

__all__ = ["SeatEnv", "SeatVectorEnv"]

for _game in NAMES:
    gymnasium.register(
        f"trickarena/{_game}-v1",
        entry_point="arena.env.one_seat:SeatEnv",
        vector_entry_point="arena.env.many_tables:SeatVectorEnv",
        kwargs={"game": _game},
    )
