"""The knock-out: the loser of a match is out, and the seeds are placed so that the best can meet only late."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from arena.schedules.rounds import Course, Event, Match, PlayedMatch, Round, RoundResult, seeded

TITLES = {2: "final", 4: "semi-finals", 8: "quarter-finals"}
"""The titles of rounds, by the number of entrants that are left."""
THIRD_PLACE = "third place"
"""The title of the match between the losers of the semi-finals."""


class Tie(NamedTuple):
    """A place in the bracket and what was played for it.

    Args:
        entrants: who meets, the higher seed first; a single one has a bye.
        matches: the match, and one more for each extra set that was needed to decide it.
    """

    entrants: tuple[str, ...]
    matches: tuple[PlayedMatch, ...] = ()

    @property
    def sets(self) -> int:
        """How many sets were played so far."""
        return sum(len(match.sets) for match in self.matches)

    @property
    def out(self) -> frozenset[str]:
        """The entrants that were benched before the tie was decided."""
        return frozenset().union(*(match.out for match in self.matches))

    @property
    def points(self) -> tuple[Fraction, ...]:
        """The points of each entrant so far."""
        return tuple(sum((m.points(one) for m in self.matches), Fraction()) for one in self.entrants)


def knock_out(event: Event) -> Course:
    """Play round after round; before the final comes the match for the third place, if the settings ask for it.

    A benched entrant keeps its place in the bracket, and its opponent there has a walk-over. Every round has packs of
    its own, even where pairings share them.
    """
    seeds = seeded(event)
    alive = bracket(seeds)
    out: list[str] = []
    first = 1
    while len(alive) > 1:
        if len(alive) == 2 and len(out) == 2 and event.settings.third_place:
            yield from _decide(event, THIRD_PLACE, [_pair(out, seeds)], first)
            first += most_sets(event)
        pairs = [_pair(alive[i : i + 2], seeds) for i in range(0, len(alive), 2)]
        winners = yield from _decide(event, titled(len(alive)), pairs, first)
        first += most_sets(event)
        out = [one for pair in pairs for one in pair if one not in winners]
        alive = list(winners)


def titled(entrants: int) -> str:
    """Return what the round with so many entrants is called."""
    return TITLES.get(entrants, f"round of {entrants}")


def sets_of_knock_out(event: Event) -> int:
    """Return how many sets a knock-out has if no match needs extra sets."""
    count = len(event.entrants)
    return (max(0, count - 1) + (count >= 4 and event.settings.third_place)) * event.sets


def most_sets(event: Event) -> int:
    """Return how many sets a match may have, with extra ones."""
    return event.settings.limit or 2 * event.sets


def bracket(seeds: Sequence[str]) -> list[str | None]:
    """Return the first round of the bracket: neighbors meet, then the winners of neighboring pairs, and so on.

    If the better seed wins every match, then in every round the first seed meets the last one left, the second seed the
    last but one, and so on. Places without a seed are byes (None), so the best seeds get them.
    """
    order = [0]
    while len(order) < len(seeds):
        order = [seed for high in order for seed in (high, 2 * len(order) - 1 - high)]
    return [seeds[seed] if seed < len(seeds) else None for seed in order]


def winner(event: Event, tie: Tie) -> str | None:
    """Return who goes on: the one with more points, or at the limit of sets the higher seed; None while undecided.

    The opponent of a benched entrant goes on. If both are benched, the higher seed keeps the place in the bracket, so
    that the next opponent there has a walk-over.
    """
    if len(tie.entrants) == 1:
        return tie.entrants[0]
    if not tie.matches or not all(match.over for match in tie.matches):
        return None
    if tie.out:
        return next((one for one in tie.entrants if one not in tie.out), tie.entrants[0])
    one, other = tie.entrants
    of_one, of_other = tie.points
    if of_one == of_other and tie.sets < most_sets(event):
        return None
    return other if of_other > of_one else one


def ties(played: Iterable[tuple[str, Sequence[PlayedMatch]]]) -> dict[str, list[Tie]]:
    """Return the bracket so far: the ties of each round by its title, extra sets joined to their match."""
    found: dict[str, dict[tuple[str, ...], Tie]] = {}
    for title, matches in played:
        joined = found.setdefault(title, {})
        for match in matches:
            before = joined.get(match.entrants, Tie(match.entrants))
            joined[match.entrants] = before._replace(matches=(*before.matches, match))
    return {title: list(joined.values()) for title, joined in found.items()}


def _pair(places: Iterable[str | None], seeds: Sequence[str]) -> tuple[str, ...]:
    """Return the entrants at two places of the bracket, the higher seed first."""
    return tuple(sorted((one for one in places if one is not None), key=seeds.index))


def _decide(
    event: Event, title: str, pairs: Sequence[tuple[str, ...]], first: int
) -> Generator[Round, RoundResult, list[str]]:
    """Play matches, then one extra set at a time in each that is undecided; return the winners in order."""
    state = {pair: Tie(pair) for pair in pairs}
    sets = range(first, first + event.sets)
    undecided = list(pairs)
    while undecided:
        planned = tuple(Match(pair, sets if len(pair) > 1 else range(0)) for pair in undecided)
        matches, _ = yield Round(title, planned)
        for match in matches:
            pair = match.entrants
            state[pair] = Tie(pair, (*state[pair].matches, match))
        undecided = [pair for pair in undecided if winner(event, state[pair]) is None]
        sets = range(sets.stop, sets.stop + 1)
    return [one for pair in pairs if (one := winner(event, state[pair]))]
