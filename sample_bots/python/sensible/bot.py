"""A bot that plays Kaiser, Two Hundred and Five Hundred with sense, and any other game legally.

This file only talks. What was seen is in `table.py`; what to do about it is in one module for each game.
"""

import sys

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
    say("bot sensible 1.0")
    table = Table()
    for line in sys.stdin:
        verb, *words = line.split() or [""]
        if verb == "ask":
            # The clock runs from here until the answer is out.
            seat, kind, *legal = words
            say(answer(table, int(seat), kind, legal))
        elif verb == "bye":
            break
        elif verb == "game" or table.game in GAMES:
            table.hear(verb, words)


def say(message: str) -> None:
    """Send one line.

    Without the flush it would wait in a buffer until the clock has run out. Standard output belongs to the protocol:
    what you want to look at goes to `sys.stderr`.
    """
    print(message, flush=True)


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
