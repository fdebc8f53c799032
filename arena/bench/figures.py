"""Figures beside their references, as ratios inside one run, and the targets that they are held against.

Contenders run in short rounds that take turns, and the best round of each counts: the machine's mood then touches both
sides of a ratio alike. What takes longer than a moment runs once, and so does its reference.
"""

from __future__ import annotations

import gc
import os
import resource
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple

from arena.table.garbage import seldom_collected

ROUNDS = 7
Kind = Literal["speed", "cost", "amount"]
"""What is compared: how many there are in a second, how long one takes, or how much it is."""
REFERENCES = ("bare", "OpenSpiel")
"""How the names of references begin."""


class Figure(NamedTuple):
    """One measured thing.

    Args:
        name: what it is called.
        amount: how many there are of it in a second, or how much it is.
    """

    name: str
    amount: float

    @property
    def micros(self) -> float:
        """The microseconds that one takes, if it is a speed."""
        return 1e6 / self.amount


class Target(NamedTuple):
    """What some figures should come to.

    Args:
        limit: the number.
        of: the reference that the ratio to it is meant of; empty for the figure itself: microseconds of a cost.
        most: whether it is the most that is allowed, else the least that is wanted.
        names: of the figures; all without any.
    """

    limit: float
    of: str = ""
    most: bool = True
    names: tuple[str, ...] = ()

    def met(self, found: float) -> bool:
        """Return whether a number is as it should be."""
        return found <= self.limit if self.most else found >= self.limit


class Section(NamedTuple):
    """What is measured together.

    Args:
        name: of the section.
        about: what it measures, in half a sentence.
        kind: what is compared.
        unit: of what the figures are: `decisions a second`, `MB`.
        clock: of what time the seconds are, such as `CPU time`; empty where nothing is timed.
        figures: references among them.
        targets: what they are held against.
        beside: the names of the references; by default they are told by how they begin (`REFERENCES`).
    """

    name: str
    about: str
    kind: Kind
    unit: str
    clock: str
    figures: Sequence[Figure]
    targets: Sequence[Target] = ()
    beside: Sequence[str] = ()

    @property
    def references(self) -> list[Figure]:
        """The figures that the others are compared with."""
        return [each for each in self.figures if each.name in self.beside or each.name.startswith(REFERENCES)]

    def ratio(self, figure: Figure, reference: Figure) -> float:
        """Return how many times as fast, as long or as much as a reference a figure is."""
        return reference.amount / figure.amount if self.kind == "cost" else figure.amount / reference.amount

    def target_text(self, target: Target) -> str:
        """Return a target in short, such as `≤ 6 x bare ping-pong`."""
        sign = "≤" if target.most else "≥"
        meant = f"x {target.of}" if target.of else "µs" if self.kind == "cost" else self.unit
        return f"{sign} {target.limit:,g} {meant}"

    def verdicts(self, figure: Figure) -> list[tuple[Target, bool | None]]:
        """Return what a figure should come to, and whether it does; None where the reference is missing."""
        return [
            (target, self._met(figure, target))
            for target in self.targets
            if figure.name in target.names or (not target.names and figure not in self.references)
        ]

    def _met(self, figure: Figure, target: Target) -> bool | None:
        if not target.of:
            return target.met(figure.micros if self.kind == "cost" else figure.amount)
        reference = next((one for one in self.references if one.name == target.of), None)
        return None if reference is None else target.met(self.ratio(figure, reference))


def best(contenders: Mapping[str, Callable[[], int]], rounds: int = ROUNDS) -> list[Figure]:
    """Run the contenders in turn, `rounds` times; return each one's best.

    Args:
        contenders: name -> a function that does some work and returns how much.
        rounds: how often each runs.
    """
    found = dict.fromkeys(contenders, 0.0)
    with seldom_collected():  # as in tournaments
        for _ in range(rounds):
            for name, work in contenders.items():
                begun = cpu_time()
                count = work()
                found[name] = max(found[name], count / (cpu_time() - begun))
                gc.collect()  # nobody pays for the garbage of the one before
    return [Figure(name, rate) for name, rate in found.items()]


def cpu_time() -> float:
    """Return the CPU seconds of this process, and of all that it started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and all that it starts meanwhile, on one core, where the system lets it choose."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
