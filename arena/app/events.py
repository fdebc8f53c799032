"""What is told of a ladder or a match while it is prepared and played: values, in one stream."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from arena.bots.submissions import Found
from arena.escapes import one_line
from arena.store import Season
from arena.tournament.events import GameEnded, GameVoided, Note, Open, PlayEvent, Progress, Quiet, Score
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
    "Score",
    "Tell",
]


class Refused(NamedTuple):
    """A bot cannot play: it is left out, or its last version that could plays on.

    Args:
        bot: how it was named, or the path of the submission.
        reason: why.
        hint: what to do about it; may be empty.
        goes_on: whether its last version that could play plays on.
    """

    bot: str
    reason: str
    hint: str = ""
    goes_on: bool = False

    def __str__(self) -> str:
        what = "is refused, and its last version plays on" if self.goes_on else "is left out"
        return f"{one_line(self.bot)} {what}: {': '.join(filter(None, (self.reason, self.hint)))}"


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
