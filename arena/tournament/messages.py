"""What a room is given to play, and what it reports: plain values, which can be sent to another process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
    """What one set of processes plays: games in which the same bots sit in the same seats, in order.

    Args:
        game: the name of the game.
        preset: the preset that the options began with.
        options: all options in force.
        seed: keys every pack.
        clock: the limits of every seat.
        on_fault: what a fault does to a game.
        programs: the bot of each seat that is asked anything.
        names: who sits at each seat, for the record.
        tables: how many games may be open at once.
        games: the label of its packs for each game, by the id of the game.
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

    def setup(self, game_id: str) -> GameSetup:
        """Return under what a game is played."""
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
    """What a room that plays elsewhere is told.

    Args:
        taken: how many of its reports were taken so far.
        ahead: how many of its results may wait for that; with more of them it waits, too.
        stop: whether it is to begin no more games.
    """

    taken: int = 0
    ahead: int = 0
    stop: bool = False
