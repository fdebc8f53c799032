"""What the golden transcripts of Scotch Whist show."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.scotch_whist import HONORS
from tests.games.specials import Special, Story, tricks

EXAMPLES = tuple(str(number) for number in range(1, 16))


def lower_total_wins(story: Story) -> bool:
    return story.result is not None and max(story.result.scores) != story.result.scores[story.result.places.index(1)]


def ten_is_caught(story: Story) -> bool:
    ten = f"T{story.noted('trump')[0]}"
    return any(ten in trick.cards and trick.seats[trick.cards.index(ten)] != trick.winner for trick in tricks(story))


def jack_takes_ace(story: Story) -> bool:
    (trump,) = story.noted("trump")
    return any({f"J{trump}", f"A{trump}"} <= set(trick.cards) for trick in tricks(story))


def clubs_are_trump(story: Story) -> bool:
    return story.noted("trump") == ("C",)


def tricks_decide(story: Story) -> bool:
    """Nobody is at 41 with the ten of trumps, two are with their trick scores."""
    won, scores = tricks(story), [int(score) for score in story.standing.scores]
    ten = f"T{story.noted('trump')[0]}"
    scores[next(trick.winner for trick in won if ten in trick.cards)] += HONORS["T"]
    over = [max(0, len(scores) * [trick.winner for trick in won].count(seat) - len(won)) for seat in range(len(scores))]
    return max(scores) < 41 and sum(score + points >= 41 for score, points in zip(scores, over, strict=True)) == 2


def turned_card_wins(story: Story) -> bool:
    dealer = story.standing.dealer
    return any((trick.winner, trick.card) == (dealer, *story.shown("turn-up", dealer)) for trick in tricks(story))


SPECIALS: Mapping[str, Special] = {
    "standard": Special(
        "SW-15",
        "A player is the first at 41 and wins, though another ends with more.",
        lower_total_wins,
        start={"scores": (36, 30, 37, 33)},
    ),
    "two": Special("SW-R2", "The ten of trumps is caught by the player who does not hold it.", ten_is_caught),
    "three": Special("SW-3", "The jack of trumps takes the ace of trumps.", jack_takes_ace),
    "five": Special("SW-R5", "Clubs are trump, and the 6C is not in the pack.", clubs_are_trump),
    "six": Special(
        "SW-16",
        "Two players get to 41 by their trick scores.",
        tricks_decide,
        start={"scores": (35, 36, 35, 0, 8, 4)},
    ),
    "seven": Special("SW-6", "The dealer takes a trick with the card that was turned up.", turned_card_wins),
}
OPEN = {"two": True}
"""Two players hold all cards, so nothing is hidden."""
