"""Records with an error planted in them, for the tests of the second opinions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from tests.games.second_opinion.cards import RANKS, SUITS


def other(word: str) -> str:
    """Return another word of the same kind: another number, card, suit or call."""
    if word.removeprefix("-").isdecimal():
        return str(int(word) + 5)
    if len(word) == 2 and word[0] in RANKS and word[1] in SUITS:
        return word[0] + SUITS[(SUITS.index(word[1]) + 1) % 4]
    return {"S": "H", "D": "C", "H": "D", "C": "S", "pass": "100"}.get(word, word + "x")


def spoilt(record: str) -> Iterator[tuple[str, str]]:
    """Yield the record with one word changed, or one line left out, in every way; each after the line as it is now."""
    lines = record.splitlines()
    for i, line in enumerate(lines[1:], 1):
        for changed in ["", *changes_of(line)]:
            yield changed, "\n".join([*lines[:i], *([changed] if changed else []), *lines[i + 1 :]])


def some_spoilt(record: str, wanted: re.Pattern[str], number: int, rng: Random) -> Iterator[tuple[str, str]]:
    """Yield the record with one word changed, so many times; each after the line as it is now, a wanted one."""
    lines = record.splitlines()
    found = [(i, changed) for i, line in enumerate(lines) if i for changed in changes_of(line) if wanted.match(changed)]
    for i, changed in rng.sample(found, min(number, len(found))):
        yield changed, "\n".join([*lines[:i], changed, *lines[i + 1 :]])


def changes_of(line: str) -> Iterator[str]:
    """Yield a line with one word, or one value of a list, changed."""
    words = line.split(" ")
    for i, word in enumerate(words[1:], 1):
        name, equals, values = word.rpartition("=")
        parts = values.split(",")
        for j, part in enumerate(parts):
            spoiled = name + equals + ",".join([*parts[:j], other(part), *parts[j + 1 :]])
            yield " ".join([*words[:i], spoiled, *words[i + 1 :]])
