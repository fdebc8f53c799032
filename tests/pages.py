"""The manual's pages as tests read them: the code that stands below a line such as `<!-- tested: bot.py -->`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent
CODE = re.compile(r"<!-- (?:bot|example|test|tested): (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)


def code(page: str) -> dict[str, str]:
    """Return the marked pieces of code of a page: name -> text.

    Raises:
        AssertionError: a name comes twice.
    """
    found = CODE.findall((ROOT / page).read_text())
    assert len(dict(found)) == len(found), f"{page} has two pieces of code of one name"
    return dict(found)


def written(page: str, folder: Path, *names: str) -> Path:
    """Write pieces of code of a page into a folder as files, all of them if none is named; return the folder."""
    found = code(page)
    folder.mkdir(exist_ok=True)
    for name in names or found:
        (folder / name).write_text(found[name])
    return folder


def workflow(name: str) -> dict[str, Any]:
    """Return what a workflow file of the manual holds; every scalar is text."""
    found: dict[str, Any] = yaml.load((ROOT / "docs/examples" / name).read_text(), Loader=yaml.BaseLoader)
    return found
