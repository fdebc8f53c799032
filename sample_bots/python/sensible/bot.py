"""A bot that plays many games sensibly (`GAMES` in `players/answers.py`), and any other game legally.

This file only reads and writes messages. In the folder `players`, `table.py` keeps what was seen, and each game has a
module that decides.

It plays at up to 64 tables: it reads all input that has arrived, answers every question in it, and then sends all
answers at once.
"""

import os
from collections.abc import Iterator

from players.answers import GAMES, answer
from players.table import Table


def main() -> None:
    """Greet, then read messages until `bye` or the end of the input; write only answers."""
    say("bot sensible 1.2 tables=64")
    tables: dict[str, Table] = {}
    for lines in arriving():
        # The clock runs until the last of these answers has been sent.
        if answers := [word for line in lines if (word := handle(tables, line))]:
            say("\n".join(answers))


def arriving() -> Iterator[list[str]]:
    """Yield all lines that have arrived, again and again until `bye` or the end of the input."""
    rest = b""  # the beginning of a line that has not arrived completely
    while data := os.read(0, 1 << 16):
        *whole, rest = (rest + data).split(b"\n")
        lines = [line.decode() for line in whole]
        if "bye" in lines:
            yield lines[: lines.index("bye")]
            return
        yield lines


def say(message: str) -> None:
    """Send one or more lines.

    Without the flush they would stay in a buffer until the time is up. Standard output belongs to the protocol: print
    your own messages to `sys.stderr`.
    """
    print(message, flush=True)


def handle(tables: dict[str, Table], line: str) -> str:
    """Read a message; return the answer if it is a question, else "".

    With several tables, the message begins with the name of its table, such as `@G17`, and so does the answer. With a
    single table there are no names, and the name is "".
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


if __name__ == "__main__":
    main()
