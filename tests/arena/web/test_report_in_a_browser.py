"""The pages of a report in a real browser: nothing runs that is not ours, nothing is too wide, axe finds nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.cli.test_report import course, written
from tests.arena.web.conftest import Visit

__all__ = ["course"]
pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]


def test_the_pages_are_for_everybody_and_for_phones(course: Path, visit: Visit) -> None:
    out = written(course)
    for path in (out / "index.html", out / "author/ann/index.html", out / "author/ben/index.html"):
        page = visit.open(path)
        assert visit.violations() == [], path
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("link", name="Class").click()
    page.get_by_role("link", name="owl").click()
    assert page.get_by_role("heading", level=1).text_content() == "owl"
    page.get_by_role("region", name="Lost by the least").get_by_role("row").nth(1).wait_for()
