"""What a ladder still has to play: a schedule for each of its contests, told what is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from arena.config import Contest, Deals
from arena.entrants import Entrant
from arena.games.kernel import SILENT, Side
from arena.schedule import Planned, games_of
from arena.schedule_settings import Kind, ScheduleSettings
from arena.schedules.adaptive import adaptive, sets_of_adaptive
from arena.schedules.fixed import gauntlet, round_robin, sets_of_gauntlet, sets_of_round_robin
from arena.schedules.kernel import Duel, Event, Meeting, Round, Schedule
from arena.schedules.knockout import knock_out, sets_of_knock_out
from arena.schedules.swiss import sets_of_swiss, swiss
from arena.standings import duels
from arena.store import Played

Scores: TypeAlias = Mapping[str, Sequence[tuple[Side, Side, float]]]
"""The results so far: by the id of the game each pair of its sides, and what the first scored."""


class _Way(NamedTuple):
    """A kind of schedule: how it begins, and how many sets it comes to, at least."""

    begin: Schedule
    sets: Callable[[Event], int]


_WAYS: Mapping[Kind, _Way] = {
    "round-robin": _Way(round_robin, sets_of_round_robin),
    "gauntlet": _Way(gauntlet, sets_of_gauntlet),
    "swiss": _Way(swiss, sets_of_swiss),
    "knock-out": _Way(knock_out, sets_of_knock_out),
    "adaptive": _Way(adaptive, sets_of_adaptive),
}


class PlayedRound(NamedTuple):
    """A round of a schedule, and what has come of it so far."""

    title: str
    meetings: tuple[Meeting, ...]


class Progress:
    """One event under way.

    Args:
        event: who plays what.
        deals: whether all pairings play the same packs.
    """

    def __init__(self, event: Event, deals: Deals) -> None:
        self.event = event
        self._deals: Deals = deals
        self._course = _WAYS[event.settings.kind].begin(event)
        self._rounds: list[tuple[Round, list[Planned]]] = []
        self._over = False

    @property
    def asked(self) -> list[Planned]:
        """The games of all rounds so far."""
        return [game for _, games in self._rounds for game in games]

    @property
    def sets(self) -> int:
        """How many sets the event comes to, at least."""
        return _WAYS[self.event.settings.kind].sets(self.event)

    def missing(self, scores: Scores) -> list[Planned]:
        """Return the games without a result of the first round that has some; none if all is played."""
        while not self._over:
            games = self._rounds[-1][1] if self._rounds else []
            if missing := [game for game in games if game.id not in scores]:
                return missing
            self._over = not self._go_on(scores)
        return []

    def rounds(self, scores: Scores) -> list[PlayedRound]:
        """Return all rounds so far; of the last one, the sets that are complete."""
        return [PlayedRound(found.title, self._meetings(found, games, scores)) for found, games in self._rounds]

    def _go_on(self, scores: Scores) -> bool:
        """Tell the schedule what came of its last round, if there was one; return whether there is another."""
        try:
            if self._rounds:
                following = self._course.send(self._meetings(*self._rounds[-1], scores))
            else:
                following = next(self._course)
        except StopIteration:
            return False
        games = [game for match in following.matches for game in self._games(match.entrants, match.sets)]
        self._rounds.append((following, games))
        return True

    def _games(self, entrants: Sequence[str], sets: range) -> Iterable[Planned]:
        return games_of(self.event.contest, entrants, sets, self.event.seed, self._deals)

    def _meetings(self, found: Round, games: Sequence[Planned], scores: Scores) -> tuple[Meeting, ...]:
        """Return what has come of a round: of each match the sets of which all rooms have a result."""
        rooms, at = self.event.sides, 0
        meetings = []
        for match in found.matches:
            starts = range(at, at + len(match.sets) * rooms, rooms)
            sets = (games[start : start + rooms] for start in starts)
            complete = (each for each in sets if all(game.id in scores for game in each))
            meetings.append(Meeting(match, tuple(tuple(_duels(game, scores) for game in each) for each in complete)))
            at = starts.stop
        return tuple(meetings)


def _duels(game: Planned, scores: Scores) -> tuple[Duel, ...]:
    return tuple(Duel(game.sides[i], game.sides[j], score) for i, j, score in scores[game.id])


class Agenda:
    """The events of a ladder under way.

    Args:
        events: who plays what.
        deals: whether all pairings play the same packs.
    """

    def __init__(self, events: Iterable[Event], deals: Deals) -> None:
        self.parts = tuple(Progress(event, deals) for event in events)

    def missing(self, scores: Scores) -> list[Planned]:
        """Return the games to play next; none if all are played.

        Play them all, in any order, and ask again. The answer depends on nothing but events and results: a new agenda
        gives the same for the same results.
        """
        return [game for part in self.parts for game in part.missing(scores)]

    @property
    def asked(self) -> list[Planned]:
        """The games of all rounds so far."""
        return [game for part in self.parts for game in part.asked]

    @property
    def total(self) -> int:
        """How many games it comes to: those asked for, or more if more are known to come."""
        return sum(max(len(part.asked), part.sets * part.event.sides) for part in self.parts)


def scores(played: Iterable[Played]) -> dict[str, Sequence[tuple[Side, Side, float]]]:
    """Return stored results as schedules take them."""
    return {row.game.id: duels(row.places, row.extra.get(SILENT)) for row in played}


def as_words(contests: Iterable[Contest], entrants: Sequence[Entrant], settings: ScheduleSettings) -> dict[str, str]:
    """Return who plays what by which schedule, as a store keeps it with a run (see `agenda_of`)."""
    events = [(c.label, c.sides, c.sets, [e.id for e in entrants if e.plays(c.game.name)]) for c in contests]
    return {"schedule": settings.model_dump_json(exclude_defaults=True), "events": json.dumps(events)}


def agenda_of(words: Mapping[str, str], seed: str) -> Agenda:
    """Return the agenda of a run; an empty one of a run that kept none.

    Args:
        words: of `as_words`, and `deals`.
        seed: the ladder's.
    """
    settings = ScheduleSettings.model_validate_json(words.get("schedule", "{}"))
    events = [
        Event(contest, sides, sets, tuple(entrants), settings, seed)
        for contest, sides, sets, entrants in json.loads(words.get("events", "[]"))
    ]
    return Agenda(events, "fresh" if words.get("deals") == "fresh" else "shared")
