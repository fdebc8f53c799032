"""What the golden transcripts of Bridgette show."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from arena.games.bridgette.colons import RANGES
from arena.games.bridgette.score import VALUES
from arena.games.parts.calls import DOUBLE
from tests.games.laws.trials import Trial
from tests.games.specials import Special, Story, tricks

EXAMPLES = tuple(str(number) for number in range(1, 22))
"""The worked examples of the sheet."""


def colon_binds_the_lead(story: Story) -> bool:
    return any(trick.cards[0] in RANGES.get(trick.cards[1], ()) for trick in tricks(story)[:10]) and any(
        trick.card in RANGES for trick in tricks(story)
    )


def bid_removes_a_double(story: Story) -> bool:
    words = [word for _, word in story.said("call")]
    return (
        any(word == DOUBLE and after in VALUES for word, after in pairwise(words)) and story.noted("contract")[2] == 1
    )


def upcard_is_played(story: Story) -> bool:
    (upcard,) = story.shown("turn-up")
    return any(upcard in trick.cards for trick in tricks(story))


SPECIALS: Mapping[str, Special] = {
    "standard": Special("BG-29", "A colon answers a lead, and another one wins a trick.", colon_binds_the_lead),
    "strict-jumps": Special("BG-22", "A higher bid removes a double.", bid_removes_a_double),
    "open-upcard": Special("BG-10", "The non-dealer takes the upcard, keeps it and plays it.", upcard_is_played),
}
TRIALS = {"discards never drawn": Trial(deals=310)}
"""How a sampler is found out that never draws what was laid aside."""
NOT_LISTED = dict.fromkeys(SPECIALS, True)
"""Fourteen cards or more remain in the stock: never are few enough deals left to list."""
