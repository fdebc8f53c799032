"""The state that carries over from hand to hand."""

from __future__ import annotations

from typing import NamedTuple

from arena.games.kernel import spelled


class Standing(NamedTuple):
    """The state that carries over from hand to hand; pairs are of player and house.

    Args:
        rubbers: the rubbers that are over.
        won: in how many of them the player had the higher total.
        broken: how many of them were broken off.
        total: the sum of the player's totals less those of the house in them.
        finished: the hands of the rubber in progress.
        games: the games won in it.
        below: the points below the line in its current game.
        scores: all points in it.
    """

    rubbers: int = 0
    won: int = 0
    broken: int = 0
    total: int = 0
    finished: int = 0
    games: tuple[int, ...] = (0, 0)
    below: tuple[int, ...] = (0, 0)
    scores: tuple[int, ...] = (0, 0)

    def words(self) -> tuple[str, ...]:
        """Return the standing as `key=value` words."""
        return spelled(**self._asdict())
