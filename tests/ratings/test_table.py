import doctest
import json
from dataclasses import fields, replace

import pytest

from arena import ratings
from arena.escapes import json_text
from arena.ratings import HEADINGS, Game, Ladder, Results, Row, as_data, duel, elo_text, fit, rows, to_markdown


@pytest.fixture
def ladder() -> Ladder:
    """B and C exchanged wins over twelve deals; A beat C, D lost to B, X has no games."""
    games = [duel("B", "C", float(deal % 3 > 0), deal, fault=deal == 1) for deal in range(12)]
    games += [duel("A", "C", 1.0, deal) for deal in range(12)]
    games += [duel("B", "D", 1.0, deal) for deal in range(3)]
    return fit(Results.of(games, names=["X", "D", "C", "B", "A"]), anchors="C")


def test_rows_stand_best_first_and_the_unknown_last(ladder: Ladder) -> None:
    assert [(row.rank, row.name, row.status) for row in rows(ladder)] == [
        (1, "A", "undefeated"),
        (2, "B", "rated"),
        (3, "C", "rated"),
        (4, "D", "winless"),
        (None, "X", "no games"),
    ]


def test_cells_are_the_text_of_the_values(ladder: Ladder) -> None:
    shown = [dict(zip(HEADINGS, row.cells, strict=True)) for row in rows(ladder)]
    assert [cells["Elo"] for cells in shown] == ["> +218", "+120", "0", "< +260", "no games"]
    assert [cells["±95 %"] for cells in shown] == ["", "248", "", "", ""]
    assert [cells["W-D-L"] for cells in shown] == ["12-0-0", "11-0-4", "4-0-20", "0-0-3", "0-0-0"]
    assert [cells["score"] for cells in shown] == ["100.0 %", "73.3 %", "16.7 %", "0.0 %", ""]
    assert [cells["deals"] for cells in shown] == ["12", "12", "12", "3", "0"]
    assert [cells["faults"] for cells in shown] == ["0", "0", "1", "0", "0"]
    assert [cells["note"] for cells in shown] == ["undefeated", "", "zero", "winless", ""]
    assert [cells["ranks"] for cells in shown] == ["1-3", "1-4", "2-4", "1-4", ""]
    assert [cells["LOS"] for cells in shown] == ["", "84.3 %", "", "", ""]


def test_copies_are_named_in_the_note() -> None:
    ladder = fit(Results.of([duel("A", "B", float(room), deal) for deal in range(9) for room in range(2)]))
    first = rows(ladder)[0]
    assert (first.note, first.identical_to) == ("identical", "B")
    assert first.cells[3:6] == ("0", "43", "")
    assert "identical in all deals that they shared: A, B (9 deals)" in [note.text for note in ratings.notes(ladder)]


@pytest.mark.parametrize("unlike", [False, True])
def test_who_had_other_points_is_no_copy(unlike: bool) -> None:
    def ladder(lead: float) -> Ladder:
        """Return a ladder of two that won each deal once, the second by more points in the last deal."""
        games = [
            Game(["A", "B"][:: 1 - 2 * room], [1, 2], deal, points=[9.0 + lead * (room and deal == 4), 4.0])
            for deal in range(5)
            for room in range(2)
        ]
        return fit(replace(Results.of(games), unlike=unlike))

    assert ladder(0.0).identical(0) == (1,)
    assert ladder(0.5).identical(0) == ladder(0.5).identical(1) == ()
    assert rows(ladder(0.5))[0].note == ""
    assert "cannot be told apart yet" in ratings.in_words(ladder(0.5))


def test_copies_are_counted_by_the_deals_that_they_shared() -> None:
    """A and B met in nine deals, and B met C in thirty more."""
    games = [duel("A", "B", float(room), deal) for deal in range(9) for room in range(2)]
    games += [duel(one, "C", float(room), deal) for deal in range(9, 39) for one in "AB" for room in range(2)]
    games += [duel("C", "D", float(deal % 2), deal) for deal in range(40, 60)]
    assert ratings.identical_groups(fit(Results.of(games)))[0][1] == 39


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ((132.4, 100.0, 160.0), "+132"),
        ((-0.3, None, None), "0"),
        ((None, 728.9, None), "> +728"),
        ((None, -3.1, None), "> -4"),
        ((None, None, -512.9), "< -512"),
        ((None, 0.2, None), "> 0"),
        ((None, None, None), ""),
    ],
)
def test_bounds_are_rounded_to_the_safe_side(values: tuple[float | None, ...], text: str) -> None:
    assert elo_text(*values) == text


def test_markdown_has_one_line_a_row_whatever_a_bot_is_called() -> None:
    games = [duel("a|b", "c\nd", float(deal % 2), deal) for deal in range(4)]
    lines = to_markdown(rows(fit(Results.of(games)))).splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("| rank | ranks | name | Elo |")
    assert lines[1].count("|") == lines[0].count("|")
    assert lines[1].startswith("| ---: | ---: | --- | ---: |")
    assert lines[2].startswith("| 1 | 1-2 | a\\|b | 0 |")
    assert lines[3].startswith("| 1 | 1-2 | c\\\\nd | 0 |")


def test_json_holds_the_values_the_zero_and_the_fit(ladder: Ladder) -> None:
    content = json.loads(json_text(as_data(ladder)))
    assert content["zero"] == "C"
    assert content["anchors"] == {"C": 0.0}
    assert content["fit"] == {
        "deals": 12,
        "rated": 2,
        "pairs": 1,
        "spare": 0,
        "statistic": 0.0,
        "dof": 0.0,
        "p": None,
        "deviance": pytest.approx(0.0, abs=1e-9),
        "circles": [],
    }
    assert content["anchor_fit"] is None
    assert content["seats"] == []
    assert [entrant["name"] for entrant in content["entrants"]] == list("ABCDX")
    assert content["entrants"][0]["elo"] is None
    assert content["entrants"][3]["losses"] == 3
    assert list(content["entrants"][0]) == [field.name for field in fields(Row)]
    assert content["entrants"][0]["low"] == pytest.approx(218.9, abs=0.1)
    assert content["entrants"][1]["elo"] == pytest.approx(120.4, abs=0.1)


def test_a_ladder_of_no_games_has_no_rows() -> None:
    assert rows(fit(Results.of([]))) == []


def test_the_example_of_the_package_is_true() -> None:
    assert doctest.testmod(ratings) == (0, 5)
