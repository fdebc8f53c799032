from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.schedules.agenda import Agenda, PlayedRound
from arena.schedules.plan import PlannedGame
from arena.schedules.rounds import Duel, Event, Match, PlayedMatch
from arena.schedules.swiss import Standing, _state, rounds_of_swiss, sets_of_swiss, standings
from arena.schedules.swiss_pairings import rematches
from tests.arena.schedules.simulated import (
    LABEL,
    Ledger,
    Places,
    all_drawn,
    always_the_first,
    at_random,
    by_strength,
    event,
    ids,
    play_out,
)

pytestmark = pytest.mark.slow

ORDER = (1, 2, 3, 4)
ALL_PLACES = [at_random, by_strength, all_drawn, always_the_first]


def rounds(of: Event, places: Places = at_random) -> list[PlayedRound]:
    agenda, ledger = Agenda([of], "shared"), Ledger()
    while missing := agenda.missing(ledger.scores):
        ledger.play(missing, places)
    return agenda.parts[0].rounds(ledger.scores)


def table(rows: list[Standing]) -> list[tuple[int, float, float]]:
    return [(row.place, float(row.points), float(row.buchholz)) for row in rows]


def pairs(found: list[PlayedRound]) -> Counter[tuple[str, ...]]:
    met = [pair for each in found for match in each.matches for pair in combinations(match.entrants, 2)]
    return Counter(tuple(sorted(pair)) for pair in met)


@given(count=st.integers(2, 10), places=st.sampled_from(ALL_PLACES), extra=st.integers(0, 12))
@settings(max_examples=30)
def test_nobody_meets_anybody_again_while_that_can_be_avoided(count: int, places: Places, extra: int) -> None:
    of = event(count, sets=1, kind="swiss", rounds=extra or None)
    before: list[PlayedMatch] = []
    for each in rounds(of, places):
        state = _state(of, before)
        playing = [match.entrants for match in each.matches if len(match.entrants) == 2]
        again = sum(state.times_met(*pair) > 0 for pair in playing)
        assert again == rematches(state, [one for one in state.order if any(one in pair for pair in playing)])
        before += each.matches


@given(count=st.integers(7, 20), places=st.sampled_from(ALL_PLACES))
@settings(max_examples=30)
def test_in_the_usual_number_of_rounds_nobody_meets_anybody_twice(count: int, places: Places) -> None:
    assert set(pairs(rounds(event(count, sets=1, kind="swiss"), places)).values()) == {1}


@given(count=st.integers(2, 20), places=st.sampled_from(ALL_PLACES))
@settings(max_examples=30)
def test_everybody_plays_or_has_a_bye_and_nobody_has_two(count: int, places: Places) -> None:
    of = event(count, sets=1, kind="swiss")
    found = rounds(of, places)

    assert [each.title for each in found] == [f"round {i + 1}" for i in range(rounds_of_swiss(of))]
    for each in found:
        seen = [one for match in each.matches for one in match.entrants]
        assert sorted(seen) == sorted(of.entrants)
        assert sum(len(match.entrants) == 1 for match in each.matches) == count % 2
    byes = Counter(m.entrants for each in found for m in each.matches if len(m.entrants) == 1)
    assert set(byes.values()) <= {1}


@given(count=st.integers(2, 9), extra=st.integers(1, 3))
@settings(max_examples=20)
def test_with_more_rounds_than_opponents_all_have_met(count: int, extra: int) -> None:
    met = pairs(rounds(event(count, sets=1, kind="swiss", rounds=count + extra)))
    assert len(met) == count * (count - 1) // 2


@pytest.mark.parametrize(
    ("count", "number"), [(2, 1), (3, 3), (4, 3), (5, 4), (8, 4), (9, 5), (16, 5), (17, 6), (100, 8)]
)
def test_there_is_a_round_more_than_in_a_knock_out_if_there_are_opponents_for_it(count: int, number: int) -> None:
    of = event(count, sets=3, kind="swiss")
    assert rounds_of_swiss(of) == number
    assert sets_of_swiss(of) == number * (count // 2) * 3


def test_the_best_come_first_if_the_better_always_wins() -> None:
    of = event(16, kind="swiss", seeding="random")
    found = rounds(of, always_the_first)
    order = [row.entrant for row in standings(of, [m for each in found for m in each.matches])]

    assert order[0] == ids(16)[0]
    assert set(order[:3]) <= set(ids(16)[:6])


def test_each_round_has_packs_of_its_own() -> None:
    found = rounds(event(4, sets=3, kind="swiss"))
    assert [[list(m.match.sets) for m in each.matches] for each in found] == [
        [[1, 2, 3]] * 2,
        [[4, 5, 6]] * 2,
        [[7, 8, 9]] * 2,
    ]


def test_a_bye_counts_half_and_nothing_in_the_games() -> None:
    of = event(3, sets=4, kind="swiss", rounds=1)
    found = rounds(of, always_the_first)
    rows = standings(of, found[0].matches)

    assert table(rows) == [(1, 4.0, 0.0), (2, 2.0, 2.0), (3, 0.0, 4.0)]
    assert {game.pairing for game in play_out(of).played} == {ids(3)[:2]}


def test_equal_points_go_by_buchholz_then_by_direct_encounter_then_share_the_place() -> None:
    of = event(4, sets=1, kind="swiss", rounds=3)
    a, b, c, d = of.entrants

    def after(*beats: str) -> list[Standing]:
        wins = {tuple(pair) for pair in beats}
        names = dict(zip(of.entrants, "abcd", strict=True))

        def places(game: PlannedGame) -> tuple[int, ...]:
            one, other = (names[side] for side in game.sides)
            return (1, 2) if (one, other) in wins else (2, 1)

        return standings(of, [m for each in rounds(of, places) for m in each.matches])

    cycle = after("ab", "bc", "ca", "ad", "bd", "cd")
    assert table(cycle) == [(1, 2.0, 4.0)] * 3 + [(4, 0.0, 6.0)]
    assert [row.entrant for row in cycle] == [a, b, c, d]

    two_pairs = after("ab", "ca", "ad", "bc", "bd", "dc")
    assert table(two_pairs) == [(1, 2.0, 4.0), (2, 2.0, 4.0), (3, 1.0, 5.0), (4, 1.0, 5.0)]
    assert [row.entrant for row in two_pairs] == [a, b, d, c]


def test_among_those_that_have_not_all_met_there_is_no_direct_encounter() -> None:
    of = event(4, sets=1, kind="swiss", rounds=1)
    found = standings(of, rounds(of, all_drawn)[0].matches)

    assert {row.place for row in found} == {1}
    assert {float(row.direct) for row in found} == {0.0}


@pytest.mark.parametrize(("count", "number"), [(3, 7), (3, 4), (5, 9), (4, 5)])
def test_who_met_the_others_more_often_gains_nothing_among_equals(count: int, number: int) -> None:
    """With all games drawn, nobody is better: byes and rematches used to decide who comes first."""
    of = event(count, sets=1, kind="swiss", rounds=number)
    found = standings(of, [match for each in rounds(of, all_drawn) for match in each.matches])
    assert {row.place for row in found} == {1}


@pytest.mark.parametrize("sides", [3, 4])
def test_who_sits_before_whom_decides_nothing_among_equals(sides: int) -> None:
    """The seat decides each game: in the rotations of a table, each beats the one behind it more often than not."""
    of = event(sides + 1, sides=sides, sets=1, kind="swiss", rounds=3)
    found = standings(
        of, [match for each in rounds(of, lambda game: ORDER[: len(game.sides)]) for match in each.matches]
    )
    assert {row.place for row in found} == {1}


def test_of_matches_between_two_the_mean_over_all_their_sets_counts() -> None:
    """In one match one of them won two sets of three; of the next only one set is over, and the other won it."""
    of = event(2, sets=3, kind="swiss", rounds=2)
    a, b = of.entrants
    won, lost = ((Duel(*pair, 1.0),) for pair in ((a, b), (b, a)))
    played = [
        PlayedMatch(Match((a, b), range(1, 4)), ((won,), (won,), (lost,))),
        PlayedMatch(Match((a, b), range(4, 7)), ((lost,),)),
    ]
    found = {row.entrant: row for row in standings(of, played)}
    assert (found[a].direct, found[b].direct) == (Fraction(1, 2), Fraction(1, 2))
    assert {row.place for row in found.values()} == {1}


def test_points_of_a_table_are_shares_of_its_opponents() -> None:
    of = event(4, sides=4, sets=2, kind="swiss", rounds=1)
    found = standings(of, rounds(of, always_the_first)[0].matches)
    assert [row.points for row in found] == [2, Fraction(4, 3), Fraction(2, 3), 0]


@given(count=st.integers(3, 11), sides=st.integers(3, 4))
def test_games_of_more_sides_are_played_at_tables(count: int, sides: int) -> None:
    of = event(count, sides=sides, sets=1, kind="swiss")
    found = rounds(of)
    if count < sides:
        assert not found
        return
    for each in found:
        sizes = Counter(len(match.entrants) for match in each.matches)
        assert sizes == Counter({sides: count // sides}) + Counter({1: count % sides})
    assert {game.contest for game in play_out(of).played} == {LABEL}
