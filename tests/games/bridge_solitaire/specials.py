"""What the golden transcripts of Bridge Solitaire show."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.laws.trials import ONE_WORLD, Trial
from tests.games.specials import Special, Story

EXAMPLES = tuple(str(number) for number in range(1, 21))
"""The worked examples of the sheet."""


def stock_used_up(story: Story) -> bool:
    return bool(story.noted("rest"))


def house_at_no_trump(story: Story) -> bool:
    who, bid, _ = story.noted("contract")
    return bool(who == "house" and bid.endswith("NT"))


def broken_off_with_a_game_and_a_part_score(story: Story) -> bool:
    return story.noted("rubber") == (300, 100)


SPECIALS: Mapping[str, Special] = {
    "standard": Special("BS-25", "The stock is used up, and the cards left are tricks for the player.", stock_used_up),
    "house-no-trump": Special("BS-6", "The house bids no trump, and plays it.", house_at_no_trump),
    "short-session": Special(
        "BS-36",
        "The rubber is broken off: the player alone has a game, and the house alone a part score.",
        broken_off_with_a_game_and_a_part_score,
        start={"finished": 3, "games": (1, 0), "scores": (120, 0)},
    ),
}
TRIALS = {"without shuffles": Trial(complaint=ONE_WORLD, deals=20), "without voids": None}
"""Hidden are a hand's worth of cards as one and the order of the stock, so without shuffles there is one world."""
NOT_OF_CARDS = frozenset({"nt_shapes", "rubbers", "max_deals"})
"""The options that concern no hidden card."""
