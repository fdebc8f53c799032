"""Figures, their ratios to references of the same run, and the targets for them.

The measured functions ("contenders") take turns in short rounds, and the best round of each counts. A slow moment of
the machine then affects both sides of a ratio. Work that takes seconds runs once, and so does its reference.
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
"""What is compared: how many per second, how long one takes, or how much there is."""
REFERENCES = ("bare", "OpenSpiel", "PettingZoo")
"""The names of references begin with one of these."""


class Figure(NamedTuple):
    """One measurement.

    Args:
        name: what was measured.
        amount: how many per second, or how much (see `Section.unit`).
    """

    name: str
    amount: float

    @property
    def micros(self) -> float:
        """How many microseconds one takes, if the amount is a number per second."""
        return 1e6 / self.amount


class Target(NamedTuple):
    """A limit for some figures of a section.

    Args:
        limit: the number.
        of: the name of the reference; the limit is then for the ratio to it. If empty, the limit is for the figure
            itself, for a cost in microseconds.
        most: whether the limit is an upper bound; otherwise it is a lower bound.
        names: the names of the figures; if empty, all figures but the references.
    """

    limit: float
    of: str = ""
    most: bool = True
    names: tuple[str, ...] = ()

    def met(self, found: float) -> bool:
        """Return whether a number is within the limit."""
        return found <= self.limit if self.most else found >= self.limit


class Section(NamedTuple):
    """One table of figures.

    Args:
        name: the name of the section.
        about: what it measures, in half a sentence.
        kind: what is compared.
        unit: the unit of the figures, such as `decisions a second` or `MB`.
        clock: which time the seconds are, such as `CPU time`; empty if nothing is timed.
        figures: the measurements, references included.
        targets: the limits for them.
        beside: names of more references; figures whose names begin like `REFERENCES` are references anyway.
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
        """Return a figure divided by a reference: how many times as fast, as long or as much it is."""
        return reference.amount / figure.amount if self.kind == "cost" else figure.amount / reference.amount

    def target_text(self, target: Target) -> str:
        """Return a target as short text, such as `≤ 6 x bare ping-pong`."""
        sign = "≤" if target.most else "≥"
        meant = f"x {target.of}" if target.of else "µs" if self.kind == "cost" else self.unit
        return f"{sign} {target.limit:,g} {meant}"

    def verdicts(self, figure: Figure) -> list[tuple[Target, bool | None]]:
        """Return the targets of a figure, each with whether it is met; None if its reference is missing."""
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
    """Run the contenders in turn, and return the best round of each, in units of work per CPU second.

    Args:
        contenders: name -> a function that does some work and returns how much it did.
        rounds: how often each runs.
    """
    found = dict.fromkeys(contenders, 0.0)
    with seldom_collected():  # as in tournaments
        for _ in range(rounds):
            for name, work in contenders.items():
                begun = cpu_time()
                count = work()
                found[name] = max(found[name], count / (cpu_time() - begun))
                gc.collect()  # else the next contender would pay for it
    return [Figure(name, rate) for name, rate in found.items()]


def cpu_time() -> float:
    """Return the CPU seconds of this process, and of the processes that it has started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and the processes that it starts meanwhile, on one core, if the system allows that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
