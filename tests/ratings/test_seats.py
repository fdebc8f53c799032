"""Seat advantages: when they are part of the model, and when they cannot be estimated."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings

from arena.ratings import Game, Ladder, Results, SeatAdvantage, fit
from arena.ratings.arrays import Floats
from arena.ratings.plackett_luce import ELO
from tests.ratings.simulated import duplicates, rotations
from tests.ratings.tables import small_games

pytestmark = pytest.mark.slow


def first_moves(games: dict[tuple[str, str], tuple[int, int]]) -> Results:
    """Games between two entrants in which the first moves first: the numbers of games it won and lost."""
    played = [
        Game(pair, places, (pair, places, number), seats=(0, 1))
        for pair, counts in games.items()
        for places, count in zip(((1, 2), (2, 1)), counts, strict=True)
        for number in range(count)
    ]
    return Results.of(played)


def test_an_advantage_is_part_of_the_model_where_all_took_all_seats_too() -> None:
    """A wins 9 of 10 games as first and 5 of 10 as second: odds of 9 and 1, so 3 for A and 3 for the seat."""
    ladder = fit(first_moves({("A", "B"): (9, 1), ("B", "A"): (5, 5)}))
    assert ladder.core.elo[0] - ladder.core.elo[1] == pytest.approx(ELO * math.log(3))
    assert ladder.seat_advantages[0].elo == pytest.approx(ELO * math.log(3))
    mixed = fit(first_moves({("A", "B"): (9, 1), ("B", "A"): (5, 5)}), seat_advantage=False)
    assert mixed.core.elo[0] - mixed.core.elo[1] == pytest.approx(ELO * math.log(14 / 6))


def test_large_advantages_of_four_seats_neither_shrink_ratings_nor_look_like_cycles() -> None:
    """Each line-up takes all seats in turn; the first seat is worth 400 Elo more than the last."""
    rng = np.random.default_rng(8)
    strength, advantage = np.linspace(-1.0, 1.0, 6), np.array([400.0, 300.0, 150.0, 0.0]) / ELO
    found, ignored = [], []
    for _ in range(12):
        results = rotations(rng, strength, 40, advantage)
        found.append(fit(results))
        ignored.append(fit(results, seat_advantage=False))
    assert slope(found, strength) == pytest.approx(1.0, abs=0.04)
    assert slope(ignored, strength) < 0.75
    worth = np.mean([[seat.elo or 0.0 for seat in ladder.seat_advantages] for ladder in found], axis=0)
    assert worth == pytest.approx(ELO * advantage[:-1], abs=15)
    assert sum(ladder.misfit for ladder in found) <= 1
    assert sum(ladder.misfit for ladder in ignored) >= 6


@pytest.mark.parametrize("first", [0.0, 1.0])
def test_two_balanced_seats_cost_no_precision(first: float) -> None:
    rng = np.random.default_rng(9)
    strength = np.array([0.0, 0.2, 0.4, 0.8, 1.2])
    told, blind = [], []
    for _ in range(25):
        results = duplicates(rng, strength, 20, first=first)
        told.append(fit(results))
        blind.append(fit(results, seat_advantage=False))
    surety = [np.mean([distance(ladder) for ladder in ladders]) for ladders in (told, blind)]
    assert surety[0] > 0.99 * surety[1]
    if not first:
        assert slope(told, strength) == pytest.approx(slope(blind, strength), rel=0.02)


def test_the_cards_of_very_few_deals_are_not_taken_for_an_advantage() -> None:
    """In seven deals with good cards for the first seat, each in both seatings, seats stay out; an eighth says more."""
    games = [
        Game(pair, (1, 2) if deal % 3 or pair == ("A", "B") else (2, 1), deal, seats=(0, 1))
        for deal in range(8)
        for pair in (("A", "B"), ("B", "A"), ("A", "C"), ("C", "A"), ("B", "C"), ("C", "B"))
    ]
    assert fit(Results.of(games[:-6])).seat_advantages == ()
    assert fit(Results.of(games[:-5])).seat_advantages[0].elo is not None
    assert fit(Results.of(games[:-7])).seat_advantages[0].elo is not None  # not balanced
    assert fit(Results.of(games)).seat_advantages[0].elo is not None


def slope(ladders: list[Ladder], strength: Floats) -> float:
    """Return by how much ratings differ on average where the truth differs by 1."""
    truth = strength - strength.mean()
    return float(np.mean([ladder.core.elo @ truth for ladder in ladders]) / ELO / (truth @ truth))


def distance(ladder: Ladder) -> float:
    """Return the mean distance of two ratings in standard errors."""
    found = ladder.core.contrasts
    return float(np.abs(found.difference / (found.error + np.eye(len(found.error)))).mean())


def test_unbalanced_seats_have_an_advantage() -> None:
    """Between equals, first movers win 3 to 1; A moved first twelve times, B four times."""
    ladder = fit(first_moves({("A", "B"): (9, 3), ("B", "A"): (3, 1)}))
    (first,) = ladder.seat_advantages
    assert first[:3] == (2, 0, 1)
    assert first.elo == pytest.approx(ELO * math.log(3))
    assert ladder.core.elo == pytest.approx([0, 0], abs=1e-6)
    assert first.error is not None
    assert first.low is not None
    assert first.low < ELO * math.log(3) - first.error
    ignored = fit(first_moves({("A", "B"): (9, 3), ("B", "A"): (3, 1)}), seat_advantage=False)
    assert ignored.seat_advantages == ()
    assert ignored.core.elo[0] > 40


def test_the_last_seat_is_what_others_are_compared_with() -> None:
    """In games of three sides, seat 0 mostly finishes before seat 1, and seat 1 before seat 2."""
    orders = [(1, 2, 3), (1, 2, 3), (2, 1, 3), (1, 3, 2)]
    lineups = list(permutations("ABC"))
    games = [Game(line, places, (line, k), seats=(0, 1, 2)) for line in lineups for k, places in enumerate(orders)]
    games += [Game("ABC", (2, 3, 1), "other", seats=(0, 1, 2))]
    found = fit(Results.of(games)).seat_advantages
    assert [(seat.sides, seat.seat, seat.over) for seat in found] == [(3, 0, 2), (3, 1, 2)]
    elos = [seat.elo for seat in found]
    assert elos[0] is not None
    assert elos[1] is not None
    assert elos[0] > elos[1] > 0


def test_who_always_took_the_same_seat_says_nothing_of_it() -> None:
    ladder = fit(first_moves({("A", "B"): (6, 4)}))
    assert ladder.seat_advantages == (SeatAdvantage(2, 0, 1),)
    assert ladder.core.elo == pytest.approx([ELO / 2 * math.log(1.5), -ELO / 2 * math.log(1.5)])


def test_a_seat_that_always_wins_has_no_number() -> None:
    ladder = fit(first_moves({("A", "B"): (6, 0), ("B", "A"): (5, 0)}))
    assert ladder.seat_advantages == (SeatAdvantage(2, 0, 1),)
    assert ladder.core.elo[0] == pytest.approx(ELO / 2 * math.log(6 / 5))


def test_kinds_of_games_are_told_apart() -> None:
    """In games of two sides, A always moved first; in games of three sides, everyone did at some time."""
    rng = np.random.default_rng(3)
    games = [Game("AB", (1, 2) if rng.random() < 0.5 else (2, 1), k, seats=(0, 1)) for k in range(10)]
    games += [
        Game("ABC", (1 + rng.permutation(3)).tolist(), k, seats=rng.permutation(3).tolist()) for k in range(100, 160)
    ]
    found = fit(Results.of(games)).seat_advantages
    assert [seat.sides for seat in found] == [2, 3, 3]
    assert (found[0].elo is None) == (found[1].elo is None)


def test_games_with_an_unknown_seat_have_no_advantage_in_them() -> None:
    games = [Game("AB", (1, 2), k, seats=(0, 1)) for k in range(9)]
    games += [Game("AB", (2, 1), k, seats=(0, 1)) for k in range(9, 12)]
    games += [Game("BA", (1, 2), k, seats=(0, 1)) for k in range(12, 15)]
    games += [Game("BA", (2, 1), 15, seats=(0, 1))]
    known = fit(Results.of(games)).seat_advantages[0].elo
    unknown = [Game("AB", (k % 2 + 1, 2 - k % 2), 100 + k, seats=(-1, 1)) for k in range(10)]
    assert fit(Results.of(games + unknown)).seat_advantages[0].elo == pytest.approx(known)


def test_an_advantage_holds_outside_the_core_too() -> None:
    """A never lost to the core, whether it moved first or second; the bound takes the seats into account."""
    core = [Game("BC", (1, 2), k, seats=(0, 1)) for k in range(9)] + [Game("BC", (2, 1), 9, seats=(0, 1))]
    core += [Game("CB", (1, 2), k, seats=(0, 1)) for k in range(10, 14)]
    core += [Game("CB", (2, 1), k, seats=(0, 1)) for k in range(14, 16)]

    def bound(seats: tuple[int, int]) -> float:
        ladder = fit(Results.of(core + [Game("AB", (1, 2), 100 + k, seats=seats) for k in range(20)]))
        low = ladder.ratings[ladder.names.index("A")].low
        advantage = ladder.seat_advantages[0].elo
        assert low is not None
        assert advantage is not None
        return low + (advantage if seats == (0, 1) else -advantage)

    assert bound((0, 1)) == pytest.approx(bound((1, 0)), abs=1e-4)


@settings(max_examples=25)
@given(small_games())
def test_seats_never_break_a_ladder(games: list[Game]) -> None:
    ladder = fit(Results.of(games))
    assert np.isfinite(ladder.core.elo).all()
    assert np.isfinite(ladder.core.clustered).all()
    assert all(seat.elo is None or abs(seat.elo) < 13 * ELO for seat in ladder.seat_advantages)
