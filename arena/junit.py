"""JUnit XML, which CI systems read: the cases of a suite, with what failed in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple
from xml.etree import ElementTree as ET

from arena.errors import UserError
from arena.escapes import one_line, printable


class Trouble(NamedTuple):
    """Why a case has not passed.

    Args:
        how: `failure` if what was tested is wrong, `error` if it could not be tested.
        type: a word for the kind of trouble.
        message: one line.
        text: all of it.
    """

    how: Literal["failure", "error"]
    type: str
    message: str
    text: str

    @classmethod
    def of(cls, error: UserError) -> Trouble:
        """Return the trouble of a case that could not be tested."""
        return cls("error", "error", error.message, f"{error.message}\n{error.hint}")


class Entry(NamedTuple):
    """A case of a suite.

    Args:
        where: the class name by which CI systems group cases.
        name: its name.
        trouble: why it has not passed; None if it has.
        out: what it printed.
        skipped: why it was not run; empty if it was.
    """

    where: str
    name: str
    trouble: Trouble | None = None
    out: str = ""
    skipped: str = ""


def document(suite: str, entries: Sequence[Entry]) -> str:
    """Return a suite as an XML document; what cannot be shown is escaped.

    Args:
        suite: the name of the suite.
        entries: its cases.
    """
    troubles = [entry.trouble.how for entry in entries if entry.trouble]
    counts = {"tests": len(entries), "failures": troubles.count("failure"), "errors": troubles.count("error")}
    if skipped := sum(bool(entry.skipped) for entry in entries):
        counts["skipped"] = skipped
    top = ET.Element("testsuites")
    found = ET.SubElement(top, "testsuite", {"name": suite, **{name: str(count) for name, count in counts.items()}})
    for entry in entries:
        case = ET.SubElement(found, "testcase", classname=one_line(entry.where), name=one_line(entry.name))
        if entry.skipped:
            ET.SubElement(case, "skipped", message=one_line(entry.skipped))
        if entry.trouble:
            how, kind, message, text = entry.trouble
            ET.SubElement(case, how, type=one_line(kind), message=one_line(message)).text = printable(text)
        if entry.out:
            ET.SubElement(case, "system-out").text = printable(entry.out)
    ET.indent(top)
    return ET.tostring(top, encoding="unicode", xml_declaration=True) + "\n"
