"""What the golden transcripts of Homme d'Auvergne show."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.specials import Special, Story, Won, tricks

EXAMPLES = tuple(str(number) for number in range(1, 21))
"""The worked examples of the sheet."""


def mine(story: Story) -> list[bool]:
    """Whether the soloist won each trick."""
    return [trick.winner == story.noted("contract")[0] for trick in tricks(story)]


def first_two_only(story: Story) -> bool:
    return len(story.said("trump")) > 1 and mine(story) == [True, True, False, False, False]


def two_fail_with_three_tricks(story: Story) -> bool:
    won = mine(story)
    return story.noted("contract")[1] == "two" and sum(won) >= 3 and not all(won[:2])


def ruffed(story: Story, trick: Won) -> bool:
    trump = str(story.noted("trump")[0])
    return trick.cards[0][1] != trump and trick.card[1] == trump


def king_of_trumps_takes_a_king(story: Story) -> bool:
    (trump,) = story.noted("trump")
    return any(trick.card == f"K{trump}" and story.noted("kings")[1:] == (2,) for trick in tricks(story)[-1:])


def overtrumped(story: Story) -> bool:
    (trump,) = story.noted("trump")
    return any(ruffed(story, trick) and [card[1] for card in trick.cards].count(trump) == 2 for trick in tricks(story))


def king_thrown_away(story: Story) -> bool:
    (trump,) = story.noted("trump")
    return any(
        trick.cards[0][1] == trump and any(card[0] == "K" and card[1] != trump for card in trick.cards)
        for trick in tricks(story)
    )


def ends_in_mid_deal(story: Story) -> bool:
    return story.result is not None and len(tricks(story)) < 5


SPECIALS: Mapping[str, Special] = {
    "standard": Special("HA-R4", "A suit is named, and the first two tricks are enough.", first_two_only),
    "declared": Special(
        "HA-11", "The soloist declares two, and three other tricks are no help.", two_fail_with_three_tricks
    ),
    "two-player": Special(
        "HA-18", "The king of trumps takes another king in the last trick.", king_of_trumps_takes_a_king
    ),
    "three-player": Special("HA-R9", "A trick is trumped twice, and only the winner may score.", overtrumped),
    "five-player": Special("HA-R9", "A king is thrown away on a trump and brings nothing.", king_thrown_away),
    "six-player": Special(
        "HA-20", "A king wins the game before the fifth trick.", ends_in_mid_deal, start={"scores": (6, 6, 6, 6, 6, 6)}
    ),
}
