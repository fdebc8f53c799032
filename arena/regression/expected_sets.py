"""How many sets a test is expected to take, before it is played and while it is."""

from __future__ import annotations

import math
import time
from typing import NamedTuple

from arena.ratings import LikelihoodTest
from arena.ratings.scale import NORMALIZED_ELO, score_of
from arena.ratings.sequential import wald_bounds
from arena.regression.gate import Gate, Question
from arena.regression.series import BLOCK
from arena.tournament.events import GameEnded, Note, Tell

FIRST = 10
"""After so many sets it is told again how many minutes a test is expected to take."""
GAUGE = 21
"""How many characters the line has that shows the evidence between the bounds of a test."""
SLOWER = {"sprt": 1.0, "boards": 1.0, "margin-sprt": 1.0, "evalue": 1.5, "margin": 2.0}
"""How many times as many sets a test takes as the likelihood test of the same values (docs/regression.md)."""


class ExpectedSets(NamedTuple):
    """How many sets a test is expected to take.

    Args:
        clear: if one of the two hypotheses is true.
        between: if the truth is halfway between them, which takes longest.
    """

    clear: float
    between: float


def expected(question: Question, rooms: int, deviation: float | None = None) -> ExpectedSets:
    """Return how many sets a test is expected to take, by Wald's approximation.

    A. Wald, Sequential Tests of Statistical Hypotheses (1945), section 4: the expected evidence at the end, divided by
    that of a set. If the lead is larger than the question asks about, a test takes fewer sets.

    Args:
        question: what the test asks.
        rooms: how many games a set has.
        deviation: the standard deviation of a set's score, where it is known; None for that of independent games
            without draws, which is the most. A test on margins counts in deviations, and does not need it.
    """
    if question.on_margins:
        apart = (question.elo1 - question.elo0) * math.sqrt(rooms) / NORMALIZED_ELO
    else:
        deviation = 0.5 / math.sqrt(rooms) if deviation is None else deviation
        apart = (score_of(question.elo1) - score_of(question.elo0)) / max(deviation, 1e-9)
    lower, upper = wald_bounds(question.alpha, question.beta)
    ends = (
        (1 - question.beta) * upper + question.beta * lower,
        -question.alpha * upper - (1 - question.alpha) * lower,
    )
    factor = SLOWER[question.kind]
    return ExpectedSets(factor * max(ends) * 2 / apart**2, factor * -lower * upper / apart**2)


def seen(gate: Gate, rooms: int) -> ExpectedSets:
    """Return the same for a test that has counted some sets, by the deviation of their scores.

    A set that is won and one that is lost are counted as well: ten sets of one score must not promise that no other
    score will come.
    """
    values = gate.test.values if isinstance(gate.test, LikelihoodTest) and not gate.question.on_margins else []
    if len(values) < 2:
        return expected(gate.question, rooms)
    values = [*values, 0.0, 1.0]
    mean = sum(values) / len(values)
    return expected(gate.question, rooms, math.sqrt(sum((x - mean) ** 2 for x in values) / (len(values) - 1)))


def outlook_text(
    found: ExpectedSets, max_sets: int, max_minutes: float, sets_a_minute: float = 0.0, by: str = "at this pace"
) -> str:
    """Return how long a test is expected to take, as a line.

    Args:
        found: how many sets it is expected to take.
        max_sets: after how many sets it ends.
        max_minutes: after how many minutes it ends; infinity for no limit.
        sets_a_minute: how many sets are played in a minute; 0 if that is not known yet.
        by: how it is known.
    """
    sets = [min(float(max_sets), max(1.0, each)) for each in found]
    told = [f"{float(f'{each:.2g}'):,.0f}" for each in sets]
    text = f"expected: about {told[0]} sets if one of the hypotheses is true, {told[1]} halfway between them"
    if sets_a_minute:
        told = [_duration(each / sets_a_minute) for each in sets]
        text = f"{by}, {told[0]} if one of the hypotheses is true, {told[1]} halfway between them"
    limits = [] if sets_a_minute else [f"{max_sets:,} sets"]
    limits += [] if max_minutes == math.inf else [f"{max_minutes:g} minute{'s' * (max_minutes != 1)}"]
    return text + f"; at most {' and '.join(limits)}" * bool(limits)


def _duration(minutes: float) -> str:
    """Return about how long something takes, in words."""
    if minutes < 1:
        return "less than a minute"
    number, unit = (minutes, "minutes") if minutes < 100 else (minutes / 60, "hours")
    return f"about {float(f'{number:.2g}'):g} {unit}"


class Outlook:
    """Tells how long a test is expected to take: before it, by its first game, and again by its first sets.

    Args:
        gate: the test.
        rooms: how many games a set has.
        at_once: how many rooms play at the same time.
        max_minutes: after how many minutes it ends; infinity for no limit.
        tell: is told.

    Attributes:
        games: how many games have ended.
    """

    def __init__(self, gate: Gate, rooms: int, at_once: int, max_minutes: float, tell: Tell) -> None:
        self._gate, self._rooms, self._at_once, self._max_minutes = gate, rooms, at_once, max_minutes
        self._tell = tell
        self._begun, self._before, self._told = time.monotonic(), gate.test.pairs, False
        self.games: int = 0
        self._say(expected(gate.question, rooms), 0.0, "")

    def take(self, ended: GameEnded) -> None:
        """Look how long the first game took, and count games.

        Bots start again for each block of sets, so what passed until the first game began counts only in part.
        """
        self.games += 1
        took = time.monotonic() - self._begun
        played = self._gate.test.pairs - self._before
        if self.games == 1:
            seconds = sum(use.total_ms for use in ended.outcome.uses.values()) / 1000
            starting = max(0.0, took - seconds)
            a_minute = 60 * self._at_once / max(self._rooms * (seconds + starting / BLOCK), 1e-6)
            self._say(expected(self._gate.question, self._rooms), a_minute, "by the first game")
        elif played >= FIRST and not self._told and not self._gate.decided():
            self._told = True
            self._say(seen(self._gate, self._rooms), 60 * played / max(took, 1e-3), "at this pace")

    def _say(self, found: ExpectedSets, a_minute: float, seen: str) -> None:
        planned = self._gate.head_to_head.planned
        self._tell(Note(outlook_text(found, planned, self._max_minutes, a_minute, seen), kind="detail"))

    def state(self) -> str:
        """Return how the test stands: the evidence between its two bounds, as a line of text."""
        test = self._gate.test
        share = (test.evidence - test.lower) / (test.upper - test.lower)
        at = round(min(max(share, 0.0), 1.0) * (GAUGE - 1))
        scale = "".join("#" if i == at else "|" if i == GAUGE // 2 else "-" for i in range(GAUGE))
        return f"{test.lower:+.2f} {scale} {test.upper:+.2f}  {test.evidence:+z.2f} after {test.pairs} sets"
