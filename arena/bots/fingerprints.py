"""Prints of what bots are written like, to find copies in which names, comments and layout were changed.

A file is reduced to tokens: every name is the same token, so is every number and every text, and comments are left out.
Of all runs of `LENGTH` tokens a few are kept as hashes, chosen so that two files with the same `LENGTH + WINDOW - 1`
tokens in a row have one in common (winnowing, as MOSS does it). The files are hostile, and are read outside of any
sandbox: every pattern here takes linear time, which lexers for people's editors do not promise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from arena.bots.botfile import BOT_FILE

LENGTH = 16
"""So many tokens in a row make a print: about two lines."""
WINDOW = 8
"""Of so many prints in a row at least one is kept."""
LARGEST = 1 << 18
"""Files with more bytes are left out."""
MOST = 400
"""At most this many prints of a bot are kept, the lowest ones: what is kept of two bots can be compared."""
FILES = 200
"""So many files of a bot are looked at."""
NO_CODE = re.compile(rf"{re.escape(BOT_FILE)}|(?i:(licen[cs]e|copying|readme|notice).*)|.*\.(md|txt|pyc)")
"""The names of files that are not code."""
QUOTED = r"""\"\"\"[\s\S]*?(?:\"\"\"|\Z)|'''[\s\S]*?(?:'''|\Z)"""
"""Python's long texts, which say what something is for."""
COMMENTS: Mapping[str, str] = {
    ending: pattern
    for endings, pattern in {
        "py rb sh pl pm": rf"#[^\n]*|{QUOTED}",
        "c h cc cpp hpp rs go java js mjs ts kt cs swift": r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)",
        "lua": r"--[^\n]*",
        "ml mli": r"\(\*[\s\S]*?(?:\*\)|\Z)",
    }.items()
    for ending in endings.split()
}
"""How comments look, by the ending of a file."""
TOKENS = (
    r"""(?P<text>"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?)"""
    r"|(?P<word>[^\W\d]\w*)|(?P<number>\d[\w.]*)|(?P<sign>[^\s\w])"
)
KEYWORDS = re.compile(
    r"and|as|break|case|catch|class|const|continue|def|do|elif|else|end|except|fi|fn|for|foreach|from|func|"
    r"function|go|if|import|in|is|lambda|let|local|match|mut|new|not|or|pass|print|pub|raise|return|static|"
    r"struct|switch|then|throw|try|until|use|val|var|void|while|with|yield"
)
"""Words that are no names, in most languages."""


class Gram(NamedTuple):
    """Some tokens in a row.

    Args:
        print: their hash, of 32 bits.
        first: the number of the line where they begin, from 0.
        last: the number of the line where they end.
    """

    print: int
    first: int
    last: int


def grams(text: str, ending: str) -> list[Gram]:
    """Return all runs of tokens of a file.

    Args:
        text: what is in it.
        ending: the end of its name, without the dot.
    """
    comment = COMMENTS.get(ending.lower(), r"(?!)")
    tokens: list[str] = []
    lines: list[int] = []
    line = at = 0
    for found in re.finditer(f"(?P<comment>{comment})|{TOKENS}", text):
        line += text.count("\n", at, found.start())
        at = found.start()
        kind, said = found.lastgroup, found[0]
        if kind != "comment":
            tokens.append(said if kind == "sign" or KEYWORDS.fullmatch(said) else str(kind))
            lines.append(line)
    return [
        Gram(crc32("\0".join(tokens[i : i + LENGTH]).encode()), lines[i], lines[i + LENGTH - 1])
        for i in range(len(tokens) - LENGTH + 1)
    ]


def winnowed(prints: Sequence[int]) -> set[int]:
    """Return the prints that are kept of those of a file: the lowest of each `WINDOW` in a row."""
    last = max(1, len(prints) - WINDOW + 1)
    return {min(prints[i : i + WINDOW]) for i in range(last)} if prints else set()


def code_of(folder: Path) -> dict[str, str]:
    """Return path -> text of the files of a bot that may be code, sorted by path. All bytes are read as Latin-1.

    Args:
        folder: the bot; links in it are not followed.
    """
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or NO_CODE.fullmatch(path.name) or path.stat().st_size > LARGEST:
            continue
        found[path.relative_to(folder).as_posix()] = path.read_bytes().decode("latin-1")
        if len(found) == FILES:
            break
    return found


def ending_of(path: str) -> str:
    """Return the end of the name of a file, without the dot."""
    return Path(path).suffix.removeprefix(".")


def prints_of(folder: Path) -> dict[str, set[int]]:
    """Return path -> all prints that are kept of each file of a bot."""
    return {
        path: winnowed([each.print for each in grams(text, ending_of(path))]) for path, text in code_of(folder).items()
    }


def fingerprints(folder: Path) -> dict[str, str]:
    """Return path -> prints of the files of a bot as text of 8 hexadecimal digits each, sorted by path.

    What `arena new` writes does not count.

    Args:
        folder: the sealed copy of the bot.
    """
    own = {path: prints - _begun_with() for path, prints in prints_of(folder).items()}
    kept = sorted(set().union(*own.values()))[:MOST]
    top = kept[-1] if kept else -1
    chosen = {path: sorted(each for each in prints if each <= top) for path, prints in own.items()}
    return {path: "".join(f"{each:08x}" for each in prints) for path, prints in chosen.items() if prints}


def read_prints(prints: Iterable[tuple[str, str]]) -> dict[str, set[int]]:
    """Return path -> prints of what `fingerprints` gave."""
    return {path: {int(text[at : at + 8], 16) for at in range(0, len(text), 8)} for path, text in prints}


@cache
def _begun_with() -> frozenset[int]:
    """The prints of the folders that `arena new` makes."""
    templates = Path(str(files("arena.kit") / "templates"))
    return frozenset().union(*(prints for prints in prints_of(templates).values()))
