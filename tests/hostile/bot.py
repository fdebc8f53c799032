"""A bot with switches: `python3 -m tests.hostile.bot [--frames] ACT [WORD ...]`.

It plays the last legal word, always. At the third question of the game `Gh1`, in seat 0, it does its act: a function of
one of the modules beside this one. An act that returns True has answered. The folder that holds `tests` is the current
one, as bots are started in their own.
"""

from __future__ import annotations

import sys

from tests.hostile import ends, floods, greed, processes, spies, waits, words
from tests.hostile.play import GAME, Act, Bot
from tests.hostile.speech import Speech

AT = 2
"""The question at which the act comes, from 0."""
SEAT = "seat=0"

ACTS: dict[str, Act] = {
    **waits.ACTS,
    **ends.ACTS,
    **words.ACTS,
    **floods.ACTS,
    **greed.ACTS,
    **processes.ACTS,
    **spies.ACTS,
}
BEFORE: dict[str, Act] = {**waits.BEFORE, **ends.BEFORE, **words.BEFORE}
"""Acts that come before the greeting, or in its place."""
ALWAYS: dict[str, Act] = {**waits.ALWAYS, **floods.ALWAYS, **processes.ALWAYS, **spies.ALWAYS}
"""Acts that come at every question, of all games and seats or as they themselves decide."""


def main() -> None:
    """Play until the input ends."""
    given = sys.argv[1:]
    frames = given[:1] == ["--frames"]
    name, *rest = given[frames:]
    bot = Bot(Speech(frames=frames), rest)
    if name in BEFORE:
        BEFORE[name](bot)
    bot.speech.greet()
    while True:
        message = bot.speech.hear()
        match message[0]:
            case "game":
                bot.begin(message)
            case "ask":
                bot.legal = message[3:]
                if not done(bot, name):
                    bot.speech.say(bot.word)
                bot.asked += 1
            case "bye" | "fault":
                return


def done(bot: Bot, name: str) -> bool:
    """Do what is to be done at this question; return whether it is answered by that."""
    if name in ALWAYS:
        return bool(ALWAYS[name](bot))
    if name in ACTS and bot.game == GAME and bot.asked == AT and SEAT in bot.settings:
        return bool(ACTS[name](bot))
    return False


if __name__ == "__main__":
    main()
