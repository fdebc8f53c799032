"""A whole ladder: what must not change it, and what it never may say."""

import math
import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from ladders import Game, Ladder, Results, Status, fit, to_json
from tests.ladders.tables import BASEBALL, BASEBALL_TEAMS, from_wins, random_games, small_games


def by_name(ladder: Ladder) -> dict[str, tuple[float | None, ...]]:
    """Every number of each entrant."""
    columns = zip(ladder.names, ladder.ratings, ladder.ranks, ladder.opponents, ladder.tallies, strict=True)
    return {name: (*rating[1:], *(rank or ()), opponents, *tally) for name, rating, rank, opponents, tally in columns}


def assert_same(one: Ladder, other: Ladder) -> None:
    ours, theirs = by_name(one), by_name(other)
    assert ours.keys() == theirs.keys()
    for name, numbers in ours.items():
        assert numbers == pytest.approx(theirs[name], abs=1e-5), name
    assert one.zero == other.zero
    assert one.lack_of_fit == pytest.approx(other.lack_of_fit, abs=1e-7)


@given(small_games(), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(games: list[Game], rng: random.Random) -> None:
    shuffled = games.copy()
    rng.shuffle(shuffled)
    assert_same(fit(Results.of(games)), fit(Results.of(shuffled)))


@given(small_games(), st.randoms(use_true_random=False))
def test_the_order_of_entrants_does_not_matter(games: list[Game], rng: random.Random) -> None:
    results = Results.of(games)
    names = list(results.names)
    rng.shuffle(names)
    assert_same(fit(results), fit(Results.of(games, names)))


@given(small_games())
def test_which_side_comes_first_does_not_matter(games: list[Game]) -> None:
    turned = [Game(game.second, game.first, 1.0 - game.score, game.cluster) for game in games]
    assert_same(fit(Results.of(games)), fit(Results.of(turned)))


@given(small_games())
def test_names_of_deals_do_not_matter(games: list[Game]) -> None:
    renamed = [game._replace(cluster=f"deal {game.cluster}") for game in games]
    assert_same(fit(Results.of(games)), fit(Results.of(renamed)))


@given(small_games())
def test_splitting_deals_leaves_the_ratings(games: list[Game]) -> None:
    whole = fit(Results.of(games))
    split = fit(Results.of(game._replace(cluster=i) for i, game in enumerate(games)))
    assert split.core.members.tolist() == whole.core.members.tolist()
    assert split.core.elo == pytest.approx(whole.core.elo, abs=1e-6)
    assert split.lack_of_fit == pytest.approx(whole.lack_of_fit, abs=1e-7)


@given(small_games(), st.integers(0, 5))
def test_an_anchor_only_shifts(games: list[Game], which: int) -> None:
    free = fit(Results.of(games))
    assume(free.core.members.size > 1)
    anchor = int(free.core.members[which % free.core.members.size])
    fixed = fit(Results.of(games), anchor=free.names[anchor])
    assume(fixed.core.members.tolist() == free.core.members.tolist())
    assert fixed.zero == free.names[anchor]
    assert fixed.ratings[anchor][1:] == (0.0, 0.0, 0.0, 0.0)
    assert np.ptp(free.core.elo - fixed.core.elo) == pytest.approx(0.0, abs=1e-6)
    assert free.core.elo.mean() == pytest.approx(0.0, abs=1e-6)
    assert fixed.los_matrix() == [pytest.approx(row, abs=1e-6) for row in free.los_matrix()]
    assert [fixed.identical(i) for i in range(len(free.names))] == [free.identical(i) for i in range(len(free.names))]


@given(small_games())
def test_nothing_is_ever_infinite_or_not_a_number(games: list[Game]) -> None:
    ladder = fit(Results.of(games))
    numbers = [x for row in by_name(ladder).values() for x in row if x is not None]
    assert np.isfinite(numbers).all()
    assert np.isfinite(ladder.covariance).all()
    assert np.isfinite(ladder.core.naive).all()
    assert "NaN" not in to_json(ladder)


@given(small_games())
def test_ranks_intervals_and_bounds_are_in_order(games: list[Game]) -> None:
    ladder = fit(Results.of(games))
    for rating, rank in zip(ladder.ratings, ladder.ranks, strict=True):
        assert (rank is None) == (rating.middle is None)
        if rank is not None:
            assert 1 <= rank.best <= rank.place <= rank.worst <= len(games[0]) * len(ladder.names)
        if rating.middle is not None:
            assert rating.low is None or rating.low <= rating.middle
            assert rating.high is None or rating.high >= rating.middle
    middles = [ladder.ratings[i].middle for i in ladder.order]
    known = [middle for middle in middles if middle is not None]
    assert known == pytest.approx(sorted(known, reverse=True), abs=2e-6)
    assert middles[len(known) :] == [None] * (len(middles) - len(known))


def test_intervals_are_students_by_the_deals_of_the_entrant() -> None:
    ladder = fit(Results.of(random_games(1, entrants=6, rows=200, deals=12)))
    for spot, entrant in enumerate(ladder.core.members):
        rating = ladder.ratings[entrant]
        assert rating.elo is not None
        assert rating.low is not None
        assert rating.high is not None
        margin = stats.t.ppf(0.975, ladder.core.own_deals[spot] - 1) * math.sqrt(ladder.covariance[spot, spot])
        assert (rating.low, rating.high) == pytest.approx((rating.elo - margin, rating.elo + margin))


def test_the_likelihood_of_superiority_uses_the_whole_covariance() -> None:
    ladder = fit(from_wins(BASEBALL_TEAMS, BASEBALL), anchor="Baltimore")
    elo, covariance = ladder.core.elo, ladder.covariance
    variance = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    los = ladder.los(0, 1)
    assert los == pytest.approx(stats.norm.cdf((elo[0] - elo[1]) / math.sqrt(variance)))
    assert ladder.los(1, 0) == pytest.approx(1 - stats.norm.cdf((elo[0] - elo[1]) / math.sqrt(variance)))
    assert ladder.los_matrix()[0][1] == los
    assert ladder.los(0, 0) is None


def test_rank_intervals_leave_out_who_is_better_or_worse_beyond_doubt() -> None:
    ladder = fit(from_wins(BASEBALL_TEAMS, BASEBALL))
    ranks = dict(zip(ladder.names, ladder.ranks, strict=True))
    assert ranks["Milwaukee"] == (1, 1, 5)
    assert ranks["Baltimore"] == (7, 7, 7)


def test_one_deal_gives_ratings_but_no_intervals() -> None:
    ladder = fit(Results.of([Game("A", "B", 1.0, 0), Game("A", "B", 1.0, 0), Game("A", "B", 0.0, 0)]))
    rating = ladder.ratings[0]
    assert rating.elo == pytest.approx(200 * math.log10(2))
    assert (rating.low, rating.high, ladder.los(0, 1)) == (None, None, None)
    assert ladder.ranks[0] == (1, 1, 2)


def test_an_entrant_with_a_single_deal_in_a_large_pool_has_no_interval() -> None:
    games = random_games(3, entrants=4, rows=200, deals=50)
    late = [Game("late", "bot0", 1.0, 0), Game("late", "bot1", 0.0, 0)]
    ladder = fit(Results.of(games + late))
    entrant = ladder.names.index("late")
    assert ladder.ratings[entrant].status is Status.RATED
    assert ladder.ratings[entrant].low is None
    assert ladder.los(entrant, 0) is None
    assert ladder.los(0, 1) is not None
    assert fit(Results.of(games + late), anchor="late").ratings[0].low is None


def test_copies_of_one_program_are_identical_and_not_sure_to_the_last_digit() -> None:
    def games(of: str) -> list[Game]:
        return [Game(of, "other", float(deal % 5 > room), deal) for deal in range(40) for room in range(2)]

    among = [Game("copy", "original", float(room), deal) for deal in range(40) for room in range(2)]
    ladder = fit(Results.of([*games("copy"), *games("original"), *among]))
    copy, other, original = (ladder.names.index(name) for name in ("copy", "other", "original"))
    assert ladder.identical(copy) == (original,)
    assert ladder.identical(original) == (copy,)
    assert ladder.identical(other) == ()
    assert ladder.los(copy, original) is None
    assert ladder.ranks[copy] == ladder.ranks[original] == (1, 1, 2)
    assert ladder.ratings[copy].low is not None


def test_a_pool_of_copies_alone_has_no_interval() -> None:
    ladder = fit(Results.of([Game("A", "B", float(room), deal) for deal in range(9) for room in range(2)]))
    assert ladder.identical(0) == (1,)
    assert ladder.ratings[0].elo == pytest.approx(0)
    assert ladder.ratings[0][2:4] == (None, None)


def test_deals_that_all_end_alike_show_no_variance_and_so_no_interval() -> None:
    ladder = fit(Results.of([Game("A", "B", score, deal) for deal in range(9) for score in (1.0, 0.5)]))
    assert ladder.ratings[0].elo == pytest.approx(200 * math.log10(3))
    assert ladder.ratings[0].low is None
    assert ladder.identical(0) == ()
    assert ladder.los(0, 1) is None


def test_opponents_are_averaged_by_games() -> None:
    games = [Game("B", "C", float(deal % 4 > 0), deal) for deal in range(8)]
    games += [Game("A", "B", 1.0, "x"), Game("A", "C", 1.0, "y"), Game("A", "C", 1.0, "z")]
    ladder = fit(Results.of(games), anchor="B")
    weaker = -400 * math.log10(3)
    assert list(ladder.opponents) == pytest.approx([weaker, 0.0, weaker * 2 / 3], abs=1e-6)


def test_an_unknown_anchor_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown anchor: cat; the entrants are A, B"):
        fit(Results.of([Game("A", "B", 1.0, 0)]), anchor="cat")
