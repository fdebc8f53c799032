"""What all schedules share: events, rounds, matches and what came of them; the points of a set; the seeding."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple, Protocol, TypeAlias

from arena.chance import keyed
from arena.schedules.plan import PlannedGame
from arena.settings.schedule import ScheduleSettings


class Event(NamedTuple):
    """One contest of a ladder: who plays it, and by which schedule. All that a schedule knows before play.

    Args:
        contest: the label of what is played.
        sides: how many entrants a game takes.
        sets: how many duplicate sets a pairing, or a match, has.
        entrants: their ids, in the order of the ladder file.
        settings: who meets whom, as the ladder file says it.
        seed: the ladder's.
    """

    contest: str
    sides: int
    sets: int
    entrants: tuple[str, ...]
    settings: ScheduleSettings
    seed: str


class Match(NamedTuple):
    """Entrants that play some sets with each other.

    Args:
        entrants: their ids; one alone has a bye.
        sets: the numbers of the sets; none for a bye.
    """

    entrants: tuple[str, ...]
    sets: range


class Round(NamedTuple):
    """Matches that are played before anything else is decided.

    Args:
        title: what people call it.
        matches: in the order to play them.
    """

    title: str
    matches: tuple[Match, ...]


class Duel(NamedTuple):
    """What one entrant scored against another in a game: 1 for a win, 0.5 for a draw, 0 for a loss."""

    first: str
    second: str
    score: float


class PlayedMatch(NamedTuple):
    """A match and what came of it.

    Args:
        match: who played.
        sets: of each set that is complete, all duels of each of its rooms.
        out: who was benched before all games were played: the others have a walk-over.
    """

    match: Match
    sets: tuple[tuple[tuple[Duel, ...], ...], ...]
    out: frozenset[str] = frozenset()

    @property
    def entrants(self) -> tuple[str, ...]:
        """The ids of those who met; one alone had a bye."""
        return self.match.entrants

    @property
    def over(self) -> bool:
        """Whether no more is played: all its sets are complete, or somebody is out."""
        return bool(self.out) or len(self.sets) == len(self.match.sets)

    def points(self, entrant: str, against: Collection[str] | None = None) -> Fraction:
        """Return what an entrant scored: for each set from 0 to 1, its mean over rooms and opponents.

        A set that is not played because somebody is out is won against who is, and a draw between all others.

        Args:
            entrant: its id.
            against: which opponents count; None for all.
        """
        points = sum((_points(rooms, entrant, against) for rooms in self.sets), Fraction())
        others = [one for one in self.match.entrants if one != entrant and (against is None or one in against)]
        if not self.out or not others:
            return points
        doubled = sum(1 + (one in self.out) - (entrant in self.out) for one in others)
        return points + (len(self.match.sets) - len(self.sets)) * Fraction(doubled, 2 * len(others))


class RoundResult(NamedTuple):
    """What a schedule is told after a round.

    Args:
        matches: one for each match, in order.
        out: which entrants were benched by then, and play in no further round.
    """

    matches: Sequence[PlayedMatch]
    out: frozenset[str]


class Bench(Protocol):
    """Who plays no more, and since when (see `arena.tournament.probation`)."""

    @property
    def benched(self) -> Collection[str]:
        """The ids of those who are benched now."""

    def since(self, entrant: str) -> int:
        """Return the number of the result after which a benched one was."""

    def skips(self, game: PlannedGame) -> bool:
        """Return whether a game is not played: it has no result, and somebody who would play is benched."""

    def out_by(self, games: Iterable[str]) -> frozenset[str]:
        """Return who was benched when the last of some games got its result; at least who was before the event."""


class EmptyBench:
    """A bench on which nobody sits."""

    benched: Collection[str] = frozenset()

    def since(self, entrant: str) -> int:
        """Raise a KeyError."""
        raise KeyError(entrant)

    def skips(self, game: PlannedGame) -> bool:  # noqa: ARG002 - a family of classes
        """Return False."""
        return False

    def out_by(self, games: Iterable[str]) -> frozenset[str]:  # noqa: ARG002 - a family of classes
        """Return nobody."""
        return frozenset()


Course: TypeAlias = Generator[Round, RoundResult, None]
"""A schedule under way. It yields rounds with a match at least, and is sent what came of each."""
Schedule: TypeAlias = Callable[[Event], Course]


def _points(rooms: Sequence[Sequence[Duel]], entrant: str, against: Collection[str] | None) -> Fraction:
    """Return what an entrant scored in a set; 0 if it played for itself in none of the games."""
    scores = []
    for first, second, score in chain.from_iterable(rooms):
        if first == entrant and (against is None or second in against):
            scores.append(Fraction(score))
        elif second == entrant and (against is None or first in against):
            scores.append(1 - Fraction(score))
    return sum(scores, Fraction()) / max(1, len(scores))


def name_of(entrant: str) -> str:
    """Return the name in an entrant's id."""
    return entrant.partition("@")[0]


def seeded(event: Event) -> tuple[str, ...]:
    """Return the entrants of an event, the best seed first: those that are listed, then the others."""
    order = event.entrants
    if event.settings.seeding == "random":
        order = keyed(event.seed, event.contest)("seeding", sorted(order))
    by_name = {name_of(entrant): entrant for entrant in order}
    listed = tuple(by_name[name] for name in event.settings.seeds if name in by_name)
    return listed + tuple(entrant for entrant in order if entrant not in listed)
