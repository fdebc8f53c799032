"""What the page of an author says of when something plays."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from arena.app.desk import when_it_plays
from arena.results.conditions import FOREVER
from arena.store import Run

NOW = datetime.fromisoformat("2026-11-25T12:00:00+00:00")
NEXT = "It plays from the next run of the ladder on"
ABOUT = f"{NEXT}: at about"


@pytest.mark.parametrize(
    ("begun", "said"),
    [
        ([], f"{NEXT}."),
        (["2026-11-25T02:17:00+00:00"], f"{NEXT}."),
        (
            ["2026-11-24T02:17:00+00:00", "2026-11-25T02:19:00+00:00"],
            f"{ABOUT} 2026-11-26 02:19 UTC, as before.",
        ),
        (
            ["2026-11-23T02:17:00+00:00", "2026-11-24T02:17:00+00:00", "2026-11-24T18:00:00+00:00"],
            f"{ABOUT} 2026-11-26 02:17 UTC, as before.",
        ),
        (
            ["2026-11-12T02:00:00+00:00", "2026-11-19T02:00:00+00:00"],
            f"{ABOUT} 2026-11-26 02:00 UTC, as before.",
        ),
        (["2026-11-24T02:17:00+00:00", "2026-11-24T09:00:00+00:00"], f"{NEXT}."),
        (["2026-11-25T11:30:00+00:00"], "It plays since 2026-11-25 11:30 UTC."),
    ],
)
def test_the_next_run_is_expected_at_the_time_of_those_before(begun: list[str], said: str) -> None:
    runs = [Run(number, started, "", {}, 0, 1) for number, started in enumerate(begun)]
    assert when_it_plays(runs, NOW - timedelta(hours=1), NOW) == said


def test_a_league_that_never_stops_plays_at_once() -> None:
    runs = [Run(1, "2026-11-24T02:17:00+00:00", "", {FOREVER: "yes"}, 0, 1)]
    assert when_it_plays(runs, NOW, NOW) == f"{NEXT}: within a minute or two, while the league is played."
