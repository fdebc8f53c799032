"""The sections of a ladder file as people write them: keys, types, bounds, and which settings contradict each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, PrivateAttr, ValidationInfo, model_validator

from arena.errors import ConfigErrors, Problem
from arena.settings.bounds import Between, GamesAtOnce, Sets
from arena.settings.clock import ClockSettings, OnFault, OnIllegal
from arena.settings.contest import Contest, RankBy, parse_game
from arena.settings.limits import (
    STAGING_LIMITS,
    BuildLimits,
    KeepStderr,
    Limits,
    Records,
    SandboxLevel,
    StagingLimits,
    TreeLimits,
)
from arena.settings.own import LOOKED_UP, OWN_CLOCK, Own, OwnLevel, level_of, place_of
from arena.settings.probation import ProbationSettings, switched
from arena.settings.schedule import Deals, ScheduleSettings
from arena.settings.toml import Given, Name, Section, Words, problems_here

MarksBy: TypeAlias = Literal["last", "best"]
"""Which version of a submission counts for its marks: the last one that has games, or the one with most points."""
Tv: TypeAlias = Literal["closed", "delayed"]
"""Which games everybody may see: those of closed seasons, or also those whose packs are never played again."""
Text: TypeAlias = Annotated[str, Field(min_length=1)]
Elo: TypeAlias = Annotated[float, Between(-100_000, 100_000)]
SomeLimits: TypeAlias = Annotated[Mapping[str, int], Given(Limits)]
"""The limits that a table of the file has, by name."""


def short_for(key: str) -> Callable[[object], object]:
    """Return a function that turns a plain text into a table with only that key."""
    return lambda value: {key: value} if isinstance(value, str) else value


def clock_of(given: Mapping[str, Any]) -> ClockSettings:
    """Return the time limits of `[clock]`; with `live` bots may ponder unless the file says otherwise."""
    ponder: Mapping[str, Any] = {"ponder": "off"} if given.get("live") else {}
    clock = ClockSettings(**{**ponder, **given})
    if problems := list(clock.problems()):
        raise problems_here(problems)
    return clock


def _on_illegal(words: str) -> str:
    try:
        OnIllegal.of(words)
    except ValueError:
        raise problems_here([Problem("", f'needs "forfeit", "first" or "retry 3", not {words!r}')]) from None
    return words


IllegalWords: TypeAlias = Annotated[str, AfterValidator(_on_illegal)]


class GameSection(Section):
    """One of `[[games]]`, or its name alone.

    Args:
        game: GAME or GAME:PRESET, as `arena games` lists them; without a preset the first one. Options may
            follow, such as `max_deals=2`.
        sets: how many duplicate sets each pairing plays of it; None for the `sets` of the file.
        options: option of the game -> its value, for what the preset says otherwise.
    """

    game: str
    sets: Sets | None = None
    options: Annotated[dict[str, Any], Field(default_factory=dict)]
    _contest: Contest = PrivateAttr()

    def contest(self, sets: int) -> Contest:
        """Return the game with its options.

        Args:
            sets: how many duplicate sets each pairing plays, if the section does not say.
        """
        return self._contest._replace(sets=self.sets or sets)

    @model_validator(mode="after")
    def _can_be_played(self, info: ValidationInfo) -> Self:
        try:
            self._contest = parse_game(self.game, self.options, info.context or {}, 1)
        except ConfigErrors as errors:
            raise problems_here(errors.problems) from errors
        return self


_DEVICE = re.compile(r"/dev/[A-Za-z0-9_*/-]+")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def _places(words: tuple[str, ...]) -> tuple[str, ...]:
    for word in words:
        try:
            place_of(word)
        except ValueError:
            raise problems_here([Problem("", f'needs HOST:PORT, such as "api.openai.com:443", not {word!r}')]) from None
    return words


def _devices(words: tuple[str, ...]) -> tuple[str, ...]:
    if wrong := [word for word in words if not _DEVICE.fullmatch(word) or ".." in word]:
        raise problems_here([Problem("", f"needs paths of devices, such as /dev/nvidia*, not {wrong[0]!r}")])
    return words


def _variables(given: dict[str, str]) -> dict[str, str]:
    for name, value in given.items():
        if not _VARIABLE.fullmatch(name) or name == "ARENA_RUN":
            raise problems_here([Problem("", f"{name!r} is no name for a variable of a bot")])
        if value.startswith(LOOKED_UP) and not _VARIABLE.fullmatch(value[1:]):
            raise problems_here([Problem(name, "needs the name of a variable after $, such as $OPENAI_API_KEY")])
        if "\0" in value:
            raise problems_here([Problem(name, "needs text without NUL characters")])
    return given


Places: TypeAlias = Annotated[Words, AfterValidator(_places)]
Devices: TypeAlias = Annotated[Words, AfterValidator(_devices)]
Variables: TypeAlias = Annotated[dict[str, str], AfterValidator(_variables)]


class BotSection(Section):
    """One of `[[bots]]`, or its name alone.

    Args:
        bot: a folder with a bot.toml, an executable file, a command, `sample:NAME`, or a pattern such as `handed-in/*`.
        folder: instead of `bot`, a folder of submissions, each of them a bot.
        name: its name on the ladder; None for the name in its bot.toml, or that of its file or folder.
        limits: its own values for keys of `[limits]`.
        clock: its own values for the time limits of `[clock]`.
        sandbox: how it is locked in, if otherwise than the others: `trusted` (not at all), or a weaker level.
        env: its variables, neither stored nor shown; a value of `$NAME` stands for the variable NAME of the arena.
        network: the places that it may connect to, such as `api.openai.com:443`; all others stay closed.
        devices: devices that it may use, such as `/dev/nvidia*`.
        params: its parameters that have another value than in its bot.toml, by name.
    """

    bot: Text | None = None
    folder: Text | None = None
    name: Name | None = None
    limits: Annotated[SomeLimits, Field(default_factory=dict)]
    clock: Annotated[Mapping[str, Any], Given(ClockSettings, OWN_CLOCK), Field(default_factory=dict)]
    sandbox: OwnLevel | None = None
    env: Annotated[Variables, Field(default_factory=dict)]
    network: Places = ()
    devices: Devices = ()
    params: Annotated[dict[str, int | float], Field(default_factory=dict)]

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.bot is None) == (self.folder is None):
            raise problems_here([Problem("", "needs either bot or folder (a folder of submissions)")])
        if self.folder and self.params:
            raise problems_here([Problem("params", "a folder of submissions has many bots, each with its own")])
        if self.folder and self.name:
            raise problems_here([Problem("name", "a folder of submissions has many bots; each has a name of its own")])
        if self.sandbox in {"trusted", "basic"} and (self.network or self.devices):
            text = "open single ports and devices of a sandbox at level standard or strict"
            raise problems_here([Problem("sandbox", f"network and devices {text}")])
        return self

    @property
    def set(self) -> str:
        """Its parameters as the text that names a bot has them after the bot."""
        return "".join([f" --param {name}={value}" for name, value in self.params.items()])

    def own(self, clock: ClockSettings, on_illegal: OnIllegal) -> Own:
        """Return what it plays under, where that differs from the others, given what is the same for all."""
        own_clock = clock_of({**asdict(clock), **self.clock}) if self.clock else None
        level = level_of(self.sandbox)
        found = Own(self.limits, own_clock, level, self.env, network=self.network, devices=self.devices)
        return found._replace(on_illegal=on_illegal)


def _each_game_once(games: list[GameSection]) -> list[GameSection]:
    labels = [game.contest(1).label for game in games]
    if twice := sorted({label for label in labels if labels.count(label) > 1}):
        raise problems_here([Problem("", f"{label} is listed twice") for label in twice])
    return games


class MarkSection(Section):
    """One of `[marks.NAME]`: what `arena report` gives a bot for standing up to the bot of this name.

    Args:
        not_worse: the points for being not worse than it.
        better: the points for being better than it, beside those for being not worse.
        elo: not worse is whose lead is more than minus this many Elo, with 95 %.
    """

    not_worse: Annotated[float, Between(0, 10_000)] = 10.0
    better: Annotated[float, Between(0, 10_000)] = 0.0
    elo: Annotated[float, Between(1, 1000)] = 50.0


class SandboxSection(Section):
    """The table `[sandbox]`.

    Args:
        level: how strongly bots are locked in; `auto` is the best level that works on the machine.
        read: folders that bots may read in addition to the system's, relative to the ladder file.
    """

    level: SandboxLevel = "auto"
    read: Words = ()


@dataclass(frozen=True)
class LimitsSection(Limits):
    """The table `[limits]`: what every bot may use, what a bot may ask for, and what a submission may hold.

    Args:
        most: limit -> the highest value that is granted to a bot.toml that asks for more.
        submission_mb: total size of the files of a submission.
        submission_files: files, folders and links of a submission.
        submission_depth: how deep the folders of a submission may be nested.
        build_s: wall time of the build of a bot.
    """

    most: SomeLimits = field(default_factory=dict)
    submission_mb: Annotated[int, Between(1, 1_048_576)] = STAGING_LIMITS.tree.megabytes
    submission_files: Annotated[int, Between(1, 1_000_000)] = STAGING_LIMITS.tree.files
    submission_depth: Annotated[int, Between(0, 100)] = STAGING_LIMITS.tree.depth
    build_s: Annotated[int, Between(1, 86_400)] = STAGING_LIMITS.build.seconds

    def own(self) -> Limits:
        """Return what every bot may use."""
        return Limits(**{limit.name: getattr(self, limit.name) for limit in fields(Limits)})

    def staging(self) -> StagingLimits:
        """Return what a submission may hold and its build may take."""
        tree = TreeLimits(self.submission_mb, self.submission_files, self.submission_depth)
        return StagingLimits(tree, BuildLimits(self.build_s))


GameList: TypeAlias = Annotated[
    list[Annotated[GameSection, BeforeValidator(short_for("game"))]],
    Field(min_length=1),
    AfterValidator(_each_game_once),
]
"""The games of a file, each once."""
ClockTable: TypeAlias = Annotated[ClockSettings, Given(ClockSettings), AfterValidator(clock_of)]
LimitsTable: TypeAlias = Annotated[
    LimitsSection, Given(LimitsSection), AfterValidator(lambda given: LimitsSection(**given))
]


class LadderSections(Section):
    """A whole ladder file; `arena.settings.ladder.LadderFile` says what the other keys mean.

    Args:
        name: the title of the ladder; if left out, the name of the file.
        results: the database with the results, relative to the ladder file; if left out, the name of the file with .db.
        sets: how many duplicate sets each pairing plays, or each match.
        on_fault: what a fault does to a game: `forfeit` ends it, with `substitute` a house bot plays on.
        on_illegal: what becomes of an illegal answer: `forfeit` makes it a fault; `first` plays the first legal word
            instead; `retry 3` asks again, up to three times, before it is a fault.
        sandbox: how strongly bots are locked in.
        limits: what each bot may use.
        marks: the name of a bot -> what the others get for standing up to it, in `arena report`.
        marks_by: which version of a submission counts for its marks: the `last` one that has games, or the `best`.
        rank_by: what the tables go by: `wins` (Elo), `boards` (Elo by deals), `points` of the game, `stakes` or `money`
            where a game has them; if left out, what the game is played for by its rules.
        prior: the standard deviation of strengths in Elo that is assumed before any game, so that undefeated bots have
            a rating too; if left out, nothing is assumed.
        fill: a bot, not rated, for the sides for which there are too few bots; without it, such games are left out.
        tv: which games `arena serve` shows: of `closed` seasons, or `delayed`: also of an open one, when both bots have
            played a set to its end; that needs deals = "fresh", with which nobody plays these packs again.
        roster: the file with the people of a course, relative to the ladder file; `arena help courses` explains it.
        probation: when a bot is benched; `false` for never.
        games: what is played: tables, or names alone.
        bots: who plays: tables, or names alone.
    """

    name: str = ""
    about: str = ""
    seed: Text | None = None
    reproducible: bool = False
    results: str = ""
    sets: Sets = 20
    deals: Deals | None = None
    on_fault: OnFault = "forfeit"
    on_illegal: IllegalWords = "forfeit"
    records: Records = "all"
    keep_stderr: KeepStderr = "faults"
    tables: GamesAtOnce = 1
    pin: bool = False
    clock: ClockTable = ClockSettings()
    sandbox: SandboxSection = SandboxSection()
    limits: LimitsTable = LimitsSection()
    schedule: Annotated[ScheduleSettings, BeforeValidator(short_for("kind"))] = ScheduleSettings()
    anchors: Annotated[dict[str, Elo], Field(default_factory=dict)]
    marks: Annotated[dict[str, MarkSection], Field(default_factory=dict)]
    marks_by: MarksBy = "last"
    rank_by: RankBy | None = None
    prior: Annotated[float, Between(10, 2000)] | None = None
    fill: Text | None = None
    tv: Tv = "closed"
    roster: Text | None = None
    probation: Annotated[ProbationSettings, BeforeValidator(switched)] = ProbationSettings()
    games: GameList
    bots: Annotated[list[Annotated[BotSection, BeforeValidator(short_for("bot"))]], Field(min_length=1)]

    @model_validator(mode="after")
    def _reproducible_from_something(self) -> Self:
        if self.reproducible and self.seed is None:
            raise problems_here([Problem("reproducible", "needs a seed from which all packs follow: seed = ...")])
        return self

    @model_validator(mode="after")
    def _shows_no_pack_that_is_played_again(self) -> Self:
        if self.tv == "delayed" and self.deals != "fresh":
            raise problems_here([Problem("tv", 'needs deals = "fresh": other packs are played again in the season')])
        return self

    @model_validator(mode="after")
    def _own_clocks(self) -> Self:
        problems = []
        for number, bot in enumerate(self.bots):
            clock = ClockSettings(**{**asdict(self.clock), **bot.clock})
            problems += [Problem(f"bots[{number}].clock.{one.key}", one.text) for one in clock.problems()]
        if problems:
            raise problems_here(problems)
        return self

    @model_validator(mode="after")
    def _schedule_suits_the_games(self) -> Self:
        contests = [game.contest(self.sets) for game in self.games]
        texts = [text for c in contests for text in self.schedule.problems(c.label, c.sides, c.sets)]
        if texts:
            raise problems_here([Problem("schedule", text) for text in texts])
        return self
