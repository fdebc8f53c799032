"""A grade in every form is what its reader's specification asks for, and shows nothing that a student may not see."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from arena.errors import UserError
from arena.grading.export import (
    FORMS,
    to_classroom50,
    to_csv,
    to_gradescope,
    to_json,
    to_junit,
    to_text,
    without_grade,
)
from arena.grading.grade import Grade, Part, Submission
from tests import grades

HOSTILE = "<script>alert(1)</script>\x1b[2J\u202e=1+1|`x`\n::error::"
PARTS = (
    Part("accepted", 5.0, 5.0, "passed", "its files can be used", "visible"),
    Part("greets", 0.0, 0.0, "failed", HOSTILE, "visible"),
    Part("plays kaiser:standard legally", 12.5, 20.0, "partly", "first fault: CRASH", "after_due_date"),
    Part("not worse than hard at kaiser:standard", 0.0, 30.0, "not tried", "not tried, because", "hidden"),
)
GRADE = Grade("Course", Submission("in/ann", HOSTILE, HOSTILE, "1.2", "0123456789abcdef" * 4), PARTS)
RUNNER = {
    "CLASSROOM": "cards",
    "ASSIGNMENT": "kaiser",
    "SUBMISSION_TAG": "submit/2026-06-01T14-32-05Z-a1b2c3d",
    "COMMIT_URL": "https://example.org/commit/1",
    "RELEASE_URL": "https://example.org/releases/1",
}
NOW = datetime(2026, 11, 25, 15, 4, 5, tzinfo=UTC)


def sample() -> dict[str, Any]:
    """A file with every field that the specification of Gradescope knows."""
    test = {
        "score": 2.0,
        "max_score": 2.0,
        "status": "passed",
        "name": "a test",
        "name_format": "text",
        "number": "1.1",
        "output": "lines\nof text",
        "output_format": "text",
        "tags": ["tag1"],
        "visibility": "visible",
        "extra_data": {},
    }
    return {
        "score": 44.0,
        "execution_time": 136,
        "output": "text",
        "output_format": "simple_format",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "after_due_date",
        "stdout_visibility": "visible",
        "extra_data": {},
        "tests": [test, {"name": "check", "status": "failed"}],
        "leaderboard": [{"name": "time", "value": 15.1, "order": "asc"}, {"name": "stars", "value": "*****"}],
    }


def test_the_validator_knows_every_field_of_gradescope() -> None:
    found = sample()
    assert grades.gradescope(json.dumps(found)) == []
    assert {*found} == {*grades.TOP}
    assert {*found["tests"][0]} == {*grades.TEST}


WRONG: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda f: f.update(score="44"), "score: '44'"),
    (lambda f: f.update(score=True), "score: True"),
    (lambda f: f.update(output_format="HTML"), "output_format: 'HTML'"),
    (lambda f: f.update(visibility="never"), "visibility: 'never'"),
    (lambda f: f.update(scores=1), "scores: there is no such field"),
    (lambda f: f["tests"][0].update(status="ok"), "tests[0].status: 'ok'"),
    (lambda f: f["tests"][0].update(number=1), "tests[0].number: 1"),
    (lambda f: f["tests"][0].update(tags=[1]), "tests[0].tags: 1"),
    (lambda f: f["leaderboard"][0].pop("value"), "leaderboard[0].value: is missing"),
    (lambda f: (f.pop("score"), f.pop("tests")), "score: neither here nor in a test"),
]


@pytest.mark.parametrize(("spoil", "problem"), WRONG)
def test_the_validator_of_gradescope_sees_what_is_wrong(
    spoil: Callable[[dict[str, Any]], object], problem: str
) -> None:
    found = sample()
    spoil(found)
    assert grades.gradescope(json.dumps(found)) == [problem]


def test_gradescope_gets_text_and_no_html() -> None:
    text = to_gradescope(GRADE)
    found = json.loads(text)

    assert grades.gradescope(text) == []
    assert {found[name] for name in ("output_format", "test_output_format", "test_name_format")} == {"text"}
    assert (found["score"], found["stdout_visibility"]) == (17.5, "hidden")
    assert [test["visibility"] for test in found["tests"]] == ["visible", "visible", "after_due_date", "hidden"]
    assert "max_score" not in found["tests"][1], "a part without points only informs"
    assert "hard" not in found["output"], "everybody sees the line at the top"
    assert "17" not in found["output"]
    assert "\x1b" not in text
    assert "\u202e" not in text


BAD_XML = {
    "<tests/>": "<tests> at the top",
    "<testsuites><case/></testsuites>": "<case> beside suites",
    '<testsuite tests="0"/>': "testsuite: no name",
    '<testsuite name="a" tests="1"/>': "tests: 1, not 0",
    '<testsuite name="a" tests="1"><testcase name="x"/></testsuite>': "testcase: no classname",
    '<testsuite name="a" tests="1"><testcase name="x" classname="y"><system-out/><skipped/></testcase></testsuite>': (
        "['system-out', 'skipped'] out of order"
    ),
    '<testsuite name="a" tests="1"><testcase name="x" classname="y"><failure kind="z"/></testcase></testsuite>': (
        "failure: kind"
    ),
}


@pytest.mark.parametrize("text", BAD_XML)
def test_the_validator_of_junit_sees_what_is_wrong(text: str) -> None:
    assert BAD_XML[text] in grades.junit(text)


def test_junit_has_a_case_for_each_part() -> None:
    text = to_junit(GRADE)

    assert grades.junit(text) == []
    assert 'tests="4" failures="2" errors="0" skipped="1"' in text
    assert "12.5 of 20 points" in text


def test_classroom50_gets_whole_points_and_what_its_runner_says() -> None:
    text = to_classroom50(GRADE, RUNNER, NOW)
    found = json.loads(text)

    assert grades.classroom50(text) == []
    assert (found["score"], found["max-score"]) == (17, 55)
    assert found["review"] == RUNNER["COMMIT_URL"]
    assert found["datetime"] == "2026-11-25T15:04:05Z"
    with pytest.raises(UserError, match="needs the variables CLASSROOM, ASSIGNMENT, SUBMISSION_TAG"):
        to_classroom50(GRADE, {})


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("schema", "v1", "schema: another one"),
        ("score", 17.5, "score: not whole everywhere"),
        ("score", 3, "score: not the sum of the tests"),
        ("datetime", "today", "datetime: not UTC by ISO 8601"),
        ("points", 3, "points: there is no such field"),
        ("tests", None, "tests: is no list"),
    ],
)
def test_the_validator_of_classroom50_sees_what_is_wrong(name: str, value: object, problem: str) -> None:
    found = json.loads(to_classroom50(GRADE, RUNNER, NOW)) | {name: value}
    assert problem in grades.classroom50(json.dumps(found))


def test_csv_is_a_line_for_a_table_of_marks() -> None:
    heads, values = csv.reader(io.StringIO(to_csv(GRADE)))

    assert dict(zip(heads, values, strict=True)) | {"name": "", "author": ""} == {
        "submission": "in/ann",
        "name": "",
        "author": "",
        "version": "1.2",
        "digest": "0123456789abcdef" * 4,
        "points": "17.5",
        "most": "55.0",
        "accepted": "5.0",
        "greets": "0.0",
        "plays kaiser:standard legally": "12.5",
        "not worse than hard at kaiser:standard": "0.0",
    }
    assert all(not cell.startswith("=") for cell in values)


def test_json_has_everything_and_text_is_for_people() -> None:
    found = json.loads(to_json(GRADE))

    assert found["parts"] == [part._asdict() for part in PARTS]
    assert found["submission"]["author"] == HOSTILE, "JSON loses nothing"
    assert "\x1b" not in to_text(GRADE)
    assert to_text(GRADE).startswith("Course: 17.5 of 55 points\n")
    assert "not worse than hard at kaiser:standard: not tried (hidden)" in to_text(GRADE)


def test_without_a_grade_nothing_is_written_that_could_be_taken_for_one() -> None:
    error = UserError("no sandbox works here", "arena doctor")
    told = {form: without_grade(form, "in/ann", error) for form in (*FORMS, "classroom50")}

    assert {form for form, text in told.items() if text} == {"json", "junit"}
    assert grades.junit(told["junit"]) == []
    assert 'errors="1"' in told["junit"]
    found = json.loads(told["json"])
    assert (found["points"], found["error"]["message"]) == (None, "no sandbox works here")
