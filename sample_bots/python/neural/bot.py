"""A bot that plays Kaiser by a neural network, and any other game legally.

It is made for many tables: all questions that have arrived go through the network together, and all answers are sent in
one write. `sight.py` turns what was seen into numbers, `network.py` turns these into a value for each word, and
`train.py` makes the weights.
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
    """A question: the name of its table, the legal words, and the input for the network (empty if it is not asked)."""

    table: str
    legal: list[str]
    row: bytes


def main() -> None:
    """Greet, then read messages until `bye` or the end of the input; write only answers."""
    network = load()
    print("bot neural 1.0 tables=1000", flush=True)
    tables: dict[str, Sight] = {}
    for lines in arriving():
        if questions := [question for line in lines if (question := handle(tables, line))]:
            words = answers(network, questions)
            said = [f"{question.table} {word}".lstrip() for question, word in zip(questions, words, strict=True)]
            print("\n".join(said), flush=True)


def arriving() -> Iterator[list[str]]:
    """Yield all lines that have arrived, again and again until `bye` or the end of the input."""
    rest = b""  # the beginning of a line that has not arrived completely
    while data := os.read(0, 1 << 20):
        *whole, rest = (rest + data).split(b"\n")
        lines = [line.decode() for line in whole]
        if "bye" in lines:
            yield lines[: lines.index("bye")]
            return
        yield lines


def handle(tables: dict[str, Sight], line: str) -> Question | None:
    """Read a message; return the question if it is one."""
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
    """Return a legal word for each question: the network's best word, or a careful word in games it does not know."""
    rows = [question.row for question in questions if question.row]
    values = iter(network.values(rows) if rows else ())
    return [best(question.legal, next(values)) if question.row else careful(question.legal) for question in questions]


def best(legal: list[str], values: list[float]) -> str:
    """Return the legal word with the highest value."""
    return max(legal, key=lambda word: values[WORDS[word]])


def careful(legal: list[str]) -> str:
    """Return a word that commits to nothing."""
    return "pass" if "pass" in legal else legal[0]


if __name__ == "__main__":
    main()
