"""How many sets a test is expected to take, before it is played and while it is."""

from __future__ import annotations

import math
from typing import NamedTuple

from arena.ratings import LikelihoodTest
from arena.ratings.scale import NORMALIZED_ELO, score_of
from arena.ratings.sequential import wald_bounds
from arena.regression.gate import Gate, Question

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
