"""What the golden transcripts of Bester Bube show."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.bester_bube import BOYS
from tests.games.laws.trials import Trial
from tests.games.specials import Players, Special, Story, tricks

EXAMPLES = tuple(str(number) for number in range(1, 22))
"""The worked examples of the sheet."""


def blind_lead_wins(story: Story) -> bool:
    return any(
        story.shown("turned", trick.seats[0]) == trick.cards[:1] and trick.winner == trick.seats[0]
        for trick in tricks(story)[:2]
    )


def nobody_without_a_trick(story: Story) -> bool:
    return len({trick.winner for trick in tricks(story)}) == 4 and story.noted("pot")[0] == 0


def two_without_a_trick(story: Story) -> bool:
    return len({trick.winner for trick in tricks(story)}) == 2


def boy_follows_his_trump(story: Story) -> bool:
    (trump,) = story.noted("trump")
    second = BOYS[str(trump)][1]
    return any(trick.cards[0][1] == trump and second in trick.cards[1:] for trick in tricks(story)[2:])


def turn_up_is_left(story: Story) -> bool:
    return [word for _, word in story.said("turn_up")] == ["none"]


SPECIALS: Mapping[str, Special] = {
    "standard": Special("BB-19", "A blind lead takes its trick.", blind_lead_wins),
    "share": Special(
        "BB-24", "Everybody takes a trick, and the pot is empty.", nobody_without_a_trick, start={"pool": 20}
    ),
    "tournament": Special("BB-25", "Two players without a trick pay 20 each.", two_without_a_trick, start={"pool": 40}),
    "follow": Special("BB-22", "The Second Boy follows to a trump.", boy_follows_his_trump),
    "free-turn-up": Special(
        "BB-13", "The dealer leaves the turn-up.", turn_up_is_left, players=Players(says=("none",))
    ),
}
TRIALS = {
    # Only what is laid aside in the second round, or for the turn-up, can have been drawn.
    "discards never drawn": Trial(deals=1200, often=("done",)),
}
"""How broken samplers are found out, where that takes more than usual."""
NOT_OF_CARDS = frozenset({"trick_pay", "bete_cap", "rounds"})
"""Options that concern no hidden card."""
DRAWS = {"free-turn-up": (1000, 1)}
"""A dealer who may leave the turn-up can hold more hands, so few moments have few enough deals to list."""
