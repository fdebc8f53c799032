"""Results for tests: published tables, and hypothesis strategies for small random tables."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from arena.ratings import Game, Results, duel, fit
from arena.ratings.arrays import Floats

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

# The same games by home team (row) and visitor: games won by the home team, games lost by it.
HOME_WINS = (
    (0, 4, 4, 4, 6, 4, 6),
    (3, 0, 4, 4, 6, 6, 4),
    (2, 4, 0, 2, 4, 4, 6),
    (3, 5, 2, 0, 4, 4, 6),
    (5, 2, 3, 4, 0, 5, 6),
    (2, 3, 3, 4, 4, 0, 2),
    (2, 1, 1, 2, 1, 3, 0),
)
HOME_LOSSES = (
    (0, 3, 2, 3, 1, 2, 0),
    (3, 0, 2, 3, 0, 1, 3),
    (5, 3, 0, 4, 3, 2, 0),
    (3, 1, 5, 0, 3, 2, 1),
    (1, 5, 3, 2, 0, 2, 0),
    (5, 3, 4, 3, 2, 0, 4),
    (5, 5, 6, 4, 6, 4, 0),
)

# Citations among four journals of statistics (Stigler, Statistical Science 9, 1994): the cited row wins.
JOURNALS = ("Biometrika", "Communications in Statistics", "JASA", "JRSS-B")
CITATIONS = ((0, 730, 498, 221), (33, 0, 68, 17), (320, 813, 0, 142), (284, 276, 325, 0))

# The worked example of the encyclopaedia article on the Bradley-Terry model.
LETTERS = ("A", "B", "C", "D")
WORKED_EXAMPLE = ((0, 2, 0, 1), (3, 0, 5, 0), (0, 3, 0, 1), (4, 0, 3, 0))


def from_wins(names: Sequence[str], wins: Sequence[Sequence[int]]) -> Results:
    """Return a table of wins (row over column) as single games, each a deal of its own."""
    deal = count()
    games = [
        duel(names[i], names[j], 1.0, next(deal))
        for i, row in enumerate(wins)
        for j, n in enumerate(row)
        for _ in range(n)
    ]
    return Results.of(games, names)


def at_home() -> Results:
    """Return the baseball games with the home team in seat 0, each a deal of its own."""
    cells = [(i, j, 1.0, n) for i, row in enumerate(HOME_WINS) for j, n in enumerate(row)]
    cells += [(i, j, 0.0, n) for i, row in enumerate(HOME_LOSSES) for j, n in enumerate(row)]
    games = [(i, j, score) for i, j, score, n in cells for _ in range(n)]
    home, visitor, scores = (list(column) for column in zip(*games, strict=True))
    return Results.of_duels(BASEBALL_TEAMS, home, visitor, scores, range(len(games)), seated=True)


def races() -> Results:
    """Return the 36 races of the NASCAR season of 2002, each a deal of its own.

    These are the data of D. R. Hunter, MM algorithms for generalized Bradley-Terry models (Annals of Statistics 32,
    2004): the numbers of drivers in finishing order, without four who finished last in all their races.
    """
    lines = Path(__file__).with_name("nascar.txt").read_text().splitlines()
    orders = [line.split() for line in lines]
    return Results.of(Game(order, range(1, len(order) + 1), race) for race, order in enumerate(orders))


def nats(results: Results, anchor: str | None = None) -> Floats:
    """Return the fitted ratings in nats."""
    return np.asarray(fit(results, anchor).core.elo * NATS)


def random_games(seed: int, entrants: int, rows: int, deals: int, spread: float = 1.0) -> list[Game]:
    """Return games of two sides in a pool of random strength, one in ten drawn."""
    rng = np.random.default_rng(seed)
    strength = rng.normal(0.0, spread, entrants)
    games = []
    for _ in range(rows):
        i, j = rng.choice(entrants, 2, replace=False)
        chance = 1.0 / (1.0 + np.exp(strength[j] - strength[i]))
        score = 0.5 if rng.random() < 0.1 else float(rng.random() < chance)
        games.append(duel(f"bot{i}", f"bot{j}", score, int(rng.integers(deals)), fault=bool(rng.random() < 0.05)))
    return games


def random_orders(seed: int, entrants: int, games: int, deals: int, *, sides: Sequence[int], ties: float) -> Results:
    """Return games of several sides in a pool of random strength, in random seats.

    Args:
        seed: the seed of all random draws.
        entrants: the number of entrants.
        games: the number of games.
        deals: the number of deals.
        sides: the numbers of sides to choose from.
        ties: the chance that a side shares the place of the one before it.
    """
    rng = np.random.default_rng(seed)
    strength = rng.normal(0.0, 0.8, entrants)
    found = []
    for _ in range(games):
        playing = rng.choice(entrants, rng.choice(sides), replace=False)
        order = playing[np.argsort(-strength[playing] - rng.gumbel(size=playing.size))]
        places = 1 + np.cumsum(np.append(0, rng.random(order.size - 1) >= ties))
        seats = rng.permutation(order.size).tolist()
        names = [f"bot{i}" for i in order]
        found.append(Game(names, places.tolist(), int(rng.integers(deals)), seats=seats))
    return Results.of(found, [f"bot{i}" for i in range(entrants)])


@st.composite
def small_games(draw: st.DrawFn, most: int = 4) -> list[Game]:
    """A few games of a few entrants with two or more sides; most of these tables have no maximum of the likelihood."""
    entrants = draw(st.integers(2, 6))
    names = [f"bot{i}" for i in range(entrants)]
    seated = draw(st.booleans())

    @st.composite
    def game(draw: st.DrawFn) -> Game:
        sides = draw(st.lists(st.sampled_from(names), min_size=2, max_size=min(most, entrants), unique=True))
        places = [draw(st.integers(1, 3)) for _ in sides]
        deal = draw(st.integers(0, 4))
        return Game(sides, places, deal, seats=draw(st.permutations(range(len(sides)))) if seated else None)

    return draw(st.lists(game(), min_size=1, max_size=25))
