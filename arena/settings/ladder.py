"""Ladder files: what is played, by whom, under what; checked whole, so that one look shows all there is to mend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from arena.settings.clock import ClockSettings, OnFault
from arena.settings.contest import Contest, Games
from arena.settings.limits import Limits, SandboxLevel, StagingLimits
from arena.settings.probation import ProbationSettings
from arena.settings.schedule import Deals, ScheduleSettings
from arena.settings.sections import LadderSections
from arena.settings.toml import read_toml, validated


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
        pin: whether each room is kept on one core, with its bots.
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
    found = validated(LadderSections, read_toml(path), path, games)
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
        clock=found.clock,
        schedule=found.schedule,
        anchors=found.anchors,
        probation=found.probation,
        contests=tuple(game.contest(games, found.sets) for game in found.games),
        bots=tuple(BotLine(bot.bot or bot.folder or "", bot.name, bot.bot is None, bot.limits) for bot in found.bots),
        staging=found.limits.staging(),
        sandbox=found.sandbox.level,
        read=tuple(path.parent.resolve() / folder for folder in found.sandbox.read),
        limits=found.limits.own(),
        most=found.limits.most,
    )
