"""Tables on terminals of any width: no word is broken where that can be helped."""

import io
import re

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from arena.cli.screen import broken, labelled, shortened, table

NAME = "team-12-final-version-really"
GAME = "american-five-hundred:st-paul"
PIECES = "american- five- hundred: st- paul team-12- final- version- really - sample the target was"


def drawn(part: object, width: int) -> list[str]:
    text = io.StringIO()
    Console(file=text, width=width, highlight=False).print(part)
    lines = [line.rstrip() for line in text.getvalue().splitlines()]
    assert all(cell_len(line) <= width for line in lines)
    return lines


def games(width: int) -> list[str]:
    heads = ("game", "contest", "sides", "scores", "reason")
    rows = [("GAAAAAAAAAAAAAA", GAME, f"{NAME} - sample", "52:-13", "the target was reached")]
    return drawn(table(heads, rows, right=("scores",), wrap=("contest", "reason")), width)


def test_a_table_that_fits_is_not_changed() -> None:
    [heads, row] = games(130)
    assert heads.split() == ["game", "contest", "sides", "scores", "reason"]
    assert row == f"GAAAAAAAAAAAAAA  {GAME}  {NAME} - sample  52:-13  the target was reached"


@pytest.mark.parametrize("width", range(60, 120))
def test_names_are_broken_after_their_marks_only(width: int) -> None:
    pieces = set(PIECES.split())
    words = {word for line in games(width) for word in line.split()}
    whole = {piece for word in words for piece in re.sub(r"([-:])(?=[a-z])", r"\1 ", word).split()}
    assert pieces - {"-"} <= whole


def test_what_does_not_fit_at_all_becomes_a_list() -> None:
    assert games(40) == [
        "game     GAAAAAAAAAAAAAA",
        f"contest  {GAME}",
        f"sides    {NAME} -",
        "         sample",
        "scores   52:-13",
        "reason   the target was reached",
    ]


def repeated(width: int) -> list[str]:
    heads = ("game", "contest", "sides", "faults", "scores")
    rows = [(f"G{i}", "kaiser:standard", f"{NAME} - s{i}", "", "52:3") for i in range(3)]
    return drawn(table(heads, rows, right=("scores",), wrap=("contest", "sides", "faults")), width)


def test_what_all_rows_share_is_printed_once_where_there_is_no_room() -> None:
    assert repeated(80)[0].split() == ["game", "contest", "sides", "faults", "scores"]
    assert "kaiser:standard" in repeated(80)[-1]
    lines = repeated(56)
    assert lines[0] == "contest  kaiser:standard"
    assert lines[1].split() == ["game", "sides", "scores"]
    assert [line.split()[0] for line in lines[2:]] == ["G0", "G1", "G2"]
    assert not any("kaiser" in line for line in lines[1:])


def test_rows_that_are_all_the_same_are_still_rows() -> None:
    lines = drawn(table(("a", "b"), [("x " * 30, "y " * 30)] * 2, wrap=("a", "b")), 40)
    assert lines[0].startswith("a  x x") and lines[-1].startswith("x x")


def test_a_name_without_marks_does_not_make_a_table_a_list() -> None:
    lines = drawn(table(("name", "n"), [("x" * 500, "1"), ("y", "2")], right=("n",)), 80)
    assert lines[0].split() == ["name", "n"]
    assert "".join(line.split()[0] for line in lines[1:-1]) == "x" * 500
    assert lines[-1].split() == ["y", "2"]


def test_wide_characters_count_twice() -> None:
    lines = drawn(table(("name", "why"), [("鶴" * 10, "一 " * 40)], wrap=("why",)), 60)
    assert lines[1].startswith("鶴" * 10 + "  一")
    assert sum(line.count("一") for line in lines) == 40


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("kaiser:standard", 15, ["kaiser:standard"]),
        ("kaiser:standard", 14, ["kaiser:", "standard"]),
        ("in kaiser:standard today", 16, ["in", "kaiser:standard", "today"]),
        ("2026-11-23 of a-b1-2c", 10, ["2026-11-23", "of a-b1-2c"]),
        ("2026-11-23", 6, ["2026-1", "1-23"]),
        ("a_long_name", 6, ["a_", "long_", "name"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("", 3, [""]),
    ],
)
def test_lines_are_broken_at_spaces_then_after_marks_then_anywhere(text: str, width: int, lines: list[str]) -> None:
    assert broken(text, width) == lines


@pytest.mark.parametrize(
    ("text", "width", "short"), [("owl", 3, "owl"), ("team-12-final", 9, "team…inal"), ("鶴鶴鶴鶴鶴", 7, "鶴…鶴")]
)
def test_long_names_keep_both_ends(text: str, width: int, short: str) -> None:
    assert shortened(text, width) == short


def test_long_texts_go_on_beside_their_labels() -> None:
    lines = drawn(labelled([("results", Text("one two three four")), ("", Text("five"))]), 20)
    assert lines == ["results  one two", "         three four", "         five"]
