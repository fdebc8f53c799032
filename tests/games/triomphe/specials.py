"""What the golden transcripts of Triomphe show."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.specials import Players, Special, Story, Won, tricks

EXAMPLES = tuple(str(number) for number in range(1, 20))
"""The worked examples of the sheet."""
ROBBERS = Players(says=("take",))


def trumps_taken(story: Story) -> int:
    return next((len(story.shown("taken", seat)) for seat in range(6) if story.shown("taken", seat)), 0)


def ace_below_jack(story: Story) -> bool:
    return any(beaten(trick, "J", "A") for trick in tricks(story))


def ace_above_king(story: Story) -> bool:
    return any(beaten(trick, "A", "K") for trick in tricks(story))


def beaten(trick: Won, winner: str, loser: str) -> bool:
    """Whether a card of one rank takes a trick with a card of another rank in the same suit."""
    return trick.card[0] == winner and loser + trick.card[1] in trick.cards


def takes_two_and_loses_the_ace(story: Story) -> bool:
    return trumps_taken(story) == 2 and len(story.said("discard")) == 1


def several_taken(story: Story) -> bool:
    return trumps_taken(story) > 1


def two_two_one(story: Story) -> bool:
    winners = [story.sides[trick.winner] for trick in tricks(story)]
    return sorted(winners.count(side) for side in range(3)) == [1, 2, 2]


def vole(story: Story) -> bool:
    return 2 in story.noted("points")


SPECIALS: Mapping[str, Special] = {
    "standard": Special(
        "TP-9", "The holder of the ace takes the turn-up and trumps below it.", several_taken, players=ROBBERS
    ),
    "two-player": Special("TP-4", "A jack takes the ace of its suit.", ace_below_jack),
    "six-player": Special("TP-18", "A side of three takes all five tricks.", vole),
    "six-player-pairs": Special("TP-19", "The tricks fall 2, 2 and 1.", two_two_one),
    "french-ace": Special("TP-4", "An ace takes the king of its suit.", ace_above_king),
    "ace-for-turn-up": Special(
        "TP-10", "The ace goes out for two trumps, and one more card.", takes_two_and_loses_the_ace, players=ROBBERS
    ),
    "closed-hands": Special(
        "TP-21", "The ace takes the turn-up, and no partner sees it.", several_taken, players=ROBBERS
    ),
}
