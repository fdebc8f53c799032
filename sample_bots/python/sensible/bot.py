"""A bot that plays many games sensibly (`GAMES` below), and any other game legally.

This file only reads and writes messages. `table.py` keeps what was seen, and each game has a module that decides.

It plays at up to 64 tables: it reads all input that has arrived, answers every question in it, and then sends all
answers at once.
"""

import os
from collections.abc import Iterator

import back_alley
import bester_bube
import bridge_solitaire
import bridgette
import five_hundred
import french
import jo_jotte
import kaiser
import malilla
import nine_card_don
import scotch_whist
import tribello
import truc
import twenty_five
import two_hundred
from table import Table

GAMES = {
    "kaiser": kaiser.CHOOSE,
    "two-hundred": two_hundred.CHOOSE,
    "five-hundred": five_hundred.CHOOSE,
    "american-five-hundred": five_hundred.CHOOSE,
    "scotch-whist": scotch_whist.CHOOSE,
    "nine-card-don": nine_card_don.CHOOSE,
    "ecarte": french.CHOOSE,
    "triomphe": french.CHOOSE,
    "homme-d-auvergne": french.CHOOSE,
    "tribello": tribello.CHOOSE,
    "twenty-five": twenty_five.CHOOSE,
    "bester-bube": bester_bube.CHOOSE,
    "malilla": malilla.CHOOSE,
    "back-alley": back_alley.CHOOSE,
    "truc": truc.CHOOSE,
    "bridgette": bridgette.CHOOSE,
    "jo-jotte": jo_jotte.CHOOSE,
    "bridge-solitaire": bridge_solitaire.CHOOSE,
}


def main() -> None:
    """Greet, then read messages until `bye` or the end of the input; write only answers."""
    say("bot sensible 1.1 tables=64")
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


def answer(table: Table, seat: int, kind: str, legal: list[str]) -> str:
    """Choose one of the legal words; `seat` is the seat whose hand the question is about, nearly always mine."""
    choose = GAMES.get(table.game, {}).get(kind)
    if choose is None or len(legal) == 1:
        return careful(legal)
    return choose(table, seat, legal)


def careful(legal: list[str]) -> str:
    """Return a word that commits to nothing, for questions that this bot does not know."""
    return next((word for word in ("pass", "take") if word in legal), legal[0])


if __name__ == "__main__":
    main()
