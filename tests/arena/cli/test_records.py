"""Lists of games: a few as a table that fits, many as lines."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import main, records
from arena.cli.screen import plain_table
from tests.arena.store.examples import FORFEIT, ONE, PLAYED, TWO, begun


def test_a_long_table_is_aligned_and_read_once() -> None:
    rows = iter([[("a", "1"), ("bcd", "100")], [("e", "")]])
    assert list(plain_table(("x", "no"), rows, right=("no",))) == ["x     no", "a      1\nbcd  100", "e"]


def test_many_games_are_listed_as_few_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begun(tmp_path / "toy.db", PLAYED, FORFEIT)
    few = CliRunner().invoke(main, ["record", str(path)]).output
    monkeypatch.setattr(records, "MANY", 1)
    many = CliRunner().invoke(main, ["record", str(path)]).output

    assert [line.rstrip() for line in many.splitlines()] == [line.rstrip() for line in few.splitlines()]
    assert [line.split()[0] for line in many.splitlines()[1:3]] == [TWO.id, ONE.id], "those with a fault come first"


def test_what_was_used_is_read_of_one_game(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", PLAYED, FORFEIT)
    lines = CliRunner().invoke(main, ["record", str(path), ONE.id, "--used"]).output.splitlines()

    assert [line.split()[:2] for line in lines[1:3]] == [["0", "36"], ["2", "35"]]
