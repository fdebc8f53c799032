"""Options of Five Hundred drawn at random: combinations that no preset has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from random import Random

from tests.games.second_opinion.five_hundred.checker import CHECKER
from tests.games.second_opinion.five_hundred.sheet import AUTO, DEFAULTS, VALUES

NUMBERS = {
    "target": ("30", "40", "60", "90", "250", "500", "1000"),
    "loss_floor": ("-500", "-100", "none"),
    "first_dealer": ("draw", "P0", "P1", "P4"),
}
"""Some values of the options that have numbers."""
CHANGED = 0.3
"""How likely an option is to be named."""


def drawn_words(rng: Random) -> dict[str, str]:
    """Return options that may not go together."""
    with_auto = {name: (*VALUES[name], AUTO) for name, default in DEFAULTS.items() if not default}
    words = drawn(rng, VALUES | NUMBERS | with_auto)
    return words | {"players": rng.choice(VALUES["players"])}


def drawn(rng: Random, values: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return some of the options, each with one of its values."""
    return {name: rng.choice(words) for name, words in values.items() if rng.random() < CHANGED}


def valid_words(number: int) -> dict[str, str]:
    """Return options that go together; the same number gives the same."""
    rng = Random(f"mixed {number}")
    return next(words for _ in count() if not CHECKER.refusals(words := drawn_words(rng)))
