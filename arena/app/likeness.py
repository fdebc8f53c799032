"""The page about submissions that are alike, with both texts side by side: for the teacher only."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from arena.bots.fingerprints import code_of, ending_of, grams
from arena.bots.samples import SAMPLE, find_sample
from arena.bots.staging import staging_folder
from arena.escapes import printable
from arena.results.likeness import Likeness, Written, likenesses
from arena.store import Store
from arena.web.contents import SCRIPT
from arena.web.page import page

PAIRS = 30
"""So many pairs are on the page, the most alike."""
LINES = 1500
"""So many lines of a file are on the page."""


class Hints(NamedTuple):
    """Who is alike in a class.

    Args:
        pairs: the pairs, the most alike first.
        usual: the share of same answers over all pairs, from 0 to 1.
    """

    pairs: Sequence[Likeness]
    usual: float


class Line(NamedTuple):
    """A line of a file, escaped, and whether the other has it too."""

    text: str
    same: bool


class File(NamedTuple):
    """A file of one of a pair, for the page."""

    path: str
    lines: Sequence[Line]


def hints_of(store: Store) -> Hints:
    """Return who is alike, by the results of a ladder."""
    return Hints(*likenesses(store))


def likeness_page(hints: Hints, base: Path, title: str) -> str:
    """Return the page, as one file.

    Args:
        hints: who is alike.
        base: the folder of the ladder file, from which submissions are named.
        title: what the ladder is called.
    """
    shown = [(each, answers_text(each, hints.usual), _compared(each, base)) for each in hints.pairs[:PAIRS]]
    return page(
        "likeness.html.j2",
        title=f"Who is alike: {title}",
        whole=True,
        scripts=[SCRIPT],
        pairs=shown,
        more=hints.pairs[PAIRS:],
    )


def submissions(pair: Likeness) -> list[dict[str, str]]:
    """Return which two submissions are alike, and since when each was there, as data."""
    return [{"given": side.given, "since": side.since[:10]} for side in pair[:2]]


def answers_text(pair: Likeness, usual: float) -> str:
    """Return in words how two submissions answered in the same positions."""
    alike, positions = pair.answers
    if not positions:
        return "they met no position both"
    share = f"answers alike in {100 * alike / positions:.0f} % of {positions} same positions"
    return f"{share} (all pairs: {100 * usual:.0f} %)"


def _compared(pair: Likeness, base: Path) -> list[list[File]]:
    """Return the files of both sides that have lines in common."""
    texts = [_text_of(side, base) for side in pair[:2]]
    every = [{path: grams(text, ending_of(path)) for path, text in files.items()} for files in texts]
    both = set.intersection(*({gram.print for found in side.values() for gram in found} for side in every))
    sides = []
    for files, found in zip(texts, every, strict=True):
        shown = []
        for path, text in files.items():
            same = {line for gram in found[path] if gram.print in both for line in range(gram.first, gram.last + 1)}
            lines = text.encode("latin-1").decode("utf-8", "replace").split("\n")[:LINES]
            if same:
                shown.append(File(path, [Line(printable(line), at in same) for at, line in enumerate(lines)]))
        sides.append(shown)
    return sides


def _text_of(side: Written, base: Path) -> dict[str, str]:
    """Return path -> text of a version: of its sealed copy, or of what lies in the folder now if that has gone."""
    if side.given.startswith(SAMPLE):
        return code_of(find_sample(side.given))
    sealed, now = staging_folder() / side.source / "files", base / side.given
    if side.source and sealed.is_dir():
        return code_of(sealed)
    return code_of(now)
