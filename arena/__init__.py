"""Trick Arena: tournaments of bots that play trick-taking card games.

    import arena

    with arena.Ladder.open("mine.toml") as ladder:
        for event in ladder.play():
            print(event)
        print(ladder.standings())

    match = arena.play("kaiser", my_function, "sample:sensible", sets=20)

What is listed in `__all__` is for programs, and so are `arena.client`, `arena.env`, `arena.ratings`, `arena.testing`,
and `arena.games.api`, which a game is written with. docs/api.md says what is stable. All else is private.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.app.check import CheckOptions as CheckOptions
    from arena.app.check import CheckReport as CheckReport
    from arena.app.check import acheck as acheck
    from arena.app.check import check as check
    from arena.app.compare import CompareOptions as CompareOptions
    from arena.app.compare import VerdictOptions as VerdictOptions
    from arena.app.compare import acompare as acompare
    from arena.app.compare import compare as compare
    from arena.app.events import Benched as Benched
    from arena.app.events import Event as Event
    from arena.app.events import Field as Field
    from arena.app.events import GameEnded as GameEnded
    from arena.app.events import GameVoided as GameVoided
    from arena.app.events import Note as Note
    from arena.app.events import Progress as Progress
    from arena.app.events import Quiet as Quiet
    from arena.app.events import Refused as Refused
    from arena.app.events import RunBegun as RunBegun
    from arena.app.game import PlayedGame as PlayedGame
    from arena.app.game import Record as Record
    from arena.app.grade import GradeOptions as GradeOptions
    from arena.app.grade import agrade as agrade
    from arena.app.grade import grade as grade
    from arena.app.ladder import Ladder as Ladder
    from arena.app.match import BotFault as BotFault
    from arena.app.match import Match as Match
    from arena.app.match import aplay as aplay
    from arena.app.match import play as play
    from arena.app.plan import NightPlan as NightPlan
    from arena.app.ready import RunOptions as RunOptions
    from arena.app.site import asite as asite
    from arena.app.site import site as site
    from arena.app.standings import Standings as Standings
    from arena.app.terms import MatchOptions as MatchOptions
    from arena.errors import UserError as UserError
    from arena.games.catalogue import GAMES
    from arena.grading.grade import Grade as Grade
    from arena.notebook import ProgressLine as ProgressLine
    from arena.regression.report import RegressionReport as RegressionReport
    from arena.settings.clock import ClockSettings
    from arena.tournament.apart import Stopped as Stopped

    Clock = ClockSettings
    games = GAMES

__version__: str

_WHERE = {
    **dict.fromkeys(
        ("Benched", "Event", "Field", "GameEnded", "GameVoided", "Note", "Progress", "Quiet", "Refused", "RunBegun"),
        "arena.app.events",
    ),
    **dict.fromkeys(("PlayedGame", "Record"), "arena.app.game"),
    "Grade": "arena.grading.grade",
    **dict.fromkeys(("CheckOptions", "CheckReport", "acheck", "check"), "arena.app.check"),
    "Ladder": "arena.app.ladder",
    "NightPlan": "arena.app.plan",
    "RunOptions": "arena.app.ready",
    "MatchOptions": "arena.app.terms",
    "ProgressLine": "arena.notebook",
    **dict.fromkeys(("GradeOptions", "agrade", "grade"), "arena.app.grade"),
    "RegressionReport": "arena.regression.report",
    **dict.fromkeys(("CompareOptions", "VerdictOptions", "acompare", "compare"), "arena.app.compare"),
    **dict.fromkeys(("BotFault", "Match", "aplay", "play"), "arena.app.match"),
    "Standings": "arena.app.standings",
    "UserError": "arena.errors",
    "Clock": "arena.settings.clock",
    "Stopped": "arena.tournament.apart",
    **dict.fromkeys(("asite", "site"), "arena.app.site"),
}
"""The module of each public name: it is imported when the name is used first, so that `import arena` costs nothing."""
_THERE = {"Clock": "ClockSettings"}
"""What some of them are called there."""

__all__ = (  # noqa: PLE0604 - all of them are names
    "__version__",
    "games",
    *sorted(_WHERE),
)


def __getattr__(name: str) -> Any:
    """Return a public name from its module; the version on request, as looking it up takes some time."""
    if name in _WHERE:
        found = getattr(import_module(_WHERE[name]), _THERE.get(name, name))
        globals()[name] = found
        return found
    if name == "games":
        return import_module("arena.games")
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - see above

    try:
        return version("trickarena")
    except PackageNotFoundError:  # a checkout that was never installed
        return "0.0.0"


def __dir__() -> list[str]:
    return sorted({*(name for name in globals() if name[:2] == "__"), *__all__})
