"""`python -m tests.calibration.disasters`: how often tests on margins pass a version that gains a little, but fails.

Prints the table of docs/regression.md (a minute or two).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from arena.ratings import MarginSprt, NormalizedEValue, SequentialTest, Verdict
from tests.calibration.deals import Floats

LEAD = 0.37
"""The lead under H1, in standard deviations of a deal."""
LONGEST = 3000
"""The most deals of a match; a test that is still open then counts as not accepting H1."""
MATCHES = 200


class Margins(NamedTuple):
    """Margins with a mean of 0.

    Args:
        name: what they are.
        often: the share of deals that are disasters.
        cost: what a disaster costs, in usual deviations.
        skewed: whether usual margins have a long tail of losses; otherwise they are normal.
        limit: the largest margin that the tests know of.
        apart: the share of deals in which there is a margin at all; near-copies have none in most deals.
    """

    name: str
    often: float = 0.0
    cost: float = 0.0
    skewed: bool = False
    limit: float = 4.0
    apart: float = 1.0

    @property
    def deviation(self) -> float:
        """The standard deviation of a deal, disasters included."""
        return math.sqrt(1.0 - self.often + self.often * self.cost**2 / (1.0 - self.often))

    def drawn(self, rng: np.random.Generator, deals: int) -> Floats:
        """Return the margins of some deals; those that are no disasters have a deviation of 1."""
        usual = 1.0 - rng.gamma(1.0, size=deals) if self.skewed else rng.normal(0.0, 1.0, deals)
        if self.apart < 1.0:
            usual = np.where(rng.random(deals) < self.apart, usual / math.sqrt(self.apart), 0.0)
        disaster = rng.random(deals) < self.often
        return np.where(disaster, -self.cost, usual + self.often * self.cost / (1.0 - self.often))


KINDS = (
    Margins("normal"),
    Margins("skewed: many small gains, few large losses", skewed=True, limit=8.0),
    Margins("a crash that costs 5 in 4 % of deals", 0.04, 5.0, limit=5.0),
    Margins("a crash that costs 10 in 2 % of deals", 0.02, 10.0, limit=10.0),
    Margins("a crash that costs 10 in 4 % of deals", 0.04, 10.0, limit=10.0),
    Margins("a disaster that costs 30 in 1 % of deals", 0.01, 30.0, limit=30.0),
    *(Margins(f"near-copies, limit {limit}", limit=limit, apart=0.125) for limit in (8, 16, 32)),
)
TESTS: dict[str, Callable[[Margins], SequentialTest]] = {
    "`margin-sprt`": lambda margins: MarginSprt(0.0, LEAD),
    "`margin`": lambda margins: NormalizedEValue(0.0, LEAD, margins.limit),
}


def rate(margins: Margins, make: Callable[[Margins], SequentialTest], lead: float, matches: int) -> tuple[float, float]:
    """Return the share of matches in which a test accepted H1, and the mean number of deals.

    Args:
        margins: what the margins are.
        make: makes the test.
        lead: the true mean, in standard deviations of a deal.
        matches: how many matches are played.
    """
    rng = np.random.default_rng(1)
    passed, deals = 0, 0
    for _ in range(matches):
        test = make(margins)
        passed += test.extend(margins.drawn(rng, LONGEST) + lead * margins.deviation) is Verdict.H1
        deals += test.pairs
    return passed / matches, deals / matches


def table(matches: int) -> Iterator[str]:
    """Yield the lines of the table: how often each test is wrong, and how many deals it takes if it is right."""
    heads = [f"{test}: {what}" for test in TESTS for what in ("passed wrongly", "deals")]
    yield f"| margins | {' | '.join(heads)} |"
    yield f"|---{'|---' * len(heads)}|"
    for margins in KINDS:
        cells = []
        for make in TESTS.values():
            wrong, _ = rate(margins, make, 0.0, matches)
            _, deals = rate(margins, make, LEAD, matches)
            cells += [f"{wrong:.3f}", f"{deals:.0f}"]
        yield f"| {margins.name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    for line in table(MATCHES):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
