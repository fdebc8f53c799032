"""A whole ladder: what must not change it, and what it must never say."""

import math
import random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from arena.escapes import json_text
from arena.ratings import Game, Ladder, Results, Status, as_data, duel, fit
from arena.ratings.estimate import whole
from arena.ratings.ladder import ALIKE
from arena.ratings.ratings import fit_core
from tests.ratings.tables import BASEBALL, BASEBALL_TEAMS, from_wins, random_games, small_games


def by_name(ladder: Ladder) -> dict[str, tuple[float | None, ...]]:
    """Every number of each entrant."""
    columns = zip(ladder.names, ladder.ratings, ladder.ranks, ladder.opponents, ladder.tallies, strict=True)
    return {
        name: (*rating[1:], *(rank or ()), opponents, *tally[:-1]) for name, rating, rank, opponents, tally in columns
    }


def los_matrix(ladder: Ladder) -> list[list[float | None]]:
    """The likelihood of superiority of each entrant (row) over each other (column)."""
    every = range(len(ladder.names))
    return [[ladder.los(one, other) for other in every] for one in every]


def numbers_of(ladder: Ladder) -> list[float | None]:
    """Every number that is not about a single entrant."""
    return [*ladder.lack_of_fit[:-1], *(number for seat in ladder.seat_advantages for number in seat)]


def assert_same(one: Ladder, other: Ladder) -> None:
    ours, theirs = by_name(one), by_name(other)
    assert ours.keys() == theirs.keys()
    for name, numbers in ours.items():
        assert numbers == pytest.approx(theirs[name], abs=1e-5), name
    assert one.zero == other.zero
    assert numbers_of(one) == pytest.approx(numbers_of(other), abs=1e-5)


@pytest.mark.slow
@settings(max_examples=25)
@given(small_games(), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(games: list[Game], rng: random.Random) -> None:
    shuffled = games.copy()
    rng.shuffle(shuffled)
    assert_same(fit(Results.of(games)), fit(Results.of(shuffled)))


@pytest.mark.slow
@settings(max_examples=25)
@given(small_games(), st.randoms(use_true_random=False))
def test_the_order_of_entrants_does_not_matter(games: list[Game], rng: random.Random) -> None:
    results = Results.of(games)
    names = list(results.names)
    rng.shuffle(names)
    assert_same(fit(results), fit(Results.of(games, names)))


@pytest.mark.slow
@settings(max_examples=25)
@given(small_games())
def test_which_side_comes_first_does_not_matter(games: list[Game]) -> None:
    turned = [
        game._replace(sides=game.sides[::-1], places=game.places[::-1], seats=game.seats and game.seats[::-1])
        for game in games
    ]
    assert_same(fit(Results.of(games)), fit(Results.of(turned)))


@pytest.mark.slow
@settings(max_examples=25)
@given(small_games())
def test_names_of_deals_do_not_matter(games: list[Game]) -> None:
    renamed = [game._replace(deal=f"deal {game.deal}") for game in games]
    assert_same(fit(Results.of(games)), fit(Results.of(renamed)))


@pytest.mark.slow
@settings(max_examples=25)
@given(small_games())
def test_splitting_deals_leaves_the_ratings(games: list[Game]) -> None:
    whole = fit(Results.of(games))
    split = fit(Results.of(game._replace(deal=i) for i, game in enumerate(games)))
    assume(split.core.model.seats == whole.core.model.seats)  # balanced seats get an advantage from eight deals on only
    assert split.core.members.tolist() == whole.core.members.tolist()
    assert split.core.elo == pytest.approx(whole.core.elo, abs=1e-6)
    assert split.lack_of_fit.deviance == pytest.approx(whole.lack_of_fit.deviance, abs=1e-7)


@pytest.mark.slow
@settings(max_examples=25)
@given(small_games(), st.integers(0, 5))
def test_an_anchor_only_shifts(games: list[Game], which: int) -> None:
    free = fit(Results.of(games))
    assume(free.core.members.size > 1)
    anchor = int(free.core.members[which % free.core.members.size])
    fixed = fit(Results.of(games), anchors=free.names[anchor])
    assume(fixed.core.members.tolist() == free.core.members.tolist())
    assert fixed.zero == free.names[anchor]
    assert fixed.ratings[anchor][1:] == (0.0, 0.0, 0.0, 0.0)
    assert np.ptp(free.core.elo - fixed.core.elo) == pytest.approx(0.0, abs=1e-6)
    assert free.core.elo.mean() == pytest.approx(0.0, abs=1e-6)
    assert los_matrix(fixed) == [pytest.approx(row, abs=1e-6) for row in los_matrix(free)]
    assert [fixed.identical(i) for i in range(len(free.names))] == [free.identical(i) for i in range(len(free.names))]


@pytest.mark.slow
@settings(max_examples=25)
@given(small_games())
def test_nothing_is_ever_infinite_or_not_a_number(games: list[Game]) -> None:
    ladder = fit(Results.of(games))
    numbers = [x for row in (*by_name(ladder).values(), numbers_of(ladder)) for x in row if x is not None]
    assert np.isfinite(numbers).all()
    assert np.isfinite(ladder.covariance).all()
    assert np.isfinite(ladder.core.naive).all()
    assert "NaN" not in json_text(as_data(ladder))


@pytest.mark.slow
@settings(max_examples=25)
@given(small_games())
def test_ranks_intervals_and_bounds_are_in_order(games: list[Game]) -> None:
    ladder = fit(Results.of(games))
    for rating, rank in zip(ladder.ratings, ladder.ranks, strict=True):
        assert (rank is None) == (rating.middle is None)
        if rank is not None:
            assert 1 <= rank.best <= rank.place <= rank.worst <= len(ladder.names)
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
        (deals,) = whole(ladder.core.effective_deals[[spot]]).tolist()
        assert ladder.core.own_deals[spot] / 2 < deals <= ladder.core.own_deals[spot]
        clustered = ladder.covariance[spot, spot] * (ladder.core.deals - 1) / ladder.core.deals
        plain = stats.t.ppf(0.975, deals - 1) * math.sqrt(clustered * deals / (deals - 1))
        moderated = stats.t.ppf(0.975, deals + 1) * math.sqrt(clustered + 2 * ladder.core.naive[spot, spot] / deals)
        margin = max(plain, moderated)
        assert (rating.low, rating.high) == pytest.approx((rating.elo - margin, rating.elo + margin))


def test_the_likelihood_of_superiority_uses_the_whole_covariance() -> None:
    ladder = fit(from_wins(BASEBALL_TEAMS, BASEBALL), anchors="Baltimore")
    elo, covariance = ladder.core.elo, ladder.covariance
    naive, every = ladder.core.naive, ladder.core.deals
    variance, usual = (found[0, 0] + found[1, 1] - 2 * found[0, 1] for found in (covariance, naive))
    los, deals = ladder.los(0, 1), ladder.core.contrasts.deals[0, 1]
    assert los is not None
    assert deals == pytest.approx(78, abs=6)
    error = math.sqrt(variance * (every - 1) / every + 2 * usual / deals)
    assert los == pytest.approx(stats.t.cdf((elo[0] - elo[1]) / error, deals + 1))
    assert los == pytest.approx(stats.norm.cdf((elo[0] - elo[1]) / math.sqrt(variance)), abs=5e-3)
    assert ladder.los(1, 0) == pytest.approx(1 - los)
    assert los_matrix(ladder)[0][1] == los
    assert ladder.los(0, 0) is None


def test_half_a_deal_counts_for_none_whichever_way_entrants_are_listed() -> None:
    """The deals have 5, 5, 2, 1 and 1 of 14 games: 14^2 / (25 + 25 + 4 + 1 + 1) = 3.5."""
    games = [duel("A", "B", 0.5, deal) for deal in (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4)]
    games += [duel("A", "B", 1.0, 0), duel("A", "B", 1.0, 1)]
    for names in ("AB", "BA"):
        ladder = fit(Results.of(games, names))
        assert ladder.core.effective_deals == pytest.approx([3.5, 3.5])
        assert ladder.core.contrasts.deals[0, 1] == 3


def test_rank_intervals_leave_out_who_is_better_or_worse_beyond_doubt() -> None:
    ladder = fit(from_wins(BASEBALL_TEAMS, BASEBALL))
    ranks = dict(zip(ladder.names, ladder.ranks, strict=True))
    assert ranks["Milwaukee"] == (1, 1, 6)
    assert ranks["Baltimore"] == (7, 6, 7)


def test_one_deal_gives_ratings_but_no_intervals() -> None:
    ladder = fit(Results.of([duel("A", "B", 1.0, 0), duel("A", "B", 1.0, 0), duel("A", "B", 0.0, 0)]))
    rating = ladder.ratings[0]
    assert rating.elo == pytest.approx(200 * math.log10(2))
    assert (rating.low, rating.high, ladder.los(0, 1)) == (None, None, None)
    assert ladder.ranks[0] == (1, 1, 2)


def test_an_entrant_with_a_single_deal_in_a_large_pool_has_no_interval() -> None:
    games = random_games(3, entrants=4, rows=200, deals=50)
    late = [duel("late", "bot0", 1.0, 0), duel("late", "bot1", 0.0, 0)]
    ladder = fit(Results.of(games + late))
    entrant = ladder.names.index("late")
    assert ladder.ratings[entrant].status is Status.RATED
    assert ladder.ratings[entrant].low is None
    assert ladder.los(entrant, 0) is None
    assert ladder.los(0, 1) is not None
    assert fit(Results.of(games + late), anchors="late").ratings[0].low is None


def test_copies_of_one_program_are_identical_and_not_sure_to_the_last_digit() -> None:
    def games(of: str) -> list[Game]:
        return [duel(of, "other", float(deal % 5 > room), deal) for deal in range(40) for room in range(2)]

    among = [duel("copy", "original", float(room), deal) for deal in range(40) for room in range(2)]
    ladder = fit(Results.of([*games("copy"), *games("original"), *among]))
    copy, other, original = (ladder.names.index(name) for name in ("copy", "other", "original"))
    assert ladder.identical(copy) == (original,)
    assert ladder.identical(original) == (copy,)
    assert ladder.identical(other) == ()
    assert ladder.los(copy, original) is None
    assert ladder.ranks[copy] == ladder.ranks[original] == (1, 1, 2)
    assert ladder.ratings[copy].low is not None


@pytest.mark.parametrize(("deals", "named"), [(2, ()), (3, (1,)), (9, (1,))])
def test_copies_are_told_after_three_deals_and_their_interval_is_no_narrower_than_those_allow(
    deals: int, named: tuple[int, ...]
) -> None:
    """If all deals are split, at most a share q of all deals is not, with (1 - q)^deals = 5 %, as in `compare`."""
    ladder = fit(Results.of([duel("A", "B", float(room), deal) for deal in range(deals) for room in range(2)]))
    assert ladder.identical(0) == named
    assert ladder.ratings[0].elo == pytest.approx(0)
    lead = 400 * math.log10((2 - 0.05 ** (1 / deals)) / 0.05 ** (1 / deals))
    assert ladder.core.contrasts.margin[0, 1] > 0.8 * lead
    assert ladder.los(0, 1) is None


def test_deals_that_all_end_alike_are_no_certainty() -> None:
    def of(deals: int) -> Ladder:
        return fit(Results.of([duel("A", "B", score, deal) for deal in range(deals) for score in (1.0, 0.5)]))

    rating = of(9).ratings[0]
    assert rating.elo == pytest.approx(200 * math.log10(3))
    assert (rating.low or 0.0) == pytest.approx(95.4 - 50.0, abs=10.0)
    assert of(9).identical(0) == ()
    assert of(9).los(0, 1) is None
    assert 0.99 < (of(10).los(0, 1) or 0.0) < 0.9999


def test_a_newcomer_that_split_a_few_deals_is_not_as_sure_as_its_opponent() -> None:
    pool = [
        duel(a, b, float(deal % 5 > room), (a, b, deal))
        for a, b in ("AB", "BC", "AC")
        for deal in range(100)
        for room in range(2)
    ]
    late = [duel("late", "A", float(room), ("late", deal)) for deal in range(4) for room in range(2)]
    ladder = fit(Results.of([*pool, *late]))
    a, b, new = (ladder.names.index(name) for name in ("A", "B", "late"))
    own, old = (ladder.ratings[i] for i in (new, a))
    assert (own.high or 0) - (own.low or 0) > 300 > 2 * ((old.high or 0) - (old.low or 0))
    assert ladder.los(new, b) is None
    assert ladder.los(a, b) is not None
    assert ladder.identical(a) == (new,)
    assert ladder.shared_deals(a, new) == ladder.shared_deals(new, a) == 4
    assert ladder.shared_deals(a, b) == 100
    alone = fit(Results.of(pool)).variance_reduction
    assert ladder.variance_reduction == pytest.approx(alone, rel=0.05)


def test_opponents_are_averaged_by_games() -> None:
    games = [duel("B", "C", float(deal % 4 > 0), deal) for deal in range(8)]
    games += [duel("A", "B", 1.0, "x"), duel("A", "C", 1.0, "y"), duel("A", "C", 1.0, "z")]
    ladder = fit(Results.of(games), anchors="B")
    weaker = -400 * math.log10(3)
    assert list(ladder.opponents) == pytest.approx([weaker, 0.0, weaker * 2 / 3], abs=1e-6)


def test_several_anchors_are_held_while_the_others_are_fitted() -> None:
    results = from_wins(BASEBALL_TEAMS, BASEBALL)
    free = fit(results)
    fixed = fit(results, {"Milwaukee": 100.0, "Baltimore": 0.0})
    found = dict(zip(fixed.names, fixed.core.elo, strict=True))
    assert (found["Milwaukee"], found["Baltimore"]) == (100.0, 0.0)
    assert (fixed.anchors, fixed.zero) == ({"Milwaukee": 100.0, "Baltimore": 0.0}, "Baltimore")
    assert fixed.ratings[0][1:] == (100.0, 100.0, 100.0, 100.0)
    for team in BASEBALL_TEAMS[1:-1]:
        spot = BASEBALL_TEAMS.index(team)
        met = [(j, BASEBALL[spot][j], BASEBALL[spot][j] + BASEBALL[j][spot]) for j in range(7) if j != spot]
        expected = sum(n * (fixed.expected(spot, j) or 0.0) for j, _, n in met)
        assert expected == pytest.approx(sum(wins for _, wins, _ in met), abs=1e-6)
    assert np.diag(fixed.covariance)[[0, -1]].tolist() == [0.0, 0.0]
    assert (np.diag(fixed.covariance)[1:-1] < np.diag(fit(results, "Baltimore").covariance)[1:-1]).all()
    assert fixed.lack_of_fit == free.lack_of_fit
    assert (fixed.los(1, 0) or 0) == pytest.approx(0.87, abs=0.02)
    assert fixed.los(0, 6) is None


def test_anchors_where_they_stand_anyway_change_no_rating() -> None:
    results = from_wins(BASEBALL_TEAMS, BASEBALL)
    free = fit(results)
    fixed = fit(results, dict(zip(free.names[:3], free.core.elo[:3].tolist(), strict=True)))
    assert fixed.core.elo == pytest.approx(free.core.elo, abs=1e-6)
    everyone = fit(results, dict(zip(free.names, range(7), strict=True)))
    assert everyone.core.elo.tolist() == list(range(7))
    assert everyone.los(0, 1) is None
    assert everyone.lack_of_fit == free.lack_of_fit


def test_one_anchor_may_stand_anywhere() -> None:
    results = from_wins(BASEBALL_TEAMS, BASEBALL)
    low, high = fit(results, "Boston"), fit(results, {"Boston": 1500.0})
    assert high.core.elo == pytest.approx(low.core.elo + 1500)
    assert high.covariance == pytest.approx(low.covariance)
    assert (high.anchors, high.zero, low.zero) == ({"Boston": 1500.0}, None, "Boston")
    assert los_matrix(high) == [pytest.approx(row) for row in los_matrix(low)]


def test_an_anchor_needs_a_number() -> None:
    with pytest.raises(ValueError, match="the anchor A stands at nan, which is not a finite number"):
        fit(Results.of([duel("A", "B", 0.5, 0)]), {"A": math.nan})


@pytest.mark.slow
@settings(max_examples=25)
@given(small_games())
def test_a_copy_that_does_the_same_in_the_same_deals_is_rated_the_same(games: list[Game]) -> None:
    games = [game._replace(seats=None) for game in games]
    again = [
        game._replace(sides=["copy" if side == "bot0" else side for side in game.sides])
        for game in games
        if "bot0" in game.sides
    ]
    assume(again)
    ladder = fit(Results.of(games + again))
    copy, original = ladder.names.index("copy"), ladder.names.index("bot0")
    assert ladder.ratings[copy][0] == ladder.ratings[original][0]
    assert ladder.ratings[copy][1:] == pytest.approx(ladder.ratings[original][1:], abs=1e-5)
    assert ladder.los(copy, original) is None
    if (ladder.rests_on(copy) or 0) >= 2 and ladder.shared_deals(copy, original) >= ALIKE:
        assert copy in ladder.identical(original)


def test_pairs_are_compared_with_what_ratings_expect_of_them() -> None:
    ladder = fit(from_wins(BASEBALL_TEAMS, BASEBALL))
    met = ladder.meetings
    assert len(met) == 21
    for meeting in met:
        assert meeting.points == BASEBALL[meeting.first][meeting.second]
        assert meeting.games == meeting.points + BASEBALL[meeting.second][meeting.first]
        assert meeting.expected == pytest.approx(meeting.games * (ladder.expected(meeting.first, meeting.second) or 0))
    z = np.array([meeting.z for meeting in met], dtype=np.float64)
    # Pearson's statistic of the published fit is about its deviance, 15.74, and 6 of 21 dimensions are fitted.
    assert (z**2).sum() == pytest.approx(15.74 * 21 / 15, rel=0.2)


def test_a_favourite_who_wins_all_is_no_surprise() -> None:
    """Its deals do not vary at all, but 99 of 100 expected points come out as 100 in most samples."""
    pair = [duel("A", "B", 1.0, deal) for deal in range(30)]
    bridge = [duel("A", "C", float(deal % 15 > 0), deal) for deal in range(30)]
    bridge += [duel("C", "B", float(deal % 10 > 0), deal) for deal in range(30)]
    (met, *_) = fit(Results.of(pair + bridge)).meetings
    assert met.expected / met.games > 0.98
    assert met.z is not None and 0.0 < met.z < 1.0


def test_a_pair_that_always_splits_is_a_surprise_where_ratings_expect_more() -> None:
    """Every deal scores exactly 0.5 where 0.6 is expected; chance alone would give other scores."""
    games = [duel("A", "B", float(room), deal) for deal in range(60) for room in range(2)]
    games += [duel("A", "C", float((deal + room) % 4 > 0), deal) for deal in range(60) for room in range(2)]
    games += [duel("B", "C", float((deal + room) % 4 == 0), deal) for deal in range(60) for room in range(2)]
    (met, *_) = fit(Results.of(games)).meetings
    assert met.expected / met.games > 0.6
    assert met.z is not None and met.z < -2.0


def test_a_pair_of_copies_has_no_residual_to_judge() -> None:
    (meeting,) = fit(Results.of([duel("A", "B", float(room), deal) for deal in range(9) for room in range(2)])).meetings
    assert meeting == (0, 1, 18, 9.0, 9.0, None)


def test_deals_that_mostly_split_reduce_the_variance() -> None:
    sets = [(1.0, 0.0)] * 80 + [(1.0, 1.0)] * 15 + [(0.0, 0.0)] * 5
    ladder = fit(Results.of(duel("A", "B", score, deal) for deal, rooms in enumerate(sets) for score in rooms))
    # The set scores have variance 0.0475 (unbiased 0.0475 * 100 / 99), games would have 0.55 * 0.45 / 2.
    assert ladder.variance_reduction == pytest.approx(0.55 * 0.45 / 2 / (0.0475 * (100 / 99)))
    assert fit(Results.of([duel("A", "B", 0.5, 0)])).variance_reduction is None


def test_opponents_met_are_counted_once() -> None:
    games = [Game("ABC", (1, 2, 3), 0), duel("A", "B", 1.0, 1), duel("A", "D", 1.0, 1)]
    assert fit(Results.of(games, "ABCDE")).opponents_met == (3, 2, 2, 1, 0)


def test_expected_scores_are_told_inside_one_group_only() -> None:
    games = [duel("A", "B", float(deal % 4 > 0), deal) for deal in range(8)] + [duel("C", "A", 1.0, "x")]
    ladder = fit(Results.of(games))
    assert ladder.expected(0, 1) == pytest.approx(0.75)
    assert ladder.expected(1, 0) == pytest.approx(0.25)
    assert ladder.expected(2, 0) is None


def test_ratings_of_duels_do_not_change_when_told_as_games_of_more() -> None:
    """A third entrant that always finishes last says nothing about the other two."""
    scores = [(1, 2)] * 7 + [(2, 1)] * 3 + [(1, 1)] * 2
    two = fit(Results.of(Game("AB", places, deal) for deal, places in enumerate(scores)), "B")
    three = fit(Results.of(Game("ABC", (*places, 3), deal) for deal, places in enumerate(scores)), "B")
    assert three.ratings[0] == pytest.approx(two.ratings[0])
    assert three.ratings[2].status is Status.WINLESS


def test_an_unknown_anchor_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown anchor: cat; the entrants are A, B"):
        fit(Results.of([duel("A", "B", 1.0, 0)]), anchors="cat")


@pytest.mark.parametrize(("seed", "entrants", "rows", "deals"), [(3, 12, 30, 40), (1, 3, 60, 30), (1, 3, 0, 1)])
def test_the_core_alone_is_that_of_the_ladder(seed: int, entrants: int, rows: int, deals: int) -> None:
    results = Results.of(random_games(seed, entrants, rows, deals))
    alone, core = fit_core(results, {}), fit(results).core
    assert alone.elo.tolist() == core.elo.tolist()
    assert [part.tolist() for part in alone.intervals] == [part.tolist() for part in core.intervals]
