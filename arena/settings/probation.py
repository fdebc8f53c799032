"""When a bot is benched, as a ladder file sets it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from arena.errors import Problem
from arena.settings.toml import Section, problems_here

Games = Annotated[int, Field(ge=0, le=1_000_000)]


class ProbationSettings(Section):
    """When a bot is benched, and whether its games still count (see docs/schedules.md).

    Args:
        first: a bot is benched if it had a fault in each of its first `first` games; 0 turns this rule off.
        in_a_row: a bot is benched after this many games in a row with a fault of its own; 0 turns this rule off.
        games: whether ratings keep the games of a benched bot or leave them out.
    """

    first: Games = 3
    in_a_row: Games = 10
    games: Literal["keep", "leave_out"] = "keep"

    @property
    def on(self) -> bool:
        """Whether bots can be benched at all."""
        return bool(self.first or self.in_a_row)


OFF = ProbationSettings(first=0, in_a_row=0)


def switched(value: object) -> object:
    """Return the settings for `probation = false` or `true`, and a table unchanged."""
    if isinstance(value, bool):
        return {} if value else OFF
    if not isinstance(value, dict | ProbationSettings):
        raise problems_here([Problem("", f"needs a table, or false, not {value!r}")])
    return value
