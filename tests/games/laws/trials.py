"""How a sampler that is broken on purpose is found out: `tests.games.about` has one where a game needs its own."""

from __future__ import annotations

from typing import NamedTuple

from arena.games.kernel import Word

IMPOSSIBLE = "no world for|in a world drawn for"
ONE_WORLD = "all worlds that are drawn for a view are one"
UNEVEN = "chance does that once in exp"


class Trial(NamedTuple):
    """By which law a broken sampler is refused, with which complaint, and what that takes."""

    law: str = "check_worlds_fair"
    complaint: str = UNEVEN
    deals: int = 160
    preset: str = ""
    often: tuple[Word, ...] = ()
