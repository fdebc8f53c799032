"""docs/glossary.md: its terms are sorted, each is there once, no kind of fault is missing, and every class exists."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/glossary.md").read_text().partition("\n## ")[0]
"""What comes after the list of terms, tests/arena/cli/test_explain.py reads."""
ENTRY = re.compile(r"^- \*\*(?P<term>.+?)\*\* \((?P<about>\w+)\): (?P<text>.+?)(?=^- |\Z)", re.MULTILINE | re.DOTALL)
ENTRIES = [(found["term"], found["about"], " ".join(found["text"].split())) for found in ENTRY.finditer(PAGE)]
TERMS = [term for term, _, _ in ENTRIES]


def test_every_line_of_the_list_is_an_entry() -> None:
    assert len(TERMS) == len(re.findall(r"^- ", PAGE, re.MULTILINE)) > 100


def test_terms_are_sorted() -> None:
    assert sorted(TERMS, key=str.lower) == TERMS


def test_no_term_comes_twice() -> None:
    # `ponder`, what a bot does, and PONDER, the fault, are the only two that differ in capitals alone.
    assert [term for term, count in Counter(TERMS).items() if count > 1] == []
    assert [term for term, count in Counter(map(str.lower, TERMS)).items() if count > 1] == ["ponder"]


def test_entries_belong_to_the_parts_that_the_page_names() -> None:
    assert {about for _, about, _ in ENTRIES} == {"cards", "arena", "clocks", "faults", "protocol", "statistics"}


def test_entries_are_short() -> None:
    assert [term for term, _, text in ENTRIES if not text.endswith(".") or len(text) > 350] == []


def test_every_kind_of_fault_has_an_entry() -> None:
    kinds = re.findall(r"^\| ([A-Z]+) \|", (ROOT / "protocol/FAULTS.md").read_text(), re.MULTILINE)
    assert {"TIMEOUT", "PONDER", "ABORTED"} <= set(kinds)
    assert [kind for kind in kinds if (kind, "faults") not in {(term, about) for term, about, _ in ENTRIES}] == []


def test_every_class_that_is_named_exists() -> None:
    classes = {
        name
        for path in (ROOT / "arena").rglob("*.py")
        for name in re.findall(r"^(?:class (?=\w+)|(?=\w+: TypeAlias))(\w+)", path.read_text(), re.MULTILINE)
    }
    named = re.findall(r"`([A-Z][a-z]\w*)`", PAGE)
    assert len(named) > 30
    assert [name for name in named if name not in classes] == []
