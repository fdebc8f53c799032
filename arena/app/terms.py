"""The terms of a match: what a command says with options, and a program with keywords."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypedDict

from arena.app.events import Tell
from arena.app.field import AnyPath, Player, is_function
from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.settings.bounds import GamesAtOnce, Rooms
from arena.settings.clock import ClockSettings, OnFault
from arena.settings.limits import SandboxLevel

CORES = os.cpu_count() or 1


def rooms_for(asked: int | None, bots: Iterable[Entrant]) -> int:
    """Return how many rooms play at the same time; if nobody asks for a number, as many as there are cores.

    It is one if bots are functions: one would compute while another one has the clock.
    """
    return asked if asked is not None else 1 if any(is_function(bot) for bot in bots) else CORES


class MatchOptions(TypedDict, total=False):
    """How a match is played, as the options of `arena match` say it. All may be left out.

    Keys:
        seed: what the packs follow from: the same seed deals the same cards; by default a new one.
        clock: the time limits of every bot (ms), such as `arena.Clock(move_ms=100)`.
        on_fault: what a fault does to a game: `forfeit` ends it, with `substitute` a house bot plays on.
        fill: the bot that takes the sides for which no bot is named; by default `sample:random`.
        rooms: how many rooms play at the same time, each in a process; by default as many as there are
            cores, and one if bots are functions.
        pin: whether each room is kept on one core.
        tables: how many games may be open at once in a room.
        sandbox: how strongly bots are locked in; by default as strongly as this machine can.
        trust: whether all bots are trusted, and play without a sandbox.
        keep_stderr: whether standard error is also kept of bots without a fault.
        base: the folder where relative paths of bots start; by default the current directory.
        save: keep the results in this file; by default they are forgotten with what is returned.
        tell: is called with what happens, in a thread that plays; by default trouble is logged.
    """

    seed: str | None
    clock: ClockSettings
    on_fault: OnFault
    fill: Player
    rooms: Rooms | None
    pin: bool
    tables: GamesAtOnce
    sandbox: SandboxLevel | None
    trust: bool
    keep_stderr: bool
    base: AnyPath
    save: AnyPath | None
    tell: Tell | None


@dataclass(frozen=True)
class Terms:
    """Under what bots play.

    Args:
        options: option of the game -> its value, for what the preset says otherwise.
        seed: what the packs follow from; None for a new seed.
        clock: the time limits of every bot (ms).
        on_fault: what a fault does to a game.
        fill: the bot that takes the sides for which no bot is named.
        rooms: how many rooms play at the same time, each in a process; 0 for none on this machine; None for as many as
            there are cores, and for one if bots are functions, which would compute on each other's clocks.
        pin: whether each room is kept on one core.
        tables: how many games may be open at once in a room.
        sandbox: how strongly bots are locked in; None for the best level that works here.
        trust: whether all bots are trusted, and play without a sandbox.
        keep_stderr: whether standard error is also kept of bots without a fault.
        base: the folder where relative paths of bots start.
        save: the file of the results; None to forget them.
        tell: is told what happens; None to log trouble.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    seed: str | None = None
    clock: ClockSettings = ClockSettings()  # noqa: RUF009 - it is frozen
    on_fault: OnFault = "forfeit"
    fill: Player = "sample:random"
    rooms: int | None = None
    pin: bool = False
    tables: int = 1
    sandbox: SandboxLevel | None = None
    trust: bool = False
    keep_stderr: bool = False
    base: AnyPath = ""
    save: AnyPath | None = None
    tell: Tell | None = None

    def __post_init__(self) -> None:
        if re.search(r"[\ud800-\udfff]", self.seed or ""):
            raise UserError(f"the seed {self.seed!r} is no text", "write it in UTF-8")
