"""A comparison in plain text."""

import pytest

from arena.ratings import Game, Interval, Pairs, Results, compare, fit, los_text, summary
from arena.ratings.table import HEADINGS, rows
from arena.ratings.wording import interval_text
from tests.ratings.deals import deals


def test_a_perfect_score_is_shown_as_a_bound() -> None:
    lines = summary(compare(deals((0, 0, 0, 0, 200)))).splitlines()
    assert lines[-1] == "score 100.0 %, Elo > +729, LOS >99.9 %"
    assert "Elo < -109" in summary(compare(deals((7, 0, 0, 0, 0))))


def test_copies_have_no_figures_but_the_word() -> None:
    text = summary(compare(deals((0, 0, 200, 0, 0))))
    assert text.splitlines()[-1] == "identical on all 200 deals"
    assert "Elo" not in text


def test_an_end_that_nobody_knows_is_left_out() -> None:
    text = summary(compare(Pairs.of([[1, 0.5]], [[4, 0]])))
    assert "margin +2.00 points a game" in text.splitlines()


def test_every_comparison_has_a_text_without_nan() -> None:
    for counts in ((1, 0, 0, 0, 0), (0, 0, 1, 0, 0), (0, 1, 0, 0, 1), (1, 1, 1, 1, 1)):
        assert "nan" not in summary(compare(deals(counts)))


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (None, ""),
        (1.0, ">99.9 %"),
        (0.9995, ">99.9 %"),
        (0.99949, "99.9 %"),
        (0.5, "50.0 %"),
        (0.0005, "0.1 %"),
        (0.00049, "<0.1 %"),
        (0.0, "<0.1 %"),
    ],
)
def test_a_chance_is_never_shown_as_certain(share: float | None, text: str) -> None:
    assert los_text(share) == text


def test_what_rounds_to_zero_has_no_minus() -> None:
    assert interval_text(Interval(-0.3, -0.004, 12.0), "+.0f", " Elo") == "+0 Elo (+0 to +12)"
    assert interval_text(Interval(-0.004, None, None), ".2f") == "0.00"
    scores, margins = [[1, 0]] * 30 + [[0, 0]], [[9.0, -9.0]] * 30 + [[-0.01, -0.01]]
    assert "margin +0.00 points a game (+0.00 to +0.00)" in summary(compare(Pairs.of(scores, margins))).splitlines()


def test_points_that_round_to_zero_have_no_minus() -> None:
    games = [Game("AB", (1, 2), deal, points=(lead, 0.0)) for deal, lead in enumerate((0.1, 0.2, -0.301, 0.0))]
    ladder = fit(Results.of(games))
    assert [row.cells[HEADINGS.index("points")] for row in rows(ladder)] == ["+0.00", "+0.00"]
