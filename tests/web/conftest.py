"""One browser for all tests of pages, and a page that fails its test if anything goes wrong in it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
PHONE = 360
"""The width of a narrow screen, in CSS pixels."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM)
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A new page, a wide one. Errors in its console, failed scripts and dialogs fail the test."""
    wrong: list[str] = []
    with browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light") as context:
        found = context.new_page()
        found.on(
            "console", lambda message: wrong.append(message.text) if message.type in {"error", "warning"} else None
        )
        found.on("pageerror", lambda error: wrong.append(str(error)))
        found.on("dialog", lambda dialog: wrong.append(dialog.message))
        found.set_default_timeout(10_000)
        yield found
    assert wrong == []
