"""What the arena sends to a worker: a room to play, and orders while it plays. Plain values that can be pickled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel import Seat
from arena.games.kernel.options import Options
from arena.sandbox import Program
from arena.settings.clock import ClockSettings, OnFault
from arena.table.referee import GameSetup


@dataclass(frozen=True)
class RoomSetup:
    """What a room is given to play: games in which the same bots sit in the same seats.

    Args:
        game: the name of the game.
        preset: the name of the preset that the options began with.
        options: all options in force.
        seed: keys every pack.
        clock: the time limits of every seat.
        on_fault: what a fault does to a game.
        programs: the bot of each seat that has to make decisions.
        names: the entrant at each seat, for the record.
        tables: how many games may be open at once.
        games: the label of the packs of each game, by the id of the game, in the order of play.
        voids: how many more games may be void while the bots of an entrant are asked, by its name, after they have used
            much CPU time (`arena.tournament.voids`); without a limit for others.
        keep_stderr: whether standard error is also reported of bots without a fault.
    """

    game: str
    preset: str
    options: Options
    seed: str
    clock: ClockSettings
    on_fault: OnFault
    programs: Mapping[Seat, Program]
    names: tuple[str, ...]
    tables: int
    games: Mapping[str, str]
    voids: Mapping[str, int] = field(default_factory=dict)
    keep_stderr: bool = False

    def game_setup(self, game_id: str) -> GameSetup:
        """Return what a game of the room is played with."""
        return GameSetup(
            game_id=game_id,
            game=GAMES[self.game],
            preset=self.preset,
            options=self.options,
            chance=keyed(self.seed, self.games[game_id]),
            clock=self.clock,
            on_fault=self.on_fault,
            names=self.names,
        )


class Orders(NamedTuple):
    """What the arena tells a room that plays in a worker.

    Args:
        taken: how many of its reports the arena has taken so far.
        ahead: how many of its results may be waiting to be taken; if there are more, the room has to wait.
        stop: whether it is to begin no more games.
    """

    taken: int = 0
    ahead: int = 0
    stop: bool = False
