"""Options of Two Hundred drawn at random: combinations that no preset has."""

from __future__ import annotations

from itertools import count
from random import Random

from tests.games.second_opinion.two_hundred.checker import CHECKER
from tests.games.second_opinion.two_hundred.sheet import SIZES, VALUES, hands_of

NUMBERS = {
    "first_dealer": ("random", "first_jack", "0", "1", "2", "5"),
    "target": ("100", "150", "200", "350"),
    "near_target_margin": ("auto", "5", "50", "100", "200"),
    "hole_limit": ("target", "50", "100", "300"),
    "silent_seat": ("random", "0", "3"),
    "ante": ("0", "100", "35"),
    "pot_penalty": ("0", "50", "15"),
}
"""Some values of the options that have numbers."""
CHANGED = 0.3
"""How likely an option is to be named."""


def drawn_words(rng: Random) -> dict[str, str]:
    """Return options that may not go together; sizes are such as the table has (TH-7)."""
    form = rng.choice(VALUES["format"])
    words = {name: rng.choice(values) for name, values in (VALUES | NUMBERS).items() if rng.random() < CHANGED}
    words["format"] = form
    hand, kitty = rng.choice(SIZES[hands_of(form, int(words.get("cutthroat_players", "4")))])
    return words | {"hand_size": str(hand), "kitty": str(kitty)}


def may_be_silent(words: dict[str, str]) -> bool:
    """Return whether the first dealer is named, and may turn out to be the silent partner (TH-8, TH-48).

    Whether such a table is refused when it is set up, the sheet leaves open.
    """
    drawn = words["format"] == "silent_fixed" and words.get("silent_seat", "random") == "random"
    return drawn and words.get("first_dealer", "random").isdecimal()


def valid_words(number: int) -> dict[str, str]:
    """Return options that go together; the same number gives the same."""
    rng = Random(f"mixed {number}")
    return next(words for _ in count() if not CHECKER.refusals(words := drawn_words(rng)) and not may_be_silent(words))
