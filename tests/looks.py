"""`python -m tests.looks SITE` measures the pages of a site in Chromium: weight, time, memory, and what axe finds.

SITE is a folder that `arena site` wrote. One page of each kind is opened; of the pages of games the largest three.
Weights are KB as a server sends them, with style and scripts, by gzip. Times are from the request to the end of the
page's scripts, from a disk.
"""

from __future__ import annotations

import gzip
import re
import sys
from pathlib import Path
from time import perf_counter

from playwright.sync_api import sync_playwright

from tests.arena.web.conftest import CHROMIUM, Visit

STEPS = 1000
"""So many cards are stepped through."""
GAMES = 10
"""So many pages of games are opened one after the other, to see whether the browser's memory grows."""
LOADED = "() => { const [its] = performance.getEntriesByType('navigation'); return its.domComplete; }"
FILE = re.compile(r'(?:href|src)="((?:\.\./)*assets/[^"]+)"')
NEXT = """(count) => {
    const next = document.getElementById("do-next");
    let done = 0;
    while (done < count && next.getAttribute("aria-disabled") !== "true") { next.click(); done += 1; }
    return done;
}"""


def main() -> None:
    """Open the pages, and print what was found."""
    site = Path(sys.argv[1]).resolve()
    kinds = [[site / f"{name}.html"] for name in ("index", "pairs", "games", "faults")]
    kinds += [_largest(site / folder)[:1] for folder in ("contest", "bot", "games")]
    games = _largest(site / "game")
    pages = [page for kind in kinds for page in kind if page.is_file()] + games[:3]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--enable-precise-memory-info"])
        visit = Visit(browser.new_page())
        for page in pages:
            visit.open(page)
            visit.page.wait_for_timeout(200)
            took, found = visit.page.evaluate(LOADED), visit.violations()
            _say(f"{page.relative_to(site)}: {_weight(page):.1f} KB, {took:.0f} ms, axe {found or 'nothing'}")
        for page in games[:1]:
            visit.open(page)
            visit.page.wait_for_selector("#replay:not([hidden])")
            begun = perf_counter()
            count = visit.page.evaluate(NEXT, STEPS)
            _say(f"{count} cards in {perf_counter() - begun:.2f} s")
        sizes = []
        for page in games[:GAMES]:
            visit.open(games[0] if len(games) < GAMES else page)
            visit.page.wait_for_selector("#replay:not([hidden])")
            visit.page.evaluate(NEXT, 100)
            visit.page.request_gc()
            sizes.append(visit.page.evaluate("performance.memory.usedJSHeapSize") / 1e6)
        _say(f"MB of script memory over {len(sizes)} games: {', '.join(f'{size:.1f}' for size in sizes)}")
        _say(f"said by the pages: {visit.errors or 'nothing'}")
        browser.close()


def _largest(folder: Path) -> list[Path]:
    """Return the pages of a folder, the largest first."""
    return sorted(folder.glob("*.html"), key=lambda file: (-file.stat().st_size, file.name))


def _weight(page: Path) -> float:
    """Return the weight of a page with its style and scripts, in KB."""
    text = page.read_bytes()
    files = [text, *((page.parent / name).read_bytes() for name in FILE.findall(text.decode()))]
    return sum(len(gzip.compress(data)) for data in files) / 1024


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
