"""What a room plays in: its sandbox, the meter of the arena's lateness, and the number of its tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arena.sandbox import Sandbox
from arena.table.lag import LagMeter


@dataclass(frozen=True)
class Surroundings:
    """What a room plays in.

    Args:
        lag: measures how late the arena is; without it no game is void because of lateness.
        sandbox: what the bots are started in.
        tables: how many games may be open at once, if all bots of the room ask for as many.
        voids: how many more games may be void while the bots of an entrant are asked, by its name, after they have used
            much CPU time (`arena.tournament.voids`); without a limit for others.
        keep_stderr: whether standard error is also reported of bots without a fault.
    """

    lag: LagMeter | None = None
    sandbox: Sandbox = field(default_factory=lambda: Sandbox("none"))
    tables: int = 1
    voids: Mapping[str, int] = field(default_factory=dict)
    keep_stderr: bool = False
