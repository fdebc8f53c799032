"""Ladder files: which bots play which games under which conditions. Reading one reports all its problems at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from arena.games.catalogue import relative_to
from arena.settings.clock import ClockSettings, OnFault, OnIllegal
from arena.settings.contest import Contest, Games, RankBy
from arena.settings.limits import KeepStderr, Limits, Records, SandboxLevel, StagingLimits
from arena.settings.own import Own
from arena.settings.people import NOBODY, People, read_people
from arena.settings.probation import ProbationSettings
from arena.settings.schedule import Deals, ScheduleSettings
from arena.settings.sections import LadderSections, MarksBy, MarkSection, Tv
from arena.settings.toml import read_toml

FILLER = "filler"
"""What a bot is called that takes sides for which there are too few bots."""
WILD = frozenset("*?[")
"""The characters that make the text of a bot a pattern, which names several submissions."""


class BotLine(NamedTuple):
    """A bot as a ladder file names it.

    Args:
        bot: the text that names it there; PATH@REV is a revision in git.
        name: its name on the ladder, if the file gives one.
        folder: whether it is a folder of submissions, each of them a bot.
        own: what it plays under, where that differs from the others.
    """

    bot: str
    name: str | None
    folder: bool = False
    own: Own = Own()

    @property
    def several(self) -> bool:
        """Whether it names submissions: a folder of them, or a pattern."""
        return self.folder or not WILD.isdisjoint(self.bot)


class Reading(NamedTuple):
    """How the results of a ladder are to be read.

    Args:
        anchors: name -> the Elo that it is fixed at.
        rank_by: what the tables go by; None for what each game is played for.
        prior: the standard deviation of strengths that is assumed before any game, in Elo; None if nothing is assumed.
        contests: the labels of what is played now; None for all that was ever played.
    """

    anchors: Mapping[str, float] = MappingProxyType({})
    rank_by: RankBy | None = None
    prior: float | None = None
    contests: frozenset[str] | None = None


AS_PLAYED = Reading()
"""The default: each contest is ranked by what its game is played for, without anchors and without a prior."""


@dataclass(frozen=True)
class LadderFile:
    """A ladder file without errors.

    Args:
        path: the file; paths of bots are relative to its folder.
        name: the title of the ladder.
        about: a sentence about the ladder.
        seed: a text that keys every pack, together with the secret of the season unless `reproducible` is set; None for
            the secret alone.
        reproducible: whether the packs follow from the seed alone, so that whoever knows it knows them.
        results: the path of the database.
        deals: which games play the same packs; by default `once` if there are submissions, otherwise `shared`.
        on_fault: what a fault does to a game.
        on_illegal: what becomes of an illegal answer, in words.
        records: of which games the record is kept: of `all`, of those with a fault (`faults`), or also of so many games
            of each pairing.
        keep_stderr: whose standard error is kept of a game: that of bots with a fault (`faults`), or of `all` bots; of
            each seat as much as `log_kb` of `[limits]` says.
        tables: how many games a room may play at once.
        pin: whether each room is kept on one core, with its bots.
        clock: the time limits of every seat.
        schedule: who meets whom.
        anchors: bot name -> the Elo that it is fixed at on the ladder.
        marks: bot name -> what the others get for standing up to it.
        marks_by: which version of a submission counts for its marks: the `last` one that has games, or the `best`.
        rank_by: what the tables go by; None for what each game is played for.
        prior: the standard deviation of strengths that is assumed before any game, in Elo; None if nothing is assumed.
        fill: the line of the bot for sides for which there are too few bots; None if such games are left out.
        tv: which games `arena serve` shows to everybody: those of `closed` seasons, or `delayed`: also those of an open
            season whose packs are never played again.
        people: who is in a course, from the file that `roster` names.
        probation: when a bot is benched.
        contests: the games with their options; no two have the same label.
        bots: the lines that name bots, in order.
        staging: how much a bot's folder may hold, and its build may use.
        sandbox: the sandbox level.
        read: folders that bots may read in addition to the system's.
        limits: what each bot may use.
        most: limit -> the highest value that is granted to a bot.toml that asks for more than `limits`.
    """

    path: Path
    name: str
    about: str
    seed: str | None
    reproducible: bool
    results: Path
    deals: Deals
    on_fault: OnFault
    on_illegal: str
    records: Records
    keep_stderr: KeepStderr
    tables: int
    pin: bool
    clock: ClockSettings
    schedule: ScheduleSettings
    anchors: Mapping[str, float]
    marks: Mapping[str, MarkSection]
    marks_by: MarksBy
    rank_by: RankBy | None
    prior: float | None
    fill: BotLine | None
    tv: Tv
    people: People
    probation: ProbationSettings
    contests: tuple[Contest, ...]
    bots: tuple[BotLine, ...]
    staging: StagingLimits
    sandbox: SandboxLevel
    read: tuple[Path, ...]
    limits: Limits
    most: Mapping[str, int]

    def sets_of(self, contest: Contest) -> int:
        """Return how many sets it plays of a game, or of its first game if it does not play this one."""
        return next((own for own in self.contests if own.label == contest.label), self.contests[0]).sets

    @property
    def submissions(self) -> str:
        """The folder of submissions, as the file names it; empty if it names none."""
        return next((line.bot for line in self.bots if line.folder), "")

    @property
    def reading(self) -> Reading:
        """How its results are to be read."""
        return Reading(self.anchors, self.rank_by, self.prior, frozenset(contest.label for contest in self.contests))

    @property
    def lines(self) -> tuple[BotLine, ...]:
        """The lines of all bots, the filler's last."""
        return (*self.bots, *([self.fill] if self.fill else []))


def read_ladder(path: Path, games: Games | None = None) -> LadderFile:
    """Read a ladder file.

    Args:
        path: the file.
        games: all games by name; None for those of the arena, where paths of games start from the folder of the file.

    Raises:
        ConfigErrors: the file has errors; all are listed.
        UserError: it cannot be read.
    """
    found = read_toml(LadderSections, path, relative_to(path.parent) if games is None else games)
    return ladder_of(found, path)


def ladder_of(found: LadderSections, path: Path) -> LadderFile:
    """Return the ladder that the sections of a ladder file describe.

    Args:
        found: the sections.
        path: the file; relative paths start from its folder.

    Raises:
        ConfigErrors: the roster that it names has errors; all are listed.
        UserError: the roster cannot be read.
    """
    on_illegal = OnIllegal.of(found.on_illegal)
    bots = tuple(
        BotLine((bot.bot or bot.folder or "") + bot.set, bot.name, bot.bot is None, bot.own(found.clock, on_illegal))
        for bot in found.bots
    )
    return LadderFile(
        path=path,
        name=found.name or path.stem,
        about=found.about,
        seed=found.seed,
        reproducible=found.reproducible,
        results=path.parent / (found.results or path.with_suffix(".db").name),
        deals=found.deals or ("once" if any(bot.several for bot in bots) else "shared"),
        on_fault=found.on_fault,
        on_illegal=found.on_illegal,
        records=found.records,
        keep_stderr=found.keep_stderr,
        tables=found.tables,
        pin=found.pin,
        clock=found.clock,
        schedule=found.schedule,
        anchors=found.anchors,
        marks=found.marks,
        marks_by=found.marks_by,
        rank_by=found.rank_by,
        prior=found.prior,
        fill=BotLine(found.fill, FILLER, own=Own(on_illegal=on_illegal)) if found.fill else None,
        tv=found.tv,
        people=read_people(path.parent / found.roster) if found.roster else NOBODY,
        probation=found.probation,
        contests=tuple(game.contest(found.sets) for game in found.games),
        bots=bots,
        staging=found.limits.staging(),
        sandbox=found.sandbox.level,
        read=tuple(path.parent.resolve() / folder for folder in found.sandbox.read),
        limits=found.limits.own(),
        most=found.limits.most,
    )
