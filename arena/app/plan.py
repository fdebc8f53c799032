"""A plan before a night: which games are left, how long they will take, and what would fit into the time there is."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from math import floor, inf
from typing import NamedTuple, TypeAlias

import numpy as np
import trio

from arena.app.events import Progress, Tell
from arena.app.playing import PLAYING, games_kept
from arena.app.ready import Lineup, RunOptions, ready
from arena.bots.entrants import Entrant
from arena.bots.removal import temporary
from arena.errors import UserError
from arena.sandbox import Program
from arena.schedules.agenda import Agenda, as_words, events_of
from arena.schedules.plan import PlannedGame, games_of, rooms_of
from arena.settings.clock import ClockSettings
from arena.settings.contest import sides_of
from arena.settings.ladder import LadderFile
from arena.store import Columns, Store
from arena.store.database import NothingYet
from arena.table.greeting import Greeting, greeting_of
from arena.table.surroundings import Surroundings
from arena.tournament.play import play
from arena.tournament.probation import Probation, probation_of
from arena.tournament.probation import as_words as probation_words
from arena.tournament.scoreboard import Scoreboard
from arena.tournament.setup import TournamentSetup
from arena.tournament.start_check import Starts
from arena.tournament.stops import Stops

TRIAL = "plan"
"""The seed of trial games: no season plays its packs."""
OWN_MS = 5.0
"""What the arena itself takes for a game, about."""
STEP_MS = 50
"""A bank is told in multiples of this."""


class Measured(NamedTuple):
    """What a bot took in games of a contest, at all of its seats together.

    Args:
        games: how many games were measured.
        ms: the time of all its answers.
        decisions: how many.
    """

    games: float = 0
    ms: float = 0
    decisions: float = 0


Paces: TypeAlias = Mapping[tuple[str, str], Measured]
"""What bots took, by the id of the bot and the label of the contest."""


class BotPace(NamedTuple):
    """How fast a bot plays the games that are left.

    Args:
        name: the bot.
        seconds: what it takes in a game at all of its seats, on the average.
        chairs: how many seats that are.
        share: which part of the whole time is its own.
        of_clock: which part of its clock that is; None without a clock.
        start: the seconds until it has started.
    """

    name: str
    seconds: float
    chairs: float
    share: float
    of_clock: float | None
    start: float


@dataclass(frozen=True)
class NightPlan:
    """What is left to play, and how long it takes. Times are in seconds.

    Args:
        done: how many games have a result.
        left: how many have none, as far as is known now.
        rooms: how many rooms play at the same time.
        sets: the likely time of each set that is left, by its number.
        starts: the part of the time that bots take to start.
        worst: the time if every bot used its whole clock in all games; None without a clock.
        seats: how many seats with a clock the games that are left have together.
        bots: the bots, the slowest first.
        fixed: whether all games are known now, so that `sets` has all of them.
    """

    done: int
    left: int
    rooms: int
    sets: Mapping[int, float]
    starts: float
    worst: float | None
    seats: int
    bots: Sequence[BotPace]
    fixed: bool

    @property
    def likely(self) -> float:
        """How long it takes at the measured paces."""
        return sum(self.sets.values())

    def sets_within(self, seconds: float) -> int:
        """Return how many sets all pairings can play in a time.

        Args:
            seconds: the time.
        """
        most, left = min(self.sets, default=1) - 1, seconds
        for number in sorted(self.sets):
            if left < self.sets[number]:
                return most
            left -= self.sets[number]
            most = number
        each = self.sets.get(most, inf)
        return most + floor(left / each) if each else most

    def bank_within(self, seconds: float) -> int:
        """Return the largest bank_ms with which all games end in time whatever the bots do; 0 if there is none.

        Args:
            seconds: the time.
        """
        own = self.starts + self.left * OWN_MS / 1000 / self.rooms
        each = 1000 * (seconds - own) * self.rooms / max(1, self.seats)
        return max(0, floor(each / STEP_MS) * STEP_MS)


def plan(lineup: Lineup, tell: Tell, stops: Stops | None, options: RunOptions) -> NightPlan:
    """Return the plan of the missing games of a ladder. New bots play a few games for it, which count nowhere.

    Args:
        lineup: the ladder.
        tell: is told how far the trial games are.
        stops: what may ask for a stop.
        options: how the ladder is to be played.

    Raises:
        UserError: a bot or a setting is wrong, or the trial was stopped.
    """
    with ExitStack() as opened:
        aside = opened.enter_context(games_kept(None))
        before = _results(lineup, opened)
        at = ready(lineup, tell, opened, options, store=before or aside)
        place = opened.enter_context(temporary("arena-starts-"))
        starts = _starts(at.entrants, Starts(at.choice.sandbox, at.file.clock, at.limits, place))
        setup = at.setup(TRIAL, options, stops)
        paces = measured(before.columns()) if before else {}
        trial = _trial(setup, paces)
        if trial:
            aside.start_run(TRIAL, {})
            tell(Progress(f"{PLAYING} a trial", 0, len(trial)))
            if trio.run(partial(play, setup, [trial], aside, tell)):
                raise UserError("the trial was stopped, so there is no plan")
            paces = measured(aside.columns()) | paces
        return _planned(at.file, setup, before, paces, starts)


def measured(columns: Columns) -> dict[tuple[str, str], Measured]:
    """Return what bots took in stored games."""
    seats = columns.seats
    found: defaultdict[tuple[str, str], Measured] = defaultdict(Measured)
    keys = np.stack([columns.contest.code[seats.game], columns.sides.code[seats.game], seats.seat])
    kinds, which = np.unique(keys, axis=1, return_inverse=True)
    which = which.ravel()
    sums = (np.bincount(which, weights) for weights in (None, seats.total_ms, seats.decisions))
    for (contest, playing, seat), count, ms, decisions in zip(kinds.T.tolist(), *sums, strict=True):
        label = columns.contest.values[contest]
        sides = sides_of(label)
        if (side := sides[seat]) is not None:
            key = columns.sides.values[playing][side], label
            games, before_ms, before = found[key]
            found[key] = Measured(games + count / sides.count(side), before_ms + ms, before + decisions)
    return dict(found)


def limit_ms(clock: ClockSettings, decisions: float) -> float:
    """Return the longest time of a seat in a game with so many decisions; infinite without a clock."""
    by_move = clock.move_ms * decisions if clock.move_ms else inf
    by_bank = clock.bank_ms + clock.inc_ms * decisions if clock.bank_ms else inf
    return min(by_move, by_bank)


def _results(lineup: Lineup, opened: ExitStack) -> Store | None:
    """Return the results so far, open for reading; None if there are none."""
    with suppress(NothingYet):
        return opened.enter_context(Store.open(lineup.file.results, writing=False))
    return None


def _starts(entrants: Sequence[Entrant], starts: Starts) -> dict[str, float]:
    """Start all bots, and return how many seconds each takes, by its name; those of the arena are not started."""
    took: dict[str, float] = {}

    async def timed(which: Program, clock: ClockSettings, around: Surroundings) -> Greeting:
        begun = time.monotonic()
        came = await greeting_of(which, clock, around)
        took[which.name] = time.monotonic() - begun
        return came

    starts.all(entrants, lambda _: None, timed)
    return took


def _trial(setup: TournamentSetup, paces: Paces) -> list[PlannedGame]:
    """Return a set of games for each bot that has no measured game yet: with the next bots of the list."""
    found: dict[str, PlannedGame] = {}
    for contest in setup.contests.values():
        players = [one.id for one in setup.rated if one.plays(contest.game.name)]
        if len(players) < setup.fewest(contest):
            continue
        fill = [setup.filler.id] * max(0, contest.sides - len(players)) if setup.filler else []
        for at, one in enumerate(players):
            if (one, contest.label) not in paces:
                table = [players[(at + i) % len(players)] for i in range(contest.sides - len(fill))]
                games = games_of(contest.label, [*table, *fill], [1], TRIAL, "shared")
                found.update({game.id: game for game in games})
    return [*found.values()]


def _planned(
    file: LadderFile,
    setup: TournamentSetup,
    before: Store | None,
    paces: Paces,
    starts: Mapping[str, float],
) -> NightPlan:
    key = before.season().key if before and before.seasons() else TRIAL
    words = as_words(file.contests, setup.rated, file.schedule, setup.filler) | probation_words(file.probation)
    bench = probation_of(before, words) if before else Probation()
    agenda = Agenda(events_of(file.contests, setup.rated, file.schedule, key, setup.filler), file.deals, bench)
    scores = Scoreboard(before).scores() if before else {}
    missing = agenda.missing(scores)
    done = sum(game.id in scores for game in agenda.asked)
    return timed(missing, done, agenda.total - done, setup, paces, starts)


def timed(
    missing: Sequence[PlannedGame],
    done: int,
    left: int,
    setup: TournamentSetup,
    paces: Paces,
    starts: Mapping[str, float],
) -> NightPlan:
    """Return the plan for games; where more are left than are known, the others take as long.

    Args:
        missing: the games that are known.
        done: how many have a result.
        left: how many have none.
        setup: what they are played under.
        paces: what bots take.
        starts: how many seconds bots take to start, by name; none for those that are not named.
    """
    rooms = setup.rooms
    many = left / len(missing) if missing else 0.0
    sets: defaultdict[int, float] = defaultdict(float)
    own: defaultdict[str, list[float]] = defaultdict(lambda: [0.0] * 4)
    worst, seats = 0.0, 0
    for game in missing:
        taken = [paces.get((one, game.contest), Measured()) for one in game.sides]
        chairs = sides_of(game.contest)
        sets[game.set] += OWN_MS
        for side, (one, pace) in enumerate(zip(game.sides, taken, strict=True)):
            count = chairs.count(side)
            mean = pace.ms / pace.games if pace.games else 0.0
            limit = count * limit_ms(setup.clock, pace.decisions / pace.games / count if pace.games else 0.0)
            sets[game.set] += mean
            worst, seats = worst + limit, seats + count
            own[one] = [old + new for old, new in zip(own[one], (1, mean, limit, count), strict=True)]
    starting = 0.0
    for room in rooms_of(missing, max(setup.block, setup.tables)):
        start = sum(starts.get(setup.entrants[one].name, 0.0) for one in dict.fromkeys(room.sides))
        sets[room.games[0].set] += 1000 * start
        starting += start
    seconds = {number: many * ms / 1000 / rooms for number, ms in sets.items()}
    whole = sum(ms for _, ms, *_ in own.values()) or 1.0
    bots = []
    for one, (games, ms, most, places) in own.items():
        name = setup.entrants[one].name
        of_clock = ms / most if 0 < most < inf else None
        bots.append(BotPace(name, ms / games / 1000, places / games, ms / whole, of_clock, starts.get(name, 0.0)))
    unlimited = worst == inf
    return NightPlan(
        done=done,
        left=left,
        rooms=rooms,
        sets=seconds,
        starts=many * starting / rooms,
        worst=None if unlimited else many * (worst / 1000 + starting + len(missing) * OWN_MS / 1000) / rooms,
        seats=round(many * seats),
        bots=sorted(bots, key=lambda bot: (-bot.seconds, bot.name)),
        fixed=left == len(missing),
    )
