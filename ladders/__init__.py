"""Ratings and statistics of tournaments: who is better, and how sure that is. Knows nothing of games or processes.

    >>> from ladders import Game, Results, fit, rows
    >>> played = [Game("owl", "jay", 1.0, cluster=deal) for deal in range(30)]
    >>> played += [Game("jay", "owl", deal % 2, cluster=deal) for deal in range(30)]
    >>> ladder = fit(Results.of(played), anchor="jay")
    >>> print(*rows(ladder)[0].cells[:6])
    1 1-1 owl +191 88 100.0 %

One fit of all results (`fit`) gives a `Ladder`; `rows` turns it into a table. The unit of evidence is everywhere the
deal with all its rooms, because its games are not independent.

Two entrants alone: `compare` says what the `Pairs` of deals between them show. Which is better may be tested while they
play, deal by deal: `Sprt` on scores, `MarginSprt` on margins, and `EValue` and `MarginEValue` to stop at will, all of
them a `SequentialTest`. `plan` says what a test will take, `after_stopping` what it has found.
"""

from ladders.betting import BettingTest, EValue, MarginEValue
from ladders.bradley_terry import LackOfFit
from ladders.ladder import Estimate, Ladder, Rank, Rating, Status
from ladders.pairs import Comparison, Pairs, compare
from ladders.ratings import fit
from ladders.results import Game, Results, Tally
from ladders.scale import Interval, elo_of, score_of
from ladders.sequential import LikelihoodTest, MarginSprt, SequentialTest, Sprt, Verdict
from ladders.stopping import Plan, Stopped, after_stopping, plan
from ladders.table import HEADINGS, Row, elo_text, rows, to_csv, to_json, to_markdown
from ladders.wording import summary

__all__ = [
    "HEADINGS",
    "BettingTest",
    "Comparison",
    "EValue",
    "Estimate",
    "Game",
    "Interval",
    "LackOfFit",
    "Ladder",
    "LikelihoodTest",
    "MarginEValue",
    "MarginSprt",
    "Pairs",
    "Plan",
    "Rank",
    "Rating",
    "Results",
    "Row",
    "SequentialTest",
    "Sprt",
    "Status",
    "Stopped",
    "Tally",
    "Verdict",
    "after_stopping",
    "compare",
    "elo_of",
    "elo_text",
    "fit",
    "plan",
    "rows",
    "score_of",
    "summary",
    "to_csv",
    "to_json",
    "to_markdown",
]
