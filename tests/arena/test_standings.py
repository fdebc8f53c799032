from collections.abc import Mapping

from arena.schedule import Planned
from arena.standings import TimeUse, display_names, games, results, sheets, sides_of, time_use
from arena.store import Fault, Known, Played, SeatUse
from ladders import Game
from ladders.tallies import tallies

NAMES = {"a@1": "a", "b@2": "b", "c@3": "c"}
ENTRANTS = {id_: Known(id_, name, "1", "") for id_, name in NAMES.items()}


def played(
    sides: tuple[str, ...],
    places: tuple[int, ...],
    contest: str = "kaiser:standard",
    extra: Mapping[str, str] | None = None,
    faults: tuple[Fault, ...] = (),
) -> Played:
    game = Planned("G1", contest, 1, tuple(sorted(sides)), 0, sides, f"{contest} set 1")
    return Played(game, places, None, "target", extra or {}, faults)


def test_a_game_tells_who_sat_where_and_finished_how() -> None:
    found = list(games([played(("a@1", "b@2"), (1, 2)), played(("b@2", "a@1"), (1, 1))], NAMES))

    assert found == [
        Game(["a", "b"], [1, 2], "kaiser:standard set 1", seats=[0, 1], faults={}),
        Game(["b", "a"], [1, 1], "kaiser:standard set 1", seats=[0, 1], faults={}),
    ]


def test_a_game_of_three_sides_counts_once() -> None:
    row = played(("a@1", "b@2", "c@3"), (2, 1, 2), "two-hundred:six-three-teams")
    found = results([row], ENTRANTS)

    assert [(tally.games, tally.wins, tally.draws, tally.losses) for tally in tallies(found)] == [
        (1, 0, 0, 1),
        (1, 1, 0, 0),
        (1, 0, 0, 1),
    ]


def test_a_fault_is_that_of_the_side_of_its_seat() -> None:
    (game,) = games([played(("a@1", "b@2"), (2, 1), faults=(Fault(2, "CRASH", "exit 7"),))], NAMES)
    assert game.faults == {0: "CRASH"}

    (other,) = games([played(("a@1", "b@2"), (1, 2), faults=(Fault(3, "CRASH", "exit 7"),))], NAMES)
    assert other.faults == {1: "CRASH"}


def test_a_silent_side_is_left_out_of_the_ratings() -> None:
    row = played(("a@1", "b@2", "c@3"), (1, 2, 3), "two-hundred:six-three-teams", {"silent": "1"})
    (game,) = games([row._replace(scores=(200, 0, 20))], NAMES)

    assert (game.sides, game.places, game.seats, game.points) == (["a", "c"], [1, 3], [0, 2], [200, 20])


def test_decisions_and_time_are_those_of_all_seats_of_a_side() -> None:
    uses = {"G1": {0: SeatUse(10, 5.0, 1.0), 1: SeatUse(9, 50.0, 1.0), 2: SeatUse(11, 7.5, 1.0)}}
    (game,) = games([played(("a@1", "b@2"), (1, 2))], NAMES, uses)

    assert (game.decisions, game.ms) == ([21, 9], [12.5, 50.0])


def test_time_is_that_of_the_slowest_decision_and_of_all_processes_on_average() -> None:
    one = {0: SeatUse(10, 5.0, 1.0, cpu_ms=4.0), 1: SeatUse(9, 50.0, 7.0), 2: SeatUse(10, 7.5, 2.0, cpu_ms=6.0)}
    two = {0: SeatUse(20, 5.0, 0.5, cpu_ms=10.0, strikes=1), 1: SeatUse(0, 0.0, 0.0, strikes=2)}
    rows = [played(("a@1", "b@2"), (1, 2)), played(("a@1", "c@3"), (1, 2))]
    rows[1] = rows[1]._replace(game=rows[1].game._replace(id="G2"))

    assert time_use(rows, NAMES, {"G1": one, "G2": two, "G3": one}) == {
        "a": TimeUse(2.0, 0.5, 1),
        "b": TimeUse(7.0, None, 0),
        "c": TimeUse(None, None, 2),
    }


def test_the_sides_of_a_contest_come_from_its_label() -> None:
    assert sides_of("kaiser:standard target=60") == (0, 1, 0, 1)
    assert sides_of("two-hundred:cutthroat") == (0, 1, 2, 3)


def test_entrants_of_the_same_name_are_told_apart() -> None:
    entrants = {"a@1": Known("a@1", "a", "1", ""), "a@2": Known("a@2", "a", "2", ""), "b@3": Known("b@3", "b", "1", "")}

    assert display_names(entrants) == {"a@1": "a@1", "a@2": "a@2", "b@3": "b"}


def test_a_table_holds_those_who_played() -> None:
    assert set(results([played(("a@1", "b@2"), (1, 2))], ENTRANTS).names) == {"a", "b"}


def test_a_sheet_adds_up_games_labels_and_money() -> None:
    pot = "two-hundred:pot"
    rows = [
        played(("a@1", "b@2", "c@3"), (1, 2, 3), pot, {"games": "2", "money": "300,-200,-100,300,-200,-100"}),
        played(("b@2", "c@3", "a@1"), (2, 3, 1), pot, {"games": "1", "label": "chienne", "money": "0,-50,50,0,-50,50"}),
        played(("a@1", "b@2", "c@3"), (1, 1, 3), pot, {"games": "1"}),
    ]
    first, second, third = sheets(rows, ENTRANTS)

    assert (first.name, first.games, first.labels, first.money) == ("a", 3, {"chienne": 1}, 700)
    assert (second.name, second.games, second.money) == ("b", 0, -400)
    assert (third.name, third.money) == ("c", -300)
