"""Results to test with: published tables and strategies for small random ones."""

from collections.abc import Sequence
from itertools import count

import numpy as np
from hypothesis import strategies as st

from ladders import Game, Results, fit
from ladders.results import Floats

NATS = np.log(10.0) / 400.0

# Games within the eastern division of the American League in 1987: wins of the row over the column (Agresti,
# Categorical Data Analysis, chapter on matched pairs).
BASEBALL_TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
BASEBALL = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)

# Citations among four journals of statistics (Stigler, Statistical Science 9, 1994): the cited row wins.
JOURNALS = ("Biometrika", "Communications in Statistics", "JASA", "JRSS-B")
CITATIONS = ((0, 730, 498, 221), (33, 0, 68, 17), (320, 813, 0, 142), (284, 276, 325, 0))

# The worked example of the encyclopaedia article on the Bradley-Terry model.
LETTERS = ("A", "B", "C", "D")
WORKED_EXAMPLE = ((0, 2, 0, 1), (3, 0, 5, 0), (0, 3, 0, 1), (4, 0, 3, 0))


def from_wins(names: Sequence[str], wins: Sequence[Sequence[int]]) -> Results:
    """Return a table of wins of the row over the column as single games, each a deal of its own."""
    deal = count()
    games = [
        Game(names[i], names[j], 1.0, next(deal))
        for i, row in enumerate(wins)
        for j, n in enumerate(row)
        for _ in range(n)
    ]
    return Results.of(games, names)


def nats(results: Results, anchor: str | None = None) -> Floats:
    """Return the fitted ratings in nats."""
    return np.asarray(fit(results, anchor).core.elo * NATS)


def random_games(seed: int, entrants: int, rows: int, deals: int, spread: float = 1.0) -> list[Game]:
    """Return games of a pool of random strength, one in ten drawn."""
    rng = np.random.default_rng(seed)
    strength = rng.normal(0.0, spread, entrants)
    games = []
    for _ in range(rows):
        i, j = rng.choice(entrants, 2, replace=False)
        chance = 1.0 / (1.0 + np.exp(strength[j] - strength[i]))
        score = 0.5 if rng.random() < 0.1 else float(rng.random() < chance)
        games.append(Game(f"bot{i}", f"bot{j}", score, int(rng.integers(deals)), bool(rng.random() < 0.05)))
    return games


@st.composite
def small_games(draw: st.DrawFn) -> list[Game]:
    """A few games of a few entrants: mostly tables without a maximum of the likelihood."""
    entrants = draw(st.integers(2, 6))
    pair = st.tuples(st.integers(0, entrants - 1), st.integers(1, entrants - 1))
    row = st.tuples(pair, st.sampled_from((0.0, 0.5, 1.0)), st.integers(0, 4))
    rows = draw(st.lists(row, min_size=1, max_size=30))
    return [Game(f"bot{i}", f"bot{(i + step) % entrants}", score, deal) for (i, step), score, deal in rows]
