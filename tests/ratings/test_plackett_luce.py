"""The fit, compared with published tables, closed forms, and a general optimiser on the full likelihood."""

import math
from itertools import pairwise, permutations

import numpy as np
import pytest
from scipy import optimize, stats

from arena.ratings import Game, Results, duel, fit
from arena.ratings.arrays import Floats, Ints
from arena.ratings.model import Model
from arena.ratings.plackett_luce import ELO, derivatives
from tests.ratings.tables import (
    BASEBALL,
    BASEBALL_TEAMS,
    CITATIONS,
    JOURNALS,
    LETTERS,
    NATS,
    WORKED_EXAMPLE,
    at_home,
    from_wins,
    nats,
    races,
    random_games,
    random_orders,
)


def naive_errors(results: Results, anchor: str) -> Floats:
    return np.asarray(np.sqrt(np.diag(fit(results, anchor).core.naive)) * NATS)


def lines_and_orders(results: Results) -> list[tuple[Ints, list[list[int]]]]:
    """Each game as rows of the results, with all orders of the rows that its places allow."""
    found = []
    for line in (line for rows in results.orders for line in rows):
        place = results.place[line]
        orders = [list(p) for p in permutations(range(line.size)) if all(place[a] <= place[b] for a, b in pairwise(p))]
        found.append((line, orders))
    return found


def log_likelihood(model: Model, games: list[tuple[Ints, list[list[int]]]], parameters: Floats) -> float:
    """The log-likelihood: the sum over games of the mean log-probability of all orders that the places allow."""
    results, total = model.results, 0.0
    for line, orders in games:
        s = parameters[results.entrant[line]]
        for spot, seat in enumerate(model.seats):
            assert results.seat is not None
            s = s + parameters[model.size + spot] * ((results.seat[line] == seat.seat) & (seat.sides == line.size))
        left = np.exp(s)[np.array(orders)][:, ::-1].cumsum(axis=1)
        total += s.sum() - float(np.log(left).sum(axis=1).mean())
    return total


def test_the_baseball_table_has_the_published_coefficients() -> None:
    results = from_wins(BASEBALL_TEAMS, BASEBALL)
    published = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0]
    assert nats(results, "Baltimore") == pytest.approx(published, abs=6e-4)
    assert naive_errors(results, "Baltimore")[:6] == pytest.approx([0.343, 0.340, 0.337, 0.336, 0.334, 0.332], abs=6e-4)
    lack = fit(results).lack_of_fit
    assert lack.deviance == pytest.approx(15.74, abs=0.005)
    assert lack.spare == 15
    assert lack.p == pytest.approx(stats.chi2.sf(15.74, 15), abs=0.15)


def test_baseball_at_home_has_the_published_advantage() -> None:
    """The fit by the R package BradleyTerry2, which reproduces section 10.6 of Agresti's book."""
    ladder = fit(at_home(), "Baltimore")
    (home,) = ladder.seat_advantages
    assert (home.sides, home.seat, home.over) == (2, 0, 1)
    assert home.elo == pytest.approx(0.3023 * ELO, abs=5e-5 * ELO)
    published = [1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0.0]
    assert ladder.core.elo * NATS == pytest.approx(published, abs=6e-5)
    naive = np.sqrt(np.diag(ladder.core.model.inverse))
    assert naive[-1] == pytest.approx(0.1309, abs=6e-5)
    errors = np.sqrt(np.diag(ladder.core.naive)) * NATS
    assert errors[:6] == pytest.approx([0.3474, 0.3446, 0.3403, 0.3404, 0.3378, 0.3350], abs=6e-5)
    assert home.error == pytest.approx(0.1309 * ELO, rel=0.1)


def test_the_journal_citations_have_the_published_coefficients() -> None:
    results = from_wins(JOURNALS, CITATIONS)
    assert nats(results, "Biometrika") == pytest.approx([0.0, -2.94907, -0.47957, 0.26895], abs=6e-6)
    assert naive_errors(results, "Biometrika")[1:] == pytest.approx([0.10255, 0.06059, 0.07083], abs=6e-6)
    lack = fit(results).lack_of_fit
    assert lack.deviance == pytest.approx(4.2934, abs=5e-5)
    assert lack.spare == 3
    assert lack.p == pytest.approx(stats.chi2.sf(4.2934, 3), abs=0.03)


def test_the_worked_example_comes_out() -> None:
    assert np.exp(nats(from_wins(LETTERS, WORKED_EXAMPLE))) == pytest.approx([0.640, 1.043, 0.660, 2.270], abs=6e-4)


@pytest.mark.slow
def test_the_races_have_the_published_worths() -> None:
    """P. Jones, S. Pruett, M. Martin and T. Stewart in the table of Hunter (2004)."""
    results = races()
    ladder = fit(results)
    worth = np.exp(ladder.core.elo * NATS)
    named = dict(zip(ladder.names, worth / worth.sum(), strict=True))
    assert len(named) == ladder.core.members.size == 83
    assert [named[driver] for driver in ("58", "68", "51", "82")] == pytest.approx(
        [0.1864, 0.1096, 0.0235, 0.0184], abs=5e-5
    )


@pytest.mark.parametrize(("wins", "losses", "draws"), [(3, 1, 0), (1, 1, 0), (7, 0, 2), (1, 99, 50), (9999, 1, 0)])
def test_two_entrants_have_a_closed_form(wins: int, losses: int, draws: int) -> None:
    outcomes = [1.0] * wins + [0.0] * losses + [0.5] * draws
    ladder = fit(Results.of(duel("owl", "jay", score, deal) for deal, score in enumerate(outcomes)), "jay")
    games, score = len(outcomes), (wins + draws / 2) / len(outcomes)
    assert ladder.ratings[0].elo == pytest.approx(-400 * math.log10(1 / score - 1))
    assert ladder.core.naive[0, 0] == pytest.approx(ELO**2 / (games * score * (1 - score)))


def test_a_cycle_of_three_is_level() -> None:
    ladder = fit(from_wins("ABC", ((0, 4, 1), (1, 0, 4), (4, 1, 0))))
    assert ladder.core.elo == pytest.approx([0, 0, 0], abs=1e-6)
    # Each pair: 2 (4 log(0.8 / 0.5) + log(0.2 / 0.5)); three pairs, two strengths.
    assert ladder.lack_of_fit.deviance == pytest.approx(6 * (4 * math.log(1.6) + math.log(0.4)))
    assert ladder.lack_of_fit.spare == 1


def test_a_chain_adds_up_its_links() -> None:
    ladder = fit(from_wins("ABC", ((0, 3, 0), (1, 0, 9), (0, 1, 0))), "B")
    assert ladder.core.elo == pytest.approx([ELO * math.log(3), 0, -ELO * math.log(9)], abs=1e-6)
    assert ladder.lack_of_fit.p is None
    assert ladder.lack_of_fit.deviance == pytest.approx(0.0, abs=1e-9)


def test_a_draw_is_half_a_win() -> None:
    drawn = Results.of([duel("A", "B", 0.5, 0), duel("A", "B", 0.5, 1), duel("B", "C", 0.5, 2), duel("B", "C", 1.0, 3)])
    split = [duel("A", "B", 1, 0), duel("A", "B", 0, 1), duel("B", "C", 0.5, 2), duel("B", "C", 1.0, 3)]
    assert fit(drawn).core.elo == pytest.approx(fit(Results.of(split)).core.elo)


def test_a_tie_is_all_its_orders_with_equal_weight() -> None:
    other = [Game("ABCD", order, deal) for deal, order in enumerate(((1, 2, 3, 4), (4, 3, 2, 1), (2, 4, 1, 3)))]
    tied = fit(Results.of(other + [Game("ABCD", (2, 1, 2, 2), deal) for deal in range(3, 9)]))
    orders = [(places[0], 1, places[1], places[2]) for places in permutations((2, 3, 4))]
    split = fit(Results.of(other + [Game("ABCD", order, deal) for deal, order in enumerate(orders, start=3)]))
    assert tied.core.elo == pytest.approx(split.core.elo, abs=1e-6)
    assert tied.core.naive == pytest.approx(split.core.naive)


def test_a_game_that_everyone_ties_pulls_together() -> None:
    games = [Game("ABC", (1, 2, 3), deal) for deal in range(3)] + [Game("ABC", (3, 2, 1), deal) for deal in range(3, 5)]
    apart = fit(Results.of(games)).core.elo
    closer = fit(Results.of([*games, Game("ABC", (1, 1, 1), 9)])).core.elo
    assert 0 < closer[0] - closer[2] < apart[0] - apart[2]


@pytest.mark.parametrize(
    ("seed", "sides", "ties", "seated"),
    [
        (0, (2,), 0.1, False),
        (1, (2,), 0.1, True),
        (2, (3,), 0.3, False),
        (3, (2, 3, 4, 5), 0.3, True),
        (4, (6,), 0, True),
    ],
)
def test_ratings_are_the_maximum_of_the_likelihood_written_out(
    seed: int, sides: tuple[int, ...], ties: float, seated: bool
) -> None:
    results = random_orders(seed, entrants=6, games=60, deals=20, sides=sides, ties=ties)
    model = fit(results, seat_advantage=seated).core.model
    assert bool(model.seats) == seated

    games = lines_and_orders(results)

    def loss(parameters: Floats) -> float:
        return -log_likelihood(model, games, parameters)

    gradient = optimize.approx_fprime(model.parameters, loss, 1e-6)
    assert gradient == pytest.approx(np.zeros(gradient.size), abs=2e-4)
    away = model.parameters + 0.3 * np.random.default_rng(seed).normal(size=gradient.size)
    assert loss(away) > loss(model.parameters)


def test_the_information_is_the_curvature_of_the_likelihood() -> None:
    results = random_orders(5, entrants=5, games=40, deals=10, sides=(2, 4), ties=0.2)
    model = fit(results, seat_advantage=True).core.model
    known, gradient = derivatives(model.table, model.parameters)
    assert gradient == pytest.approx(np.zeros(gradient.size), abs=1e-8)
    step = 1e-4 * np.eye(gradient.size)
    slopes = [derivatives(model.table, model.parameters + way)[1] for way in step]
    assert -np.array(slopes) / 1e-4 == pytest.approx(known, rel=1e-3, abs=2e-3)


def test_the_inverse_information_is_the_pseudo_inverse() -> None:
    model = fit(Results.of(random_games(7, entrants=12, rows=300, deals=40))).core.model
    known, _ = derivatives(model.table, model.parameters)
    assert model.inverse == pytest.approx(np.linalg.pinv(known), abs=1e-12)


def test_very_unequal_entrants_do_not_upset_newton() -> None:
    chain = tuple(tuple(1000 if j == i + 1 else int(i == 19 and j == 0) for j in range(20)) for i in range(20))
    model = fit(from_wins([f"bot{i}" for i in range(20)], chain)).core.model
    _, surplus = derivatives(model.table, model.parameters)
    assert surplus == pytest.approx(np.zeros(20), abs=1e-7)


@pytest.mark.slow
def test_a_field_too_large_for_keys_of_sets_is_rated_all_the_same() -> None:
    orders = [[f"bot{(i * step) % 71}" for i in range(70)] for step in range(1, 20)]
    games = [Game(order, range(1, 71), deal) for deal, order in enumerate(orders)]
    games += [Game(order[::-1], range(1, 71), deal) for deal, order in enumerate(orders)]
    ladder = fit(Results.of(games))
    _, surplus = derivatives(ladder.core.model.table, ladder.core.model.parameters)
    assert ladder.core.members.size == 71
    assert surplus == pytest.approx(np.zeros(71), abs=1e-7)


def test_too_many_in_one_tie_are_refused() -> None:
    names = [f"bot{i}" for i in range(12)]
    with pytest.raises(ValueError, match="game 0: 11 sides share a place; at most 10 may"):
        fit(Results.of([Game(names, (*([1] * 11), 12), 0)]))
