"""What is told of a ladder or a match while it is prepared and played: values, in one stream."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from arena.bots.submissions import Found
from arena.escapes import one_line
from arena.store import Season
from arena.tournament.events import GameEnded, GameVoided, Note, Open, PlayEvent, Progress, Quiet
from arena.tournament.probation import Benched

__all__ = [
    "Benched",
    "Event",
    "Field",
    "GameEnded",
    "GameVoided",
    "Note",
    "Open",
    "PlayEvent",
    "Progress",
    "Quiet",
    "Refused",
    "RunBegun",
    "Tell",
]


class Refused(NamedTuple):
    """A bot cannot play, and is left out.

    Args:
        bot: how it was named, or the path of the submission.
        reason: why.
        hint: what to do about it; may be empty.
    """

    bot: str
    reason: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{one_line(self.bot)} is left out: {': '.join(filter(None, (self.reason, self.hint)))}"


class Field(NamedTuple):
    """It is known which bots can play.

    Args:
        bots: all bots that were named, each with what came of it.
    """

    bots: Sequence[Found]

    def __str__(self) -> str:
        return f"{len(self.bots)} bots were named"


class RunBegun(NamedTuple):
    """A run begins: what its packs follow from, and how bots are locked in.

    Args:
        season: the season that its games belong to.
        sandbox: the level of the sandbox, and how it is reached.
    """

    season: Season
    sandbox: str

    def __str__(self) -> str:
        return f"season {self.season.number}, sandbox: {self.sandbox}"


Event: TypeAlias = PlayEvent | Refused | Field | RunBegun
Tell: TypeAlias = Callable[[Event], None]
"""Is told of each event; it must not take long."""
