"""A grade for people and for the systems that keep marks: text, JSON, CSV, JUnit, Gradescope and Classroom 50.

Every form holds plain text: what a submission wrote is escaped for where it is shown, and nothing is HTML.

- Gradescope: https://gradescope-autograders.readthedocs.io/en/latest/specs/
- Classroom 50: https://github.com/foundation50/classroom50/wiki/Advanced-Autograding, "The result.json contract"
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from arena.errors import UserError
from arena.escapes import csv_line, json_text, one_line, printable
from arena.grading.grade import Grade, Part
from arena.junit import Entry, Trouble, document

FORMAT = 1
"""The version of the JSON form."""
SUITE = "arena grade"
"""The name of the suite in JUnit XML."""
RESULT = "classroom50/result/v1"
"""What a result of Classroom 50 says it is."""


def to_text(grade: Grade) -> str:
    """Return a grade for people."""
    return printable("\n".join(_lines(grade))) + "\n"


def _lines(grade: Grade) -> Iterator[str]:
    yield f"{grade.title}: {grade.points:g} of {grade.most:g} points"
    yield about(grade)
    for part in grade.parts:
        points = f"{part.points:g} of {part.most:g}" if part.most else "-"
        seen = "" if part.visibility == "visible" else f" ({part.visibility})"
        yield f"  {points:>10}  {part.title}: {part.status}{seen}"
        yield from (f"{'':14}{line}" for line in part.text.splitlines())


def about(grade: Grade) -> str:
    """Return in a line whose grade it is."""
    bot = grade.submission
    if not bot.digest:
        return bot.given
    words = [bot.name, bot.version, f"by {bot.author}" if bot.author else ""]
    return f"{' '.join(filter(None, words))}, {bot.given}, content {bot.digest[:8]}"


def to_json(grade: Grade) -> str:
    """Return a grade as a JSON object."""
    return json_text(
        {
            "format": FORMAT,
            "title": grade.title,
            "submission": grade.submission._asdict(),
            "points": grade.points,
            "most": grade.most,
            "parts": [part._asdict() for part in grade.parts],
            "error": None,
        }
    )


def to_csv(grade: Grade) -> str:
    """Return a grade as CSV: a line of heads, and a line with a column for each part.

    The heads are the same for all submissions that are graded by the same file.
    """
    bot = grade.submission
    heads = ["submission", "name", "author", "version", "digest", "points", "most"]
    values: list[object] = [bot.given, bot.name, bot.author, bot.version, bot.digest, grade.points, grade.most]
    heads += [part.title for part in grade.parts]
    return csv_line(heads) + csv_line([*values, *(part.points for part in grade.parts)])


def to_junit(grade: Grade) -> str:
    """Return a grade as JUnit XML: one test case for each part."""
    where = f"arena.grade.{grade.submission.name or 'submission'}"
    return document(SUITE, [_entry(where, part) for part in grade.parts])


def _entry(where: str, part: Part) -> Entry:
    text = f"{_points(part)}\n{part.text}"
    if part.status == "not tried":
        return Entry(where, part.title, skipped=part.text or "not tried")
    trouble = None if part.status == "passed" else Trouble("failure", "points", _points(part), text)
    return Entry(where, part.title, trouble, text)


def _points(part: Part) -> str:
    return f"{part.points:g} of {part.most:g} points"


def to_gradescope(grade: Grade) -> str:
    """Return a grade as `results.json` of Gradescope.

    Students see the text above the tests, so it says nothing about hidden tests. Only the staff sees standard output.
    """
    return json_text(
        {
            "score": grade.points,
            "output": one_line(about(grade)),
            "output_format": "text",
            "test_output_format": "text",
            "test_name_format": "text",
            "stdout_visibility": "hidden",
            "tests": [_test(part) for part in grade.parts],
        }
    )


def _test(part: Part) -> dict[str, object]:
    score = {"score": part.points, "max_score": part.most} if part.most else {}
    return {
        "name": one_line(part.title),
        **score,
        "status": "passed" if part.status == "passed" else "failed",
        "output": printable(part.text),
        "visibility": part.visibility,
    }


def to_classroom50(grade: Grade, environment: Mapping[str, str], now: datetime | None = None) -> str:
    """Return a grade as `result.json` of Classroom 50, which knows whole points only: parts of a point do not count.

    Args:
        grade: the grade.
        environment: what its runner says of the submission.
        now: the time of grading; by default the present.

    Raises:
        UserError: this is not run by Classroom 50.
    """
    named = {
        "classroom": "CLASSROOM",
        "assignment": "ASSIGNMENT",
        "submission": "SUBMISSION_TAG",
        "commit": "COMMIT_URL",
        "release": "RELEASE_URL",
    }
    if missing := [name for name in named.values() if not environment.get(name)]:
        hint = "the runner of Classroom 50 sets them for autograder.py"
        raise UserError(f"--format classroom50 needs the variables {', '.join(missing)}", hint)
    tests = [
        {
            "test-name": one_line(part.title),
            "passed": part.status == "passed",
            "score": math.floor(part.points),
            "max-score": math.floor(part.most),
        }
        for part in grade.parts
    ]
    told = {name: environment[variable] for name, variable in named.items()}
    return json_text(
        {
            "schema": RESULT,
            **told,
            "review": environment.get("REVIEW_URL") or environment["COMMIT_URL"],
            "datetime": (now or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "score": sum(math.floor(part.points) for part in grade.parts),
            "max-score": sum(math.floor(part.most) for part in grade.parts),
            "tests": tests,
        }
    )


FORMS: Mapping[str, Callable[[Grade], str]] = {
    "text": to_text,
    "json": to_json,
    "csv": to_csv,
    "junit": to_junit,
    "gradescope": to_gradescope,
}
"""How a grade is written, by the name of the form; `classroom50` needs the environment too."""


def without_grade(form: str, given: str, error: UserError) -> str:
    """Return what is written if there is no grade; nothing for systems that would take any result for a grade.

    Args:
        form: the form.
        given: the submission.
        error: why there is none.
    """
    why = {"message": error.message, "hint": error.hint}
    if form == "json":
        about = {"format": FORMAT, "submission": {"given": given}, "points": None, "most": None}
        return json_text({**about, "parts": [], "error": why})
    if form == "junit":
        return document(SUITE, [Entry("arena.grade", "the grading itself", Trouble.of(error))])
    return ""
