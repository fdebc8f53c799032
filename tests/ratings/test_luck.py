"""Ratings without the luck of the deal, compared with the estimating equations written out, and with the truth."""

import math

import numpy as np
import pytest

from arena.ratings import Results, fit, notes
from arena.ratings.arrays import Floats, Ints
from arena.ratings.luck import FEWEST, tables
from arena.ratings.plackett_luce import ELO, chance
from arena.ratings.points import deal_points


def tournament(
    bots: int,
    deals: int,
    luck: float,
    *,
    tables_of: int = 0,
    seed: int = 1,
    spread: float = 0.3,
    draws: float = 0.1,
    seat: float = 0.0,
) -> Results:
    """Return games at tables of disjoint entrants; each deal favours its first seats by its luck, in nats.

    Args:
        bots: how many bots there are; their strengths are `spread` nats apart.
        deals: how many deals are played.
        luck: the standard deviation of the effect of a deal.
        tables_of: at how many tables each is played; 0 for as many as there is room for.
        seed: of the draws.
        spread: see above.
        draws: the share of games that are drawn.
        seat: the advantage of the first seat, in nats.
    """
    rng = np.random.default_rng(seed)
    first, second, deal, lead = [], [], [], []
    for number in range(deals):
        order, effect = rng.permutation(bots), rng.normal(0.0, luck)
        for table in range(tables_of or bots // 2):
            one, other = order[2 * table : 2 * table + 2]
            first.append(one)
            second.append(other)
            deal.append(number)
            lead.append(spread * (one - other) + seat + effect)
    edge = np.array(lead)
    score = np.where(rng.random(edge.size) < draws, 0.5, rng.random(edge.size) < chance(edge))
    found = Results.of_duels([f"b{bot}" for bot in range(bots)], first, second, score, deal, seated=True)
    points = np.column_stack((edge + rng.normal(size=edge.size), np.zeros(edge.size))).ravel()
    return Results(found.names, found.game, found.deal, found.entrant, found.place, found.seat, points)


def equations(results: Results, parameters: Floats, size: float, columns: Ints) -> tuple[Floats, Floats]:
    """Return D' V^-1 r for each deal, and the sum of D' V^-1 D, where V = A + size a a'."""
    terms, slope = [], np.zeros((parameters.size, parameters.size))
    for deal in np.unique(results.deal):
        rows = np.flatnonzero(results.deal == deal).reshape(-1, 2)
        design = np.zeros((len(rows), parameters.size))
        for line, (one, other) in enumerate(rows):
            design[line, results.entrant[one]], design[line, results.entrant[other]] = 1.0, -1.0
            design[line, columns] = 1.0
        p = chance(design @ parameters)
        a = p * (1.0 - p)
        first, second = results.place[rows].T
        score = 0.5 + 0.5 * np.sign(second - first)
        weighted = (a[:, None] * design).T @ np.linalg.inv(np.diag(a) + size * np.outer(a, a))
        terms.append(weighted @ (score - p))
        slope += weighted @ (a[:, None] * design)
    return np.array(terms), slope


@pytest.mark.parametrize("seated", [False, True])
def test_the_fit_solves_the_equations_and_has_their_clustered_sandwich(*, seated: bool) -> None:
    results = tournament(6, 80, 1.0)
    core = fit(results, seat_advantage=seated).core
    luck = core.model.luck
    assert luck is not None
    columns = np.arange(6, core.model.parameters.size)
    terms, slope = equations(results, core.model.parameters, (luck.elo / ELO) ** 2, columns)
    bread = np.linalg.pinv(slope, rcond=1e-9, hermitian=True)

    assert columns.size == seated
    assert terms.sum(axis=0) == pytest.approx(np.zeros(6 + seated), abs=1e-8)
    assert core.clustered[:6, :6] == pytest.approx(
        (bread @ terms.T @ terms @ bread * 80 / 79)[:6, :6], rel=1e-6, abs=1e-9
    )


@pytest.mark.slow
def test_without_the_luck_of_the_deals_ratings_are_nearer_to_the_truth() -> None:
    off = {True: 0.0, False: 0.0}
    for seed in range(30):
        results = tournament(8, 60, 2.0, seed=seed, spread=0.0, draws=0.0)
        for seated in off:
            seat = results.seat if seated else None
            found = fit(Results(results.names, results.game, results.deal, results.entrant, results.place, seat))
            assert (found.core.model.luck is not None) == seated
            off[seated] += float((found.core.elo**2).sum())
    assert off[True] < 0.75 * off[False]


def test_the_advantage_of_a_seat_is_not_taken_for_luck() -> None:
    """The luck of deals is what is left when the advantage that the seat has in all deals is known."""
    results = tournament(8, 800, 0.8, seat=1.0)
    known, unknown = fit(results), fit(results, seat_advantage=False)
    assert known.luck == pytest.approx(0.8 * ELO, rel=0.2)
    assert (unknown.luck or 0.0) > 1.3 * (known.luck or 0.0)
    assert known.seat_advantages[0].elo == pytest.approx(0.85 * ELO, rel=0.15)  # averaged over luck, it is less than 1


def test_entrants_that_meet_a_deal_again_are_rated_as_ever() -> None:
    once = tournament(4, 60, 1.0)
    turned = once.entrant.reshape(-1, 2)[:, ::-1].ravel()
    again = Results(
        once.names,
        np.concatenate((once.game, once.game + once.game.max() + 1)),
        np.tile(once.deal, 2),
        np.concatenate((once.entrant, turned)),
        np.tile(once.place, 2),
        np.tile(np.array(once.seat), 2),
    )
    assert fit(once).core.model.luck is not None
    assert fit(again).core.model.luck is None
    assert np.array_equal(fit(again).core.model.bread, fit(again).core.model.inverse)


@pytest.mark.parametrize(("deals", "tables_of"), [(FEWEST - 1, 0), (FEWEST, 1)])
def test_few_deals_and_single_tables_tell_no_luck(deals: int, tables_of: int) -> None:
    results = tournament(4, deals, 1.0, tables_of=tables_of)
    assert tables(results, results.orders) is None


def test_the_size_of_the_luck_is_told_below_the_table() -> None:
    [told] = [note.text for note in notes(fit(tournament(8, 400, 1.0))) if "luck" in note.text]
    assert told.startswith("the luck of the deal is removed")


def test_points_are_compared_with_the_other_tables() -> None:
    """The mean stays right, and the interval is nearly that of a game without luck."""
    found, width = [], []
    for seed in range(60):
        mean = deal_points(tournament(8, 60, 3.0, seed=seed)).means[0]
        assert mean is not None
        assert mean.low is not None
        found.append(mean.mean)
        width.append(mean.mean - mean.low)
    true = -0.3 * 4  # the mean of the others is 4 places better
    assert np.mean(found) == pytest.approx(true, abs=3.0 * float(np.std(found)) / math.sqrt(60))
    assert np.mean(width) == pytest.approx(1.96 * np.std(found), rel=0.25)
    assert np.std(found) < 0.5 * math.hypot(3.0, 1.0) / math.sqrt(60)
