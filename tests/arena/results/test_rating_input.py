from collections.abc import Iterable, Mapping
from random import Random
from types import MappingProxyType

import numpy as np

from arena.games.kernel import SILENT, Result
from arena.ratings import Game, Results
from arena.ratings.tallies import tallies
from arena.results.rating_input import TimeUse, display_names, duels, results, time_use, totals
from arena.schedules.plan import PlannedGame
from arena.settings.contest import sides_of
from arena.store import PlayedGame, StoredEntrant
from arena.table.outcome import Fault, Use
from tests.arena.stored import Uses, columns_of

NAMES = {"a@1": "a", "b@2": "b", "c@3": "c", "d@4": "d"}
ENTRANTS = {id_: StoredEntrant(id_, name, "1", "") for id_, name in NAMES.items()}


def played(
    sides: tuple[str, ...],
    places: tuple[int, ...],
    contest: str = "kaiser:standard",
    extra: Mapping[str, str] | None = None,
    faults: tuple[Fault, ...] = (),
) -> PlayedGame:
    game = PlannedGame("G1", contest, 1, tuple(sorted(sides)), 0, sides, f"{contest} set 1")
    return PlayedGame(game, Result(places, (), "target", tuple((extra or {}).items())), faults)


def games(rows: Iterable[PlayedGame], uses: Uses = MappingProxyType({})) -> list[Game]:
    """Return results in the form that ratings take, game by game."""
    found = results(columns_of(rows, uses), ENTRANTS)
    assert found.seat is not None
    assert found.fault is not None
    assert found.decisions is not None
    assert found.ms is not None
    games = []
    for number in range(int(found.game[-1]) + 1):
        [at] = (found.game == number).nonzero()
        verdicts = [found.kinds[found.kind[row]] if found.kind is not None and found.fault[row] else "" for row in at]
        games.append(
            Game(
                [found.names[one] for one in found.entrant[at]],
                found.place[at].tolist(),
                int(found.deal[at[0]]),
                found.seat[at].tolist(),
                None if found.points is None else found.points[at].tolist(),
                {side: verdict for side, verdict in enumerate(verdicts) if verdict},
                found.decisions[at].tolist(),
                found.ms[at].tolist(),
            )
        )
    return games


def test_a_game_tells_who_sat_where_and_finished_how() -> None:
    found = games([played(("a@1", "b@2"), (1, 2)), played(("b@2", "a@1"), (1, 1))])

    assert [(game.sides, game.places, game.deal, game.seats) for game in found] == [
        (["a", "b"], [1, 2], 0, [0, 1]),
        (["b", "a"], [1, 1], 0, [0, 1]),
    ]
    assert [(game.points, game.faults) for game in found] == [(None, {})] * 2


def test_a_game_of_three_sides_counts_once() -> None:
    row = played(("a@1", "b@2", "c@3"), (2, 1, 2), "two-hundred:six-three-teams")
    found = results(columns_of([row]), ENTRANTS)

    assert [(tally.games, tally.wins, tally.draws, tally.losses) for tally in tallies(found)] == [
        (1, 0, 0, 1),
        (1, 1, 0, 0),
        (1, 0, 0, 1),
    ]


def test_a_fault_is_that_of_the_side_of_its_seat() -> None:
    (game,) = games([played(("a@1", "b@2"), (2, 1), faults=(Fault(2, "CRASH", "exit 7"),))])
    assert game.faults == {0: "CRASH"}

    (other,) = games([played(("a@1", "b@2"), (1, 2), faults=(Fault(3, "CRASH", "exit 7"),))])
    assert other.faults == {1: "CRASH"}


def test_a_silent_side_is_left_out_of_the_ratings() -> None:
    row = played(("a@1", "b@2", "c@3"), (1, 2, 3), "two-hundred:six-three-teams", {"silent": "1"})
    (game,) = games([row._replace(result=row.result._replace(scores=(200, 0, 20)))])

    assert (game.sides, game.places, game.seats, game.points) == (["a", "c"], [1, 3], [0, 2], [200, 20])


def test_decisions_and_time_are_those_of_all_seats_of_a_side() -> None:
    uses = {"G1": {0: Use(10, 5.0, 1.0), 1: Use(9, 50.0, 1.0), 2: Use(11, 7.5, 1.0)}}
    (game,) = games([played(("a@1", "b@2"), (1, 2))], uses)

    assert (game.decisions, game.ms) == ([21, 9], [12.5, 50.0])


def test_time_is_that_of_the_slowest_decision_and_of_all_processes_on_average() -> None:
    one = {0: Use(10, 5.0, 1.0, cpu_ms=4.0), 1: Use(9, 50.0, 7.0), 2: Use(10, 7.5, 2.0, cpu_ms=6.0)}
    two = {0: Use(20, 5.0, 0.5, cpu_ms=10.0, strikes=1), 1: Use(0, 0.0, 0.0, strikes=2)}
    rows = [played(("a@1", "b@2"), (1, 2)), played(("a@1", "c@3"), (1, 2))]
    rows[1] = rows[1]._replace(game=rows[1].game._replace(id="G2"))

    assert time_use(columns_of(rows, {"G1": one, "G2": two}), NAMES) == {
        "a": TimeUse(2.0, 0.5, 1),
        "b": TimeUse(7.0, None, 0),
        "c": TimeUse(None, None, 2),
    }


def test_the_sides_of_a_contest_come_from_its_label() -> None:
    assert sides_of("kaiser:standard target=60") == (0, 1, 0, 1)
    assert sides_of("two-hundred:cutthroat") == (0, 1, 2, 3)


def test_entrants_of_the_same_name_are_told_apart() -> None:
    entrants = {
        "a@1": StoredEntrant("a@1", "a", "1", ""),
        "a@2": StoredEntrant("a@2", "a", "2", ""),
        "b@3": StoredEntrant("b@3", "b", "1", ""),
    }

    assert display_names(entrants) == {"a@1": "a@1", "a@2": "a@2", "b@3": "b"}


def test_a_table_holds_those_who_played() -> None:
    assert set(results(columns_of([played(("a@1", "b@2"), (1, 2))]), ENTRANTS).names) == {"a", "b"}


def test_a_sheet_adds_up_games_labels_and_money() -> None:
    pot = "two-hundred:pot"
    rows = [
        played(("a@1", "b@2", "c@3"), (1, 2, 3), pot, {"games": "2", "money": "300,-200,-100,300,-200,-100"}),
        played(("b@2", "c@3", "a@1"), (2, 3, 1), pot, {"games": "1", "label": "chienne", "money": "0,-50,50,0,-50,50"}),
        played(("a@1", "b@2", "c@3"), (1, 1, 3), pot, {"games": "1"}),
    ]
    first, second, third = totals(columns_of(rows), ENTRANTS)

    assert (first.name, first.games, first.labels, first.money) == ("a", 3, {"chienne": 1}, 700)
    assert (second.name, second.games, second.money) == ("b", 0, -400)
    assert (third.name, third.money) == ("c", -300)


def one_by_one(rows: Iterable[PlayedGame], uses: Uses) -> Results:
    """Return the input of the ratings, computed game by game instead of by columns."""
    found = []
    for row in rows:
        silent = dict(row.result.extra).get(SILENT)
        sides = [side for side in range(len(row.result.places)) if str(side) != silent]
        seats = sides_of(row.game.contest)
        guilty = {seats[fault.seat]: fault.kind for fault in reversed(row.faults)}
        own = [[use for seat, use in uses[row.game.id].items() if seats[seat] == side] for side in sides]
        game = Game(
            sides=[NAMES[row.game.sides[side]] for side in sides],
            places=[row.result.places[side] for side in sides],
            deal=row.game.chance,
            seats=sides,
            points=[row.result.scores[side] for side in sides] if row.result.scores else None,
            faults={number: guilty[side] for number, side in enumerate(sides) if side in guilty},
            decisions=[sum(use.decisions for use in side) for side in own],
            ms=[round(sum(use.total_ms for use in side), 3) for side in own],
        )
        found.append(game)
    return Results.of(found)


def any_rows(seed: int) -> tuple[list[PlayedGame], dict[str, dict[int, Use]]]:
    """Results of several games, with faults, silent sides, and some that a fault cut short."""
    rng = Random(seed)
    rows, uses = [], {}
    for number in range(rng.randrange(1, 60)):
        contest = rng.choice(["kaiser:standard", "two-hundred:six-three-teams", "two-hundred:cutthroat"])
        sides = {"kaiser:standard": 2, "two-hundred:six-three-teams": 3, "two-hundred:cutthroat": 4}[contest]
        ids = tuple(rng.sample(list(NAMES), sides))
        of_seats = sides_of(contest)
        seats = [seat for seat, side in enumerate(of_seats) if side is not None]
        faults = tuple(Fault(rng.choice(seats), rng.choice(["CRASH", "TIMEOUT"]), "x") for _ in range(rng.randrange(3)))
        extra = {SILENT: str(rng.randrange(sides))} if sides > 2 and rng.random() < 0.3 else {}
        game = PlannedGame(f"G{number}", contest, number, tuple(sorted(ids)), 0, ids, f"{contest} {rng.randrange(5)}")
        scores = () if faults else tuple(rng.randrange(-9, 99) for _ in range(sides))
        places = tuple(rng.randrange(1, 1 + sides) for _ in range(sides))
        result = Result(places, scores, "target", tuple(extra.items()))
        rows.append(PlayedGame(game, result, faults if rng.random() < 0.3 else ()))
        uses[game.id] = {seat: Use(rng.randrange(9), rng.randrange(10**6) / 1000, 0.5) for seat in seats}
    return rows, uses


def test_results_as_columns_are_those_of_each_game() -> None:
    for seed in range(40):
        rows, uses = any_rows(seed)
        found, expected = results(columns_of(rows, uses), ENTRANTS), one_by_one(rows, uses)
        assert (found.names, found.kinds) == (expected.names, expected.kinds)
        for column in ("game", "deal", "entrant", "place", "seat", "points", "fault", "decisions", "ms", "kind"):
            np.testing.assert_array_equal(getattr(found, column), getattr(expected, column), column)


def test_no_results_are_an_empty_table() -> None:
    found = results(columns_of([]), ENTRANTS)
    assert (found.names, len(found), found.points, found.decisions) == ((), 0, None, None)
    assert time_use(columns_of([]), {}) == {}


def test_fillers_are_left_out_and_so_are_games_that_they_cut_short() -> None:
    three = "tribello:standard"
    whole = played(("a@1", "c@3", "b@2"), (2, 1, 3), three)
    cut = played(("a@1", "c@3", "b@2"), (1, 3, 1), three, faults=(Fault(1, "CRASH", ""),))
    both = played(("a@1", "c@3", "b@2"), (1, 2, 2), three, faults=(Fault(1, "CRASH", ""), Fault(2, "CRASH", "")))
    found = results(columns_of([whole, cut, both], {}), ENTRANTS, fillers={"c@3"})
    assert found.names == ("a", "b")
    assert found.game.tolist() == [0, 0, 2, 2]
    assert found.place.tolist() == [2, 3, 1, 2]
    assert found.fault is not None
    assert found.fault.tolist() == [False, False, False, True]
    assert [sheet.name for sheet in totals(columns_of([whole], {}), ENTRANTS, {"c@3"})] == ["a", "b"]


def test_points_may_be_stakes_or_money() -> None:
    ecarte = played(("a@1", "b@2"), (1, 2), "ecarte:standard", {"stake": "3"})
    counted = played(("a@1", "b@2"), (2, 1), "two-hundred:standard", {"games": "2"})
    tied = played(("a@1", "b@2"), (1, 1), "kaiser:standard")
    cut = played(("a@1", "b@2"), (1, 2), "kaiser:standard", faults=(Fault(1, "CRASH", ""),))
    rows = [row._replace(result=row.result._replace(scores=(5, 1))) for row in (ecarte, counted, tied)]
    found = results(columns_of([*rows, cut], {}), ENTRANTS, "stakes")
    assert found.points is not None
    assert found.points[:6].tolist() == [3, 0, 0, 2, 0, 0]
    assert np.isnan(found.points[6:]).all()
    pot = played(("a@1", "b@2", "c@3"), (1, 2, 3), "two-hundred:pot", {"money": "250,-100,-50,250,-100,-250"})
    pot = pot._replace(result=pot.result._replace(scores=(200, 100, 0)))
    found = results(columns_of([pot], {}), ENTRANTS, "money")
    assert found.points is not None
    assert found.points.tolist() == [500, -200, -300]


def test_a_game_for_one_player_is_compared_within_its_deal() -> None:
    assert duels((1,), None) == ()
