"""The ladder of two entrants agrees with their comparison deal by deal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import Results, compare, duel, fit, pairs_between
from tests.ratings.deals import deals


@given(st.tuples(*[st.integers(0, 12)] * 5).filter(lambda counts: sum(counts) > 1))
def test_the_ladder_of_the_two_says_the_same(counts: tuple[int, ...]) -> None:
    pairs = deals(counts)
    games = []
    for deal, (open_room, closed_room) in enumerate(pairs.scores.tolist()):
        games += [duel("new", "old", open_room, deal), duel("old", "new", 1.0 - closed_room, deal)]
    results = Results.of(games)
    rating = fit(results, "old").ratings[results.names.index("new")]
    assert pairs_between(results, "new", "old").scores.tolist() == pairs.scores.tolist()
    found = compare(pairs).elo
    assert rating.elo == pytest.approx(found.value, abs=1e-6)
    if max(counts) < sum(counts):
        # The errors of a ladder count two more deals; with these they may be wider, never narrower.
        assert (rating.low or 0.0) <= (found.low or 0.0) + 1e-5
        assert (rating.high or 0.0) >= (found.high or 0.0) - 1e-5
        assert (rating.low or 0.0) + (rating.high or 0.0) == pytest.approx(2.0 * (found.value or 0.0), abs=1e-5)
    elif counts[4]:
        assert rating.low == pytest.approx(found.low, abs=1e-5)


def test_with_many_deals_they_say_the_same_of_errors_too() -> None:
    pairs = deals((100, 0, 700, 0, 200))
    games = [duel("new", "old", room, deal) for deal, rooms in enumerate(pairs.scores.tolist()) for room in rooms]
    rating, found = fit(Results.of(games), "old").ratings[0], compare(pairs).elo
    assert (rating.low, rating.high) == pytest.approx((found.low, found.high), abs=0.1)
