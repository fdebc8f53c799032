"""What all schedules share: events, rounds of matches and their results, the points of a match, and the seeding."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple, Protocol, TypeAlias

from arena.chance import keyed
from arena.schedules.plan import PlannedGame
from arena.settings.schedule import ScheduleSettings


class Event(NamedTuple):
    """One contest of a ladder: who plays it and by which schedule. A schedule knows nothing else before play.

    Args:
        contest: the label of what is played.
        sides: how many entrants a game takes.
        sets: how many duplicate sets a pairing or a match plays.
        entrants: their ids, in the order of the ladder file.
        settings: the schedule as written in the ladder file.
        seed: the ladder's.
        fill: the id of the bot that takes the sides for which there are too few entrants; empty if there is none.
    """

    contest: str
    sides: int
    sets: int
    entrants: tuple[str, ...]
    settings: ScheduleSettings
    seed: str
    fill: str = ""

    @property
    def places(self) -> int:
        """How many sides of a game entrants take if all of them play; fillers take the others."""
        return self.places_of(len(self.entrants))

    def places_of(self, count: int) -> int:
        """Return how many sides of a game entrants take if so many of them play. Two are the fewest."""
        return max(2, min(self.sides, count)) if self.fill and self.sides > 1 else self.sides

    def filled(self, entrants: tuple[str, ...]) -> tuple[str, ...]:
        """Return the entrants of a match with the fillers for the other sides."""
        return entrants + (self.fill,) * (self.sides - len(entrants)) if self.fill else entrants


class Match(NamedTuple):
    """Entrants that play some sets against each other.

    Args:
        entrants: their ids; a single one has a bye.
        sets: the numbers of the sets; none for a bye.
    """

    entrants: tuple[str, ...]
    sets: range


class Round(NamedTuple):
    """Matches that are all played before the schedule decides anything else.

    Args:
        title: what to call the round, for people.
        matches: in the order to play them.
    """

    title: str
    matches: tuple[Match, ...]


class Duel(NamedTuple):
    """One entrant's score against another in one game: 1 for a win, 0.5 for a draw, 0 for a loss."""

    first: str
    second: str
    score: float


class PlayedMatch(NamedTuple):
    """A match and its results so far.

    Args:
        match: what was to be played.
        sets: for each complete set, the duels in each of its rooms.
        out: the entrants that were benched before all games were played; the others have a walk-over.
    """

    match: Match
    sets: tuple[tuple[tuple[Duel, ...], ...], ...]
    out: frozenset[str] = frozenset()

    @property
    def entrants(self) -> tuple[str, ...]:
        """The ids of the entrants that met; a single one had a bye."""
        return self.match.entrants

    @property
    def over(self) -> bool:
        """Whether no more games are played: all sets are complete, or an entrant is out."""
        return bool(self.out) or len(self.sets) == len(self.match.sets)

    def points(self, entrant: str, against: Collection[str] | None = None) -> Fraction:
        """Return an entrant's points: for each set from 0 to 1, its mean score over rooms and opponents.

        A set that is not played because an entrant is out counts as a win against that entrant, and as a draw between
        all others.

        Args:
            entrant: its id.
            against: the opponents that count; None for all.
        """
        points = sum((_points(rooms, entrant, against) for rooms in self.sets), Fraction())
        others = [one for one in self.match.entrants if one != entrant and (against is None or one in against)]
        if not self.out or not others:
            return points
        doubled = sum(1 + (one in self.out) - (entrant in self.out) for one in others)
        return points + (len(self.match.sets) - len(self.sets)) * Fraction(doubled, 2 * len(others))


class RoundResult(NamedTuple):
    """What a schedule is sent after a round.

    Args:
        matches: the matches of the round with their results, in order.
        out: the entrants that were benched by then; they play in no further round.
    """

    matches: Sequence[PlayedMatch]
    out: frozenset[str]


class Bench(Protocol):
    """Which entrants are benched, and since when (see `arena.tournament.probation`)."""

    @property
    def benched(self) -> Collection[str]:
        """The ids of the entrants that are benched now."""

    def since(self, entrant: str) -> int:
        """Return the number of the result after which an entrant was benched."""

    def skips(self, game: PlannedGame) -> bool:
        """Return whether a game is skipped: it has no result, and one of its entrants is benched."""

    def out_by(self, games: Iterable[str]) -> frozenset[str]:
        """Return who was benched when the last of these games got its result, or before the event began."""


class EmptyBench:
    """A bench without entrants."""

    benched: Collection[str] = frozenset()

    def since(self, entrant: str) -> int:
        """Raise a KeyError: no entrant is benched."""
        raise KeyError(entrant)

    def skips(self, game: PlannedGame) -> bool:  # noqa: ARG002 - a family of classes
        """Return False: no game is skipped."""
        return False

    def out_by(self, games: Iterable[str]) -> frozenset[str]:  # noqa: ARG002 - a family of classes
        """Return the empty set."""
        return frozenset()


Course: TypeAlias = Generator[Round, RoundResult, None]
"""A schedule under way. It yields rounds of at least one match, and is sent the result of each."""
Schedule: TypeAlias = Callable[[Event], Course]
"""Begins a schedule for an event."""


def _points(rooms: Sequence[Sequence[Duel]], entrant: str, against: Collection[str] | None) -> Fraction:
    """Return an entrant's score in a set, from 0 to 1; 0 if it played for itself in none of the games."""
    scores = []
    for first, second, score in chain.from_iterable(rooms):
        if first == entrant and (against is None or second in against):
            scores.append(Fraction(score))
        elif second == entrant and (against is None or first in against):
            scores.append(1 - Fraction(score))
    return sum(scores, Fraction()) / max(1, len(scores))


def name_of(entrant: str) -> str:
    """Return the name that an entrant's id begins with."""
    return entrant.partition("@")[0]


def seeded(event: Event) -> tuple[str, ...]:
    """Return the entrants of an event, best seed first: those that the settings list, then the others."""
    order = event.entrants
    if event.settings.seeding == "random":
        order = keyed(event.seed, event.contest)("seeding", sorted(order))
    by_name = {name_of(entrant): entrant for entrant in order}
    listed = tuple(by_name[name] for name in event.settings.seeds if name in by_name)
    return listed + tuple(entrant for entrant in order if entrant not in listed)
