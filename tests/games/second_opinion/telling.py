"""What several second opinions need to tell a game: parts of a telling, and numbers as words."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeVar

from tests.games.second_opinion.oracle import Step

T = TypeVar("T")

Part = Generator[Step, str, T]
"""A part of the telling that hands something back when it is over."""


def listed(numbers: Sequence[int]) -> str:
    """Return numbers as the word that lists them."""
    return ",".join(map(str, numbers))
