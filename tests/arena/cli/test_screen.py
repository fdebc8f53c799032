"""Tables on terminals of any width: nothing of a text is lost, and numbers stay whole as long as they can."""

import gc
import io
import sys

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from arena.cli.screen import _Stream, labelled, say, shortened, table

GAME = "american-five-hundred:st-paul"


def drawn(part: object, width: int) -> list[str]:
    text = io.StringIO()
    Console(file=text, width=width, highlight=False).print(part)
    lines = [line.rstrip() for line in text.getvalue().splitlines()]
    assert all(cell_len(line) <= width for line in lines)
    return lines


def games(width: int) -> list[str]:
    heads = ("game", "contest", "sides", "scores")
    return drawn(table(heads, [("GAAAAAAAAAAAAAA", GAME, "team-12 - sample", "52:-13")], right=("scores",)), width)


def test_a_table_that_fits_has_a_line_for_a_row() -> None:
    assert games(80) == [
        "game             contest                        sides             scores",
        f"GAAAAAAAAAAAAAA  {GAME}  team-12 - sample  52:-13",
    ]


@pytest.mark.parametrize("width", range(40, 80))
def test_texts_take_several_lines_and_numbers_stay_whole(width: int) -> None:
    lines = games(width)
    assert lines[1].endswith("52:-13")
    assert sorted("".join("".join(lines).split())) == sorted("".join("".join(games(80)).split()))


@pytest.mark.parametrize("text", ["x" * 500, "鶴" * 100, "[bold red]x[/bold red] " * 20])
def test_nothing_of_a_long_text_is_lost(text: str) -> None:
    lines = drawn(table(("name", "n"), [(text, "1"), ("y", "2")], right=("n",)), 40)
    assert sorted("".join("".join(lines[1:-1]).split())) == sorted("".join(text.split()) + "1")
    assert lines[-1].split() == ["y", "2"]


@pytest.mark.parametrize(
    ("text", "width", "short"), [("owl", 3, "owl"), ("team-12-final", 9, "team…inal"), ("鶴鶴鶴鶴鶴", 7, "鶴…鶴")]
)
def test_long_names_keep_both_ends(text: str, width: int, short: str) -> None:
    assert shortened(text, width) == short


def test_long_texts_go_on_beside_their_labels() -> None:
    lines = drawn(labelled([("results", Text("one two three four")), ("", Text("five"))]), 20)
    assert lines == ["results  one two", "         three four", "         five"]


def test_a_console_ends_after_the_streams_of_python_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the exit of Python 3.13, a finalizer flushed a stream that was there no more."""
    stream = _Stream("stdout")
    monkeypatch.setattr(sys, "stdout", None)
    stream.close()
    del stream
    gc.collect()  # pytest makes an error of what a finalizer raises


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_what_programs_read_is_in_utf_8_whatever_the_locale_says(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(read, encoding, "backslashreplace"))
    say('"Jörg 山田"')
    assert read.getvalue().decode() == '"Jörg 山田"'
