"""roster.toml: whose bot is whose, what it is called, how late it came; and every error with its line."""

from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from arena.errors import ConfigErrors
from arena.settings.people import NAMELESS, NOBODY, People, moment, read_people

ROSTER = """due = 2026-12-01T12:00:00+00:00

[people.ann]
name = "Ann Abel"
pseudonym = "heron"
address = "ann@example.org"
extra_days = 2

[people."Иван Пётр"]
id = "4711"
due = 2026-12-03

[people.bob]
team = "red"
pseudonym = "robin"
[people.cyd]
name = "Cyd"
team = "red"
"""


def read(folder: Path, text: str) -> People:
    (folder / "roster.toml").write_text(text)
    return read_people(folder / "roster.toml")


def test_a_bot_is_that_of_a_folder_an_id_or_a_team(tmp_path: Path) -> None:
    people = read(tmp_path, ROSTER)
    for given, keys, shown, names in (
        ("in/ann", ["ann"], "heron", "Ann Abel"),
        ("in/4711", ["Иван Пётр"], NAMELESS, "Иван Пётр"),
        ("in/Иван Пётр", ["Иван Пётр"], NAMELESS, "Иван Пётр"),
        ("in/red", ["bob", "cyd"], "robin", "bob, Cyd"),
        ("in/bob", [], NAMELESS, ""),
    ):
        assert [key for key, _ in people.of(given)] == keys
        assert people.shown(given, "") == shown
        assert people.names(given) == names
    assert people.shown("in/zoe", "zoe") == NAMELESS, "a name that shows the folder is none"
    assert people.shown("in/zoe", "owl") == "owl"
    assert NOBODY.shown("in/zoe", "") == "zoe"
    assert not NOBODY
    called = [people.find(*words) for words in (("ANN@example.org",), ("", "4711"), ("Cyd",), ("Zoe", "7"))]
    assert called == ["ann", "Иван Пётр", "red", ""]


def test_of_two_with_one_name_each_gets_her_own_folder(tmp_path: Path) -> None:
    people = read(
        tmp_path,
        """
        [people.first]
        name = "Zoë Müller"
        address = "zoe@example.org"
        [people.second]
        name = "Zoë Müller"
        id = "107"
        [people."josé"]
        name = "José Núñez"
        """,
    )
    assert people.find("107", "", "Zoë Müller") == "second"
    assert people.find("9", "zoe@example.org", "Zoë Müller") == "first"
    assert people.find("9", "", "Zoë Müller") == "", "it is not known whose it is"
    assert people.find("", "", unicodedata.normalize("NFD", "José Núñez")) == "josé", "as a Mac writes it"


def test_begun_days_after_what_is_due_are_counted(tmp_path: Path) -> None:
    people = read(tmp_path, ROSTER.replace("2026-12-03", "2026-12-04T00:00:00Z"))
    for key, came, late in (
        ("cyd", "2026-12-01T12:00:00+00:00", 0),
        ("cyd", "2026-12-01T12:00:01+00:00", 1),
        ("cyd", "2026-12-02T13:00:01+01:00", 2),
        ("ann", "2026-12-03T12:00:00+00:00", 0),
        ("ann", "2026-12-03T12:00:01+00:00", 1),
        ("Иван Пётр", "2026-12-03T23:59:00+00:00", 0),
        ("Иван Пётр", "2026-12-04T00:01:00+00:00", 1),
        ("cyd", "", None),
    ):
        assert people.late_days(people.people[key], came) == late, (key, came)
    assert moment(date(2026, 12, 3)) == datetime(2026, 12, 4).astimezone(UTC), "a day means its end, here"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("due = 'soon'", "roster.toml:1: due: needs a day or a time without quotes"),
        ("x = 1", "roster.toml:1: x: there is no such key"),
        ("[people.ann]\nnam = 'Ann'", "roster.toml:2: people.ann.nam: there is no such key; did you mean 'name'?"),
        ('[people."a.b"]\n\nextra_days = -1', "roster.toml:3: people.a.b.extra_days: needs"),
        ("[people.ann]\npseudonym = 'a b'", "roster.toml:2: people.ann.pseudonym: needs 1 to 32"),
        (
            "[people.ann]\npseudonym = 'owl'\n[people.bob]\npseudonym = 'owl'",
            "roster.toml:4: people.bob.pseudonym: 'owl' is the pseudonym of ann too",
        ),
        (
            "[people.ann]\nteam='t'\npseudonym = 'owl'\n[people.bob]\nteam='t'\npseudonym = 'jay'",
            "roster.toml:6: people.bob.pseudonym: the team t is called 'owl': one bot has one pseudonym",
        ),
        ("[people.ann]\nid = '7'\n[people.bob]\nid = '7'", "roster.toml:4: people.bob.id: ann has this id too"),
        ("[people.7]\n[people.bob]\nid = '7'", "roster.toml:3: people.bob.id: is the key of 7"),
        ("[people.ann\n", "roster.toml:1: Expected ']'"),
    ],
)
def test_an_error_names_the_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ConfigErrors) as caught:
        read(tmp_path, text)
    assert told in str(caught.value)


@pytest.mark.parametrize("name", ["roster.csv", "roster.XLSX"])
def test_the_table_of_a_learning_platform_is_not_read_as_toml(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"Name,ID\nAnn,\xff4711\n")
    with pytest.raises(ConfigErrors, match=f"{name}: a roster is no table but TOML; arena help courses shows one"):
        read_people(tmp_path / name)
