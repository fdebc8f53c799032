"""What counts for points depends neither on the order in which games end nor on what the bots of the staff do wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.grading.grade import packs_of
from arena.grading.scoring import LEAST, FieldTests, LegalPlay, StaffFault
from arena.regression.series import sets_of
from arena.schedules.plan import PlannedGame
from arena.settings.grade_file import PointsSection, SequentialSection, StaffBotSection
from arena.store import PlayedGame
from arena.table.outcome import Fault
from tests.arena.head_to_head import NEW, OLD, contest, drawn, ended, games

SETS = 40
STAFF = StaffBotSection(bot="old", not_worse=20.0, better=10.0, limits={})
ASKED = SequentialSection(elo=300.0)
TITLES = ("not worse", "better")


def seat_of(game: PlannedGame, bot: str) -> int:
    return game.sides.index(bot)


def failed(game: PlannedGame, bot: str) -> PlayedGame:
    return ended(game, None, Fault(seat_of(game, bot), "CRASH", "exit 1"))


def legal(results: Sequence[PlayedGame], sets: int, **points: float) -> LegalPlay:
    found = LegalPlay(contest(sets), games(sets), NEW, PointsSection(**points))
    for result in results:
        found.take(result)
    return found


def stand(
    results: Sequence[PlayedGame], section: StaffBotSection = STAFF, asked: SequentialSection = ASKED
) -> FieldTests:
    found = FieldTests(contest(SETS), games(SETS), NEW, OLD, asked, section)
    for result in results:
        found.take(result)
    return found


def test_every_set_with_a_fault_costs_points_once() -> None:
    planned = games(6)
    both = [failed(game, NEW.id) for game in planned[:2]]  # both rooms of the first set
    found = legal([*both, failed(planned[2], NEW.id), *(ended(game, 1) for game in planned[3:])], 6)
    part = found.part("legal", "why", "visible")

    assert found.decided()
    assert (round(part.points, 3), part.most, part.status) == (13.333, 20.0, "partly")
    assert part.text.splitlines()[0] == "6 of 6 sets played, 2 with a fault"
    assert "CRASH in 3 games" in part.text


@pytest.mark.parametrize("fault", [None, 0.0, 1.0])
def test_a_fault_in_every_set_leaves_nothing_whatever_it_costs(fault: float | None) -> None:
    points = PointsSection(fault=fault)
    found = LegalPlay(contest(6), games(6), NEW, points)
    for planned in games(6):
        found.take(failed(planned, NEW.id))

    assert found.decided()
    assert (found.points, found.hopeless, found.part("legal", "", "visible").status) == (0.0, True, "failed")


def test_without_points_left_no_more_sets_are_needed() -> None:
    found = legal([failed(game, NEW.id) for game in games(6)], 6, fault=10.0)

    assert (found.points, found.decided(), found.hopeless) == (0.0, True, True)
    assert len(found.head_to_head.sets) == LEAST == 5


def test_legal_play_without_points_is_played_all_the_same() -> None:
    assert not legal([], 6, legal=0.0).decided()
    assert legal([ended(game, 1) for game in games(6)], 6, legal=0.0).decided()


def test_a_fault_of_the_staff_is_no_fault_of_the_submission() -> None:
    planned = games(6)
    found = legal([failed(planned[0], OLD.id), *(ended(game, 1) for game in planned[1:])], 6)

    assert found.points == 20.0
    with pytest.raises(StaffFault, match="old, a bot of the staff, failed in kaiser:standard: CRASH: exit 1"):
        found.staff.check()


@pytest.mark.slow
@settings(max_examples=20)
@given(order=st.permutations(range(2 * SETS)), lead=st.sampled_from([-20.0, 0.0, 6.0, 20.0]))
def test_points_do_not_depend_on_the_order_in_which_games_end(order: list[int], lead: float) -> None:
    results = drawn(games(SETS), lead)
    in_order, shuffled = stand(results), stand([results[i] for i in order])

    assert shuffled.decided()
    assert shuffled.parts(TITLES) == in_order.parts(TITLES)


@pytest.mark.parametrize(
    ("lead", "points"), [(20.0, [20.0, 10.0]), (-20.0, [0.0, 0.0])], ids=["clearly better", "clearly worse"]
)
def test_points_are_for_not_worse_and_more_for_better(lead: float, points: list[float]) -> None:
    assert [part.points for part in stand(drawn(games(SETS), lead)).parts(TITLES)] == points


def test_the_bot_of_the_staff_itself_is_not_worse_and_not_better() -> None:
    twin = replace(NEW, name="twin")
    planned = sets_of(contest(SETS), [NEW, twin], "seed")
    found = FieldTests(contest(SETS), planned, NEW, twin, ASKED, STAFF)
    for game in planned:
        found.take(ended(game, 0))

    assert [(part.points, part.status) for part in found.parts(TITLES)] == [(20.0, "passed"), (0.0, "failed")]


def test_what_is_not_decided_is_not_passed() -> None:
    found = stand(drawn(games(SETS), 0.0), asked=SequentialSection(elo=10.0))

    assert found.decided()
    assert [part.points for part in found.parts(TITLES)] == [0.0, 0.0]
    assert found.parts(TITLES)[0].text.startswith("not decided after 40 sets")


def test_a_question_without_points_is_not_asked() -> None:
    parts = stand(drawn(games(SETS), 20.0), StaffBotSection(bot="old", limits={})).parts(TITLES)

    assert [part.title for part in parts] == ["not worse"]


def test_a_win_by_a_fault_of_the_staff_is_no_merit() -> None:
    planned = games(SETS)
    found = stand([failed(planned[0], OLD.id), *drawn(planned, 20.0)[1:]])

    assert found.decided()
    with pytest.raises(StaffFault):
        found.staff.check()


def test_a_fault_of_the_staff_after_the_decision_changes_nothing() -> None:
    planned = games(SETS)
    found = stand([*drawn(planned, 20.0)[:-1], failed(planned[-1], OLD.id)])

    found.staff.check()
    assert [part.points for part in found.parts(TITLES)] == [20.0, 10.0]


def test_packs_differ_for_each_submission_and_each_opponent_and_are_the_same_twice() -> None:
    one, other = (packs_of("secret", bot) for bot in (NEW, OLD))
    again = packs_of("secret", replace(NEW, name="renamed", given="elsewhere"))
    labels = {
        game.chance
        for opponent in (OLD, replace(OLD, name="third"))
        for game in sets_of(contest(1), [NEW, opponent], one, "fresh")
    }

    assert again == one != other
    assert packs_of("another", NEW) != one
    assert len(labels) == 2, "the two rooms of a set share packs, two opponents do not"
