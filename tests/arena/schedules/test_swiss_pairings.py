from collections import Counter
from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from arena.schedules.swiss_pairings import SwissState, left_out, pairs, rematches, tables

NAMES = "abcdefghijkl"


def state_of(
    points: list[int], met: set[tuple[str, str]] | None = None, byes: dict[str, int] | None = None
) -> SwissState:
    """Return a state with the letters in order of their points; `met` has the pairs that have met."""
    names = NAMES[: len(points)]
    times: dict[str, dict[str, int]] = {name: {} for name in names}
    for one, other in met or ():
        times[one][other] = times[other][one] = 1
    return SwissState(tuple(names), dict(zip(names, map(Fraction, points), strict=True)), times, byes or {})


def all_ways(players: str) -> list[list[tuple[str, str]]]:
    if not players:
        return [[]]
    first, others = players[0], players[1:]
    return [[(first, other), *way] for other in others for way in all_ways(others.replace(other, ""))]


@st.composite
def states(draw: st.DrawFn, sizes: st.SearchStrategy[int]) -> SwissState:
    size = draw(sizes)
    points = sorted(draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)), reverse=True)
    met = draw(st.sets(st.sampled_from(list(combinations(NAMES[:size], 2))))) if size > 1 else set()
    byes = draw(st.dictionaries(st.sampled_from(NAMES[:size]), st.integers(0, 2))) if size else {}
    return state_of(points, met, byes)


@given(states(st.sampled_from([0, 2, 4, 6, 8])))
def test_everybody_is_paired_with_as_few_rematches_as_there_can_be(state: SwissState) -> None:
    found = pairs(state, state.order)
    ways = all_ways("".join(state.order))
    fewest = min(sum(state.times_met(*pair) for pair in way) for way in ways)

    assert sorted(one for pair in found for one in pair) == sorted(state.order)
    assert sum(state.times_met(*pair) for pair in found) == fewest
    assert rematches(state, state.order) == fewest


@given(states(st.sampled_from([2, 4, 6, 8])))
def test_all_meet_their_equals_where_that_can_be(state: SwissState) -> None:
    def among_equals(way: list[tuple[str, str]]) -> bool:
        return all(state.points[one] == state.points[other] and not state.times_met(one, other) for one, other in way)

    assert among_equals(pairs(state, state.order)) == any(map(among_equals, all_ways("".join(state.order))))


def test_in_the_first_round_the_upper_half_meets_the_lower_half() -> None:
    assert pairs(state_of([0] * 8), "abcdefgh") == [("a", "e"), ("b", "f"), ("c", "g"), ("d", "h")]


def test_the_last_of_an_odd_group_meets_the_first_of_the_next() -> None:
    assert pairs(state_of([2, 2, 2, 1, 1, 1]), "abcdef") == [("a", "b"), ("c", "d"), ("e", "f")]


def test_with_all_points_different_the_first_meets_the_second() -> None:
    assert pairs(state_of([4, 3, 2, 1]), "abcd") == [("a", "b"), ("c", "d")]


def test_who_has_met_is_passed_over() -> None:
    assert pairs(state_of([4, 3, 2, 1], {("a", "b")}), "abcd") == [("a", "c"), ("b", "d")]


def test_the_top_makes_way_if_the_bottom_could_not_be_paired_otherwise() -> None:
    assert pairs(state_of([4, 3, 2, 1], {("c", "d")}), "abcd") == [("a", "c"), ("b", "d")]


def test_a_partner_is_not_taken_from_equals_who_then_would_have_none() -> None:
    # Half a group down is c, but b and d have met.
    assert pairs(state_of([1, 1, 1, 1, 0, 0], {("b", "d")}), "abcdef") == [("a", "d"), ("b", "c"), ("e", "f")]


@given(states(st.sampled_from([1, 3, 5, 7])))
def test_a_bye_goes_to_one_that_had_fewest_so_that_fewest_have_met(state: SwissState) -> None:
    [chosen] = left_out(state, 1)
    fewest = min(state.byes.get(one, 0) for one in state.order)
    candidates = [one for one in state.order if state.byes.get(one, 0) == fewest]
    needed = {one: rematches(state, [other for other in state.order if other != one]) for one in candidates}

    assert chosen in candidates
    assert needed[chosen] == min(needed.values())
    assert [one for one in candidates if needed[one] == needed[chosen]][-1] == chosen


@given(states(st.integers(4, 12)), st.integers(3, 4))
def test_at_tables_everybody_sits_once_and_byes_go_round(state: SwissState, size: int) -> None:
    byes = left_out(state, len(state.order) % size)
    found = tables(state, [one for one in state.order if one not in byes], size)

    assert Counter([*byes, *(one for table in found for one in table)]) == Counter(state.order)
    assert {len(table) for table in found} <= {size}
    assert all(state.byes.get(out, 0) <= state.byes.get(one, 0) for out in byes for table in found for one in table)


def test_tables_are_dealt_over_equals_and_filled_with_neighbours_else() -> None:
    assert tables(state_of([0] * 6), "abcdef", 3) == [("a", "c", "e"), ("b", "d", "f")]
    assert tables(state_of([6, 5, 4, 3, 2, 1]), "abcdef", 3) == [("a", "b", "c"), ("d", "e", "f")]
    assert tables(state_of([6, 5, 4, 3, 2, 1], {("a", "b")}), "abcdef", 3) == [("a", "c", "d"), ("b", "e", "f")]
