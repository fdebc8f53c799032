"""`arena grade` with real bots in a real sandbox: points, the same twice, hostile submissions, and no grade at all."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from arena.app import grade as work
from arena.errors import UserError
from arena.store import Store
from arena.tournament.sandbox_choice import ChosenSandbox, choose_sandbox
from tests import grades
from tests.commands import arena
from tests.hostile.handed_in import hand_in

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]

STAFF = """
name = "Project 2"
seed = "nobody knows this text"
sets = 2
fill = "field/last"

[[games]]
game = "scotch-whist:two"
options = { target = 11 }

[points]
fault = 10

[clock]
move_ms = 400

[test]
elo = 600
max_sets = 6

[[bots]]
bot = "field/last"
name = "last"
not_worse = 20
better = 10

[[bots]]
bot = "sample:greedy"
name = "hard"
not_worse = 30
visibility = "after_published"
"""
BOT = """#!/bin/sh
echo "bot shell 1"
while read -r verb seat kind words; do
  if [ "$verb" = ask ]; then echo "${words%WORD}"; fi
done
"""
FIRST, LAST = BOT.replace("%WORD", "%% *"), BOT.replace("%WORD", "##* ")
LEGAL, NOT_WORSE, BETTER, HARD = (
    "plays scotch-whist:two target=11 legally",
    "not worse than last at scotch-whist:two target=11",
    "better than last at scotch-whist:two target=11",
    "not worse than hard at scotch-whist:two target=11",
)


SHORT = (
    STAFF.replace("max_sets = 6", "max_sets = 1").partition("[[bots]]")[0]
    + """[[bots]]
bot = "field/last"
name = "last"
"""
)
"""For what is found out before a submission meets the field."""


def make_course(folder: Path) -> Path:
    """Make a folder with grade files, a field and an honest submission."""
    (folder / "field/last").mkdir(parents=True)
    (folder / "field/last/bot.toml").write_text('command = ["sh", "bot.sh"]\n')
    (folder / "field/last/bot.sh").write_text(LAST)
    (folder / "ann.sh").write_text(FIRST)
    (folder / "staff.toml").write_text(STAFF)
    (folder / "short.toml").write_text(SHORT)
    return folder


@pytest.fixture
def course(tmp_path: Path) -> Path:
    return make_course(tmp_path)


@pytest.fixture(scope="module")
def grade_of_ann(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The whole grade of the honest submission, in one room: what it is compared with lies elsewhere."""
    return graded(make_course(tmp_path_factory.mktemp("course")), "ann.sh")


def graded(course: Path, submission: str, *words: str, status: int = 0, form: str = "json", by: str = "staff") -> str:
    return arena(
        *("grade", submission, "--against", f"{by}.toml", "--format", form, "-j", "1", *words),
        cwd=course,
        status=status,
    )[0]


def parts(text: str) -> dict[str, tuple[float, str]]:
    return {part["title"]: (part["points"], part["status"]) for part in json.loads(text)["parts"]}


def test_an_honest_submission_gets_points_for_each_part(grade_of_ann: str) -> None:
    found = json.loads(grade_of_ann)

    assert [*parts(grade_of_ann)] == ["accepted", "builds", "greets", LEGAL, NOT_WORSE, BETTER, HARD]
    assert parts(grade_of_ann)[LEGAL] == (20.0, "passed")
    assert found["points"] == sum(points for points, _ in parts(grade_of_ann).values())
    assert found["submission"]["name"] == "ann"


@pytest.mark.thorough
def test_the_grade_is_the_same_twice_wherever_it_lies_and_in_any_number_of_rooms(
    course: Path, grade_of_ann: str
) -> None:
    (course / "elsewhere").mkdir()
    (course / "ann.sh").rename(course / "elsewhere/ann.sh")

    assert parts(graded(course, "elsewhere/ann.sh", "-j", "2")) == parts(grade_of_ann)


def test_a_report_for_ci_systems_goes_to_a_file(course: Path) -> None:
    broken(course)
    graded(course, "dumb", "--out", "found.xml", form="junit")
    found = (course / "found.xml").read_text()

    assert grades.junit(found) == []
    assert 'failures="1"' in found


def broken(folder: Path) -> dict[str, str]:
    """Make submissions of which each fails one part; return the part by the name of the submission."""
    (folder / "text").write_text("no program\n")
    for name, line in (
        ("unbuilt", 'command = ["./bot"]\nbuild = ["sh", "-c", "echo bot.c:1: no; exit 1"]'),
        ("dumb", 'command = ["sh", "-c", "echo no luck >&2; exit 3"]'),
        ("wrong", "command = []"),
    ):
        (folder / name).mkdir()
        (folder / name / "bot.toml").write_text(f"{line}\n")
    (folder / "wild").write_text(BOT.replace("${words%WORD}", "moon"))
    return {"text": "accepted", "wrong": "accepted", "unbuilt": "builds", "dumb": "greets", "wild": LEGAL}


def test_each_part_that_fails_ends_the_grade_and_says_why(course: Path) -> None:
    for name, part in broken(course).items():
        text = graded(course, name, by="short")
        found = parts(text)
        assert found[part] == (0.0, "failed"), name
        after = [*found][[*found].index(part) + 1 :]
        assert {found[title] for title in after} == {(0.0, "not tried")}, name
        assert all(status == "passed" for title, (_, status) in found.items() if title not in {part, *after}), name
        why = next(each["text"] for each in json.loads(text)["parts"] if each["title"] == part)
        assert not re.search(r"(?<![\w.!])/[a-z]", why), "paths of the machine are nobody's business"
        assert {"unbuilt": "bot.c:1: no", "dumb": "exit 3: no luck", "wild": "moon is not one of"}.get(name, "") in why


HOSTILE = {
    "exit": ("exit",),
    "illegal": ("word", "illegal"),
    "sleep": ("sleep",),
    "dead": ("dead",),
    "flood": ("endless",),
    "kill": ("kill",),
}
SWEPT = HOSTILE.keys() - {"flood"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.thorough) if name in SWEPT else name for name in HOSTILE]
)
def test_a_hostile_submission_gets_no_point_that_it_did_not_earn(course: Path, name: str) -> None:
    hand_in(course / "bob", HOSTILE[name])
    found = parts(graded(course, "bob", by="short"))
    earned = {"accepted", "builds", *(["greets"] * (name != "dead"))}

    assert {title for title, (points, _) in found.items() if points} <= earned
    assert found[NOT_WORSE][1] == "not tried"


def test_a_hostile_submission_reads_nothing_of_the_field(course: Path) -> None:
    secrets = [course / name for name in ("short.toml", "field/last/bot.sh", "ann.sh", "grade.json", "grade.db")]
    for path in secrets[3:]:
        path.write_text("")
    secrets[4].unlink()
    hand_in(course / "bob", ("attack", "read_results"), secrets)
    found = parts(graded(course, "bob", "--save", "grade.db", by="short"))

    assert found[LEGAL] == (20.0, "passed"), "what it reads, it says in place of a card"
    with Store.open(course / "grade.db", writing=False) as store:
        assert store.counts().done > 0
        assert not any(played.faults for played in store.results())

    out, _ = arena(
        *("match", "scotch-whist:two", "bob", "./ann.sh", "-o", "target=11", "-n", "1", "--save", "without.db"),
        cwd=course,
    )
    assert "GOT:" in out + str(_failures(course / "without.db")), "without a sandbox it reads"


LOOKS = 'for p in {}; do if cat "$p" >/dev/null 2>&1 || (echo x > "$p") 2>/dev/null; then exit 7; fi; done'
"""What fails if it can read or write any of these files."""


@pytest.mark.parametrize("level", ["auto", pytest.param("basic", marks=pytest.mark.thorough)])
def test_neither_a_build_nor_a_bot_reads_or_writes_what_belongs_to_the_staff(course: Path, level: str) -> None:
    looks = LOOKS.format(" ".join(str(course / name) for name in ("short.toml", "field/last/bot.sh", "ann.sh", "out")))
    (course / "out").write_text("")
    (course / "bob").mkdir()
    (course / "bob/bot.sh").write_text(FIRST.replace("#!/bin/sh\n", f"#!/bin/sh\n{looks}\n"))
    build = f"{looks}; touch built"
    (course / "bob/bot.toml").write_text(f'command = ["sh", "bot.sh"]\nbuild = ["sh", "-c", {json.dumps(build)}]\n')
    graded(course, "bob", "--out", "out", "--sandbox", level, by="short")
    found = parts((course / "out").read_text())

    assert [found[part][1] for part in ("builds", "greets", LEGAL)] == ["passed"] * 3
    _, err = arena("match", "scotch-whist:two", "bob", "./ann.sh", "-n", "1", cwd=course, status=None)
    assert "exit 7" in err, "without a sandbox it reads"


def _failures(path: Path) -> list[str]:
    with Store.open(path, writing=False) as store:
        return [failure.fault.text for played in store.results() for failure in store.failures(played.game.id)]


def test_without_a_sandbox_there_is_no_score_but_a_message_for_the_staff(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(*_: object) -> Any:
        raise UserError("no sandbox works here, and bots only run in one", "--trust-bots", os.EX_CONFIG)

    monkeypatch.setattr(work, "choose", choose)
    for form in ("gradescope", "csv", "json"):
        (course / "out").write_text("an older grade")
        words = ("grade", "ann.sh", "--against", "staff.toml", "--format", form, "--out", "out")
        _, err = arena(*words, cwd=course, status=os.EX_UNAVAILABLE)
        assert "arena: no grade: no sandbox works here" in err
        assert "--trust-bots" not in err
        assert (course / "out").exists() == (form == "json"), "an older grade is not taken for this one"
    assert json.loads((course / "out").read_text())["points"] is None


def test_two_grades_of_one_content_at_a_time_leave_each_other_alone(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two students may hand in the same template: the second grade killed the bots of the first, which then failed."""
    chosen: list[str] = []

    def choose(*given: Any, **terms: Any) -> ChosenSandbox:
        found = choose_sandbox(*given, **terms)
        chosen.append(found.sandbox.mark.partition(":")[0])
        raise UserError("that is enough", exit_status=os.EX_UNAVAILABLE)

    monkeypatch.setattr(work, "choose_sandbox", choose)
    for _ in range(2):
        _, err = arena("grade", "ann.sh", "--against", "staff.toml", cwd=course, status=os.EX_UNAVAILABLE)
        assert "that is enough" in err
    assert len({*chosen}) == 2


def test_when_time_is_up_there_is_no_grade_but_it_can_go_on_to_the_same_one(course: Path) -> None:
    words = ("grade", "ann.sh", "--against", "short.toml", "--format", "json", "--save", "ann.db", "-j", "1")
    _, err = arena(*words, "--time", "0.001", cwd=course, status=os.EX_TEMPFAIL)

    assert "no grade: time was up" in err
    assert arena(*words, cwd=course)[0] == graded(course, "ann.sh", by="short")


def test_a_bot_of_the_staff_that_fails_costs_nobody_points_and_gives_none(course: Path) -> None:
    (course / "field/last/bot.sh").write_text(BOT.replace("${words%WORD}", "moon"))
    _, err = arena("grade", "ann.sh", "--against", "staff.toml", "-j", "1", cwd=course, status=os.EX_CONFIG)

    assert "no grade: last" in err
    assert "a bot of the staff, failed in scotch-whist:two target=11: ILLEGAL" in err
