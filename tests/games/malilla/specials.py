"""What the golden transcripts of Malilla show."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.specials import Special, Story, ends_by

EXAMPLES = tuple(str(number) for number in range(1, 20))
"""The worked examples of the sheet."""


def bonus_wins_after_the_hand(story: Story) -> bool:
    return bool(story.noted("abeyance")) and story.result is not None and max(story.result.scores) < 40


def three_points_above_thirty(story: Story) -> bool:
    return sorted(story.noted("points")) == [27, 33]


SPECIALS: Mapping[str, Special] = {
    "standard": Special(
        "ML-9",
        "The bonus is held back, and wins the game after the hand.",
        bonus_wins_after_the_hand,
        start={"scores": (31, 31)},
    ),
    "table-rules": Special("ML-23", "A foul ends the game.", ends_by("foul")),
    "cards-only": Special("ML-18", "One side takes 33 of 60 points and scores 3.", three_points_above_thirty),
}
NOT_LISTED = {"table-rules": True}
"""At random somebody fouls early, long before few enough deals are left to list."""
