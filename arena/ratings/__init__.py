"""Ratings and statistics of tournaments: who is better, and how sure that is. Knows nothing of card games or processes.

    >>> from arena.ratings import Results, duel, fit, rows
    >>> played = [duel("owl", "jay", 1.0, deal) for deal in range(30)]
    >>> played += [duel("jay", "owl", deal % 2, deal) for deal in range(30)]
    >>> ladder = fit(Results.of(played), "jay")
    >>> print(*rows(ladder)[0].cells[:6])
    1 1-1 owl +191 90 >99.9 %

`Results` is a table of outcomes of games with two or more sides. `fit` rates all entrants at once and returns a
`Ladder`: ratings, covariance, likelihoods of superiority, rank intervals and a test of fit. `rows` turns it into a
table. The unit of evidence is always the deal with all its games, because games that share their cards are not
independent.

For two entrants alone, `compare` says what their deals show (`Pairs`; `pairs_between` takes them from a table of
results). To test which one is better while they play, feed a `SequentialTest` deal by deal: `Sprt` uses scores,
`NormalizedEValue` uses margins, and so does `MarginSprt`, which trusts that there are no rare disasters. `EValue`
and `NormalizedEValue` may be stopped at any time. `after_stopping` says what an SPRT has found.
"""

from arena.ratings.anchors import AnchorFit, anchor_fit
from arena.ratings.betting import BettingTest, EValue, NormalizedEValue
from arena.ratings.boards import boards
from arena.ratings.by_seat import SeatRecord, by_seat, wilson
from arena.ratings.estimate import Contrasts, Estimate, Meeting, SeatAdvantage
from arena.ratings.faults import FaultShift, fault_shifts
from arena.ratings.files import Keep, digest, read_csv, write_csv
from arena.ratings.games import Game, duel
from arena.ratings.lack_of_fit import LackOfFit
from arena.ratings.ladder import Ladder, Rank, Rating, Status
from arena.ratings.matches import pairs_between
from arena.ratings.matchpoints import Matchpoints, matchpoints, neuberg
from arena.ratings.notes import Note, NoteGroup, notes
from arena.ratings.pairs import Comparison, Pairs, compare
from arena.ratings.plain_words import CERTAIN, in_words
from arena.ratings.points import PointsMean
from arena.ratings.proven import Win
from arena.ratings.ratings import fit
from arena.ratings.results import UNKNOWN_SEAT, Results, RowError
from arena.ratings.scale import Interval, elo_of, score_of
from arena.ratings.sequential import LikelihoodTest, MarginSprt, SequentialTest, Sprt, Verdict
from arena.ratings.snapshots import Moment, Snapshot, history, history_csv
from arena.ratings.stopping import Stopped, after_stopping
from arena.ratings.superiority import los_text
from arena.ratings.table import (
    HEADINGS,
    Row,
    as_data,
    elo_text,
    identical_groups,
    markdown,
    rows,
    shown,
    to_markdown,
)
from arena.ratings.tallies import Tally
from arena.ratings.versus import Cell, Versus, head_to_head, versus
from arena.ratings.wording import summary

__all__ = [
    "CERTAIN",
    "HEADINGS",
    "UNKNOWN_SEAT",
    "AnchorFit",
    "BettingTest",
    "Cell",
    "Comparison",
    "Contrasts",
    "EValue",
    "Estimate",
    "FaultShift",
    "Game",
    "Interval",
    "Keep",
    "LackOfFit",
    "Ladder",
    "LikelihoodTest",
    "MarginSprt",
    "Matchpoints",
    "Meeting",
    "Moment",
    "NormalizedEValue",
    "Note",
    "NoteGroup",
    "Pairs",
    "PointsMean",
    "Rank",
    "Rating",
    "Results",
    "Row",
    "RowError",
    "SeatAdvantage",
    "SeatRecord",
    "SequentialTest",
    "Snapshot",
    "Sprt",
    "Status",
    "Stopped",
    "Tally",
    "Verdict",
    "Versus",
    "Win",
    "after_stopping",
    "anchor_fit",
    "as_data",
    "boards",
    "by_seat",
    "compare",
    "digest",
    "duel",
    "elo_of",
    "elo_text",
    "fault_shifts",
    "fit",
    "head_to_head",
    "history",
    "history_csv",
    "identical_groups",
    "in_words",
    "los_text",
    "markdown",
    "matchpoints",
    "neuberg",
    "notes",
    "pairs_between",
    "read_csv",
    "rows",
    "score_of",
    "shown",
    "summary",
    "to_markdown",
    "versus",
    "wilson",
    "write_csv",
]
