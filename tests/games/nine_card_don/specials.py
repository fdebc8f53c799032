"""What the golden transcripts of Nine-Card Don show."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.specials import Special, Story, ends_by, tricks

EXAMPLES = tuple(str(number) for number in range(1, 16))


def stops_early(story: Story) -> bool:
    return ends_by("target")(story) and 1 < len(tricks(story)) < 9


def game_goes_to_the_others(story: Story) -> bool:
    game, points = story.noted("game"), story.noted("points")
    if not game or game[0] == game[1]:
        return False
    winner = int(game[1] > game[0])
    return bool(points[winner] - 8 < points[1 - winner])


def partner_pitches(story: Story) -> bool:
    return [word for _, word in story.said("pitcher")] == ["partner"]


SPECIALS: Mapping[str, Special] = {
    "standard": Special(
        "DN-14",
        "A side gets to 121 in the middle of the hand: play stops, and nobody scores for game.",
        stops_early,
        start={"scores": (113, 109)},
    ),
    "thirteen-card": Special(
        "DN-13",
        "One side scores more in play, the other has the higher count for game.",
        game_goes_to_the_others,
    ),
    "choose-pitcher": Special(
        "DN-4", "Who draws the higher card lets the partner pitch.", partner_pitches, opening=True
    ),
}
