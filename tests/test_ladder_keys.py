"""docs/ladder-keys.md and docs/grading.md: each table is there, each key is explained, and each example can be read."""

import dataclasses
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from arena.bots.botfile import BotFile
from arena.games.catalogue import GAMES
from arena.settings.grade_file import read_grade_file
from arena.settings.ladder import read_ladder
from arena.settings.schedule import _KINDS_OF
from arena.settings.sections import LadderSections
from arena.settings.toml import validated
from tests.generate import ROOT
from tests.ladder_keys import EXAMPLES, Table, fields_of, staff_tables, tables
from tests.pages import written

PAGE = (ROOT / "docs/ladder-keys.md").read_text()
TABLES = {table.head: table for table in tables()}
SMALLEST = {"games": '["kaiser"]', "bots": '["sample:random"]'}
NEEDED = {
    "clock.hard_ms": "strikes = 2",
    "limits.most": "",
    "clock.live": 'ponder = "off"',
    "reproducible": 'seed = "x"',
    "tv": 'deals = "fresh"',
}
"""Key -> what must be in its table too."""


def examples() -> Iterator[tuple[Table, str, str]]:
    """Every table of the ladder file with every key, and the line of its example."""
    for table in tables():
        if "bot.toml" not in table.head:
            yield from ((table, key.name, key.example) for key in table.listed())


def ladder(table: Table, name: str, line: str) -> str:
    """A small ladder file with one example in it."""
    more = NEEDED.get(f"{table.place}{name}", "")
    if table.place == "schedule.":
        more = "".join(f'kind = "{kind}"' for kind in _KINDS_OF.get(name, ())[:1])
    top = dict(SMALLEST)
    if table.place in {"games.", "bots."}:
        top.pop(table.place[:-1])
        more = {"games": 'game = "two-hundred"', "bots": 'bot = "sample:random"'}[table.place[:-1]]
        more = "" if name in {"game", "bot", "folder"} else more
    elif table.place == "marks.":
        return "\n".join((*(f"{key} = {value}" for key, value in top.items()), "[marks.random]", line))
    elif not table.head:
        top.pop(name, None)
    return "\n".join((*(f"{key} = {value}" for key, value in top.items()), table.head, more, line))


@pytest.mark.parametrize(
    ("table", "name", "line"), [pytest.param(*each, id=f"{each[0].place}{each[1]}") for each in examples()]
)
def test_each_example_is_accepted(table: Table, name: str, line: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(ladder(table, name, line))
    (tmp_path / "roster.toml").touch()
    read_ladder(path, GAMES)


@pytest.mark.parametrize("table", [*staff_tables()], ids=lambda table: table.place)
def test_each_example_of_a_grade_file_is_accepted(table: Table, tmp_path: Path) -> None:
    for key in table.listed():
        top = {"seed": '"0123456789abcdef"', "games": '["kaiser"]'}
        more = 'bot = "sample:greedy"' if table.head == "[[bots]]" and key.name != "bot" else ""
        if not table.head:
            top.pop(key.name, None)
        line = key.example if key.name != "total" else "total = 40"
        lines = (*(f"{name} = {value}" for name, value in top.items()), table.head, more, line)
        (tmp_path / "staff.toml").write_text("\n".join(lines))
        read_grade_file(tmp_path / "staff.toml", GAMES)
        assert len(key.about) > 10 and "None" not in key.about, key


def test_the_examples_of_bot_files_are_accepted() -> None:
    lines = [key.example for key in TABLES["bot.toml"].listed() if key.name != "limits"]
    wishes = [key.example for key in TABLES["[limits] of bot.toml"].listed()]
    data = tomllib.loads("\n".join((*lines, "[limits]", *wishes)))

    assert validated(BotFile, data, GAMES).name == "careful"


def test_no_table_of_the_file_is_forgotten() -> None:
    """A key whose value is a table of its own has a table on the page."""
    for name, hint, default in fields_of(LadderSections):
        if isinstance(default, BaseModel) or dataclasses.is_dataclass(default) or "Section" in repr(hint):
            assert {f"[{name}]", f"[[{name}]]"} & set(TABLES), f"add the table {name} to tests/ladder_keys.py"


def test_the_page_has_every_key_of_the_file() -> None:
    for name in LadderSections.model_fields:
        assert re.search(rf"^\| `{name}` \| ", PAGE, re.MULTILINE)
    for key in ("start_ms", "pace", "submission_mb", "in_a_row", "stderr_kb", "third_place", "codec"):
        assert re.search(rf"^\| `{key}` \| .* \| `{key} = ", PAGE, re.MULTILINE)


def test_each_key_is_explained_with_its_values_and_default() -> None:
    for table in tables():
        for key in table.listed():
            assert len(key.about) > 10, key
            assert "None" not in key.about, key
            assert key.kind and key.default, key


def test_examples_are_for_keys_that_exist() -> None:
    known = {f"{table.place}{key.name}" for table in (*tables(), *staff_tables()) for key in table.listed()}
    assert set(EXAMPLES) <= known


def test_values_have_their_units_and_bounds() -> None:
    [start] = [key for key in TABLES["[clock]"].listed() if key.name == "start_ms"]
    [memory] = [key for key in TABLES["[limits]"].listed() if key.name == "memory_mb"]
    [kind] = [key for key in TABLES["[schedule]"].listed() if key.name == "kind"]

    assert (start.kind, start.default) == ("ms, 0 to 86,400,000", "`5000`")
    assert (memory.kind, memory.default) == ("MiB, 16 to 1,048,576", "`512`")
    assert kind.kind.startswith('`"round-robin"`, ')


def test_the_whole_files_of_the_page_can_be_read(tmp_path: Path) -> None:
    for name in ("mine.toml", "class.toml"):
        read_ladder(written("docs/ladder-keys.md", tmp_path) / name, GAMES)
