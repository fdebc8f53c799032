"""Finds copied files of bots, apart from comments and white space; the staff of a class is told of them.

A file is reduced to its own lines: without comments, white space, and lines that `arena new` writes. What is left is
hashed, so a run can keep it, and equal hashes mean equal code. Names that were changed hide a copy; to find those, one
needs a tool that compares how programs are built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from arena.bots.botfile import BOT_FILE
from arena.bots.samples import SAMPLE, samples

LEAST = 300
"""Shorter files are left out: many loops of the protocol look alike."""
LARGEST = 1 << 20
"""Larger files are left out."""
MOST = 50
"""At most this many files of a bot are kept, the longest ones: every run stores them."""
DIGITS = 16
"""The hexadecimal digits of a print."""
NO_CODE = re.compile(rf"{re.escape(BOT_FILE)}|(?i:(licen[cs]e|copying|readme|notice).*)|.*\.(md|txt|pyc)")
"""The names of files that are not code."""
COMMENTS: Mapping[str, re.Pattern[str]] = {
    ending: re.compile(pattern)
    for endings, pattern in {
        "py rb sh pl pm": r"#[^\n]*",
        "c h cc cpp hpp rs go java js mjs ts kt cs swift": r"//[^\n]*|/\*[\s\S]*?\*/",
        "lua": r"--[^\n]*",
        "ml mli": r"\(\*[\s\S]*?\*\)",
    }.items()
    for ending in endings.split()
}
"""How comments look, by the ending of a file."""


def fingerprints(folder: Path) -> dict[str, str]:
    """Return path -> fingerprint of the files of a bot that are long enough, sorted by path.

    Args:
        folder: the sealed copy of the bot; links in it are not followed.
    """
    found = sorted(_own(folder), key=lambda each: (-len(each[1]), each[0]))[:MOST]
    return {path: sha256(own.encode()).hexdigest()[:DIGITS] for path, own in sorted(found)}


def _own(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and the own lines of each file that is long enough."""
    known = _begun_with()
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file() or NO_CODE.fullmatch(path.name) or path.stat().st_size > LARGEST:
            continue
        own = "\n".join(line for line in _lines(path) if line not in known)
        if len(own) >= LEAST:
            yield path.relative_to(folder).as_posix(), own


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file without comments and white space. All bytes are read as Latin-1."""
    text = path.read_bytes().decode("latin-1")
    if comment := COMMENTS.get(path.suffix.removeprefix(".").lower()):
        text = comment.sub("", text)
    return (line for each in text.splitlines() if (line := "".join(each.split())))


@cache
def _begun_with() -> frozenset[str]:
    """The lines of the folders that `arena new` makes."""
    templates = Path(str(files("arena.kit") / "templates"))
    return frozenset(line for path in templates.rglob("*") if path.is_file() for line in _lines(path))


@cache
def sample_fingerprints() -> Mapping[str, str]:
    """Return print -> the sample bot that has such a file."""
    return {print_: SAMPLE + name for name, folder in samples().items() for print_ in fingerprints(folder).values()}
