"""What the arena and a worker say to each other: messages that begin with a word, made of plain values.

The arena says `play` with a room, `taken` with the number of reports that it has stored since the worker began, and
`stop` if the room is to begin no more games. A worker says `ready` once, then `reports`, and at the end of a room
`over`, or `failed` with a traceback. An agent hands these on, and has some of its own (`arena.agents.heartbeat`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Annotated, Any, get_type_hints

from arena.chance import bot_seeds, keyed
from arena.games.catalogue import GAMES
from arena.games.kernel import Seat, Seating
from arena.games.kernel.options import OptionError, Options
from arena.games.outside import GameError, Source, add
from arena.sandbox import Program, Share
from arena.settings.bounds import Between
from arena.settings.clock import ClockSettings, OnFault
from arena.table.referee import GameSetup
from arena.table.reports import CrashedAfter, GameBegun, GameBroken, GameEnded, GameVoided, Report
from arena.tournament.pinning import Cores
from arena.tournament.values import MalformedError, reader

KINDS: tuple[type[Report], ...] = (GameBegun, GameEnded, GameBroken, GameVoided, CrashedAfter)
"""The kinds of reports; each travels with its index in this list."""


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
        source: what the game is made from if it is one from outside: the code of the arena's owner.
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
    source: Source | None = None

    def seating(self) -> Seating:
        """Return the side of each seat."""
        return GAMES[self.game].seating(self.options)

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
            seeds=bot_seeds(self.seed, self.games[game_id], len(self.names)),
        )


@dataclass(frozen=True)
class WorkerJob:
    """A room to play in another process.

    Args:
        room: what is played.
        share: the worker's share of the sandbox, which its bots are started in.
        cores: the cores that the worker and its bots use; None for any.
    """

    room: RoomSetup
    share: Share
    cores: Cores | None = None


def plain_room(room: RoomSetup) -> Sequence[object]:
    """Return a room as `room_of` reads it: the options are those of its game."""
    return [getattr(room, field.name) for field in fields(room)]


def room_of(plain: Any) -> RoomSetup:
    """Return the room that came as a plain value.

    Raises:
        MalformedError: it is none.
    """
    hints = _hints()
    if type(plain) is not tuple or len(plain) != len(hints):
        raise MalformedError(f"a room has {len(hints)} values")
    given = dict(zip(hints, plain, strict=True))
    source, name = reader(hints["source"])(given["source"]), reader(str)(given["game"])
    try:
        game = GAMES.get(name) if source is None else add(source)
    except GameError as error:
        raise MalformedError(str(error)) from None
    if game is None or game.name != name:
        raise MalformedError(f"there is no game {name[:40]!r}")
    kind = type(next(iter(game.presets.values())))
    try:
        options = kind(*reader(tuple[str | int | bool, ...])(given.pop("options")))
    except (TypeError, OptionError) as error:
        raise MalformedError(f"no options of {given['game']}: {error}") from None
    return RoomSetup(options=options, **{name: reader(hints[name])(value) for name, value in given.items()})


@cache
def _hints() -> dict[str, Any]:
    """Return the types of the values of a room, in order."""
    return get_type_hints(RoomSetup, include_extras=True)


def plain_job(job: WorkerJob) -> Sequence[object]:
    """Return a job as `job_of` reads it."""
    return [plain_room(job.room), job.share, job.cores]


def job_of(plain: Any) -> WorkerJob:
    """Return the job that came as a plain value.

    Raises:
        MalformedError: it is none.
    """
    if type(plain) is not tuple or len(plain) != 3:
        raise MalformedError("a job has 3 values")
    room, share, cores = plain
    return WorkerJob(room_of(room), reader(Share)(share), reader(Cores | None)(cores))


def plain_reports(reports: Iterable[Report]) -> Sequence[object]:
    """Return reports as `reports_of` reads them."""
    return [(KINDS.index(type(report)), report) for report in reports]


def reports_of(plain: Any) -> list[Report]:
    """Return the reports that came as a plain value.

    Raises:
        MalformedError: they are none.
    """
    pairs = reader(tuple[tuple[Annotated[int, Between(0, len(KINDS) - 1)], object], ...])(plain)
    return [reader(KINDS[kind])(report) for kind, report in pairs]
