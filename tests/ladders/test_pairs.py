"""Two entrants on duplicate sets."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ladders import Game, HeadToHead, Results, fit, head_to_head

ROOMS = {0.0: (0.0, 0.0), 0.25: (0.0, 0.5), 0.5: (1.0, 0.0), 0.75: (1.0, 0.5), 1.0: (1.0, 1.0)}


def duel(counts: tuple[int, int, int, int, int]) -> Results:
    """Sets of two rooms with set scores 0, 0.25, 0.5, 0.75 and 1; the second room names the entrants the other way."""
    scores = [score for score, count in zip(ROOMS, counts, strict=True) for _ in range(count)]
    games = []
    for deal, score in enumerate(scores):
        open_room, closed_room = ROOMS[score]
        games += [Game("new", "old", open_room, deal), Game("old", "new", 1.0 - closed_room, deal)]
    return Results.of(games)


def compare(*counts: int) -> HeadToHead:
    return head_to_head(duel((counts[0], counts[1], counts[2], counts[3], counts[4])), "new", "old")


def test_sets_are_the_unit_of_all_figures() -> None:
    found = compare(5, 10, 140, 20, 25)
    sets = np.repeat([0.0, 0.25, 0.5, 0.75, 1.0], [5, 10, 140, 20, 25])
    error = stats.sem(sets)
    assert (found.sets, found.games) == (200, 400)
    assert (found.wins, found.draws, found.losses) == (140 + 20 + 50, 30, 140 + 10 + 10)
    assert found.histogram == {0.0: 5, 0.25: 10, 0.5: 140, 0.75: 20, 1.0: 25}
    assert found.score == pytest.approx(sets.mean())
    assert found.elo == pytest.approx(-400 * math.log10(1 / sets.mean() - 1))
    assert found.los == pytest.approx(stats.t.cdf((sets.mean() - 0.5) / error, 199))
    assert found.los == pytest.approx(1 - stats.ttest_1samp(sets, 0.5, alternative="greater").pvalue)
    margin = stats.t.ppf(0.975, 199) * error / (sets.mean() * (1 - sets.mean())) * 400 / math.log(10)
    assert (found.low, found.high) == pytest.approx((found.elo - margin, found.elo + margin))
    assert not found.identical


@given(st.tuples(*[st.integers(0, 12)] * 5))
def test_the_ladder_of_the_two_says_the_same(counts: tuple[int, int, int, int, int]) -> None:
    if sum(counts) < 2:
        return
    results = duel(counts)
    found = head_to_head(results, "new", "old")
    rating = fit(results, anchor="old").ratings[results.names.index("new")]
    assert rating.elo == pytest.approx(found.elo, abs=1e-6)
    if max(counts) < sum(counts):
        assert (rating.low, rating.high) == pytest.approx((found.low, found.high), abs=1e-5)
    elif found.score == 1.0:
        assert rating.low == pytest.approx(found.low, abs=1e-5)


@given(st.tuples(*[st.integers(0, 12)] * 5))
def test_the_other_side_sees_the_mirror_image(counts: tuple[int, int, int, int, int]) -> None:
    if sum(counts) == 0:
        return
    ours, theirs = compare(*counts), head_to_head(duel(counts), "old", "new")
    assert theirs.score == pytest.approx(1 - ours.score)
    assert list(theirs.histogram.values()) == list(ours.histogram.values())[::-1]
    for mine, yours in ((ours.elo, theirs.elo), (ours.low, theirs.high), (ours.high, theirs.low)):
        assert yours == pytest.approx(None if mine is None else -mine, abs=1e-6)
    assert theirs.los == pytest.approx(None if ours.los is None else 1 - ours.los)


def test_copies_are_identical_on_all_sets() -> None:
    found = compare(0, 0, 200, 0, 0)
    assert found.identical
    assert (found.elo, found.los) == (0.0, None)
    share = 1 - 0.05 ** (1 / 200)
    assert found.high == pytest.approx(400 * math.log10((1 + share) / (1 - share)))
    assert found.low == pytest.approx(-(found.high or 0.0))


def test_a_perfect_score_is_a_lower_bound() -> None:
    found = compare(0, 0, 0, 0, 200)
    assert (found.elo, found.high) == (None, None)
    least = 0.05 ** (1 / 200)
    assert found.low == pytest.approx(400 * math.log10(least / (1 - least)))
    assert found.los == pytest.approx(1 - 0.5**200)
    assert (compare(7, 0, 0, 0, 0).low, compare(7, 0, 0, 0, 0).elo) == (None, None)
    assert compare(7, 0, 0, 0, 0).los == pytest.approx(0.5**7)


def test_beating_random_by_300_elo_shows_over_200_sets() -> None:
    found = compare(0, 0, 20, 0, 180)
    assert found.elo == pytest.approx(511.5, abs=0.1)
    assert found.low is not None
    assert found.low > 300


def test_a_single_set_says_next_to_nothing() -> None:
    found = compare(0, 0, 0, 1, 0)
    assert found.elo == pytest.approx(400 * math.log10(3))
    assert found.low is not None
    assert found.high is not None
    assert found.low < -500
    assert found.high > 700
    assert found.los == 0.5


def test_more_rooms_make_a_finer_histogram() -> None:
    games = [Game("A", "B", float(room < wins), deal) for deal, wins in enumerate((0, 1, 3)) for room in range(3)]
    found = head_to_head(Results.of(games), "A", "B")
    assert list(found.histogram.values()) == [1, 0, 1, 0, 0, 0, 1]
    assert list(found.histogram) == pytest.approx([i / 6 for i in range(7)])


def test_others_at_the_table_do_not_count() -> None:
    games = [Game("A", "B", 1.0, 0), Game("A", "C", 0.0, 0), Game("B", "C", 0.0, 0), Game("A", "B", 0.0, 1)]
    found = head_to_head(Results.of(games), "A", "B")
    assert (found.sets, found.games, found.score) == (2, 2, 0.5)
    assert not found.identical


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [("A", "cat", "unknown entrant: cat; the entrants are A, B, C"), ("A", "C", "A and C have not met")],
)
def test_who_cannot_be_compared_is_named(first: str, second: str, text: str) -> None:
    results = Results.of([Game("A", "B", 1.0, 0), Game("C", "B", 1.0, 0)])
    with pytest.raises(ValueError, match=re.escape(text)):
        head_to_head(results, first, second)
