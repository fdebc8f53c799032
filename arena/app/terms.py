"""The terms of a match: what a command says with options, and a program with arguments."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from arena.settings.clock import ClockSettings, OnFault
from arena.settings.limits import SandboxLevel

CORES = os.cpu_count() or 1


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
    """

    options: Mapping[str, str] = field(default_factory=dict)
    seed: str | None = None
    clock: ClockSettings = ClockSettings()  # noqa: RUF009 - it is frozen
    on_fault: OnFault = "forfeit"
    fill: str = "sample:random"
    rooms: int | None = None
    pin: bool = False
    tables: int = 1
    sandbox: SandboxLevel | None = None
    trust: bool = False
    keep_stderr: bool = False
