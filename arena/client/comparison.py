"""Comparing answers: which one is clearly better than the answer that a player would give without a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from typing import NamedTuple

from arena.games.kernel import Word

FIRST = 6
"""After so many worlds, and whenever the number has doubled, answers that are clearly worse, or not among the best, are
dropped. With fewer worlds the default stays: three often agree by chance."""
SAME = 48
"""After so many worlds, answers that have gained the same as another one in all of them are dropped, too. Not sooner:
where a deal is worth a point or two, answers that differ seldom do so in the first worlds."""
LEFT = 96
"""After so many worlds, one answer is left beside the default; after half as many two, and so on (sequential halving:
Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013). So each round takes about as many
rollouts, and most of them go to the answers that look best. Of those that gain the same on average, all are left."""
WORSE = 2.0
"""By how many standard errors an answer is clearly worse than the best so far."""
BEHIND = ((48, 0.0), (24, 0.5))
"""By how many standard errors the answers may be behind the default after so many worlds, if none is ahead of it: few
would still come to be clearly better. With fewer worlds it is `WORSE`."""
CLEAR = 3.0
"""By how many standard errors the last other answer must be better for the search to end early."""
PRIOR = 4.0
"""As how many worlds the spread of all answers counts in that of each: a few like gains are no proof that all are."""


class Estimate(NamedTuple):
    """What came of an answer in rollouts.

    Args:
        mean: the mean of what the side of the seat gained on the others.
        error: the standard error of that mean; `inf` after a single rollout.
        rollouts: the number of rollouts.
    """

    mean: float
    error: float
    rollouts: int


class Comparison(NamedTuple):
    """What came of all answers beside a default one.

    Args:
        best: the default answer; or, of those that were not dropped, the one with the highest mean, if that is clearly
            better.
        words: each other answer that was tried, with how much more it gains than the default one in the same worlds.
            Answers that were dropped have fewer rollouts.
        worlds: the number of worlds.
    """

    best: Word
    words: dict[Word, Estimate]
    worlds: int


class Race:
    """Adds up what answers gain in worlds, and drops those that are clearly worse than another.

    Args:
        words: the answers.
        default: the one that they are compared with.

    Attributes:
        running: the other answers that have not been dropped.
        worlds: the number of worlds so far.
    """

    def __init__(self, words: Sequence[Word], default: Word) -> None:
        self.default = default
        self.running: list[Word] = [word for word in words if word != default]
        self.worlds: int = 0
        self._more: dict[Word, list[float]] = {word: [] for word in self.running}
        self._last = self.running  # when none is running any more, the answers of the last round
        self._check = FIRST

    def add(self, gains: Mapping[Word, float]) -> bool:
        """Add what came of the default and of all running answers in one world; return whether to go on."""
        self.worlds += 1
        for word in self.running:
            self._more[word].append(gains[word] - gains[self.default])
        if self.worlds == self._check:
            self._check *= 2
            self._drop()
        self._last = self.running or self._last
        return bool(self.running)

    def estimates(self) -> dict[Word, Estimate]:
        """Return how much more each answer gains than the default one."""
        means, spreads = {}, {}
        for word, more in self._more.items():
            if more:
                means[word] = sum(more) / len(more)
                spreads[word] = sum([(each - means[word]) ** 2 for each in more]) / len(more)
        common = sum(spreads.values()) / max(1, len(spreads))
        found = {}
        for word, mean in means.items():
            number = len(self._more[word])
            variance = (number * spreads[word] + PRIOR * common) / (number - 1 + PRIOR)
            found[word] = Estimate(mean, sqrt(variance / number) if number > 1 else inf, number)
        return found

    def _drop(self) -> None:
        """Drop the answers that are clearly worse than the best so far; all, if the best is clear.

        Answers that have gained the same as another one in `SAME` worlds are dropped, too, such as the jack beside the
        ten: the time goes to those that differ.
        """
        if self.worlds >= SAME:
            differ: dict[tuple[float, ...], Word] = {(0.0,) * self.worlds: self.default}
            for word in self.running:
                differ.setdefault(tuple(self._more[word]), word)
            self.running = [word for word in differ.values() if word != self.default]
            if not self.running:
                return
        known = self.estimates()
        lead = max(self.running, key=lambda word: known[word].mean)
        if known[lead].mean <= 0:
            behind = next((errors for worlds, errors in BEHIND if self.worlds >= worlds), WORSE)
            self.running = [word for word in self.running if known[word].mean >= -behind * known[word].error]
        else:
            self.running = [word for word in self.running if word == lead or not self._worse(word, lead)]
        self._halve()
        if self.running == [lead] and known[lead].mean > CLEAR * known[lead].error:
            self.running = []

    def _halve(self) -> None:
        """Drop the answers that are not among the best, of which one is left after `LEFT` worlds.

        Answers that have gained the same in every world count as one.
        """
        sums = {tuple(self._more[word]): sum(self._more[word]) for word in self.running}
        left = max(1, LEFT // self.worlds)
        if len(sums) > left:
            least = sorted(sums.values(), reverse=True)[left - 1]
            self.running = [word for word in self.running if sum(self._more[word]) >= least]

    def _worse(self, word: Word, lead: Word) -> bool:
        """Return whether an answer is clearly worse than another one that is running, too."""
        more = [one - other for one, other in zip(self._more[lead], self._more[word], strict=True)]
        mean = sum(more) / len(more)
        return mean > WORSE * sqrt(sum([(each - mean) ** 2 for each in more])) / len(more)

    def result(self, margin: float) -> Comparison:
        """Return the comparison; an answer is clearly better by so many standard errors, in `FIRST` worlds or more."""
        words = self.estimates()
        best = max(self._last if words else (), key=lambda word: words[word].mean, default=self.default)
        if best != self.default and (self.worlds < FIRST or words[best].mean <= margin * words[best].error):
            best = self.default
        return Comparison(best, words, self.worlds)
