"""What the golden transcripts of Twenty-Five show."""

from __future__ import annotations

from collections.abc import Mapping

from arena.games.kernel import Note
from tests.games.specials import Players, Special, Story, tricks

EXAMPLES = tuple(str(number) for number in range(1, 25))
"""The worked examples of the sheet."""


def ace_robs(story: Story) -> bool:
    return bool(story.noted("rob")) and bool(story.shown("right", story.noted("rob")[0]))


def ends_in_mid_deal(story: Story) -> bool:
    return story.result is not None and len(tricks(story)) < 5


def wins_all_after_a_jink(story: Story) -> bool:
    return len(tricks(story)) == 5 and len({trick.winner for trick in tricks(story)}) == 1


def spoilt_twice(story: Story) -> bool:
    return all(Note("spoilt") in deal.log for deal in story.deals)


def third_trick_ends_the_deal(story: Story) -> bool:
    return len(tricks(story)) == 3


def joker_is_turned(story: Story) -> bool:
    return story.shown("taken", story.standing.dealer) == ("JK",)


def sweep(story: Story) -> bool:
    return story.result is not None and story.result.reason == "sweep"


SPECIALS: Mapping[str, Special] = {
    "standard": Special(
        "TF-14", "The holder of the ace of trumps robs before its first card.", ace_robs, players=Players(says=("rob",))
    ),
    "single-points": Special(
        "TF-23",
        "The fifth point ends the game in the middle of a deal.",
        ends_in_mid_deal,
        start={"scores": (4, 4, 3, 4, 4)},
    ),
    "spoil-five": Special(
        "TF-31",
        "A player with three tricks goes on and wins all five.",
        wins_all_after_a_jink,
        players=Players(says=("jink",)),
    ),
    "spoil-five-plain": Special(
        "TF-29", "Two deals in a row are spoilt, and the second dealer pays.", spoilt_twice, deals=2
    ),
    "spoil-points": Special("TF-26", "The third trick of a player ends the deal.", third_trick_ends_the_deal),
    "forty-five": Special("TF-6", "The joker is turned up, and the dealer takes it.", joker_is_turned),
    "forty-five-bonus": Special("TF-25", "A player wins all five tricks and with them the game.", sweep),
}
