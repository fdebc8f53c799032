"""What came of every answer to a question, tried in worlds that need not be equally likely."""

from __future__ import annotations

from math import inf, sqrt
from typing import NamedTuple

from arena.client.comparison import Estimate
from arena.games.kernel import Word


class Simulation(NamedTuple):
    """What came of all answers, in the order of the question.

    Args:
        words: the legal answers, each with what came of it. All have been tried in the same worlds.
        worlds: the number of worlds.
    """

    words: dict[Word, Estimate]
    worlds: int

    @property
    def best(self) -> Word:
        """The answer with the highest mean; of several, the first."""
        means = {word: each.mean for word, each in self.words.items()}
        return max(means, key=means.__getitem__)


class Tally:
    """Adds up the gains of each answer.

    Args:
        words: the answers.
    """

    def __init__(self, words: tuple[Word, ...]) -> None:
        self.words = words
        self.count: int = 0
        self.rows: list[list[float]] = []

    def add(self, gains: list[float], weight: float) -> None:
        """Add the gain of each answer in a world of this weight."""
        self.count += 1
        self.rows.append([weight, *gains])

    def result(self) -> Simulation:
        """Return the mean of each answer, with its standard error."""
        total = sum([row[0] for row in self.rows])
        if not total:  # no world agrees with the policy: they all weigh the same
            for row in self.rows:
                row[0] = 1.0
            total = float(self.count)
        found = {}
        for index, word in enumerate(self.words):
            mean = sum([row[0] * row[index + 1] for row in self.rows]) / total
            spread = sum([(row[0] * (row[index + 1] - mean)) ** 2 for row in self.rows])
            share = 1 - sum([row[0] ** 2 for row in self.rows]) / total**2
            error = sqrt(spread / share) / total if share > 1e-12 else inf
            found[word] = Estimate(mean, error, self.count)
        return Simulation(found, self.count)
