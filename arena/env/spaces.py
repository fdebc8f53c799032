"""What both environments of Gymnasium have in common: spaces, and the checks of what they are made with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, cast

import numpy as np
from gymnasium import spaces

from arena.client.history import LENGTH
from arena.env.games import Encoder, whole
from arena.errors import UserError
from arena.games.kernel import Seat
from arena.games.kernel.text import nearest

Observation: TypeAlias = Any
"""A row; with `history` a dict of `observation`, the row, and `history`, the sequence."""
Info: TypeAlias = dict[str, Any]


def observed(encoder: Encoder) -> spaces.Space[Any]:
    """Return the space of observations of a game: a row, or a dict with a row and a sequence."""
    row: spaces.Space[Any] = spaces.Box(0, 1, (encoder.size,), np.int8)
    if not encoder.has_history:
        return row
    numbers = cast(spaces.Space[Any], spaces.Box(0, encoder.history.size - 1, (LENGTH,), np.int16))
    return spaces.Dict({"observation": row, "history": numbers})


def seat_of(encoder: Encoder, seat: Seat) -> Seat:
    """Return a seat that answers questions."""
    players, number = encoder.features.players, whole(seat)
    if number is None or number not in players:
        raise UserError(f"seat {seat} of {encoder.label} answers nothing", f"take one of {_listed(players)}")
    return number


def _listed(seats: Iterable[Seat]) -> str:
    return ", ".join(map(str, seats))


def one_of(name: str, value: Any, known: Sequence[Any]) -> Any:
    """Return a value that is one of those that are known.

    Raises:
        UserError: it is none of them.
    """
    if value not in known:
        texts = [str(one) for one in known]
        raise UserError(f"{name}={value!r} is not known{nearest(str(value), texts)}", f"take {' or '.join(texts)}")
    return value


def any_seed(chance: np.random.Generator) -> int:
    """Return a seed of a series of games."""
    return int(chance.integers(2**63))
