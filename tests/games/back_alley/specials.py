"""What the golden transcripts of Back Alley show."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.back_alley import BLOOPERS, BOARDS
from tests.games.specials import Special, Story, tricks

EXAMPLES = tuple(str(number) for number in range(1, 20))
"""The worked examples of the sheet."""


def joker_is_replaced(story: Story) -> bool:
    return bool(story.noted("drawn"))


def little_blooper_falls(story: Story) -> bool:
    """The little blooper is played on the big one by a hand that has other trumps."""
    for number, trick in enumerate(tricks(story)):
        if trick.cards[0] == BLOOPERS[0] and BLOOPERS[1] in trick.cards:
            seat = trick.seats[trick.cards.index(BLOOPERS[1])]
            later = [won.cards[won.seats.index(seat)] for won in tricks(story)[number + 1 :]]
            return any(card[-1] == story.noted("trump")[0] for card in later)
    return False


def board_is_made(story: Story) -> bool:
    return bool(set(BOARDS) & set(story.noted("contracts"))) and max(story.noted("points")) >= 20


def everybody_bids_board(story: Story) -> bool:
    return {call.word for call in story.said("call")} == set(BOARDS)


SPECIALS: Mapping[str, Special] = {
    "standard": Special(
        "BA-7",
        "A joker is turned up, and the holder of the other one takes the last card for it.",
        joker_is_replaced,
        start={"finished": 5},
    ),
    "short": Special(
        "BA-20",
        "The big blooper is led, and the little blooper must be played on it.",
        little_blooper_falls,
        start={"finished": 6},
    ),
    "solo": Special("BA-26", "A player takes both tricks and makes a board.", board_is_made, start={"finished": 11}),
    "board-only-all": Special(
        "BA-11", "Nobody can bid one trick of one card; all bid board.", everybody_bids_board, start={"finished": 12}
    ),
}
NOT_OF_CARDS = frozenset({"hands", "number_cap", "redeal_cap"})
"""Options that concern no hidden card."""
