"""Ladder files: what is played, by whom, under what; checked whole, so that one look shows all there is to mend."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, Self

from pydantic import (
    BeforeValidator,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from arena.errors import ConfigErrors, Problem
from arena.settings.clock import ClockSettings, Measure, OnFault, Ponder
from arena.settings.contest import Contest, Games, parse_game
from arena.settings.limits import STAGING_LIMITS, BuildLimits, Limits, SandboxLevel, StagingLimits, TreeLimits
from arena.settings.probation import ProbationSettings, switched
from arena.settings.schedule import Deals, ScheduleSettings
from arena.settings.toml import Name, Section, Words, problems_here, read_toml, validated

Sets = Annotated[int, Field(ge=1, le=1_000_000)]
LIMIT_NAMES = tuple(limit.name for limit in fields(Limits))
Elo = Annotated[float, Field(ge=-100_000, le=100_000)]
Milliseconds = Annotated[int, Field(ge=0, le=86_400_000)]


class BotLine(NamedTuple):
    """A bot as a ladder file names it.

    Args:
        bot: what it is called there.
        name: its other name on the ladder, if any.
        folder: whether it is a folder of submissions, each of them a bot.
        limits: what it may use beside what all bots may, by the name of the limit.
    """

    bot: str
    name: str | None
    folder: bool = False
    limits: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class LadderFile:
    """A ladder file that holds together.

    Args:
        path: the file; bots are named relative to its folder.
        name: the title of the ladder.
        about: a sentence, or nothing.
        seed: keys every pack; None to have one drawn at the first run.
        results: the database.
        deals: whether all pairings play the same packs.
        on_fault: what a fault does to a game.
        tables: how many games may be open at once in a room.
        clock: the limits of every seat.
        schedule: who meets whom.
        anchors: bots that stand at a given Elo on the ladder, by name.
        probation: when a bot is benched.
        contests: the games, each label once.
        bots: the bots in order, not looked up yet.
        staging: how much the folder of a bot may hold, and its build may take.
        sandbox: the level that bots are locked in at.
        read: folders of the machine that bots may read, beside the system's.
        limits: what each bot may use.
        most: limit -> value, up to where bots are granted what their own bot.toml asks for.
    """

    path: Path
    name: str
    about: str
    seed: str | None
    results: Path
    deals: Deals
    on_fault: OnFault
    tables: int
    pin: bool
    clock: ClockSettings
    schedule: ScheduleSettings
    anchors: Mapping[str, float]
    probation: ProbationSettings
    contests: tuple[Contest, ...]
    bots: tuple[BotLine, ...]
    staging: StagingLimits
    sandbox: SandboxLevel
    read: tuple[Path, ...]
    limits: Limits
    most: Mapping[str, int]


def read_ladder(path: Path, games: Games) -> LadderFile:
    """Read a ladder file.

    Raises:
        ConfigErrors: everything that is wrong with it.
        UserError: it cannot be read.
    """
    found = validated(_Ladder, read_toml(path), path, games)
    return LadderFile(
        path=path,
        name=found.name or path.stem,
        about=found.about,
        seed=found.seed,
        results=path.parent / (found.results or path.with_suffix(".db").name),
        deals=found.deals,
        on_fault=found.on_fault,
        tables=found.tables,
        pin=found.pin,
        clock=found.clock.settings(),
        schedule=found.schedule,
        anchors=found.anchors,
        probation=found.probation,
        contests=tuple(g.contest(games, found.sets) for g in found.games),
        bots=tuple(b.line() for b in found.bots),
        staging=found.limits.staging(),
        sandbox=found.sandbox.level,
        read=tuple(path.parent.resolve() / folder for folder in found.sandbox.read),
        limits=Limits(**found.limits.given()),
        most=found.limits.most.given(),
    )


def _short_for(key: str) -> Callable[[object], object]:
    """Return a function that reads a plain text as a table with that one key."""
    return lambda value: {key: value} if isinstance(value, str) else value


class _Clock(Section):
    start_ms: Milliseconds = ClockSettings.start_ms
    move_ms: Milliseconds = ClockSettings.move_ms
    bank_ms: Milliseconds = ClockSettings.bank_ms
    inc_ms: Milliseconds = ClockSettings.inc_ms
    grace_ms: Milliseconds = ClockSettings.grace_ms
    strikes: Annotated[int, Field(ge=0, le=1_000_000)] = ClockSettings.strikes
    hard_ms: Milliseconds = ClockSettings.hard_ms
    measure: Measure = ClockSettings.measure
    ponder: Ponder | None = None
    live: bool = ClockSettings.live

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        problems = []
        if self.strikes and not self.move_ms:
            problems.append(Problem("strikes", "late answers are forgiven against a limit; set move_ms too"))
        if self.hard_ms and not self.strikes:
            problems.append(Problem("hard_ms", "is the limit of late answers that are forgiven; set strikes too"))
        if self.hard_ms and self.hard_ms <= self.move_ms:
            problems.append(
                Problem("hard_ms", f"{self.hard_ms} leaves no time beyond move_ms={self.move_ms}; raise it")
            )
        if self.live and self.ponder not in {None, "off"}:
            problems.append(Problem("ponder", 'live = true tells bots what to think about; set ponder = "off"'))
        if self.measure == "cpu" and not (self.move_ms or self.bank_ms):
            problems.append(Problem("measure", "there is no limit to measure against; set move_ms or bank_ms"))
        if problems:
            raise problems_here(problems)
        return self

    def settings(self) -> ClockSettings:
        """Return the limits; nobody looks at what a bot does between its turns where it is told what happens."""
        ponder = self.ponder or ("off" if self.live else ClockSettings.ponder)
        return ClockSettings(**self.model_dump() | {"ponder": ponder})


class _Game(Section):
    game: str
    sets: Sets | None = None
    options: Annotated[dict[str, Any], Field(default_factory=dict)]

    def contest(self, games: Games, sets: int) -> Contest:
        return parse_game(self.game, self.options, games, self.sets or sets)

    @model_validator(mode="after")
    def _can_be_played(self, info: ValidationInfo) -> Self:
        try:
            self.contest(info.context or {}, 1)
        except ConfigErrors as errors:
            raise problems_here(errors.problems) from errors
        return self


class _BotLimits(Section):
    memory_mb: Annotated[int, Field(ge=16, le=1_048_576)] | None = None
    processes: Annotated[int, Field(ge=1, le=100_000)] | None = None
    files: Annotated[int, Field(ge=8, le=1_000_000)] | None = None
    file_mb: Annotated[int, Field(ge=1, le=1_048_576)] | None = None
    cpu_s: Annotated[int, Field(ge=0, le=10_000_000)] | None = None
    cores: Annotated[int, Field(ge=0, le=4096)] | None = None
    message_kb: Annotated[int, Field(ge=1, le=64)] | None = None
    stderr_kb: Annotated[int, Field(ge=1, le=1_048_576)] | None = None

    def given(self) -> dict[str, int]:
        """Return what a bot may use, as far as it is said, by the name of the limit."""
        return {name: value for name in LIMIT_NAMES if (value := getattr(self, name)) is not None}


class _Sandbox(Section):
    level: SandboxLevel = "auto"
    read: Words = ()


class _Bot(Section):
    bot: Annotated[str, Field(min_length=1)] | None = None
    folder: Annotated[str, Field(min_length=1)] | None = None
    name: Name | None = None
    limits: _BotLimits = _BotLimits()

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.bot is None) == (self.folder is None):
            raise problems_here([Problem("", "needs either bot or folder (a folder of submissions)")])
        if self.folder and self.name:
            raise problems_here([Problem("name", "a folder of submissions has many bots; each has a name of its own")])
        return self

    def line(self) -> BotLine:
        return BotLine(self.bot or self.folder or "", self.name, self.bot is None, self.limits.given())


class _Limits(_BotLimits):
    most: _BotLimits = _BotLimits()
    submission_mb: Annotated[int, Field(ge=1, le=1_048_576)] = STAGING_LIMITS.tree.megabytes
    submission_files: Annotated[int, Field(ge=1, le=1_000_000)] = STAGING_LIMITS.tree.files
    submission_depth: Annotated[int, Field(ge=0, le=100)] = STAGING_LIMITS.tree.depth
    build_s: Annotated[int, Field(ge=1, le=86_400)] = STAGING_LIMITS.build.seconds

    def staging(self) -> StagingLimits:
        tree = TreeLimits(self.submission_mb, self.submission_files, self.submission_depth)
        return StagingLimits(tree, BuildLimits(self.build_s))


class _Ladder(Section):
    name: str = ""
    about: str = ""
    seed: Annotated[str, Field(min_length=1)] | None = None
    results: str = ""
    sets: Sets = 20
    deals: Deals = "shared"
    on_fault: OnFault = "forfeit"
    tables: Annotated[int, Field(ge=1, le=1000)] = 1
    pin: bool = False
    clock: _Clock = _Clock()
    sandbox: _Sandbox = _Sandbox()
    limits: _Limits = _Limits()
    schedule: Annotated[ScheduleSettings, BeforeValidator(_short_for("kind"))] = ScheduleSettings()
    anchors: Annotated[dict[str, Elo], Field(default_factory=dict)]
    probation: Annotated[ProbationSettings, BeforeValidator(switched)] = ProbationSettings()
    games: Annotated[list[Annotated[_Game, BeforeValidator(_short_for("game"))]], Field(min_length=1)]
    bots: Annotated[list[Annotated[_Bot, BeforeValidator(_short_for("bot"))]], Field(min_length=1)]

    @field_validator("games")
    @classmethod
    def _each_game_once(cls, games: list[_Game], info: ValidationInfo) -> list[_Game]:
        labels = [game.contest(info.context or {}, 1).label for game in games]
        if twice := sorted({label for label in labels if labels.count(label) > 1}):
            raise problems_here([Problem("", f"{label} is listed twice") for label in twice])
        return games

    @model_validator(mode="after")
    def _schedule_suits_the_games(self, info: ValidationInfo) -> Self:
        contests = [game.contest(info.context or {}, self.sets) for game in self.games]
        texts = [text for c in contests for text in self.schedule.problems(c.label, c.sides, c.sets)]
        if texts:
            raise problems_here([Problem("schedule", text) for text in texts])
        return self
