"""The sensible sample bot at every seat, for the second opinions.

Each seat has a table of its own that hears just what the seat is told, line by line, and its answers are taken in
process.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from arena import protocol
from arena.games.careful.answers import answer
from arena.games.careful.seen import Seen
from arena.games.kernel import AnyGame, Ask, Event
from arena.games.kernel.knowledge import tell
from arena.games.kernel.options import Options
from arena.protocol import Message
from arena.settings.clock import ClockSettings
from arena.table import record
from tests.games.second_opinion.engine import Comparison, Played


class SensibleBots:
    """The sensible bot, once for each player.

    Args:
        game: the game.
        preset: the name of the preset.
        options: all options in force.
    """

    def __init__(self, game: AnyGame, preset: str, options: Options) -> None:
        self.game = game
        self.heard = 0
        self.tables = {seat: Seen() for seat in game.seating(options).players}
        for seat, table in self.tables.items():
            verb, *rest = words(record.opening("G1", game, preset, options, ClockSettings(), seat=seat))
            table.hear(verb, rest)

    def choose(self, ask: Ask, log: Sequence[Event]) -> str:
        """Tell every seat the news, and return the answer of the one that is asked."""
        for event in log[self.heard :]:
            self.hear(event)
        self.heard = len(log)
        _, seat, kind, *legal = words(record.question(ask))
        return answer(self.game, self.tables[ask.seat], int(seat), kind, legal)

    def hear(self, event: Event) -> None:
        """Tell every seat what it learns of an event."""
        for seat, table in self.tables.items():
            if (learnt := tell(event, seat)) is not None:
                verb, *rest = words(record.message(learnt))
                table.hear(verb, rest)


def words(message: Message) -> list[str]:
    """Return the words of the line that the bot would read."""
    return protocol.LINE.encode(message, None).decode().split()


def sensible_game(comparison: Comparison[Any], preset: str, number: int) -> Played:
    """Return a game of a preset played by the bots; the same numbers give the same game."""
    bots = SensibleBots(comparison.game, preset, comparison.options(preset, number))
    return comparison.play(preset, number, Random(f"sensible {preset} {number}"), bots)
