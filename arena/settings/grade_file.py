"""Grade files (`staff.toml`): what a submission gets points for, and the field of staff bots that it meets.

Reading one reports all its problems at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, field_validator, model_validator

from arena.errors import Problem
from arena.games.catalogue import relative_to
from arena.settings.bounds import Between, Sets
from arena.settings.clock import ClockSettings
from arena.settings.contest import Contest, Games
from arena.settings.limits import Limits, SandboxLevel, StagingLimits
from arena.settings.sections import (
    ClockTable,
    GameList,
    LimitsSection,
    LimitsTable,
    SandboxSection,
    SomeLimits,
    Text,
    short_for,
)
from arena.settings.toml import Name, Section, problems_here, read_toml

Points: TypeAlias = Annotated[float, Between(0, 10_000)]
Chance: TypeAlias = Annotated[float, Between(0.001, 0.49)]
Visibility: TypeAlias = Literal["visible", "after_due_date", "after_published", "hidden"]
"""When a student sees a part of the grade, in the words of Gradescope."""
SECRET = 16
"""A seed has at least so many characters: a person who guesses it can compute all packs."""
TINY = 1e-9
"""Sums of points that differ by less are the same."""


class PointsSection(Section):
    """The table `[points]`: what a submission gets points for before it meets the field.

    Args:
        accepted: for a submission that can be taken in: a bot.toml or a program, no forbidden files.
        builds: for a build that succeeds; a submission without one gets them too.
        greets: for a bot that starts and greets, as it will have to in every game.
        legal: for each game: for `sets` sets without a fault of its own.
        fault: what each set with a fault takes off `legal`, until nothing is left; None for an equal share for each
            set, so that a fault in every set leaves nothing.
    """

    accepted: Points = 5.0
    builds: Points = 5.0
    greets: Points = 10.0
    legal: Points = 20.0
    fault: Points | None = None


class SequentialSection(Section):
    """The table `[test]`: the sequential tests against each bot of the field, on scores (see `arena help regression`).

    Args:
        elo: not worse: the lead is 0 and not minus this many Elo; better: it is this many and not 0.
        alpha: the chance that a submission passes a test although it should not.
        beta: the chance that it does not pass although it should.
        max_sets: a test that so many sets do not decide is not passed; a set is played once in each seating.
    """

    elo: Annotated[float, Between(1, 1000)] = 50.0
    alpha: Chance = 0.05
    beta: Chance = 0.05
    max_sets: Annotated[int, Between(1, 100_000)] = 200


class StaffBotSection(Section):
    """One of `[[bots]]`, or its name alone: a bot of the field.

    Args:
        bot: a folder with a bot.toml, an executable file, a command, or `sample:NAME`.
        name: what the grade calls it; None for the name in its bot.toml, or that of its file or folder.
        not_worse: the points, for each game, for being not worse than it.
        better: the points, for each game, for being better than it, beside those for being not worse.
        visibility: when students see these parts: `visible`, `after_due_date`, `after_published` or `hidden`.
        limits: its own values for keys of `[limits]`.
    """

    bot: Text
    name: Name | None = None
    not_worse: Points = 10.0
    better: Points = 0.0
    visibility: Visibility = "visible"
    limits: Annotated[SomeLimits, Field(default_factory=dict)]


class GradeSections(Section):
    """A whole grade file.

    Args:
        name: the title of the grade; if left out, the name of the file.
        seed: a long random text that nobody but the staff knows: the packs of a submission follow from it and from the
            submission's content.
        games: what is played: tables, or names alone; `sets` of a game is for legal play.
        sets: how many duplicate sets of each game are played for the points of `legal`.
        fill: the bot on all sides that nobody else has; it should do nothing at random.
        total: what all points must add up to; if left out, that is not checked.
        visibility: when students see the parts before the field.
        points: what a submission gets points for before it meets the field.
        test: the sequential tests against the field.
        clock: the time limits of every seat; with `measure = "cpu"` a busy machine takes no points.
        sandbox: how strongly bots are locked in; a grade is never made without a sandbox.
        limits: what each bot may use, and what a submission may hold.
        bots: the field: who a submission meets for points.
    """

    name: str = ""
    seed: Annotated[str, Field(min_length=1)]
    games: GameList
    sets: Sets = 20
    fill: Text = "sample:greedy"
    total: Points | None = None
    visibility: Visibility = "visible"
    points: PointsSection = PointsSection()
    test: SequentialSection = SequentialSection()
    clock: ClockTable = ClockSettings()
    sandbox: SandboxSection = SandboxSection()
    limits: LimitsTable = LimitsSection()
    bots: Annotated[list[Annotated[StaffBotSection, BeforeValidator(short_for("bot"))]], Field(default_factory=list)]

    @field_validator("seed")
    @classmethod
    def _nobody_guesses_it(cls, seed: str) -> str:
        if len(seed) < SECRET:
            text = f"needs {SECRET} characters or more that nobody guesses, such as what `openssl rand -hex 16` prints"
            raise problems_here([Problem("", text)])
        return seed

    @field_validator("sandbox")
    @classmethod
    def _never_without(cls, sandbox: SandboxSection) -> SandboxSection:
        if sandbox.level == "none":
            raise problems_here([Problem("level", "a submission is never graded without a sandbox; leave it out")])
        return sandbox

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        own = self.points
        each = own.legal + sum(bot.not_worse + bot.better for bot in self.bots)
        found = own.accepted + own.builds + own.greets + len(self.games) * each
        if self.total is not None and abs(found - self.total) > TINY:
            games = (
                ""
                if len(self.games) == 1
                else f", where `legal` and the bots count for each of {len(self.games)} games"
            )
            raise problems_here([Problem("total", f"is {self.total:g}, but the points add up to {found:g}{games}")])
        return self


@dataclass(frozen=True)
class GradeFile:
    """A grade file without errors. Fields that are not listed here are those of `GradeSections`.

    Args:
        path: the file; paths of bots are relative to its folder.
        contests: what is played; the sets are those of legal play.
        staging: how much a submission may hold, and its build may use.
        sandbox: the sandbox level.
        read: folders that bots may read in addition to the system's.
        limits: what each bot may use.
        most: limit -> the highest value that is granted to a bot.toml that asks for more than `limits`.
    """

    path: Path
    name: str
    seed: str
    contests: tuple[Contest, ...]
    fill: str
    visibility: Visibility
    points: PointsSection
    test: SequentialSection
    clock: ClockSettings
    bots: tuple[StaffBotSection, ...]
    staging: StagingLimits
    sandbox: SandboxLevel
    read: tuple[Path, ...]
    limits: Limits
    most: Mapping[str, int]


def read_grade_file(path: Path, games: Games | None = None) -> GradeFile:
    """Read a grade file.

    Args:
        path: the file.
        games: all games by name; None for those of the arena, where paths of games start from the folder of the file.

    Raises:
        ConfigErrors: the file has errors; all are listed.
        UserError: it cannot be read.
    """
    found = read_toml(GradeSections, path, relative_to(path.parent) if games is None else games)
    return GradeFile(
        path=path,
        name=found.name or path.stem,
        seed=found.seed,
        contests=tuple(game.contest(found.sets) for game in found.games),
        fill=found.fill,
        visibility=found.visibility,
        points=found.points,
        test=found.test,
        clock=found.clock,
        bots=tuple(found.bots),
        staging=found.limits.staging(),
        sandbox=found.sandbox.level,
        read=tuple(path.parent.resolve() / folder for folder in found.sandbox.read),
        limits=found.limits.own(),
        most=found.limits.most,
    )
