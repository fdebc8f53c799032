"""Ratings and statistics of tournaments: who is better, and how sure that is. Knows nothing of games or processes.

    >>> from ladders import Game, Results, fit, rows
    >>> played = [Game("owl", "jay", 1.0, cluster=deal) for deal in range(30)]
    >>> played += [Game("jay", "owl", deal % 2, cluster=deal) for deal in range(30)]
    >>> ladder = fit(Results.of(played), anchor="jay")
    >>> print(*rows(ladder)[0].cells[:6])
    1 1-1 owl +191 88 100.0 %

One fit of all results (`fit`) gives a `Ladder`; `rows` turns it into a table. `head_to_head` looks at two entrants
alone. The unit of evidence is everywhere the deal with all its rooms, because its games are not independent.
"""

from ladders.bradley_terry import LackOfFit
from ladders.ladder import Estimate, Ladder, Rank, Rating, Status
from ladders.pairs import HeadToHead, head_to_head
from ladders.ratings import fit
from ladders.results import Game, Results, Tally
from ladders.table import HEADINGS, Row, elo_text, rows, to_csv, to_json, to_markdown

__all__ = [
    "HEADINGS",
    "Estimate",
    "Game",
    "HeadToHead",
    "LackOfFit",
    "Ladder",
    "Rank",
    "Rating",
    "Results",
    "Row",
    "Status",
    "Tally",
    "elo_text",
    "fit",
    "head_to_head",
    "rows",
    "to_csv",
    "to_json",
    "to_markdown",
]
