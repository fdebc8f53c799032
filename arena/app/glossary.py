"""What the columns and remarks of a ladder mean, as the glossary of the manual has it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from arena.data import data

_ROW = re.compile(r"^\| `(.+?)` \| (.+) \|$", re.MULTILINE)


def columns() -> Mapping[str, str]:
    """Return the head of each column of a ladder, in their order, with what it says."""
    return _table("Columns of a ladder")


def remarks() -> Mapping[str, str]:
    """Return each remark of a ladder with what it says."""
    return _table("Remarks of a ladder")


@cache
def _table(headline: str) -> Mapping[str, str]:
    page = (data("docs") / "glossary.md").read_text(encoding="utf-8")
    section = page.partition(f"## {headline}\n")[2].partition("\n## ")[0]
    return {term: text.replace("`", "") for term, text in _ROW.findall(section)}
