"""What the golden transcripts of Truc show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.kernel import Ask, Note, Say
from tests.games.laws.trials import ONE_WORLD, UNEVEN, Trial
from tests.games.specials import Players, Special, Story

EXAMPLES = tuple(str(number) for number in range(1, 22))
"""The worked examples of the sheet."""


def retruc_refused(story: Story) -> bool:
    return [word for _, word in story.said("answer")] == ["accept", "reject"]


def winners(story: Story) -> list[Any]:
    """Who won each trick, `-` for nobody."""
    return [event.values[0] for event in story.log if isinstance(event, Note) and event.kind == "trick"]


def one_card_drawn(story: Story) -> bool:
    return winners(story) == ["-"] and len(story.shown("hand", 0)) == 1


def one_trick_each(story: Story) -> bool:
    sides = [story.sides[seat] for seat in winners(story) if seat != "-"]
    return len(winners(story)) == 3 and sorted(map(str, sides)) == ["0", "1"]


def stopped_after_a_draw(story: Story) -> bool:
    return len(winners(story)) == 2 and "-" in winners(story) and story.said("answer")[-1].word == "accept"


def both_kinds_of_talk(story: Story) -> bool:
    heard = [len(event.seats) for event in story.log if isinstance(event, Say)]
    return heard[:8] == [1] * 8 and set(heard[8:]) == {4} and len(winners(story)) == 3


def tells(ask: Ask) -> str:
    """What players say: a code in private, and something aloud when they may do nothing else."""
    private = ask.talk is not None and len(ask.talk.seats) == 1
    return "a knock means a three" if private else "[knock]" if ask.kind == "talk" else ""


SPECIALS: Mapping[str, Special] = {
    "standard": Special("TR-28", "A retruc is refused, and the truc counts.", retruc_refused),
    "silent": Special(
        "TR-21",
        "The only trick is drawn, and the side that is not the dealer's wins.",
        one_card_drawn,
        players=Players(says=("tap", "one", "pass")),
    ),
    "talkative": Special(
        "TR-42",
        "Partners confer before the game, and everybody talks before the hand.",
        both_kinds_of_talk,
        players=Players(tells=tells),
        opening=True,
    ),
    "long-hands": Special("TR-20", "Each side has a trick, and one is drawn.", one_trick_each),
    "quick-stop": Special(
        "TR-R4",
        "A hand stops after two tricks, one of them drawn.",
        stopped_after_a_draw,
        players=Players(says=("accept", "pass")),
    ),
}
TRIALS = {
    # All unseen cards may lie in the same places: sorted, they always lie in the same ones.
    "without shuffles": Trial(complaint=f"{ONE_WORLD}|{UNEVEN}", deals=60),
    "without voids": None,
}
"""How broken samplers are found out, where that takes more than usual."""
NOT_OF_CARDS = {"target", "eleven_choice", "eleven_fold_points", "table_talk", "say_max", "conference"}
"""Options that concern no hidden card."""
DRAWS = {"standard": (1000, 2), **dict.fromkeys(("talkative", "long-hands", "quick-stop"), (1000, 1))}
"""If one card is unseen, it is one of 29 or more, since most of the pack is not dealt."""
