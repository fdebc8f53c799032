"""Against published tables, closed forms and a general optimiser."""

import math

import numpy as np
import pytest
from scipy import optimize, stats

from ladders import Game, Results, fit
from ladders.bradley_terry import ELO, Crosstable, information, inverse, strengths, tabulate
from ladders.results import Floats
from tests.ladders.tables import (
    BASEBALL,
    BASEBALL_TEAMS,
    CITATIONS,
    JOURNALS,
    LETTERS,
    NATS,
    WORKED_EXAMPLE,
    from_wins,
    nats,
    random_games,
)


def naive_errors(results: Results, anchor: str) -> Floats:
    return np.asarray(np.sqrt(np.diag(fit(results, anchor).core.naive)) * NATS)


def test_the_baseball_table_has_the_published_coefficients() -> None:
    results = from_wins(BASEBALL_TEAMS, BASEBALL)
    published = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0]
    assert nats(results, "Baltimore") == pytest.approx(published, abs=6e-4)
    assert naive_errors(results, "Baltimore")[:6] == pytest.approx([0.343, 0.340, 0.337, 0.336, 0.334, 0.332], abs=6e-4)
    lack = fit(results).lack_of_fit
    assert lack.deviance == pytest.approx(15.74, abs=0.005)
    assert lack.dof == 15
    assert lack.p == pytest.approx(stats.chi2.sf(lack.deviance, 15))


def test_the_journal_citations_have_the_published_coefficients() -> None:
    results = from_wins(JOURNALS, CITATIONS)
    assert nats(results, "Biometrika") == pytest.approx([0.0, -2.94907, -0.47957, 0.26895], abs=6e-6)
    assert naive_errors(results, "Biometrika")[1:] == pytest.approx([0.10255, 0.06059, 0.07083], abs=6e-6)
    lack = fit(results).lack_of_fit
    assert lack.deviance == pytest.approx(4.2934, abs=5e-5)
    assert lack.dof == 3


def test_the_worked_example_comes_out() -> None:
    assert np.exp(nats(from_wins(LETTERS, WORKED_EXAMPLE))) == pytest.approx([0.640, 1.043, 0.660, 2.270], abs=6e-4)


@pytest.mark.parametrize(("wins", "losses", "draws"), [(3, 1, 0), (1, 1, 0), (7, 0, 2), (1, 99, 50), (9999, 1, 0)])
def test_two_entrants_have_a_closed_form(wins: int, losses: int, draws: int) -> None:
    outcomes = [1.0] * wins + [0.0] * losses + [0.5] * draws
    ladder = fit(Results.of(Game("owl", "jay", score, deal) for deal, score in enumerate(outcomes)), anchor="jay")
    games, score = len(outcomes), (wins + draws / 2) / len(outcomes)
    assert ladder.ratings[0].elo == pytest.approx(-400 * math.log10(1 / score - 1))
    assert ladder.core.naive[0, 0] == pytest.approx(ELO**2 / (games * score * (1 - score)))


def test_a_cycle_of_three_is_level() -> None:
    ladder = fit(from_wins("ABC", ((0, 4, 1), (1, 0, 4), (4, 1, 0))))
    assert ladder.core.elo == pytest.approx([0, 0, 0], abs=1e-6)
    # Each pair: 2 (4 log(0.8 / 0.5) + log(0.2 / 0.5)); three pairs, two strengths.
    assert ladder.lack_of_fit.deviance == pytest.approx(6 * (4 * math.log(1.6) + math.log(0.4)))
    assert ladder.lack_of_fit.dof == 1


def test_a_chain_adds_up_its_links() -> None:
    ladder = fit(from_wins("ABC", ((0, 3, 0), (1, 0, 9), (0, 1, 0))), anchor="B")
    assert ladder.core.elo == pytest.approx([ELO * math.log(3), 0, -ELO * math.log(9)], abs=1e-6)
    assert ladder.lack_of_fit.p is None
    assert ladder.lack_of_fit.deviance == pytest.approx(0.0, abs=1e-9)


def test_a_draw_is_half_a_win() -> None:
    drawn = Results.of([Game("A", "B", 0.5, 0), Game("A", "B", 0.5, 1), Game("B", "C", 0.5, 2), Game("B", "C", 1.0, 3)])
    split = [Game("A", "B", 1, 0), Game("A", "B", 0, 1), Game("B", "C", 0.5, 2), Game("B", "C", 1.0, 3)]
    assert fit(drawn).core.elo == pytest.approx(fit(Results.of(split)).core.elo)


@pytest.mark.parametrize("seed", range(5))
def test_ratings_are_the_maximum_that_scipy_finds(seed: int) -> None:
    results = Results.of(random_games(seed, entrants=8, rows=400, deals=60))
    table = tabulate(results)

    def loss(free: Floats) -> float:
        full = np.append(free, 0.0)
        x = full[results.first] - full[results.second]
        return float(np.sum(results.score * np.logaddexp(0, -x) + (1 - results.score) * np.logaddexp(0, x)))

    def gradient(free: Floats) -> Floats:
        full = np.append(free, 0.0)
        surplus = 1 / (1 + np.exp(full[results.second] - full[results.first])) - results.score
        total = np.zeros(8)
        np.add.at(total, results.first, surplus)
        np.add.at(total, results.second, -surplus)
        return total[:-1]

    best = optimize.minimize(loss, np.zeros(7), jac=gradient, method="BFGS", options={"gtol": 1e-9})
    found = strengths(table)
    assert found[:-1] - found[-1] == pytest.approx(best.x, abs=1e-6)
    curvature = optimize.approx_fprime(best.x, gradient, 1e-6)
    naive = inverse(information(table, found))
    relative = naive - naive[-1] - naive[:, [-1]] + naive[-1, -1]
    assert relative[:-1, :-1] == pytest.approx(np.linalg.inv(curvature), rel=1e-4, abs=1e-6)


def test_the_inverse_information_is_the_pseudo_inverse() -> None:
    table = tabulate(Results.of(random_games(7, entrants=12, rows=300, deals=40)))
    known = information(table, strengths(table))
    assert inverse(known) == pytest.approx(np.linalg.pinv(known), abs=1e-12)


def test_very_unequal_entrants_do_not_upset_newton() -> None:
    chain = tuple(tuple(1000 if j == i + 1 else int(i == 19 and j == 0) for j in range(20)) for i in range(20))
    results = from_wins([f"bot{i}" for i in range(20)], chain)
    table = tabulate(results)
    found = strengths(table)
    expected = table.games / (1 + np.exp(found[table.second] - found[table.first]))
    assert table.sums(table.points - expected, expected - table.points) == pytest.approx(np.zeros(20), abs=1e-7)


def test_nobody_and_one_alone_have_no_strength_to_find() -> None:
    none = np.zeros(0, dtype=np.int64)
    for size in (0, 1):
        table = Crosstable(size, none, none, np.zeros(0), np.zeros(0))
        assert strengths(table).tolist() == [0.0] * size
        assert inverse(information(table, strengths(table))).tolist() == [[0.0]] * size
