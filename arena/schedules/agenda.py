"""What a ladder still has to play: the schedules of all its contests, given the results so far."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, get_args

from arena.bots.entrants import Entrant
from arena.games.kernel import Side
from arena.schedules.adaptive import adaptive, sets_of_adaptive
from arena.schedules.fixed import gauntlet, round_robin, sets_of_gauntlet, sets_of_round_robin
from arena.schedules.knockout import knock_out, sets_of_knock_out
from arena.schedules.movements import games_once
from arena.schedules.plan import PlannedGame, games_of
from arena.schedules.rounds import Bench, Duel, EmptyBench, Event, PlayedMatch, Round, RoundResult, Schedule
from arena.schedules.swiss import sets_of_swiss, swiss
from arena.settings.contest import Contest
from arena.settings.schedule import Deals, Kind, ScheduleSettings

Scores: TypeAlias = Mapping[str, Sequence[tuple[Side, Side, float]]]
"""The results so far: for the id of each game, the pairs of its sides and what the first of each pair scored."""


class _ScheduleKind(NamedTuple):
    """A kind of schedule.

    Args:
        begin: starts its coroutine.
        sets: returns how many sets it has at least.
        fixed: whether it is the same for all results.
    """

    begin: Schedule
    sets: Callable[[Event], int]
    fixed: bool = False


_KEPT = frozenset({"contest", "sides", "sets", "entrants", "fill"})
"""What the store keeps of each event of a run; its settings are kept once for all, and its seed with the season."""
_KINDS: Mapping[Kind, _ScheduleKind] = {
    "round-robin": _ScheduleKind(round_robin, sets_of_round_robin, fixed=True),
    "gauntlet": _ScheduleKind(gauntlet, sets_of_gauntlet, fixed=True),
    "swiss": _ScheduleKind(swiss, sets_of_swiss),
    "knock-out": _ScheduleKind(knock_out, sets_of_knock_out),
    "adaptive": _ScheduleKind(adaptive, sets_of_adaptive),
}


class PlayedRound(NamedTuple):
    """A round of a schedule and its results so far."""

    title: str
    matches: tuple[PlayedMatch, ...]


class _PlannedRound(NamedTuple):
    """A round that the schedule has asked for.

    Args:
        round: its matches.
        games: the games of these matches, in order.
        out: the entrants that were benched before it.
    """

    round: Round
    games: list[PlannedGame]
    out: frozenset[str]


class EventProgress:
    """One event under way.

    An entrant that was benched before the event began does not take part. Fixed schedules are an exception: they are
    made with all entrants, and the games of benched ones are skipped, so that the others meet as they would have. Where
    fillers take sides, the others then meet once more, with a filler in place of the benched entrant.

    Args:
        event: who plays what.
        deals: which games play the same packs.
        bench: who is benched.
    """

    def __init__(self, event: Event, deals: Deals, bench: Bench) -> None:
        self._kind = _KINDS[event.settings.kind]
        self._refilled = bool(event.fill) and len(event.entrants) < event.sides
        whole = self._kind.fixed and not self._refilled
        self.event: Event = event if whole else _without(event, bench.out_by(()))
        self._deals: Deals = deals
        self._bench = bench
        self._course = self._kind.begin(self.event)
        self._rounds: list[_PlannedRound] = []
        self._over = False

    @property
    def asked(self) -> list[PlannedGame]:
        """The games of all rounds so far, without those skipped because an entrant is benched."""
        return [game for each in self._rounds for game in each.games if not self._bench.skips(game)]

    @property
    def total(self) -> int:
        """How many games the event has: those of all rounds so far, or more if more are known to come."""
        if self._over:
            return len(self.asked)
        known = self._kind.sets(_without(self.event, self._bench.benched)) * self.event.sides
        return len(self.asked) + max(0, known - sum(len(each.games) for each in self._rounds))

    def missing(self, scores: Scores) -> list[PlannedGame]:
        """Return the games without a result, of the first round that has any; an empty list if all are played."""
        while not self._over:
            games = self._rounds[-1].games if self._rounds else []
            if missing := [game for game in games if game.id not in scores and not self._bench.skips(game)]:
                return missing
            self._over = not self._go_on(scores)
        return []

    def rounds(self, scores: Scores) -> list[PlayedRound]:
        """Return all rounds so far, each with its complete sets."""
        return [PlayedRound(each.round.title, self._matches(each, scores)) for each in self._rounds]

    def _go_on(self, scores: Scores) -> bool:
        """Send the schedule the results of its last round, if there was one; return whether there is another round."""
        out: frozenset[str] = frozenset()
        try:
            if self._rounds and self._kind.fixed:
                return self._refill(scores)  # it has only one round, which may have a million games: do not add them up
            if self._rounds:
                out = self._out(scores)
                following = self._course.send(RoundResult(self._matches(self._rounds[-1], scores), out))
            else:
                following = next(self._course)
        except StopIteration:
            return False
        self._rounds.append(_PlannedRound(following, list(self._games(following)), out))
        return True

    def _refill(self, scores: Scores) -> bool:
        """Begin again without entrants that were benched, if fillers take their sides; otherwise return False."""
        if not self._refilled or not (out := self._out(scores)):
            return False
        self.event = _without(self.event, out)
        following = next(self._kind.begin(self.event))
        self._rounds.append(_PlannedRound(following, list(self._games(following)), out))
        return True

    def _out(self, scores: Scores) -> frozenset[str]:
        """Return the entrants that were benched by the end of the last round, or have missed a game.

        This depends only on the results of these rounds, not on when it is called. An entrant that was benched later
        was still paired in the next round, so a new agenda must pair it there too.
        """
        asked = [game.id for each in self._rounds for game in each.games if game.id in scores]
        missed = (self._missing_in(each.games, each) for each in self._rounds)
        return self._bench.out_by(asked).union(*missed).intersection(self.event.entrants)

    def _missing_in(self, games: Iterable[PlannedGame], asked: _PlannedRound) -> frozenset[str]:
        """Return the entrants that are to blame for the games of a round that are skipped.

        For each skipped game these are its entrants that were benched before the round. If there were none, it is the
        one that was benched first: the others were ready to play, even if they were benched later.
        """
        found: set[str] = set()
        for game in games:
            if self._bench.skips(game):
                absent = [one for one in game.sides if one in self._bench.benched]
                first = min(map(self._bench.since, absent))
                out = asked.out.intersection(absent)
                found |= out or {one for one in absent if self._bench.since(one) == first}
        return frozenset(found)

    def _games(self, asked: Round) -> Iterator[PlannedGame]:
        """Yield the games of a round, by match, set and room."""
        event, deals = self.event, self._deals
        if deals == "once":
            yield from games_once(event, asked.matches)
            return
        for match in asked.matches:
            yield from games_of(event.contest, event.filled(match.entrants), match.sets, event.seed, deals)

    def _matches(self, asked: _PlannedRound, scores: Scores) -> tuple[PlayedMatch, ...]:
        """Return the matches of a round, each with the sets that have a result in every room."""
        rooms, at = self.event.sides, 0
        matches = []
        for match in asked.round.matches:
            starts = range(at, at + len(match.sets) * rooms, rooms)
            sets = (asked.games[start : start + rooms] for start in starts)
            complete = (each for each in sets if all(game.id in scores for game in each))
            duels_of = tuple(tuple(_duels(game, scores, self.event.fill) for game in each) for each in complete)
            matches.append(PlayedMatch(match, duels_of, self._missing_in(asked.games[at : starts.stop], asked)))
            at = starts.stop
        return tuple(matches)


def _without(event: Event, out: Collection[str]) -> Event:
    return event._replace(entrants=tuple(one for one in event.entrants if one not in out)) if out else event


def _duels(game: PlannedGame, scores: Scores, fill: str) -> tuple[Duel, ...]:
    """Return the duels of a game, without those of fillers."""
    duels = (Duel(game.sides[i], game.sides[j], score) for i, j, score in scores[game.id])
    return tuple(duel for duel in duels if not fill or fill not in {duel.first, duel.second})


class Agenda:
    """All events of a ladder under way.

    Args:
        events: who plays what.
        deals: which games play the same packs.
        bench: who is benched; it may change while games are played.
    """

    def __init__(self, events: Iterable[Event], deals: Deals, bench: Bench | None = None) -> None:
        self.parts: tuple[EventProgress, ...] = tuple(
            EventProgress(event, deals, bench or EmptyBench()) for event in events
        )

    def missing(self, scores: Scores) -> list[PlannedGame]:
        """Return the games to play next; an empty list if all are played.

        Play them all, in any order, and call this again. The answer depends only on the events, the results, and which
        entrants were benched after which results, so a new agenda gives the same answer.
        """
        return [game for part in self.parts for game in part.missing(scores)]

    @property
    def asked(self) -> list[PlannedGame]:
        """The games of all rounds so far, without those skipped because an entrant is benched."""
        return [game for part in self.parts for game in part.asked]

    @property
    def total(self) -> int:
        """How many games all events have: those of all rounds so far, or more if more are known to come."""
        return sum(part.total for part in self.parts)


def events_of(
    contests: Iterable[Contest],
    entrants: Sequence[Entrant],
    settings: ScheduleSettings,
    seed: str,
    filler: Entrant | None = None,
) -> list[Event]:
    """Return the events of a ladder: each of its contests, with the bots that play its game.

    Args:
        contests: what is played.
        entrants: all bots, in the order of the ladder file.
        settings: who meets whom.
        seed: the ladder's.
        filler: takes the sides for which there are too few bots; None if such games are left out.
    """
    return [Event(c.label, c.sides, c.sets, _players(c, entrants), settings, seed, _fill(c, filler)) for c in contests]


def as_words(
    contests: Iterable[Contest], entrants: Sequence[Entrant], settings: ScheduleSettings, filler: Entrant | None = None
) -> dict[str, str]:
    """Return the events of a ladder as the store keeps them with a run, for later readers (see `agenda_of`).

    The seed is not among them: the store may draw it only when the run begins.

    Args:
        contests: what is played.
        entrants: all bots, in the order of the ladder file.
        settings: who meets whom.
        filler: as for `events_of`.
    """
    events = events_of(contests, entrants, settings, "", filler)
    kept = [{name: value for name, value in event._asdict().items() if name in _KEPT} for event in events]
    return {"schedule": settings.model_dump_json(exclude_defaults=True), "events": json.dumps(kept)}


def fillers_of(words: Mapping[str, str]) -> set[str]:
    """Return the ids of the bots that filled sides in a stored run, from its settings."""
    return {event["fill"] for event in json.loads(words.get("events", "[]")) if event["fill"]}


def _fill(contest: Contest, filler: Entrant | None) -> str:
    """Return the id of the filler if it plays a contest's game; else an empty text."""
    return filler.id if filler is not None and filler.plays(contest.game.name) else ""


def _players(contest: Contest, entrants: Sequence[Entrant]) -> tuple[str, ...]:
    """Return the ids of the bots that play a contest's game."""
    return tuple(entrant.id for entrant in entrants if entrant.plays(contest.game.name))


def agenda_of(words: Mapping[str, str], seed: str, bench: Bench | None = None) -> Agenda:
    """Return the agenda of a stored run, for commands that only read results; empty if the run stored no events.

    Args:
        words: the settings of the run: what `as_words` returned, and `deals`.
        seed: the ladder's.
        bench: who is benched.
    """
    settings = ScheduleSettings.model_validate_json(words.get("schedule", "{}"))
    kept = (event | {"entrants": tuple(event["entrants"])} for event in json.loads(words.get("events", "[]")))
    events = [Event(**event, settings=settings, seed=seed) for event in kept]
    deals: Deals = next((known for known in get_args(Deals) if known == words.get("deals")), "shared")
    return Agenda(events, deals, bench)
