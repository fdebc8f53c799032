"""What the golden transcripts of Jo-Jotte show."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.laws.trials import ONE_WORLD, Trial
from tests.games.specials import Players, Special, Story

EXAMPLES = tuple(str(number) for number in range(1, 22))
"""The worked examples of the sheet."""


def trump_decides(story: Story) -> bool:
    return story.noted("sequence")[3:] == ("trump",)


def jo_and_jotte(story: Story) -> bool:
    return bool(story.noted("jotte")) and bool(story.noted("game"))


SPECIALS: Mapping[str, Special] = {
    "standard": Special(
        "JJ-21",
        "Both have a sequence of the same length and height, and that of the declarer is in trumps.",
        trump_decides,
        players=Players(says=("meld", "seq-3", "seq-4", "how-high", "no-good")),
    ),
    "fast": Special(
        "JJ-31",
        "Jo and Jotte are announced, and a game is over.",
        jo_and_jotte,
        start={"dealer": 1},
        players=Players(says=("meld",)),
    ),
}
TRIALS = {
    # A hand of sorted cards has not the melds that were told, so without a nullo no deal is found.
    "without shuffles": Trial(complaint=ONE_WORLD, deals=20, often=("nullo",)),
}
"""How broken samplers are found out, where that takes more than usual."""
DRAWS = {"standard": (1000, 1), "fast": (1000, 1)}
"""Any three of nine cards may have been the last three dealt, so 84 deals agree even with the end of a hand."""
