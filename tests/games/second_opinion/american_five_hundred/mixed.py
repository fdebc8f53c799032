"""Options of American Five Hundred drawn at random: combinations that no preset has."""

from __future__ import annotations

from itertools import count
from random import Random

from tests.games.second_opinion.american_five_hundred.checker import CHECKER
from tests.games.second_opinion.american_five_hundred.sheet import VALUES
from tests.games.second_opinion.five_hundred.mixed import NUMBERS, drawn


def drawn_words(rng: Random) -> dict[str, str]:
    """Return options that may not go together."""
    return drawn(rng, VALUES | NUMBERS)


def valid_words(number: int) -> dict[str, str]:
    """Return options that go together; the same number gives the same."""
    rng = Random(f"mixed {number}")
    return next(words for _ in count() if not CHECKER.refusals(words := drawn_words(rng)))
