"""Grade files: all problems at once, and points that add up."""

from pathlib import Path

import pytest

from arena.errors import ConfigErrors
from arena.games.catalogue import GAMES
from arena.settings.grade_file import GradeFile, read_grade_file

GOOD = """
seed = "0123456789abcdef"
games = ["kaiser"]
total = 80

[[bots]]
bot = "sample:greedy"
not_worse = 30
better = 10
"""


def read(text: str, folder: Path) -> GradeFile:
    path = folder / "staff.toml"
    path.write_text(text)
    return read_grade_file(path, GAMES)


def test_the_defaults_are_those_of_the_page(tmp_path: Path) -> None:
    found = read(GOOD, tmp_path)

    assert (found.name, found.contests[0].sets, found.fill, found.sandbox) == ("staff", 20, "sample:greedy", "auto")
    assert (found.bots[0].not_worse, found.bots[0].better, found.bots[0].visibility) == (30.0, 10.0, "visible")
    assert (found.points.accepted, found.points.legal, found.test.max_sets) == (5.0, 20.0, 200)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    text = """
seed = "short"
games = ["kaiser", "kaiser"]
sandbox = { level = "none" }

[points]
legal = -1
fine = 3

[test]
alpha = 0.6

[[bots]]
name = "x"
visibility = "never"
"""
    with pytest.raises(ConfigErrors) as caught:
        read(text, tmp_path)
    assert {problem.key for problem in caught.value.problems} == {
        *("seed", "games", "sandbox.level", "points.legal", "points.fine"),
        *("test.alpha", "bots[0].bot", "bots[0].visibility"),
    }
    assert "openssl rand -hex 16" in str(caught.value)
    assert 'needs "visible", "after_due_date", "after_published" or "hidden"' in str(caught.value).replace("'", '"')


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("total = 80", "total = 100", "is 100, but the points add up to 80"),
        ('games = ["kaiser"]', 'games = ["kaiser", "ecarte"]', "add up to 140, where `legal` and the bots count for"),
    ],
)
def test_points_must_add_up_to_the_total(old: str, new: str, found: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigErrors, match=found):
        read(GOOD.replace(old, new), tmp_path)
