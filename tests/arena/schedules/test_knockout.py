from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.schedules.agenda import Agenda, PlayedRound
from arena.schedules.knockout import THIRD_PLACE, Tie, bracket, sets_of_knock_out, ties, winner
from arena.schedules.rounds import Event, seeded
from tests.arena.schedules.simulated import (
    Ledger,
    Places,
    all_drawn,
    always_the_first,
    at_random,
    event,
    ids,
)

COUNTS = range(2, 34)


def played(of: Event, places: Places = at_random) -> list[PlayedRound]:
    agenda, ledger = Agenda([of], "shared"), Ledger()
    while missing := agenda.missing(ledger.scores):
        ledger.play(missing, places)
    return agenda.parts[0].rounds(ledger.scores)


def won(of: Event, listed: list[Tie]) -> list[str]:
    found = [winner(of, tie) for tie in listed]
    return [one for one in found if one is not None]


def test_the_bracket_of_eight_is_the_usual_one() -> None:
    assert bracket("12345678") == list("18452736")


def test_missing_seeds_are_byes_of_the_best() -> None:
    assert bracket("12345") == ["1", None, "4", "5", "2", None, "3", None]


@pytest.mark.parametrize("count", COUNTS)
def test_if_all_win_who_should_the_best_meet_the_last_of_those_left(count: int) -> None:
    left = list(range(count))
    places = bracket([str(seed) for seed in left])
    while len(places) > 1:
        pairs = [{int(one) for one in places[i : i + 2] if one is not None} for i in range(0, len(places), 2)]
        size = len(places)
        assert sorted(map(sorted, pairs)) == [
            [seed, size - 1 - seed] if size - 1 - seed < count else [seed] for seed in range(size // 2)
        ]
        places = [str(min(pair)) for pair in pairs]
    assert places == ["0"]


@pytest.mark.parametrize("count", COUNTS)
def test_who_wins_goes_on_and_who_loses_is_out(count: int) -> None:
    of = event(count, sets=2, kind="knock-out")
    found = ties(played(of))
    sizes = [len(listed) for listed in found.values()]
    rounds = list(found.values())
    first = Counter(one for tie in rounds[0] for one in tie.entrants)

    assert sizes == [2**i for i in reversed(range((count - 1).bit_length()))]
    assert first == Counter(of.entrants)
    assert sum(len(tie.entrants) == 2 for listed in rounds for tie in listed) == count - 1
    byes = [tie.entrants[0] for tie in rounds[0] if len(tie.entrants) == 1]
    assert set(byes) == set(of.entrants[: len(byes)])
    for before, after in pairwise(rounds):
        winners = won(of, before)
        pairs = [{*winners[i : i + 2]} for i in range(0, len(winners), 2)]
        assert [set(tie.entrants) for tie in after] == pairs
    assert len(won(of, rounds[-1])) == 1
    assert list(found)[-1] == "final"


@given(st.integers(2, 33), st.booleans())
def test_the_best_wins_all_if_the_better_always_wins(count: int, third: bool) -> None:
    of = event(count, kind="knock-out", third_place=third)
    found = ties(played(of, always_the_first))

    assert won(of, found["final"]) == [ids(count)[0]]
    assert found["final"][0].entrants == ids(count)[:2]
    assert (THIRD_PLACE in found) == (third and count >= 4)
    if THIRD_PLACE in found:
        assert found[THIRD_PLACE][0].entrants == ids(count)[2:4]
    assert sum(tie.sets for listed in found.values() for tie in listed) == sets_of_knock_out(of)


def test_an_undecided_match_goes_on_set_by_set_up_to_the_limit_then_the_higher_seed_wins() -> None:
    of = event(2, sets=3, kind="knock-out", limit=5)
    found = played(of, all_drawn)
    [tie] = ties(found)["final"]

    assert [[list(m.match.sets) for m in each.matches] for each in found] == [[[1, 2, 3]], [[4]], [[5]]]
    assert tie.sets == 5
    assert winner(of, tie) == of.entrants[0]


def test_a_match_ends_with_the_set_that_decides_it() -> None:
    of = event(2, sets=2, kind="knock-out")

    def drawn_but_the_third(game: object) -> tuple[int, ...]:
        number, sides = game.set, game.sides  # type: ignore[attr-defined] # a Planned
        return (1, 1) if number < 3 else tuple(1 + (one == of.entrants[0]) for one in sides)

    [tie] = ties(played(of, drawn_but_the_third))["final"]
    assert tie.sets == 3
    assert winner(of, tie) == of.entrants[1]


def test_without_a_limit_a_match_has_at_most_twice_its_sets() -> None:
    [tie] = ties(played(event(2, sets=3, kind="knock-out"), all_drawn))["final"]
    assert tie.sets == 6


def test_a_match_that_is_not_over_has_no_winner() -> None:
    of = event(2, sets=3, kind="knock-out")
    agenda, ledger = Agenda([of], "shared"), Ledger()
    ledger.play(agenda.missing({})[:4], always_the_first)
    [each] = agenda.parts[0].rounds(ledger.scores)
    [tie] = ties([each])["final"]

    assert tie.sets == 2
    assert winner(of, tie) is None
    assert winner(of, Tie(of.entrants)) is None


def test_rounds_share_no_packs() -> None:
    found = ties(played(event(8, sets=2, kind="knock-out", limit=4), all_drawn))
    numbers = [{n for tie in listed for m in tie.matches for n in m.match.sets} for listed in found.values()]
    assert numbers == [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}]


def test_seeds_come_from_the_file_from_a_list_or_from_the_seed_of_the_ladder() -> None:
    in_order = event("dbca", kind="knock-out")
    listed = event("dbca", kind="knock-out", seeds=["c", "nobody", "a"])
    drawn = event("dbca", kind="knock-out", seeding="random")
    again = event("abcd", kind="knock-out", seeding="random")

    assert seeded(in_order) == tuple("dbca")
    assert seeded(listed) == tuple("cadb")
    assert seeded(drawn) == seeded(again)
    assert sorted(seeded(drawn)) == list("abcd")
    assert len({seeded(drawn._replace(seed=str(i))) for i in range(20)}) > 5


def test_alone_nobody_plays() -> None:
    assert played(event(1, kind="knock-out")) == []
    assert played(event(0, kind="knock-out")) == []
