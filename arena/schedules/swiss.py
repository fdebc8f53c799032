"""The Swiss system: its rounds and its standings.

Each round pairs neighbors in the standings that have not met; `arena.schedules.swiss_pairings` chooses them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, permutations
from typing import NamedTuple

from arena.schedules.rounds import Course, Event, Match, PlayedMatch, Round, seeded
from arena.schedules.swiss_pairings import SwissState, left_out, pairs, tables


class Standing(NamedTuple):
    """Where an entrant stands.

    Args:
        place: from 1; equal entrants share a place.
        entrant: its id.
        points: set points; a bye counts half of a match.
        buchholz: the points of all its opponents added up; in a bye or a walk-over, its own points count as those of an
            opponent.
        direct: what it scored against each of the others with equal points and Buchholz, from 0 to 1, added up, if all
            of these have met; otherwise 0. Whoever met some of them more often gains nothing by that.
    """

    place: int
    entrant: str
    points: Fraction
    buchholz: Fraction
    direct: Fraction


def swiss(event: Event) -> Course:
    """Play the rounds. Every round has packs of its own, even where pairings share them.

    A benched entrant is not paired again, and its opponent in the current round has a walk-over.
    """
    played: list[PlayedMatch] = []
    out: frozenset[str] = frozenset()
    for number in range(rounds_of_swiss(event)):
        state = _state(event, played, out)
        places = event.places_of(len(state.order))
        if len(state.order) < places:
            return
        sets = range(number * event.sets + 1, (number + 1) * event.sets + 1)
        byes = left_out(state, len(state.order) % places)
        order = [one for one in state.order if one not in byes]
        together = pairs(state, order) if places == 2 else tables(state, order, places)
        planned = [Match(entrants, sets) for entrants in together] + [Match((one,), range(0)) for one in byes]
        matches, out = yield Round(f"round {number + 1}", tuple(planned))
        played += matches


def sets_of_swiss(event: Event) -> int:
    """Return how many sets a Swiss has."""
    return rounds_of_swiss(event) * (len(event.entrants) // event.places) * event.sets


def rounds_of_swiss(event: Event) -> int:
    """Return how many rounds are played.

    By default that is one more than a knock-out has, but with two to a game no more than can be played without a
    rematch.
    """
    count = len(event.entrants)
    enough = (count - 1).bit_length() + 1
    return event.settings.rounds or (enough if event.places > 2 else min(enough, count - 1 + count % 2))


def standings(event: Event, played: Sequence[PlayedMatch]) -> list[Standing]:
    """Return the standings: by points, then Buchholz, then direct encounter. Equal entrants are listed by seed.

    Args:
        event: who plays.
        played: the matches so far, including those that are not over.
    """
    points = _points(event, played)
    buchholz = dict.fromkeys(points, Fraction())
    for match, _, out in played:
        for one in match.entrants:
            others = [other for other in match.entrants if other != one] or [one] * (event.places - 1)
            buchholz[one] += sum(points[one if other in out else other] for other in others)
    direct = _direct({one: (points[one], buchholz[one]) for one in points}, played)
    ranks = {one: (points[one], buchholz[one], direct[one]) for one in points}
    falling = sorted(ranks.values(), reverse=True)
    return [
        Standing(1 + falling.index(ranks[one]), one, *ranks[one])
        for one in sorted(ranks, key=lambda one: ranks[one], reverse=True)
    ]


def _points(event: Event, played: Sequence[PlayedMatch]) -> dict[str, Fraction]:
    """Return the points of all entrants, the best seed first."""
    points = dict.fromkeys(seeded(event), Fraction())
    for match in played:
        for one in match.entrants:
            bye = len(match.entrants) == 1
            points[one] += Fraction(event.sets, 2) if bye else match.points(one)
    return points


def _direct(ranks: Mapping[str, tuple[Fraction, Fraction]], played: Sequence[PlayedMatch]) -> dict[str, Fraction]:
    """Return what each entrant scored against those with the same rank, if all of these have met; otherwise 0.

    Each of the others counts once: the mean over all sets of all matches with it that have a result. Only matches of
    two count: at a larger table a set has not all orders of the seats, and who sits before whom decides among equals.
    """
    direct = dict.fromkeys(ranks, Fraction())
    for _, equals in groupby(sorted(ranks, key=lambda one: ranks[one]), key=lambda one: ranks[one]):
        group = [*equals]
        shares = {pair: _share(*pair, played) for pair in permutations(group, 2)}
        if None not in shares.values():
            for one in group:
                direct[one] = sum((shares[one, other] or Fraction() for other in group if other != one), Fraction())
    return direct


def _share(one: str, other: str, played: Sequence[PlayedMatch]) -> Fraction | None:
    """Return the mean score of an entrant against another over all sets with a result; None without any."""
    common = [match for match in played if {*match.entrants} == {one, other}]
    sets = sum(len(match.match.sets if match.out else match.sets) for match in common)
    return sum((match.points(one, {other}) for match in common), Fraction()) / sets if sets else None


def _met(entrants: Iterable[str], played: Sequence[PlayedMatch]) -> dict[str, Counter[str]]:
    met: dict[str, Counter[str]] = {one: Counter() for one in entrants}
    for match, *_ in played:
        for one, other in permutations(match.entrants, 2):
            met[one][other] += 1
    return met


def _state(event: Event, played: Sequence[PlayedMatch], out: frozenset[str] = frozenset()) -> SwissState:
    """Return the state that the next round depends on, without the entrants that are out."""
    points = _points(event, played)
    byes = Counter(match.entrants[0] for match, *_ in played if len(match.entrants) == 1)
    order = sorted((one for one in points if one not in out), key=lambda one: -points[one])
    return SwissState(tuple(order), points, _met(points, played), byes)
