"""Twelve pages, in two sizes and themes: they look as they are kept in pictures, and keep the rules of the style."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser

from arena.web.page import HERE
from tests.arena.web import kept
from tests.arena.web.conftest import AXE, VIOLATIONS
from tests.arena.web.kept import SCREENS, Camera, Screen, camera, name_of
from tests.arena.web.twelve import Pages, twelve

pytestmark = [pytest.mark.slow, pytest.mark.needs(*kept.TOOLS)]
PHONE, DESKTOP = SCREENS[1], SCREENS[2]
SHEETS = {path.name: path.read_text() for path in sorted((HERE / "assets").glob("*.css"))}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    with twelve(tmp_path_factory.mktemp("twelve")) as found:
        yield found


@pytest.fixture
def taking(browser: Browser, pages: Pages) -> Iterator[Camera]:
    with camera(browser, pages) as found:
        yield found


# Pictures.


@pytest.mark.skipif(not kept.FOLDER.is_dir(), reason="the pictures are in the repository only")
def test_the_pages_look_as_they_are_kept(taking: Camera, tmp_path: Path) -> None:
    shown = [(name, screen) for name in taking.pages.shown for screen in SCREENS]
    assert {path.name for path in kept.FOLDER.iterdir()} == {name_of(*each) for each in shown}
    found = kept.differing(tmp_path, ((name_of(*each), taking.take(*each)) for each in shown))
    assert found == {}, f"look at {tmp_path}, and if that is how they shall look: make docs"


FAULTS = {
    "a column is gone": ("ladder", DESKTOP, ".interval { white-space", ".rows .interval { display: none; white-space"),
    "numbers stand at the left": ("ladder", DESKTOP, ".number, [data-list", ".nothing, [data-list"),
    "links are red": ("games", PHONE, "--accent: #63d3a3", "--accent: #d363a3"),
    "a card table is brown": ("replay", DESKTOP, "--felt: #e4efe8", "--felt: #e0cdb8"),
    "a page is dark where it is light": ("me", DESKTOP, "--back: #fcfcfa", "--back: #202020"),
    "a list is not folded": ("bracket", PHONE, ".bracket { display: flex", ".bracket { display: block"),
}


@pytest.mark.skipif(not kept.FOLDER.is_dir(), reason="the pictures are in the repository only")
@pytest.mark.parametrize(("name", "screen", "before", "after"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_seen(
    browser: Browser, pages: Pages, tmp_path: Path, name: str, screen: Screen, before: str, after: str
) -> None:
    assert any(before in sheet for sheet in SHEETS.values())
    with camera(browser, pages, lambda text: text.replace(before, after)) as taking:
        found = kept.differing(tmp_path, [(name_of(name, screen), taking.take(name, screen))])
    assert [*found] == [name_of(name, screen)]


@pytest.mark.skipif(not kept.FOLDER.is_dir(), reason="the pictures are in the repository only")
def test_letters_that_are_drawn_a_little_thicker_are_no_fault(browser: Browser, pages: Pages, tmp_path: Path) -> None:
    with camera(browser, pages, lambda text: f"{text}\n* {{ -webkit-text-stroke: .12px; }}") as taking:
        taken = [(name_of(name, DESKTOP), taking.take(name, DESKTOP)) for name in ("bot", "replay", "hand-in")]
    assert kept.differing(tmp_path, taken) == {}


def test_a_picture_is_read_as_it_was_written(tmp_path: Path) -> None:
    drawn = np.zeros((60, 90, 3), np.uint8)
    drawn[20:, :45] = (200, 30, 40)
    drawn[:, 60:] = (30, 90, 250)
    path = tmp_path / "drawn.png"
    kept.write(path, drawn)
    assert (kept.read(path) == drawn).all()
    assert kept.difference(drawn, kept.read(path)) == 0.0
    assert kept.difference(drawn, drawn[:, ::-1]) > 0.5
    assert kept.difference(drawn, drawn[:50]) == 1.0


# The style.

SIZES = """() => {
    const found = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const element = walk.currentNode.parentElement;
        const drawn = element.closest(".felt, svg, script, style, noscript") || !element.checkVisibility();
        if (walk.currentNode.textContent.trim() && !drawn) found.add(getComputedStyle(element).fontSize);
    }
    return [...found];
}"""
"""The sizes of the text of a page. The words on a card table are as large as its cards."""


RAGGED = r"""() => {
    const number = /^[^\p{L}\d]*\d[^\p{L}]*(?:ms|s|d)?$/u, found = [];
    document.querySelectorAll("details").forEach((each) => { each.open = true; });
    const right = (cell) => ["right", "end"].includes(getComputedStyle(cell).textAlign);
    const even = (cell) => getComputedStyle(cell).fontVariantNumeric.includes("tabular-nums");
    const edge = (cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return Math.round(range.getBoundingClientRect().right);
    };
    for (const table of document.querySelectorAll("table")) {
        const seen = (row) => [...row.cells].filter((cell) => cell.checkVisibility());
        const [head, ...rows] = [...table.rows].map(seen).filter((cells) => cells.length);
        (head || []).forEach((top, column) => {
            const cells = rows.map((row) => row[column]).filter((cell) => cell && /\d|\p{L}/u.test(cell.innerText));
            const isName = (cell) => cell.scope && !cell.classList.contains("number");
            if (!cells.length || cells.some((cell) => isName(cell) || !number.test(cell.innerText.trim()))) return;
            const ends = new Set(cells.map(edge));
            const good = [top, ...cells].every(right) && cells.every(even) && ends.size === 1;
            if (!good) found.push([top.innerText, cells[0].innerText, cells.at(-1).innerText, ...ends]);
        });
    }
    return found;
}"""
"""The columns of numbers that do not end at one edge, in figures of one width, below a head that ends there too. What
a row is called is no number, as the contract 7 is none."""


def test_a_page_has_three_sizes_of_text_even_numbers_and_is_as_wide_as_the_screen(taking: Camera) -> None:
    for name in taking.pages.shown:
        for screen in (PHONE, DESKTOP):
            page = taking.open(name, screen)
            assert len(page.evaluate(SIZES)) <= 3, (name, screen.width)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, screen.width)
        assert page.evaluate(RAGGED) == [], name  # on a phone, rows are two lines and have no columns


def test_everybody_can_use_them(taking: Camera) -> None:
    for name in taking.pages.shown:
        page = taking.open(name, PHONE if len(name) % 2 else DESKTOP)
        page.evaluate(AXE)
        assert page.evaluate(VIOLATIONS) == [], name


SPACES = re.compile(r"(?<![\w-])(?:margin|padding|gap)[a-z-]*: ([^;}]+)[;}]")
TEXTS = re.compile(r"font-size: ([^;}]+)[;}]")
DRAWN = re.compile(r"^\.(?:felt|hand|fan|card|trick)|--unit|\.interval text", re.MULTILINE)


@pytest.mark.parametrize("name", SHEETS)
def test_spaces_and_sizes_of_text_have_names(name: str) -> None:
    rules = [line for line in SHEETS[name].splitlines() if not DRAWN.search(line)]
    spaces = [value for line in rules for value in SPACES.findall(line)]
    assert [
        value for value in spaces if re.search(r"[\d.]rem|\dpx", re.sub(r"var\([\w-]+\)|\d+rem\)", "", value))
    ] == []
    sizes = [value for line in rules for value in TEXTS.findall(line)]
    assert [value for value in sizes if not re.fullmatch(r"var\(--size-(small|text|large)\)|clamp\(.*\)", value)] == []
