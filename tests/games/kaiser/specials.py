"""What the golden transcripts of Kaiser show."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.kaiser import BIDS
from arena.games.parts.auction import PASS
from tests.games.specials import Players, Special, Story

EXAMPLES = tuple(str(number) for number in range(1, 20))
"""The numbers of the worked examples."""


def dealer_equals(story: Story) -> bool:
    *others, last = story.said("bid")
    return last.word != PASS and last.word in [call.word for call in others]


def loses_the_bid(story: Story) -> bool:
    seat, word = story.noted("contract")
    side = seat % 2
    lost = story.standing.scores[side] - story.noted("scores")[side]
    value = story.noted("points")[side]
    points, _ = BIDS[word]
    return bool(value < lost == points != abs(value))


def dealer_is_forced(story: Story) -> bool:
    return story.passed_to_dealer() and story.noted("contract")[0] == story.standing.dealer


SPECIALS: Mapping[str, Special] = {
    "standard": Special("KA-10", "The dealer takes over the highest bid by equalling it.", dealer_equals),
    "bid-penalty": Special(
        "KA-19",
        "The contract is broken: the declarers lose the number that they bid, whatever they took.",
        loses_the_bid,
    ),
    "forced-dealer": Special(
        "KA-12",
        "Everybody would rather pass; the dealer, who comes last, may not, and bids.",
        dealer_is_forced,
        players=Players(says=(PASS,)),
    ),
}
NOT_OF_CARDS = frozenset(
    {
        "all_pass",
        "broken_penalty",
        "freeze_above",
        "max_deals",
        "min_bid",
        "no_trump_doubles",
        "target",
    }
)
"""Options that concern no hidden card (`tests.games.kinds`)."""
