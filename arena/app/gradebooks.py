"""The marks of a class for the gradebooks of learning platforms, a line for each person of the roster."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from arena.app.desk import refusal_of
from arena.escapes import csv_line, one_line
from arena.settings.people import People, Person
from arena.web.class_table import Entry

MAILING = ("name", "address", "page")
"""The columns of the list of addresses."""


def gradebooks(title: str, people: People, entries: Sequence[Entry], folder: Path) -> dict[str, str]:
    """Return a table for each platform, by the name of its file: the columns that its import reads.

    Args:
        title: what the column of the marks is called where the platform has the name of the assignment.
        people: who is in the course; whoever has handed in nothing has a line without a mark.
        entries: the lines of the table of the class.
        folder: the folder of submissions.
    """
    title = title.replace("(", "[").replace(")", "]")  # Canvas reads (123) as the number of an assignment
    lines = [(key, person, _entry(key, person, entries)) for key, person in people.people.items()]
    most = max((sum(each.most for each in entry.marks) for _, _, entry in lines if entry), default=0.0)
    moodle = [["Email address", "ID number", "Full name", title, "Feedback comments"]]
    canvas = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", title]]
    canvas.append(["    Points Possible", "", "", "", "", f"{most:g}"])
    gradescope = [["First Name", "Last Name", "SID", "Email", "Total Score", "Max Points", "Lateness (days)"]]
    for key, person, entry in lines:
        name, id_ = person.name or key, person.id or key
        mark = "" if entry is None or entry.mark is None else f"{entry.mark:g}"
        late = people.late_days(person, entry.came) if entry else None
        days = "" if late is None else str(late)
        called = f"{entry.called}: {_state(entry, folder)}" if entry else ""
        said = called or why_missing(folder / (person.team or key))
        comment = said + (f", {late} days late" if late else "")
        first, _, last = name.rpartition(" ")
        moodle.append([person.address, id_, name, mark, comment])
        canvas.append([f"{last}, {first}" if first else last, "", id_, person.address, "", mark])
        gradescope.append([first, last, id_, person.address, mark, f"{most:g}", days])
    tables = {"moodle": moodle, "canvas": canvas, "gradescope": gradescope}
    return {f"class-{name}.csv": "".join(map(csv_line, table)) for name, table in tables.items()}


def why_missing(path: Path) -> str:
    """Return why somebody has no bot.

    Args:
        path: where it would be.
    """
    if answer := refusal_of(path):
        return f"refused: {one_line(answer.said)}"
    return "what was handed in has not played yet" if os.path.lexists(path) else "nothing was handed in"


def _state(entry: Entry, folder: Path) -> str:
    """Return whether a bot plays, and why what was handed in last does not."""
    if answer := refusal_of(folder / Path(entry.known.given).name):
        return f"{entry.state}; what was handed in last is refused: {one_line(answer.said)}"
    why = entry.known.why.partition("\n")[0]
    return f"{entry.state}: {one_line(why)}" if why else entry.state


def mailing(people: People, pages: Mapping[str, str]) -> Iterator[Sequence[str]]:
    """Yield name, e-mail address and page of each person.

    Args:
        people: who is in the course.
        pages: the address of each page, by the folder or file of the bot.
    """
    for given, page in pages.items():
        for key, person in people.of(given):
            yield person.name or key, person.address, page


def _entry(key: str, person: Person, entries: Sequence[Entry]) -> Entry | None:
    """Return the line of the table with the bot of a person; None if she has handed in nothing."""
    mine = (entry for entry in entries if entry.known.submitted and not entry.old)
    place = {person.team} if person.team else {key, person.id}
    return next((entry for entry in mine if Path(entry.known.given).name in place), None)
