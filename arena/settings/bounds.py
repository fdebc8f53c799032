"""Bounds of the numbers in files that people write, beside their type: `Annotated[int, Between(1, 64)]`.

`annotated_types` has the same, but takes 8 ms to import, and every worker loads the modules with these bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeAlias


class Between(NamedTuple):
    """Bounds of a number, both of them allowed.

    Args:
        ge: the least value.
        le: the greatest value.
    """

    ge: float
    le: float

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Return how pydantic checks a number of that type within these bounds."""
        return handler(source) | self._asdict()


Milliseconds: TypeAlias = Annotated[int, Between(0, 86_400_000)]
"""Up to a day."""
Rooms: TypeAlias = Annotated[int, Between(1, 1000)]
"""How many rooms a program may ask for."""
MOST_SETS = 1_000_000
Sets: TypeAlias = Annotated[int, Between(1, MOST_SETS)]
"""How many duplicate sets are played: a plan has a line for each, in memory."""
GamesAtOnce: TypeAlias = Annotated[int, Between(1, 1000)]
"""How many tables a room, or a bot, may play at."""
