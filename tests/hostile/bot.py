"""A bot with switches: `python3 -m tests.hostile.bot [--frames] ACT [WORD ...]`.

It plays the last legal word, always. At the third question of the game `Gh1`, in seat 0, it does its act: a function of
one of the modules beside this one. An act that returns True has answered. The folder that holds `tests` is the current
one, as bots are started in their own.
"""

from __future__ import annotations

import sys
from importlib import import_module

from tests.hostile.play import GAME, Act, Bot
from tests.hostile.speech import Speech

AT = 2
"""The question at which the act comes, from 0."""
SEAT = "seat=0"
MODULES = ("waits", "ends", "words", "floods", "greed", "processes", "spies")
"""Where acts are, the light modules first. Thousands of bots are started here, and most do little."""


def find(name: str) -> tuple[Act | None, Act | None, Act | None]:
    """Return what an act does before the greeting or in its place; at the one question; at every question.

    The third decides for itself in which games and seats. Of an honest bot nothing is imported.
    """
    for module in MODULES if name != "honest" else ():
        acts = vars(import_module(f"tests.hostile.{module}"))
        found = (acts.get("BEFORE", {}).get(name), acts["ACTS"].get(name), acts.get("ALWAYS", {}).get(name))
        if any(found):
            return found
    assert name == "honest", name
    return None, None, None


def main() -> None:
    """Play until the input ends."""
    given = sys.argv[1:]
    frames = given[:1] == ["--frames"]
    name, *rest = given[frames:]
    before, act, always = find(name)
    bot = Bot(Speech(frames=frames), rest)
    if before:
        before(bot)
    bot.speech.greet()
    while True:
        message = bot.speech.hear()
        match message[0]:
            case "game":
                bot.begin(message)
            case "ask":
                bot.legal = message[3:]
                due = bot.game == GAME and bot.asked == AT and SEAT in bot.settings
                if not (always and always(bot)) and not (due and act and act(bot)):
                    bot.speech.say(bot.word)
                bot.asked += 1
            case "bye" | "fault":
                return


if __name__ == "__main__":
    main()
