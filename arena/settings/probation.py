"""When a bot is benched, as a ladder file says it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from arena.errors import Problem
from arena.settings.toml import Section, problems_here

Games = Annotated[int, Field(ge=0, le=1_000_000)]


class ProbationSettings(Section):
    """When a bot is benched, and what becomes of its games (see docs/schedules.md).

    Args:
        first: it is benched if it had a fault in every one of so many games, its first ones; 0: never for that.
        in_a_row: it is benched after so many games in a row with a fault of its own; 0: never for that.
        games: whether the ladder is rated with the games of a benched bot.
    """

    first: Games = 3
    in_a_row: Games = 10
    games: Literal["keep", "leave_out"] = "keep"

    @property
    def on(self) -> bool:
        """Whether anybody can be benched."""
        return bool(self.first or self.in_a_row)


OFF = ProbationSettings(first=0, in_a_row=0)


def switched(value: object) -> object:
    """Return what `probation = false` or `true` stands for; a table as it is."""
    if isinstance(value, bool):
        return {} if value else OFF
    if not isinstance(value, dict | ProbationSettings):
        raise problems_here([Problem("", f"needs a table, or false, not {value!r}")])
    return value
