"""`arena ladder --format parquet`: the same results as the CSV table, with types, part by part."""

import csv
import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pyarrow import parquet

from arena.cli.group import command_line
from arena.results.parquet import TYPES
from arena.store import Store, read_results
from tests.arena.cli.test_ladder import contest, play
from tests.generate import ROOT


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("parquet") / "pool.db"
    with Store.open(path, writing=True) as store:
        play(store, [contest("kaiser:standard", 3), contest("two-hundred:kitty", 1)])
    return path


def ladder(db: Path, *words: object) -> Result:
    return CliRunner().invoke(command_line, ["ladder", str(db), *map(str, words)])


def written(db: Path, path: Path, *words: object) -> list[dict[str, Any]]:
    done = ladder(db, "--format", "parquet", "-o", path, *words)
    assert done.exit_code == 0, done.output
    rows: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return rows


def test_it_has_what_the_table_of_results_has(db: Path, tmp_path: Path) -> None:
    found = written(db, tmp_path / "x.parquet")
    table = csv.DictReader(io.StringIO(ladder(db, "--format", "results").stdout))
    expected = [
        (
            *(row["game"], row["deal"], row["entrant"], int(row["place"]), int(row["seat"])),
            *(float(row["points"]) if row["points"] else None, row["fault"] or None),
            *(int(row["decisions"]), float(row["ms"])),
        )
        for row in table
    ]
    names = ("game", "deal", "name", "place", "side", "points", "fault", "decisions", "ms")
    assert sorted(map(repr, ([row[name] for name in names] for row in found))) == sorted(
        repr([*line[:5], None if line[5] is None else int(line[5]), *line[6:]]) for line in expected
    )
    assert {row["fault"] for row in found} == {None, "TIMEOUT"}
    assert [row["number"] for row in found] == sorted(row["number"] for row in found)
    assert {(row["worst_ms"], row["cpu_ms"], row["strikes"], row["version"], row["rated"]) for row in found} == {
        (9.0, 10.0, 2, "1.2", True)
    }


def test_parts_make_the_same_rows(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = written(db, tmp_path / "x.parquet")
    monkeypatch.setattr(read_results, "PART", 7)
    assert written(db, tmp_path / "y.parquet") == whole
    assert parquet.ParquetFile(tmp_path / "y.parquet").num_row_groups == 7  # 48 games
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.parquet", "y.parquet"]


def test_a_contest_or_a_season_alone(db: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    rows = written(db, path, "--game", "two-hundred:kitty", "--season", "current")
    assert {row["contest"] for row in rows} == {"two-hundred:kitty"}
    assert (len(rows), {row["season"] for row in rows}) == (24, {1})
    assert "there are no results of 'truc'" in ladder(db, "--format", "parquet", "-o", path, "--game", "truc").stderr


def test_the_page_lists_every_column_with_its_type(db: Path, tmp_path: Path) -> None:
    page = (ROOT / "docs/results-format.md").read_text().partition("## As a Parquet file")[2]
    listed = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", page, re.MULTILINE))
    assert listed == {name: "text" if kind == "string" else kind for name, kind in TYPES.items()}
    written(db, tmp_path / "x.parquet")
    assert parquet.read_schema(tmp_path / "x.parquet").names == [*TYPES]


def test_what_does_not_go_together_is_refused(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.parquet"
    for words in (["--format", "parquet"], ["-o", path]):
        assert "--format parquet and -o FILE go together" in ladder(db, *words).stderr
    said = ladder(db, "--format", "parquet", "-o", path, "--by", "wins", "--exclude-faults").stderr
    assert "leave out --exclude-faults and --by" in said
    said = ladder(db, "--format", "parquet", "-o", tmp_path / "none" / "x").stderr
    assert "none/x: No such file or directory" in said
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pip install pyarrow" in ladder(db, "--format", "parquet", "-o", path).stderr
    assert [*tmp_path.iterdir()] == []
