"""Marks: points for standing up to a named bot, for undefeated and winless bots too."""

from __future__ import annotations

import pytest

from arena.ratings import Game, Results, duel
from arena.results.marks import Standing, mark
from arena.settings.sections import MarkSection

HOUSE = MarkSection(not_worse=20.0, better=10.0, elo=50.0)


def deals(bot: str, *scores: float) -> list[Game]:
    """Deals against the house, each played in two rooms that end alike."""
    games = []
    for number, score in enumerate(scores):
        games += [duel(bot, "house", score, f"{bot} {number}"), duel("house", bot, 1.0 - score, f"{bot} {number}")]
    return games


RESULTS = Results.of(
    [
        *deals("all", *[1.0] * 12),
        *deals("none", *[0.0] * 12),
        *deals("even", *[1.0, 0.0] * 200),
        *deals("weak", *[1.0, 0.0, 0.0, 0.0] * 30),
        *deals("few", 1.0, 0.0, 1.0),
        *deals("twin", *[0.5] * 3),
        duel("other", "all", 0.5, "x"),
    ]
)


@pytest.mark.parametrize(
    ("bot", "standing", "points"),
    [
        ("all", Standing.BETTER, 30.0),
        ("none", Standing.WORSE, 0.0),
        ("even", Standing.NOT_WORSE, 20.0),
        ("weak", Standing.WORSE, 0.0),
        ("few", Standing.NOT_KNOWN, 0.0),
        ("twin", Standing.NOT_WORSE, 20.0),
        ("other", Standing.NOT_MET, 0.0),
        ("nobody", Standing.NOT_MET, 0.0),
    ],
)
def test_a_mark_is_what_the_deals_with_the_named_bot_show(bot: str, standing: Standing, points: float) -> None:
    found = mark(RESULTS, bot, "house", HOUSE)

    assert (found.standing, found.points, found.most) == (standing, points, 30.0)
    assert (found.found is None) == (standing is Standing.NOT_MET)


def test_a_wider_margin_needs_fewer_deals() -> None:
    wide = MarkSection(not_worse=20.0, elo=1000.0)

    assert mark(RESULTS, "weak", "house", wide).standing is Standing.NOT_WORSE
