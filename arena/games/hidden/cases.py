"""Knowledge that involves several places at once, as cases that exclude each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arena.games.hidden.filling import CardSet, Slot
from arena.games.kernel.events import Place


class Case(NamedTuple):
    """One way in which knowledge about several places may hold. No deal fits two cases of the same list.

    Args:
        parts: how the unseen cards of a place divide into kinds, with the number of each kind.
        allowed: for other places, the only unseen cards that may lie there.
        ways: how many deals each placing of the case stands for.
    """

    parts: Mapping[Place, Sequence[Slot]]
    allowed: Mapping[Place, CardSet] = {}
    ways: int = 1


def divisions(total: int, parts: int) -> list[tuple[int, ...]]:
    """Return every way to write `total` as an ordered sum of `parts` numbers, each 0 or more."""
    if parts < 2:
        return [(total,)] if parts else [()] if not total else []
    return [(first, *rest) for first in range(total + 1) for rest in divisions(total - first, parts - 1)]
