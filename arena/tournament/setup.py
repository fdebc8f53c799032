"""What a tournament plays: contests, entrants, clocks and limits; and what follows from that for each room."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field

from arena.bots.entrants import Entrant
from arena.games.kernel import Seat, Side
from arena.games.outside import source_of
from arena.sandbox import Program, Sandbox
from arena.schedules.plan import BLOCK, PlannedRoom
from arena.settings.clock import ClockSettings, OnFault
from arena.settings.contest import Contest
from arena.settings.limits import Limits
from arena.tournament.messages import RoomSetup
from arena.tournament.stops import Stops
from arena.tournament.voids import Voids


@dataclass(frozen=True)
class TournamentSetup:
    """What is played, by whom, under what.

    Args:
        contests: the games by label.
        entrants: the bots by id.
        seed: keys every pack.
        clock: the limits of every seat.
        on_fault: what a fault does to a game.
        rooms: how many rooms play at the same time: one in the arena's own process, several in a worker process each.
        block: how many sets the same processes play at most.
        sandbox: what bots are started in; None for plain processes.
        limits: what a bot may use, by its id; a bot that is not listed has the defaults.
        tables: how many games may be open at once in a room, if all of its bots ask for as many.
        pin: whether each room is kept on one core, with all of its bots.
        keep_stderr: whether standard error is also stored of bots without a fault.
        filler: the bot for sides for which there are too few bots, also one of `entrants`; None if there is none.
        partners: the id of the bot in a seat that another entrant's side shares with it, also one of `entrants`.
        stops: what may ask for a stop, such as signals (`arena.tournament.stops.heed`); None if nothing does.
    """

    contests: Mapping[str, Contest]
    entrants: Mapping[str, Entrant]
    seed: str
    clock: ClockSettings
    on_fault: OnFault
    rooms: int = 1
    block: int = BLOCK
    sandbox: Sandbox | None = None
    limits: Mapping[str, Limits] = field(default_factory=dict)
    tables: int = 1
    pin: bool = False
    keep_stderr: bool = False
    filler: Entrant | None = None
    partners: Mapping[Seat, str] = field(default_factory=dict)
    stops: Stops | None = None

    @property
    def rated(self) -> list[Entrant]:
        """The bots that are rated: all but the filler."""
        return [one for one in self.entrants.values() if one is not self.filler]

    def fewest(self, contest: Contest) -> int:
        """Return how many rated bots a contest needs: as many as it has sides, or two if a filler takes the others."""
        filled = self.filler is not None and self.filler.plays(contest.game.name)
        return min(2, contest.sides) if filled else contest.sides

    def too_few(self, benched: Container[str] = ()) -> Iterator[tuple[Contest, int, int]]:
        """Yield each contest that has too few bots, with how many play it, and how many of these are not benched.

        Args:
            benched: the ids of bots that are benched.
        """
        for contest in self.contests.values():
            playing = [one.id for one in self.rated if one.plays(contest.game.name)]
            left = [id_ for id_ in playing if id_ not in benched]
            if len(left) < self.fewest(contest):
                yield contest, len(playing), len(left)

    def room(self, planned: PlannedRoom, voids: Voids | None = None) -> RoomSetup:
        """Return a planned room with everything that is needed to play it.

        Args:
            planned: the room.
            voids: knows for whom no more games are void; None if nobody counts.
        """
        contest = self.contests[planned.contest]
        sides = contest.game.seating(contest.options).sides
        return RoomSetup(
            game=contest.game.name,
            preset=contest.preset,
            options=contest.options,
            seed=self.seed,
            clock=self.clock,
            on_fault=self.on_fault,
            programs=self._programs(planned),
            names=tuple(self._at(planned, seat, side) for seat, side in enumerate(sides)),
            tables=self._tables_for(planned),
            games={game.id: game.chance for game in planned.games},
            voids={self.entrants[id_].name: voids.left(id_) for id_ in planned.sides} if voids else {},
            keep_stderr=self.keep_stderr,
            source=source_of(contest.game),
        )

    def _tables_for(self, planned: PlannedRoom) -> int:
        """Return how many games of a room may be open at once; the greetings of its bots may ask for fewer.

        A bot with a `bot.toml` plays at as many tables as that file says. Other bots play at several tables only where
        bots are trusted.
        """
        trusted = self.sandbox is None or self.sandbox.level == "none"
        said = [self.entrants[name].tables for name in planned.sides]
        return min(self.tables, *(tables or (self.tables if trusted else 1) for tables in said))

    def _at(self, planned: PlannedRoom, seat: Seat, side: Side | None) -> str:
        """Return the id of the entrant at a seat of this side, `-` for a seat without one."""
        return "-" if side is None else self.partners.get(seat, planned.sides[side])

    def _programs(self, planned: PlannedRoom) -> dict[Seat, Program]:
        """Return the bot of each seat that has to make decisions."""
        contest = self.contests[planned.contest]
        seating = contest.game.seating(contest.options)
        found = {}
        for seat in seating.players:
            side = seating.sides[seat]
            assert side is not None
            entrant = self.entrants[self._at(planned, seat, side)]
            found[seat] = program(entrant, self.limits.get(entrant.id, Limits()))
        return found


def program(entrant: Entrant, limits: Limits) -> Program:
    """Return an entrant as the sandbox starts it.

    Args:
        entrant: the bot; if its folder is not a staged copy, the sandbox shows it only some files of that folder.
        limits: what it may use.
    """
    command, folder = entrant.command, entrant.folder
    return Program(entrant.name, command, folder, limits, entrant.staged, entrant.library, entrant.person, entrant.own)
