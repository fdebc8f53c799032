"""Tuning by SPSA: all parameters are moved at once, and two points of each step play each other.

Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization" (1998), has the gains:
a step goes a / (A + k + 1)^0.602 along the difference of two points that are c / (k + 1)^0.101 away on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

APART, SHRINKING = 0.1, 0.101
"""How far the two points are on each side at first, as a part of the bounds; and how fast that shrinks."""
SLOWING = 0.602
"""How fast the steps get smaller."""
LATE = 0.1
"""A part of the steps that are planned; as many count as gone before the first."""


class Range(NamedTuple):
    """A parameter that is tuned: its bounds, where it begins, and whether it is a whole number."""

    low: float
    high: float
    start: float
    whole: bool = False

    def value(self, place: float) -> float:
        """Return the value at a place from 0 to 1."""
        found = self.low + (self.high - self.low) * min(1.0, max(0.0, place))
        return round(found) if self.whole else float(f"{found:.4g}")

    @property
    def least(self) -> float:
        """The least distance, as a part of the bounds, at which two points on both sides differ."""
        return 0.5 / (self.high - self.low) if self.whole else 0.0


class Step(NamedTuple):
    """A step that was played.

    Args:
        signs: for each parameter, on which side the first of the two points was: 1 or -1.
        lead: how much better the first point was, in any unit that stays the same.
    """

    signs: tuple[int, ...]
    lead: float


class Spsa:
    """Where a tuning stands: it follows from the steps that were played, so it can be taken up again.

    Args:
        ranges: parameter -> its range.
        steps: how many steps are planned.
        seed: what the directions follow from.
        stride: how far the first step goes for a lead as wide as leads spread, as a part of the bounds.
    """

    def __init__(self, ranges: Mapping[str, Range], steps: int, seed: str, stride: float = 0.05) -> None:
        self.ranges = ranges
        self.steps = steps
        self.seed = seed
        self.stride = stride
        self.places: list[list[float]] = [
            [(each.start - each.low) / (each.high - each.low) for each in ranges.values()]
        ]
        self._squares = 0.0

    @property
    def done(self) -> int:
        """The number of steps that were played."""
        return len(self.places) - 1

    def signs(self) -> tuple[int, ...]:
        """Return the direction of the next step."""
        rng = Random(f"{self.seed} direction {self.done}")
        return tuple([rng.choice((-1, 1)) for _ in self.ranges])

    def points(self, signs: Sequence[int]) -> tuple[dict[str, float], dict[str, float]]:
        """Return the values of the two points of the next step."""
        return self._values(signs, 1), self._values(signs, -1)

    def _values(self, signs: Sequence[int], side: int) -> dict[str, float]:
        apart = APART / (self.done + 1) ** SHRINKING
        each = zip(self.ranges.items(), self.places[-1], signs, strict=True)
        return {name: one.value(place + side * sign * max(apart, one.least)) for (name, one), place, sign in each}

    def take(self, step: Step) -> None:
        """Go a step; leads are measured by how widely they spread so far, so their unit does not matter."""
        self._squares += step.lead**2
        spread = sqrt(self._squares / (self.done + 1)) or 1.0
        late = LATE * self.steps
        gain = self.stride * ((late + 1) / (late + self.done + 1)) ** SLOWING * (self.done + 1) ** SHRINKING
        moved = [
            min(1.0, max(0.0, place + gain * step.lead / spread * sign))
            for place, sign in zip(self.places[-1], step.signs, strict=True)
        ]
        self.places.append(moved)

    def found(self) -> dict[str, float]:
        """Return the values that were found: the mean of the second half of the way, which is steadier than its end."""
        late = self.places[len(self.places) // 2 :]
        means = [sum(column) / len(late) for column in zip(*late, strict=True)]
        return {name: one.value(mean) for (name, one), mean in zip(self.ranges.items(), means, strict=True)}
