"""A grade: what a submission got points for, part by part, as plain values."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

from arena.bots.entrants import Entrant
from arena.settings.grade_file import Visibility

Status: TypeAlias = Literal["passed", "failed", "partly", "not tried"]
"""The outcome of a part: all of its points, none, some; or it was not tried because an earlier part failed."""
DIGITS = 6
"""Points are rounded to so many decimals: a sum of floats such as 0.1 + 0.2 is not exact."""
SUBMISSION = "submission"
"""What a submission is called in games: packs must not depend on the folder that it happens to lie in."""


class Part(NamedTuple):
    """A part of a grade.

    Args:
        title: what it is about; our words and the names of staff bots, nothing that the submission chose.
        points: what it got.
        most: what it could get; with 0 the part only informs.
        status: what came of it.
        text: why, in lines; what the submission wrote is escaped.
        visibility: when students see it.
    """

    title: str
    points: float
    most: float
    status: Status
    text: str
    visibility: Visibility


class Submission(NamedTuple):
    """Whose grade it is, as far as that is known; nothing is known of a submission that was not accepted.

    Args:
        given: the path as it was named.
        name: the name of the bot.
        author: who wrote it.
        version: its author's name for the version.
        digest: the SHA-256 of its content, in hex.
    """

    given: str
    name: str = ""
    author: str = ""
    version: str = ""
    digest: str = ""

    @classmethod
    def of(cls, bot: Entrant) -> Submission:
        """Return what is told of a bot."""
        return cls(bot.given, bot.name, bot.author, bot.version, bot.digest)


@dataclass(frozen=True)
class Grade:
    """The grade of a submission. Nothing in it depends on the time it took: the same submission gives the same bytes.

    Args:
        title: the title of the grade file.
        submission: whose grade it is.
        parts: its parts, in order; always the same parts for the same grade file.
    """

    title: str
    submission: Submission
    parts: Sequence[Part]

    @property
    def points(self) -> float:
        """The points of all parts together."""
        return round(sum(part.points for part in self.parts), DIGITS)

    @property
    def most(self) -> float:
        """The most points that there are."""
        return round(sum(part.most for part in self.parts), DIGITS)


def packs_of(seed: str, bot: Entrant) -> str:
    """Return the text that keys all packs of a submission.

    It follows from the secret and the content: a submission that is handed in again unchanged meets the same packs,
    any other meets packs of its own.

    Args:
        seed: the secret of the grade file.
        bot: the submission.
    """
    return hmac.new(seed.encode(), bot.digest.encode(), sha256).hexdigest()
