import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from rich.console import Console, RenderableType

from arena.app import ladder_view
from arena.app.ladder_layout import layout
from arena.app.ladder_view import View
from arena.cli import ladder_table
from arena.cli.screen import labelled
from arena.escapes import json_text
from arena.ratings import Game, Note, NoteGroup, Results, duel, fit, los_text, versus
from arena.results.rating_input import TimeUse

FAULTS: dict[int, dict[int, str]] = {4: {0: "TIMEOUT"}, 7: {0: "CRASH"}, 9: {0: "TIMEOUT"}}


def duel_of(first: str, second: str, deal: int, room: int) -> Game:
    """The stronger one (by name) wins three rooms in four; `newt` is slow, and fails now and then."""
    won = (deal + room) % 4 > 0 if first < second else (deal + room) % 4 == 0
    faults = FAULTS.get(deal, {}) if first == "newt" else {}
    won = won and not faults
    points = None if faults else [30 + deal, 20] if won else [20, 30 + deal]
    return Game(
        [first, second],
        [1, 2] if won else [2, 1],
        deal,
        [0, 1],
        points,
        faults,
        [10, 10],
        [20.0 + 80.0 * (first == "newt"), 5.0],
    )


@pytest.fixture(scope="module")
def view() -> View:
    """Four bots, twelve deals, all pairings in both seats."""
    names = ("owl", "newt", "jay", "emu")
    games = [
        duel_of(*pair, deal, room)
        for deal in range(12)
        for i, one in enumerate(names)
        for other in names[:i]
        for room, pair in enumerate(((one, other), (other, one)))
    ]
    times = {name: TimeUse(40.0, 0.25 * len(name), 2 * (name == "newt")) for name in names}
    remarks = [Note("conditions: 100 ms a decision of wall time, faults forfeit", group=NoteGroup.CONDITIONS)]
    origin = [Note("SHA-256 of the results 0123", group=NoteGroup.ORIGIN, minor=True)]
    return View(fit(Results.of(games)), remarks, origin, {"owl": "1.0", "newt": "2.1"}, times, "100")


def drawn(parts: Sequence[RenderableType], width: int) -> str:
    """What a terminal of that width shows, without spaces at the ends of lines."""
    text = io.StringIO()
    console = Console(file=text, width=width, highlight=False)
    for part in parts:
        console.print(part)
    assert all(len(line) <= width for line in text.getvalue().splitlines())
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())


def tables(view: View, width: int, *, wide: bool = False) -> list[RenderableType]:
    return ladder_table.ladder_tables(layout(view, width, wide=wide))


def heads(text: str) -> list[str]:
    return text.splitlines()[0].split()


def test_the_ladder_on_a_hundred_columns(view: View) -> None:
    assert (
        drawn(tables(view, 100), 100)
        == """\
rank  ranks  name   Elo  ±95 %     LOS  deals  games    W-D-L   score  points  faults
   1    1-3  emu   +161    132  97.7 %     12     72  55-0-17  76.4 %   +7.86       0
   2    1-2  jay    +56     47  99.2 %     12     72  43-0-29  59.7 %   +2.46       0
   3    3-4  newt   -83     71  80.8 %     12     72  26-0-46  36.1 %   -5.07       9
   4    2-4  owl   -134    131             12     72  20-0-52  27.8 %   -7.77       0"""
    )


def test_a_narrow_terminal_keeps_what_matters_most(view: View) -> None:
    assert heads(drawn(tables(view, 80), 80)) == [
        *("rank", "ranks", "name", "Elo", "±95", "%", "LOS", "deals", "W-D-L", "score", "points", "faults"),
    ]
    assert heads(drawn(tables(view, 40), 40)) == ["rank", "ranks", "name", "Elo", "±95", "%", "score"]


def test_all_columns_take_several_tables_that_begin_alike(view: View) -> None:
    parts = [drawn([part], 100) for part in tables(view, 100, wide=True)]
    assert [heads(part)[0] for part in parts] == ["rank"] * 3
    assert (
        parts[1]
        == """\
rank  name  ±points  opponents  met  faults  kinds               of losses  ms/move  worst  CPU/move
   1  emu      5.36        -54    3       0                                    1.25   40.0      0.75
   2  jay      1.80        -19    3       0                                    1.25   40.0      0.75
   3  newt     3.73        +28    3       9  CRASH 3, TIMEOUT 6     19.6 %     5.25   40.0      1.00
   4  owl      5.40        +45    3       0                                    1.25   40.0      0.75"""
    )
    assert (
        parts[2]
        == """\
rank  name  strikes  ms allowed
   1  emu                   100
   2  jay                   100
   3  newt        2         100
   4  owl                   100"""
    )
    assert len(tables(view, 300, wide=True)) == 1


def test_points_may_say_the_order_and_then_have_their_margin(view: View) -> None:
    found = replace(view, by_points=True)
    lines = drawn(tables(found, 80), 80).splitlines()
    assert "points  ±points" in lines[0]
    assert [line.split()[2] for line in lines[1:]] == ["emu", "jay", "newt", "owl"]
    assert found.notes[0] == Note("ranks go by points a game")
    assert [row.rank for row in found.rows] == [1, 2, 3, 4]
    assert {row.los for row in found.rows} == {None}
    assert replace(found, unit="chips").notes[0] == Note("ranks go by chips a game")
    told = ladder_view.ladder_data(replace(found, unit="chips"))
    assert (told["ranks_by"], told["unit"]) == ("points", "chips")


def test_without_points_nothing_goes_by_points() -> None:
    """It said that ranks go by points a game, under a table without ranks."""
    found = View(fit(Results.of(duel("a", "b", float(deal % 3 > 0), deal) for deal in range(12))), by_points=True)
    assert found.notes[0] == Note("nobody has a rank, since no game records points", alarm=True)
    assert {row.rank for row in found.rows} == {None}


def test_columns_that_are_left_out_are_named(view: View) -> None:
    assert ladder_table.left_out_text(layout(view, 100), 100) == ""
    found = layout(view, 80)
    text = ladder_table.left_out_text(found, 80)
    assert text == "columns left out for 80 characters: games; --wide shows all"
    assert set(found.shown).isdisjoint({"games"})


def test_what_changes_the_reading_of_the_table_comes_first_and_is_red(view: View) -> None:
    text = io.StringIO()
    Console(file=text, width=1000, force_terminal=True, color_system="standard", highlight=False).print(
        labelled(ladder_table.footer(view))
    )
    first = text.getvalue().splitlines()[0]
    assert "caution" in first
    assert "\x1b[1;31mthe ratings do not describe every pair: owl scored 25 % against emu, where they predict" in first


def test_the_lines_below_are_grouped_and_what_is_minor_is_kept_for_the_full_view(view: View) -> None:
    short, full = (ladder_table.footer(view, full=full) for full in (False, True))
    assert [label for label, _ in short] == ["caution", "results", "scale", "conditions"]
    assert [label for label, _ in full] == ["caution", "results", "scale", "checks", "conditions", "origin"]
    assert short[1][1].plain == "144 games of 12 deals; draws 0.0 %; games with a fault 9"
    assert short[3][1].plain == "100 ms a decision of wall time, faults forfeit"
    assert full[3][1].plain == "seats balanced (over seat 1: seat 0 -25 ± 197 Elo)"
    assert full[5][1].plain == "SHA-256 of the results 0123"


def test_without_a_terminal_the_lines_below_are_not_broken(view: View) -> None:
    lines = ladder_table.plain(ladder_table.footer(view)).plain.splitlines()
    assert [line[:12] for line in lines] == ["caution     ", "results     ", "scale       ", "conditions  "]


def test_markdown_has_all_columns_the_words_and_a_list_of_remarks(view: View) -> None:
    table, words, remarks = ladder_view.ladder_markdown(view).split("\n\n")
    rows = table.splitlines()
    assert len(rows) == 6
    assert len({row.count(" | ") for row in rows}) == 1
    assert "| 3 | 3-4 | newt | 2.1 | -83 | 71 |" in rows[4]
    assert words == "In short: " + view.in_words
    assert remarks.splitlines()[0].startswith("* **the ratings do not describe every pair: owl scored 25 %")
    assert remarks.splitlines()[1] == "* 144 games of 12 deals"
    assert remarks.endswith("* SHA-256 of the results 0123\n")


def test_csv_and_json_hold_the_same_values(view: View) -> None:
    rows = list(csv.DictReader(io.StringIO(ladder_view.ladder_csv(view))))
    data = json.loads(json_text(ladder_view.ladder_data(view)))
    assert [row["name"] for row in rows] == [entrant["name"] for entrant in data["entrants"]]
    for row, entrant in zip(rows, data["entrants"], strict=True):
        assert {key: "" if value is None else str(value) for key, value in entrant.items()} == row
    assert data["entrants"][2]["version"] == "2.1"
    assert (data["entrants"][2]["worst_ms"], data["entrants"][2]["cpu_ms"]) == (40.0, 1.0)
    assert {"text": "SHA-256 of the results 0123", "alarm": False, "group": "origin", "minor": True} in data["notes"]


def test_a_table_of_others_has_no_columns_of_ours(view: View) -> None:
    plain = View(view.ladder)
    shown = "".join(drawn([part], 100) for part in tables(plain, 100, wide=True))
    assert not any(head in shown for head in ("version", "worst", "CPU/move", "strikes", "allowed"))
    [row, *_] = csv.DictReader(io.StringIO(ladder_view.ladder_csv(plain)))
    assert (row["version"], row["cpu_ms"]) == ("", "")


def test_the_matrix_marks_surprises_and_goes_on_below_where_it_is_too_wide(view: View) -> None:
    assert (
        drawn(ladder_table.matrix(view, 80), 80)
        == """\
   name    1    2    3    4
1  emu        75▲   79   75
2  jay   25▼        79   75
3  newt   21   21        67
4  owl    25   25   33"""
    )
    assert [heads(drawn([part], 30)) for part in ladder_table.matrix(view, 30)] == [
        ["name", "1", "2", "3"],
        ["name", "4"],
    ]
    assert "| 1 | emu |  | 75▲ | 79 | 75 |\n" in ladder_view.matrix_markdown(view)


def test_two_bots_have_all_that_is_known_of_them(view: View) -> None:
    found = versus(view.ladder, "owl", "emu")
    lines = ladder_view.versus_text(found).splitlines()
    assert lines[0] == "owl against emu"
    assert lines[1] == "12 deals, 24 games: 6 won, 0 drawn, 18 lost"
    assert lines[4].startswith("margin -7.75 points a game")
    assert lines[-2] == "score of all their games 25.0 %, by the ratings 15.5 % (z +1.6)"
    assert found.found.los is not None
    assert lines[-1] == (
        f"In short: emu is better than owl with {los_text(1.0 - found.found.los)} certainty, by the deals they shared"
    )
    assert ladder_view.versus_text(versus(view.ladder, "emu", "owl")).splitlines()[-1] == lines[-1]
    data = json.loads(json_text(ladder_view.versus_data(found)))
    assert data["found"]["histogram"] == {"0": 6, "0.25": 0, "0.5": 6, "0.75": 0, "1": 0}
    assert data["z"] == pytest.approx(found.z)


def test_pairs_as_records_are_read_from_both_sides(view: View) -> None:
    records = ladder_view.pairs_data(view.ladder)
    assert [(r["first"], r["second"]) for r in records][:4] == [
        ("emu", "jay"),
        ("emu", "newt"),
        ("emu", "owl"),
        ("jay", "emu"),
    ]
    rows = list(csv.DictReader(io.StringIO(ladder_view.as_csv(records))))
    assert float(rows[0]["score"]) + float(rows[3]["score"]) == pytest.approx(1.0)


def test_names_cannot_write_to_the_terminal() -> None:
    games = [Game(["\x1b[31mred", "jay"], [1 + deal % 2, 2 - deal % 2], deal) for deal in range(4)]
    view = View(fit(Results.of(games)))
    text = drawn([*tables(view, 80), *ladder_table.matrix(view, 80), labelled(ladder_table.footer(view))], 80)
    assert "\x1b" not in text
    assert "red" in text


@pytest.mark.parametrize(
    ("time", "text"), [(None, ""), (0.004, "0.00"), (9.994, "9.99"), (9.996, "10.0"), (99.96, "100"), (1234.5, "1234")]
)
def test_times_have_as_many_digits_as_tell_something(time: float | None, text: str) -> None:
    assert ladder_view.milliseconds(time) == text


def test_a_bot_without_a_rating_does_not_cost_a_column() -> None:
    pairs = [("bright-and-early", "team-12-final-version-1"), ("c", "d")]
    games = [duel(one, two, float(deal % 3 > 0), (one, deal)) for one, two in pairs for deal in range(12)]
    ladder = View(fit(Results.of([*games, duel(*pairs[0], 1.0, ("more", 1))])))
    lines = drawn(tables(ladder, 80), 80).splitlines()
    assert layout(ladder, 80).left_out == ["deals", "games", "W-D-L"]
    assert ["c", "not", "connected", "66.7", "%", "0"] in [line.split() for line in lines]
