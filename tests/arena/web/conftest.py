"""A browser for the tests of pages: one a session, with one page, since a new one costs more than most tests do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
AXE = Axe().axe_script
VIOLATIONS = """async () => {
    const found = await axe.run({ resultTypes: ["violations"], preload: false });
    return found.violations.map((one) => `${one.id}: ${one.nodes[0].target}`);
}"""
"""Only what is wrong leaves the browser; what passes is a hundred times as much. Nothing is loaded beforehand: that is
for rules about sound and turned screens."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium. Tests that ask for it are marked `slow` and `needs("chromium")`."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM)
        yield found
        found.close()


class Visit:
    """A look at pages. What a page says that it should not is kept, and the test fails at its end.

    Args:
        page: the browser's page.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(f"error: {error}"))
        page.on("console", self._hear)
        page.on("dialog", self._dismiss)
        page.on("request", lambda asked: self._check(asked.url))

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.errors.append(said.text)

    def _dismiss(self, dialog: Dialog) -> None:
        self.errors.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _check(self, url: str) -> None:
        if not url.startswith(("file:", "data:", "http://127.0.0.1:")):
            self.errors.append(f"asks another host: {url}")

    def open(self, path: Path, fragment: str = "") -> Page:
        """Open a file and return the browser's page."""
        self.page.goto(path.as_uri() + fragment)
        return self.page

    def violations(self) -> list[str]:
        """Return what axe finds wrong with the page that is open."""
        seen = [*self.errors]
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        found: list[str] = self.page.evaluate(VIOLATIONS)
        self.errors[:] = seen  # axe itself asks for what a file may not load
        return found


@pytest.fixture(scope="session")
def only_visit(browser: Browser) -> Iterator[Visit]:
    """The page that tests share."""
    with browser.new_context() as context:
        yield Visit(context.new_page())


@pytest.fixture
def visit(only_visit: Visit) -> Iterator[Visit]:
    """An empty page on a wide light screen, which remembers nothing of earlier tests."""
    page, errors = only_visit.page, only_visit.errors
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme="light")
    yield only_visit
    if page.url != "about:blank":
        page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    seen = [*errors]
    errors.clear()
    assert seen == []
