"""What is wrong with a file for a system that keeps marks, by what that system publishes of its format.

- Gradescope: https://gradescope-autograders.readthedocs.io/en/latest/specs/
- JUnit: the schema that Jenkins reads by, https://github.com/junit-team/junit5 and llg.cubic.org/docs/junit
- Classroom 50: https://github.com/foundation50/classroom50/wiki/Advanced-Autograding
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree as ET

FORMATS = {"text", "html", "simple_format", "md", "ansi"}
SEEN = {"hidden", "after_due_date", "after_published", "visible"}
NUMBER, TEXT, THING, LIST = (int, float), str, dict, list
TOP: Mapping[str, Any] = {
    "score": NUMBER,
    "execution_time": NUMBER,
    "output": TEXT,
    "output_format": FORMATS,
    "test_output_format": FORMATS,
    "test_name_format": FORMATS,
    "visibility": SEEN,
    "stdout_visibility": SEEN,
    "extra_data": THING,
    "tests": LIST,
    "leaderboard": LIST,
}
TEST: Mapping[str, Any] = {
    "score": NUMBER,
    "max_score": NUMBER,
    "status": {"passed", "failed"},
    "name": TEXT,
    "name_format": FORMATS,
    "number": TEXT,
    "output": TEXT,
    "output_format": FORMATS,
    "tags": LIST,
    "visibility": SEEN,
    "extra_data": THING,
}
BOARD: Mapping[str, Any] = {"name": TEXT, "value": (int, float, str), "order": {"asc", "desc"}}


def gradescope(text: str) -> list[str]:
    """Return what is wrong with a `results.json`."""
    found = json.loads(text)
    if not isinstance(found, dict):
        return ["it is no object"]
    problems = [*_fields(found, TOP, "")]
    for place, test in enumerate(found.get("tests", [])):
        problems += _fields(test, TEST, f"tests[{place}].")
        problems += [f"tests[{place}].tags: {tag!r}" for tag in test.get("tags", []) if not isinstance(tag, str)]
    for place, line in enumerate(found.get("leaderboard", [])):
        problems += _fields(line, BOARD, f"leaderboard[{place}].")
        problems += [f"leaderboard[{place}].{name}: is missing" for name in ("name", "value") if name not in line]
    if "score" not in found and not any("score" in test for test in found.get("tests", [])):
        problems.append("score: neither here nor in a test")
    return problems


def _fields(found: Mapping[str, Any], known: Mapping[str, Any], place: str) -> Iterator[str]:
    for name, value in found.items():
        wanted = known.get(name)
        if wanted is None:
            yield f"{place}{name}: there is no such field"
        elif isinstance(wanted, set):
            if value not in wanted:
                yield f"{place}{name}: {value!r}"
        elif isinstance(value, bool) or not isinstance(value, wanted):
            yield f"{place}{name}: {value!r}"


SUITE = {"name", "tests", "failures", "errors", "skipped", "disabled", "time", "timestamp", "hostname", "id", "package"}
CASE = {"name", "classname", "time", "status", "assertions"}
INSIDE = ("skipped", "error", "failure", "system-out", "system-err")
"""What may be in a test case, in this order."""


def junit(text: str) -> list[str]:
    """Return what is wrong with a JUnit XML file."""
    top = ET.fromstring(text)
    suites = [top] if top.tag == "testsuite" else [*top]
    problems = [f"<{top.tag}> at the top"] if top.tag not in {"testsuite", "testsuites"} else []
    for suite in suites:
        if suite.tag != "testsuite":
            problems.append(f"<{suite.tag}> beside suites")
            continue
        problems += [f"testsuite: {name}" for name in suite.attrib if name not in SUITE]
        problems += [f"testsuite: no {name}" for name in ("name", "tests") if name not in suite.attrib]
        cases = suite.findall("testcase")
        counts = {"tests": len(cases), "failures": 0, "errors": 0, "skipped": 0}
        for case in cases:
            problems += _case(case)
            for tag, name in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
                counts[name] += case.find(tag) is not None
        problems += [
            f"{name}: {suite.get(name)}, not {count}"
            for name, count in counts.items()
            if int(suite.get(name, "0")) != count
        ]
    return problems


def _case(case: ET.Element) -> Iterator[str]:
    yield from (f"testcase: {name}" for name in case.attrib if name not in CASE)
    yield from (f"testcase: no {name}" for name in ("name", "classname") if not case.get(name))
    tags = [child.tag for child in case]
    yield from (f"<{tag}> in a case" for tag in tags if tag not in INSIDE)
    order = [INSIDE.index(tag) for tag in tags if tag in INSIDE]
    if order != sorted(order):
        yield f"{tags} out of order"
    for child in case:
        known = {"failure": {"type", "message"}, "error": {"type", "message"}, "skipped": {"message"}}
        yield from (f"{child.tag}: {name}" for name in child.attrib if name not in known.get(child.tag, set()))


NAMES = ("schema", "classroom", "assignment", "submission", "commit", "release", "review", "datetime")
STAMPED = {"assignment_type", "owner", "graded_at", "submitted_by"}
"""What its runner adds."""


def classroom50(text: str) -> list[str]:
    """Return what is wrong with a `result.json`."""
    found = json.loads(text)
    problems = [f"{name}: is no text" for name in NAMES if not isinstance(found.get(name), str)]
    problems += [f"{name}: there is no such field" for name in found.keys() - {*NAMES, *STAMPED, *SUMS, "tests"}]
    if found.get("schema") != "classroom50/result/v1":
        problems.append("schema: another one")
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", str(found.get("datetime"))):
        problems.append("datetime: not UTC by ISO 8601")
    tests = found.get("tests")
    if not isinstance(tests, list):
        return [*problems, "tests: is no list"]
    for name in SUMS:
        values = [found.get(name), *(test.get(name) for test in tests)]
        if any(type(value) is not int for value in values):
            problems.append(f"{name}: not whole everywhere")
        elif values[0] != sum(values[1:]):
            problems.append(f"{name}: not the sum of the tests")
    problems += ["a test without a name" for test in tests if not isinstance(test.get("test-name"), str)]
    problems += ["a test that neither passed nor failed" for test in tests if not isinstance(test.get("passed"), bool)]
    return problems


SUMS = ("score", "max-score")
