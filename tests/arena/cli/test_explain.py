"""What `--explain` says: every heading and remark has a line in the glossary, and only what is shown is explained."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.app.glossary import columns, remarks
from arena.app.ladder_layout import layout
from arena.app.ladder_view import ORIGIN, TIMES, View
from arena.cli.ladder_table import explanations, footer
from arena.ratings import HEADINGS, Ladder, Results, Status, duel, fit, notes, rows
from tests.ratings.test_notes import cycle

ROOT = Path(__file__).parent.parent.parent.parent


def mixed() -> Ladder:
    """Two copies, one above and one below them, one without games; some faults."""
    games = [duel(one, two, float(room), deal) for deal in range(9) for room in range(2) for one, two in [("a", "b")]]
    games += [duel("top", "a", 1.0, deal) for deal in range(9)]
    games += [duel("b", "low", 1.0, deal, fault=deal == 1) for deal in range(9)]
    return fit(Results.of(games, names=["a", "b", "top", "low", "idle"]))


def test_every_column_has_a_line_in_the_glossary() -> None:
    assert list(columns()) == [*HEADINGS[:3], *ORIGIN, *HEADINGS[3:-1], *TIMES, HEADINGS[-1]]
    assert [
        text for text in (*columns().values(), *remarks().values()) if len(text) > 140 or not text.endswith(".")
    ] == []


def test_every_status_but_rated_has_a_line() -> None:
    assert [status for status in Status if status is not Status.RATED and status not in remarks()] == []


@pytest.mark.parametrize("made", [mixed, lambda: fit(Results.of(cycle(60))), lambda: fit(mixed().results, {"a": 100})])
def test_every_remark_of_a_ladder_has_a_line(made: Callable[[], Ladder]) -> None:
    ladder = made()
    told = [row.note for row in rows(ladder) if row.note] + [note.text for note in notes(ladder)]
    plain = re.compile(r"\d+ games? of|draws |rated$")  # they explain themselves
    assert [text for text in told if not plain.match(text) and not any(key in text for key in remarks())] == []


def test_only_what_is_shown_is_explained() -> None:
    view = View(mixed())
    found = layout(view, 60)
    heads, notes = map(dict, explanations(found, footer(view)))
    assert list(heads) == found.shown
    assert "W-D-L" not in heads
    assert {"undefeated", "winless", "identical", "no games"} <= set(notes)
    assert not {"benched", "zero", "clustered by deal"} & set(notes)
    assert "clustered by deal" in dict(explanations(found, footer(view, full=True))[1])
