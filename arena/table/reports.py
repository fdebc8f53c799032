"""What a room reports of its games: plain values, which can be sent to another process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from arena.games.kernel import Seat
from arena.table.outcome import Failure, Fault, Outcome


class GameBegun(NamedTuple):
    """A game begins.

    Args:
        game_id: the id of the game.
    """

    game_id: str


class GameEnded(NamedTuple):
    """A game has a result.

    Args:
        game_id: the id of the game.
        outcome: how it ended.
        failures: one for each fault, for the author of that bot.
        stderr: seats without a fault, each with what its bot wrote to standard error since the game before, if that is
            to be kept and is not empty; if it was much, its beginning and its end. The last value says which of it came
            at which decision, as `arena.table.stderr` codes it; it is empty if that is not known.
    """

    game_id: str
    outcome: Outcome
    failures: tuple[Failure, ...] = ()
    stderr: tuple[tuple[Seat, bytes, bytes], ...] = ()


class GameBroken(NamedTuple):
    """The arena itself, or a game from outside, failed in a game: the game has no result, and no bot is to blame.

    Args:
        game_id: the id of the game.
        trace: the traceback of the error.
        rules: the file, line and text of an error in the rules of a game from outside; empty if the arena is to blame.
    """

    game_id: str
    trace: str
    rules: str = ""


class GameVoided(NamedTuple):
    """A game does not count because of the arena.

    Args:
        game_id: the id of the game.
        reason: why, for people; it begins with a word such as `arena_lag` or `sandbox`.
        again: whether the game is played again at once; else the next run plays it.
        asked: the seat of the bot that was asked, if that bot got no CPU; else None.
        busy: whether that bot had used much CPU time itself.
    """

    game_id: str
    reason: str
    again: bool
    asked: Seat | None = None
    busy: bool = False


class CrashedAfter(NamedTuple):
    """A bot ended by itself after the last game of its room, so it has no fault in any game.

    Args:
        game_id: the id of that game.
        fault: what would be its fault in a game.
        stderr: what it wrote to standard error; if that was much, its beginning and its end.
    """

    game_id: str
    fault: Fault
    stderr: bytes


Report: TypeAlias = GameBegun | GameEnded | GameBroken | GameVoided | CrashedAfter
TakeReport: TypeAlias = Callable[[Report], Awaitable[None]]
"""Takes a report of a room. The room goes on when it returns."""
