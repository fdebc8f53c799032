"""A bot that plays Kaiser, Two Hundred and Five Hundred with sense, and any other game legally.

This file only talks. What was seen is in `table.py`; what to do about it is in one module for each game.

It plays at as many tables as it is given: it reads what there is, answers every question in it, and then sends all
answers at once.
"""

import os
from collections.abc import Iterator

import five_hundred
import kaiser
import two_hundred
from table import Table

GAMES = {
    "kaiser": kaiser.CHOOSE,
    "two-hundred": two_hundred.CHOOSE,
    "five-hundred": five_hundred.CHOOSE,
    "american-five-hundred": five_hundred.CHOOSE,
}


def main() -> None:
    """Greet, then listen until `bye` or the end of the input; speak only when asked."""
    say("bot sensible 1.1 tables=64")
    tables: dict[str, Table] = {}
    for lines in arriving():
        # The clock runs until the last of these answers is out.
        if answers := [word for line in lines if (word := handle(tables, line))]:
            say("\n".join(answers))


def arriving() -> Iterator[list[str]]:
    """Yield the lines that have come, all that there are, until `bye` or the end of the input."""
    rest = b""  # the beginning of a line whose end is still to come
    while data := os.read(0, 1 << 16):
        *whole, rest = (rest + data).split(b"\n")
        lines = [line.decode() for line in whole]
        if "bye" in lines:
            yield lines[: lines.index("bye")]
            return
        yield lines


def say(message: str) -> None:
    """Send a line, or several.

    Without the flush they would wait in a buffer until the clock has run out. Standard output belongs to the protocol:
    what you want to look at goes to `sys.stderr`.
    """
    print(message, flush=True)


def handle(tables: dict[str, Table], line: str) -> str:
    """Take in a message; return the answer if it asks, else nothing.

    With several tables it begins with the one that it belongs to, such as `@G17`, and so does the answer. With one it
    does not: that is the table without a name.
    """
    name, _, message = line.partition(" ") if line.startswith("@") else ("", "", line)
    table = tables[name] if name in tables else tables.setdefault(name, Table())
    verb, *words = message.split() or [""]
    if verb == "ask":
        seat, kind, *legal = words
        return f"{name} {answer(table, int(seat), kind, legal)}".lstrip()
    if verb == "over":
        del tables[name]
    elif verb == "game" or table.game in GAMES:
        table.hear(verb, words)
    return ""


def answer(table: Table, seat: int, kind: str, legal: list[str]) -> str:
    """Choose one of the legal words; `seat` is whose hand the question is about, nearly always mine."""
    choose = GAMES.get(table.game, {}).get(kind)
    if choose is None or len(legal) == 1:
        return careful(legal)
    return choose(table, seat, legal)


def careful(legal: list[str]) -> str:
    """Return a word that promises nothing: the answer to a question that this bot was not made for."""
    return next((word for word in ("pass", "take") if word in legal), legal[0])


if __name__ == "__main__":
    main()
