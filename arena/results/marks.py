"""Marks of a class: points for standing up to bots that the ladder file names, by the deals between the two.

A rating cannot be a mark: it changes when other bots change, and a bot that won or lost everything has none. The deals
against a named bot can be compared in every case.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from arena import ratings
from arena.ratings import Comparison, Results
from arena.settings.sections import MarkSection


class Standing(StrEnum):
    """How a bot compares with a named one, in a word."""

    BETTER = "better"
    NOT_WORSE = "not worse"
    NOT_KNOWN = "not known"
    WORSE = "worse"
    NOT_MET = "not met"


class Mark(NamedTuple):
    """What a bot gets for one of the bots that the ladder file names.

    Args:
        baseline: the named bot.
        standing: how the bot compares with it.
        points: what it gets.
        most: what it could get.
        found: what their deals show; None if there are none.
    """

    baseline: str
    standing: Standing
    points: float
    most: float
    found: Comparison | None


def mark(results: Results, bot: str, baseline: str, section: MarkSection) -> Mark:
    """Return the mark of a bot for a named bot.

    It is better if the 95 % interval of its lead lies above 0, worse if below 0, and not worse if it lies above minus
    `elo` of the section. For a bot that won or lost every deal, the end of the interval is the bound that the number of
    deals gives.

    Args:
        results: the games of the ladder.
        bot: the name of the bot.
        baseline: the named bot.
        section: what it is worth.
    """
    most = section.not_worse + section.better
    try:
        found = ratings.compare(ratings.pairs_between(results, bot, baseline))
    except ValueError:  # one of them has no games, or they have not met
        return Mark(baseline, Standing.NOT_MET, 0.0, most, None)
    low, high = found.elo.low, found.elo.high
    if low is not None and low > 0.0:
        return Mark(baseline, Standing.BETTER, most, most, found)
    if found.identical or (low is not None and low > -section.elo):
        return Mark(baseline, Standing.NOT_WORSE, section.not_worse, most, found)
    worse = high is not None and high < 0.0
    return Mark(baseline, Standing.WORSE if worse else Standing.NOT_KNOWN, 0.0, most, found)
