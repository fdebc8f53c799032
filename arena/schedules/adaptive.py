"""The adaptive schedule: the next sets go to the pairings that make the ladder most precise.

In the first batch every entrant plays about twice. After each batch the strengths are fitted, and the covariance of the
strengths is computed as the inverse of the information in all sets so far. Then pairings are picked one after the
other: each time the pairing whose next few sets are expected to reduce the variances of all differences most. A
difference weighs more, the less clear its sign is. The expected reduction is applied before the next pairing is picked.

The information of a set is that of the Bradley-Terry model (close opponents tell more), corrected by how much the sets
of the same pairing vary: if two bots split every deal, a few sets are enough. The covariance that the ladder itself
reports is of no use here. It is estimated by deal, and with few deals and many entrants it claims that most differences
are known exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.schedules.fixed import sets_of_round_robin
from arena.schedules.pairings import in_turn
from arena.schedules.rounds import Course, Duel, Event, Match, PlayedMatch, Round
from arena.schedules.strengths import strengths

BUNCH = 5
"""How many sets of a pairing are picked at once. With fewer, starting processes would take longer than playing."""
GROWTH = 8
"""A batch has at least an eighth as many sets as were played before it, so that there are not too many batches."""
PRIOR = 0.5
"""The prior information on each strength, in 1/nats squared: that of one win and one loss against the mean."""
STEADY = 4.0
"""How many sets of ordinary variance are added to those of a pairing, so that a few sets do not settle its estimate."""
WILD = 2.0
"""The most that a pairing's variance is believed to exceed the ordinary one. An upset is a surprise, not noise."""
FARTHEST = 7.0
"""The largest difference of strength, in nats (1200 Elo); larger ones are cut to it. They say almost nothing."""
FLOOR = 0.05
"""The least weight of a difference, however clear its sign, so that every rating becomes more precise with time."""
TIED = 1e-6
"""Pairings whose worths differ by less than this share count as equal, and the first is taken: rounding differs between
machines and must not decide."""

Floats: TypeAlias = NDArray[np.float64]


def adaptive(event: Event) -> Course:
    """Play batches until the number of sets in the settings is reached; by default that of a round-robin.

    A benched entrant is not picked again, and its sets go to the others. The default is then the number of sets that a
    round-robin of the others has, plus the sets that the benched entrant has played.
    """
    evidence = _Evidence(sorted(event.entrants), event.sides)
    out: frozenset[str] = frozenset()
    number = 0
    while (left := _left(event, evidence, out)) > 0:
        playing = len(event.entrants) - len(out)
        size = min(left, max(playing * BUNCH, evidence.played // GROWTH))
        number += 1
        choose = _batch if evidence.played else _first_batch
        matches, out = yield Round(f"batch {number}", tuple(choose(evidence, event.places_of(playing), size, out)))
        for match in matches:
            evidence.add(match)


def sets_of_adaptive(event: Event) -> int:
    """Return how many sets an adaptive schedule has."""
    if len(event.entrants) < event.places:
        return 0
    return event.settings.total or sets_of_round_robin(event)


def _left(event: Event, evidence: _Evidence, out: frozenset[str]) -> int:
    playing = event._replace(entrants=tuple(one for one in event.entrants if one not in out))
    if len(playing.entrants) < playing.places:
        return 0
    besides = 0 if event.settings.total else evidence.played_with(out)
    return sets_of_adaptive(playing) + besides - evidence.played


def _first_batch(evidence: _Evidence, sides: int, size: int, out: frozenset[str]) -> Iterator[Match]:
    """Yield up to `size` sets, a few for each pairing; all entrants take turns, since nothing is known yet."""
    playing = [one for one in evidence.entrants if one not in out]
    for at, chosen in zip(range(0, size, BUNCH), in_turn(len(playing), sides), strict=False):
        yield Match(tuple(playing[i] for i in chosen), range(1, 1 + min(BUNCH, size - at)))


def _batch(evidence: _Evidence, sides: int, size: int, out: frozenset[str]) -> Iterator[Match]:
    """Yield `size` sets, a few of a pairing at a time."""
    picture = evidence.picture()
    absent = [i for i, one in enumerate(evidence.entrants) if one in out]
    asked = Counter(evidence.asked)
    for at in range(0, size, BUNCH):
        chosen = picture.pick(sides, absent)
        pairing = tuple(evidence.entrants[i] for i in chosen)
        first, count = asked[pairing] + 1, min(BUNCH, size - at)
        asked[pairing] += count
        picture.expect(chosen, count)
        yield Match(pairing, range(first, first + count))


class _Evidence:
    """The results so far, added up for each pair of entrants.

    Args:
        entrants: their ids.
        rooms: how many games a set has.
    """

    def __init__(self, entrants: Sequence[str], rooms: int) -> None:
        self.entrants = entrants
        self.rooms = rooms
        self.asked: Counter[tuple[str, ...]] = Counter()
        """How many sets each pairing has played."""
        self._index = {one: i for i, one in enumerate(entrants)}
        self._duels: list[Duel] = []
        size = (len(entrants), len(entrants))
        self._sets, self._points, self._squares = np.zeros(size), np.zeros(size), np.zeros(size)

    @property
    def played(self) -> int:
        return self.asked.total()

    def played_with(self, entrants: frozenset[str]) -> int:
        """Return how many sets were played in which any of these entrants took part."""
        return sum(count for pairing, count in self.asked.items() if not entrants.isdisjoint(pairing))

    def add(self, match: PlayedMatch) -> None:
        """Add a match: for each pair of its entrants and each set, the mean score over the rooms."""
        self.asked[match.entrants] += len(match.sets)
        for rooms in match.sets:
            scores: dict[tuple[str, str], list[float]] = {}
            for duel in (duel for room in rooms for duel in room):
                self._duels.append(duel)
                scores.setdefault((duel.first, duel.second), []).append(duel.score)
                scores.setdefault((duel.second, duel.first), []).append(1.0 - duel.score)
            for (first, second), found in scores.items():
                i, j, score = self._index[first], self._index[second], sum(found) / len(found)
                self._sets[i, j] += 1.0
                self._points[i, j] += score
                self._squares[i, j] += score**2

    def picture(self) -> _Picture:
        """Return how well each difference of strength is known now."""
        strength = np.array(strengths(self.entrants, self._duels))
        behind = np.clip(strength[None, :] - strength[:, None], -FARTHEST, FARTHEST)
        chance = 1.0 / (1.0 + np.exp(behind))
        usual = chance * (1.0 - chance) / self.rooms
        surprise = self._squares - 2.0 * chance * self._points + chance**2 * self._sets
        scatter = np.minimum((STEADY * usual + surprise) / ((STEADY + self._sets) * usual), WILD)
        return _Picture(strength, chance * (1.0 - chance) * self.rooms / scatter, self._sets)


class _Picture:
    """How well each difference of strength is known, and how much more sets would improve that.

    Let C be the covariance of the strengths and W the Laplacian of the weights of the differences. The weighted sum of
    all variances is trace(W C). A set of i and j with information w reduces it by w d'CWCd / (1 + w d'Cd), where d is 1
    at i and -1 at j (Sherman and Morrison). So it is enough to keep C and C W C.

    Args:
        strength: of each entrant, in nats.
        telling: the information of one set of each pair, in 1/nats squared.
        sets: how many sets each pair has played.
    """

    def __init__(self, strength: Floats, telling: Floats, sets: Floats) -> None:
        self._telling = telling
        information = PRIOR * np.eye(strength.size) + _laplacian(telling * sets)
        self._covariance: Floats = np.linalg.inv(information).astype(np.float64)
        clear = (strength[:, None] - strength[None, :]) ** 2 / _of_differences(self._covariance)
        weights = _laplacian(FLOOR + (1.0 - FLOOR) * np.exp(-clear / 2.0))
        self._weighted = self._covariance @ weights @ self._covariance

    def pick(self, sides: int, absent: Sequence[int] = ()) -> tuple[int, ...]:
        """Return the entrants whose next sets are worth most: the best pair, then those that add most to it."""
        information = BUNCH * self._telling
        variance = _of_differences(self._covariance)
        worth = information * _of_differences(self._weighted) / (1.0 + information * variance)
        np.fill_diagonal(worth, -np.inf)
        worth[list(absent), :] = worth[:, list(absent)] = -np.inf
        chosen = [int(i) for i in np.unravel_index(_first_best(worth.ravel()), worth.shape)]
        while len(chosen) < sides:
            chosen.append(_first_best(worth[:, chosen].sum(axis=1)))
        return tuple(sorted(chosen))

    def expect(self, chosen: Sequence[int], sets: int) -> None:
        """Update the variances as if some sets had been played already."""
        for i, j in combinations(chosen, 2):
            known = self._covariance[:, i] - self._covariance[:, j]
            moved = self._weighted[:, i] - self._weighted[:, j]
            information = sets * self._telling[i, j]
            share = information / (1.0 + information * (known[i] - known[j]))
            self._covariance -= share * np.outer(known, known)
            both = np.outer(known, moved)
            self._weighted -= share * (both + both.T) - share**2 * (moved[i] - moved[j]) * np.outer(known, known)


def _first_best(worth: Floats) -> int:
    """Return the index of the first value that is as good as the best one (see `TIED`)."""
    best = float(worth.max())
    return int(np.flatnonzero(worth >= best - TIED * abs(best))[0])


def _laplacian(weights: Floats) -> Floats:
    """Return the matrix whose quadratic form is the weighted sum of squared differences."""
    off = weights - np.diag(np.diag(weights))
    return np.asarray(np.diag(off.sum(axis=1)) - off)


def _of_differences(covariance: Floats) -> Floats:
    """Return the variance of each difference; the diagonal, which has no difference, is 1."""
    own = np.diag(covariance)
    return np.asarray(own[:, None] + own[None, :] - 2.0 * covariance + np.eye(own.size))
