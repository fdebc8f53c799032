"""What an act gets to see of the game."""

from __future__ import annotations

from collections.abc import Callable

from tests.hostile.speech import Speech

GAME = "Gh1"
"""The game in which acts come; in others these are honest bots."""


class Bot:
    """A bot in play.

    Args:
        speech: how it talks.
        given: the words behind its act on the command line.
    """

    def __init__(self, speech: Speech, given: list[str]) -> None:
        self.speech = speech
        self.given = given
        self.game = ""
        self.settings: list[str] = []
        self.asked = 0
        self.legal: list[str] = []

    @property
    def word(self) -> str:
        """What it would play if it were honest."""
        return self.legal[-1]

    @property
    def seat(self) -> int:
        """Where it sits."""
        return next(int(setting[5:]) for setting in self.settings if setting.startswith("seat="))

    def begin(self, message: list[str]) -> None:
        """Begin a game."""
        self.game, self.settings, self.asked = message[1], message[3:], 0


Act = Callable[[Bot], object]
"""Returns True if it has answered."""
