"""The pages of a report in a real browser: nothing runs that is not ours, nothing is too wide, axe finds nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.app.likeness import Hints, likeness_page
from arena.results.likeness import Answers, Likeness, Written
from tests.arena.cli.test_report import course, written
from tests.arena.web.conftest import Visit

__all__ = ["course"]
NAMED = ((3, "ann"), (5, "ben"))
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


def test_who_is_alike_since_when_is_told_in_the_zone_of_the_teacher(tmp_path: Path, visit: Visit) -> None:
    ann, ben = (Written(f"in/{name}", f"2026-11-2{day}T09:30:00+00:00", "", frozenset(), 0) for day, name in NAMED)
    hints = Hints([Likeness(ann, ben, 1.0, Answers())], 0.0)
    (tmp_path / "alike.html").write_text(likeness_page(hints, tmp_path, "class"), "utf-8")
    page = visit.open(tmp_path / "alike.html")
    assert visit.violations() == []
    times = page.locator("time")
    titles = [time.get_attribute("title") or "" for time in times.all()]
    assert [re.sub("^.*; ", "", title) for title in titles] == ["2026-11-23 09:30 UTC", "2026-11-25 09:30 UTC"]
    assert "UTC" not in times.first.inner_text()
