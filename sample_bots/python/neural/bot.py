"""A bot that plays Kaiser by a neural network, and any other game legally.

It is made for many tables: all questions that have come go through the network together, and all answers go back in one
write. `sight.py` turns what was seen into numbers, `network.py` turns those into values of words, `train.py` made the
weights.
"""

import os
import sys
from collections.abc import Iterator
from typing import NamedTuple

try:
    from network import Network, load
except ModuleNotFoundError as missing:
    sys.exit(f"{sys.executable} has no {missing.name}; this bot needs it: python3 -m pip install {missing.name}")
from sight import KINDS, WORDS, Sight


class Question(NamedTuple):
    """A question: the table's name, the legal words, and what is seen there, if it is for the network."""

    table: str
    legal: list[str]
    row: bytes


def main() -> None:
    """Greet, then listen until `bye` or the end of the input; speak only when asked."""
    network = load()
    print("bot neural 1.0 tables=1000", flush=True)
    tables: dict[str, Sight] = {}
    for lines in arriving():
        if questions := [question for line in lines if (question := handle(tables, line))]:
            words = answers(network, questions)
            said = [f"{question.table} {word}".lstrip() for question, word in zip(questions, words, strict=True)]
            print("\n".join(said), flush=True)


def arriving() -> Iterator[list[str]]:
    """Yield the lines that have come, all that there are, until `bye` or the end of the input."""
    rest = b""  # the beginning of a line whose end is still to come
    while data := os.read(0, 1 << 20):
        *whole, rest = (rest + data).split(b"\n")
        lines = [line.decode() for line in whole]
        if "bye" in lines:
            yield lines[: lines.index("bye")]
            return
        yield lines


def handle(tables: dict[str, Sight], line: str) -> Question | None:
    """Take in a message; return the question if it is one."""
    name, _, message = line.partition(" ") if line.startswith("@") else ("", "", line)
    sight = tables[name] if name in tables else tables.setdefault(name, Sight())
    verb, *words = message.split() or [""]
    if verb == "ask":
        _, kind, *legal = words
        known = sight.game == "kaiser" and kind in KINDS and len(legal) > 1
        return Question(name, legal, sight.question(kind) if known else b"")
    if verb == "over":
        del tables[name]
    else:
        sight.hear(verb, words)
    return None


def answers(network: Network, questions: list[Question]) -> list[str]:
    """Return a legal word for each question: the one that the network values most, where it knows the game."""
    rows = [question.row for question in questions if question.row]
    values = iter(network.values(rows) if rows else ())
    return [best(question.legal, next(values)) if question.row else careful(question.legal) for question in questions]


def best(legal: list[str], values: list[float]) -> str:
    """Return the legal word of the highest value."""
    return max(legal, key=lambda word: values[WORDS[word]])


def careful(legal: list[str]) -> str:
    """Return a word that promises nothing."""
    return "pass" if "pass" in legal else legal[0]


if __name__ == "__main__":
    main()
