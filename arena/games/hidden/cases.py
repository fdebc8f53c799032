"""Knowledge that is not about one place at a time: cases that exclude each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arena.games.hidden.filling import CardSet, Slot
from arena.games.kernel.events import Place


class Case(NamedTuple):
    """One of the ways in which what is known of several places at once may be true; no deal fits two of them.

    Args:
        parts: how the unseen cards of a place divide: so many of these, so many of those.
        allowed: the only unseen cards that may lie in other places.
        ways: how many deals each placing stands for.
    """

    parts: Mapping[Place, Sequence[Slot]]
    allowed: Mapping[Place, CardSet] = {}
    ways: int = 1


def divisions(total: int, parts: int) -> list[tuple[int, ...]]:
    """Return every way to write a total as so many numbers, 0 included."""
    if parts < 2:
        return [(total,)] if parts else [()] if not total else []
    return [(first, *rest) for first in range(total + 1) for rest in divisions(total - first, parts - 1)]
