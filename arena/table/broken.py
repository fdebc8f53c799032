"""Errors in a game for which no bot is to blame: bugs of the arena, each with the game in which it showed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from arena.sandbox import SandboxFailure
from arena.table.lag import Void


class Broken(Exception):  # noqa: N818 - what becomes of the game
    """The arena itself failed in a game.

    Args:
        game_id: the id of the game.
        error: the error that was raised.
    """

    def __init__(self, game_id: str, error: BaseException) -> None:
        super().__init__(game_id)
        self.game_id = game_id
        self.error = error


ANY = (Exception, SystemExit)
"""What the code of a game from outside may raise; no other code below a table ends the process."""
OURS = (Void, SandboxFailure, Broken)
"""The errors that say by themselves that the arena is to blame, and how."""


@contextmanager
def blaming(game_id: str) -> Iterator[None]:
    """Take every error in the block for a failure of the arena in a game.

    Raises:
        Broken: in place of any error that is not one of `OURS`.
    """
    try:
        yield
    except OURS:
        raise
    except ANY as error:
        raise Broken(game_id, error) from error
