"""What several second opinions need to tell a game: parts of a telling, and numbers as words."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TypeVar

from tests.games.second_opinion.oracle import Step

T = TypeVar("T")

Part = Generator[Step, str, T]
"""A part of the telling that hands something back when it is over."""


def listed(numbers: Sequence[int]) -> str:
    """Return numbers as the word that lists them."""
    return ",".join(map(str, numbers))


def scores_before(options: Mapping[str, str], sides: int) -> list[int]:
    """Return the scores before the first deal: nothing, unless an example says otherwise."""
    return [int(score) for score in options["scores"].split(",")] if "scores" in options else [0] * sides
