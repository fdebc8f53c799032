"""What the golden transcripts of Tribello show."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.specials import Special, Story

EXAMPLES = tuple(str(number) for number in range(1, 16))
"""The worked examples of the sheet."""


def right_neighbor_is_not_asked(story: Story) -> bool:
    return story.noted("phase") == (1,) and story.noted("drawn") == ((story.standing.dealer + 1) % 3, 6, 0)


def named_after_the_exchange(story: Story) -> bool:
    return bool(story.said("trump")) and len([1 for _, word in story.said("discard") if word != "done"]) > 3


def all_met(story: Story) -> bool:
    return story.noted("points") == (0, 0, 0)


SPECIALS: Mapping[str, Special] = {
    "standard": Special(
        "TB-9", "The widow is used up, and the right neighbor is not asked.", right_neighbor_is_not_asked
    ),
    "late-trump": Special(
        "TB-7", "The dealer exchanges and names trump after that.", named_after_the_exchange, start={"finished": 3}
    ),
    "nullo-only": Special("TB-16", "Everybody takes exactly as many tricks as the contract says.", all_met),
}
