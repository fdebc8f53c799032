"""`python -m tests.arena.web.kept` takes small pictures of the twelve pages in Chromium, as `make docs` does.

Only those that have changed are written. A picture is a PNG with a palette; this module reads only what it has written.
"""

from __future__ import annotations

import base64
import struct
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, sync_playwright

from tests.arena.web.twelve import Pages, twelve
from tests.tools import missing

FOLDER = Path(__file__).parent / "kept"
CHROMIUM = "/usr/bin/chromium"
TOOLS = ("chromium", "dejavu")
"""What pictures need; other fonts would draw others."""
COLORS = 160
"""So many colors has a picture."""
BLOCK = 5
"""Pictures are compared by the mean colors of squares of so many pixels: these hardly know how a letter is drawn."""
OFF = 16.0
"""A square whose mean is off by more, in a channel of 256 levels, is another one."""
MOST = 0.006
"""This share of the squares may be others."""
Picture = NDArray[np.uint8]
"""Rows of pixels of red, green and blue."""


class Screen(NamedTuple):
    """A size of the screen in CSS pixels, what it is divided by for the picture, and the theme."""

    width: int
    height: int
    by: int
    theme: str


SCREENS = [
    Screen(width, height, by, theme)
    for width, height, by in ((390, 844, 2), (1280, 800, 4))
    for theme in ("light", "dark")
]


def name_of(page: str, screen: Screen) -> str:
    """Return the name of a picture's file."""
    return f"{page}-{screen.width}-{screen.theme}.png"


@contextmanager
def camera(browser: Browser, pages: Pages, style: Callable[[str], str] = lambda text: text) -> Iterator[Camera]:
    """Open two pages of a browser: one for what is taken, and one that makes it smaller."""
    with browser.new_context() as desk, browser.new_context(locale="en-GB", timezone_id="Europe/Berlin") as context:
        page = context.new_page()
        page.emulate_media(reduced_motion="reduce")
        pages.answer(page, style)
        yield Camera(pages, page, desk.new_page())


class Camera:
    """Takes pictures of the twelve pages.

    Args:
        pages: the pages.
        page: where they are opened.
        desk: an empty page, in which a picture is made smaller.
    """

    def __init__(self, pages: Pages, page: Page, desk: Page) -> None:
        self.pages, self.page, self.desk = pages, page, desk

    def open(self, name: str, screen: Screen) -> Page:
        """Open one of the pages on a screen."""
        self.page.set_viewport_size({"width": screen.width, "height": screen.height})
        self.page.emulate_media(color_scheme="dark" if screen.theme == "dark" else "light")
        self.pages.open(self.page, name)
        return self.page

    def take(self, name: str, screen: Screen) -> Picture:
        """Return a picture of one of the pages."""
        taken = base64.b64encode(self.open(name, screen).screenshot()).decode()
        size = [screen.width // screen.by, screen.height // screen.by]
        pixels = base64.b64decode(self.desk.evaluate(SMALLER, [taken, *size]))
        return np.frombuffer(pixels, np.uint8).reshape(size[1], size[0], 4)[:, :, :3]


SMALLER = """async ([png, width, height]) => {
    const image = await (await fetch("data:image/png;base64," + png)).blob();
    const size = { resizeWidth: width, resizeHeight: height, resizeQuality: "high" };
    const canvas = new OffscreenCanvas(width, height).getContext("2d");
    canvas.drawImage(await createImageBitmap(image, size), 0, 0);
    const data = canvas.getImageData(0, 0, width, height).data;
    let text = "";
    for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
    return btoa(text);
}"""


def squares(picture: Picture) -> NDArray[np.float64]:
    """Return the mean color of each square of a picture; what is left over at its edges does not count."""
    rows, columns = (size // BLOCK for size in picture.shape[:2])
    whole = picture[: rows * BLOCK, : columns * BLOCK].astype(np.float64)
    means: NDArray[np.float64] = whole.reshape(rows, BLOCK, columns, BLOCK, 3).mean(axis=(1, 3))
    return means


def difference(one: Picture, other: Picture) -> float:
    """Return the share of squares that are others."""
    if one.shape != other.shape:
        return 1.0
    return float(np.mean(np.abs(squares(one) - squares(other)).max(axis=2) > OFF))


def few_colors(picture: Picture) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return a palette for a picture, and for each pixel its number there: the nearest of the most frequent colors."""
    coarse = (picture >> 3).astype(np.int64)
    codes = (coarse[:, :, 0] << 10 | coarse[:, :, 1] << 5 | coarse[:, :, 2]).ravel()
    _, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    sums = np.stack([np.bincount(inverse, picture[:, :, channel].ravel()) for channel in range(3)], axis=1)
    means = sums / counts[:, None]
    palette = means[np.argsort(-counts, kind="stable")[:COLORS]]
    nearest = np.abs(means[:, None] - palette[None]).sum(axis=2).argmin(axis=1)
    return np.rint(palette).astype(np.uint8), nearest[inverse].reshape(picture.shape[:2]).astype(np.uint8)


SIGN = b"\x89PNG\r\n\x1a\n"


def write(path: Path, picture: Picture) -> None:
    """Write a picture with few colors."""
    palette, pixels = few_colors(picture)
    height, width = pixels.shape
    rows = np.hstack([np.zeros((height, 1), np.uint8), pixels])  # no filter
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    data = SIGN + b"".join([_chunk(kind, body) for kind, body in parts])
    path.write_bytes(data)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def read(path: Path) -> Picture:
    """Read a picture that `write` has written."""
    data, at, parts = path.read_bytes(), len(SIGN), {}
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        parts[data[at + 4 : at + 8]] = data[at + 8 : at + 8 + length]
        at += length + 12
    width, height = struct.unpack(">II", parts[b"IHDR"][:8])
    pixels = np.frombuffer(zlib.decompress(parts[b"IDAT"]), np.uint8).reshape(height, width + 1)[:, 1:]
    return np.frombuffer(parts[b"PLTE"], np.uint8).reshape(-1, 3)[pixels]


def renew() -> Iterator[Path]:
    """Take all pictures; write those that differ from the kept ones, and yield their paths."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, twelve(Path(folder)) as pages, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        with camera(browser, pages) as taking:
            wanted = {name_of(name, screen): (name, screen) for name in pages.shown for screen in SCREENS}
            for old in {path.name for path in FOLDER.iterdir()} - {*wanted}:
                (FOLDER / old).unlink()
            for file, (name, screen) in wanted.items():
                path, picture = FOLDER / file, taking.take(name, screen)
                if not path.exists() or difference(read(path), picture) > MOST / 4:
                    write(path, picture)
                    yield path
        browser.close()


def differing(folder: Path, taken: Iterable[tuple[str, Picture]]) -> dict[str, float]:
    """Return the pictures that differ too much from the kept ones, with how much; write them into a folder."""
    found = {}
    for file, picture in taken:
        by = difference(read(FOLDER / file), picture)
        if by > MOST:
            found[file] = round(by, 4)
            write(folder / file, picture)
    return found


def main() -> None:
    """Take the pictures, and say which are new."""
    lacking = missing(TOOLS)
    if lacking:
        sys.exit(f"no pictures of pages were taken: {', '.join(lacking)} is not here (make tools)")
    for path in renew():
        print(f"written: {path.name}")  # noqa: T201 - a program


if __name__ == "__main__":
    main()
