import json
from fractions import Fraction

import pytest

from arena.schedules.agenda import Agenda
from arena.schedules.report import as_data, number, reports
from tests.arena.schedules.simulated import Ledger, always_the_first, event, play_out


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(10), "10"),
        (Fraction(25, 2), "12.5"),
        (Fraction(1, 4), "0.25"),
        (Fraction(2, 3), "0.67"),
    ],
)
def test_points_are_written_short(points: Fraction, text: str) -> None:
    assert number(points) == text


def test_a_knock_out_as_data() -> None:
    of = event(["a@1", "b@2", "c@3"], kind="knock-out")
    [found] = reports(Agenda([of], "shared"), play_out(of, always_the_first).scores)

    assert json.loads(json.dumps(as_data(found))) == {
        "contest": "toy:standard",
        "schedule": "knock-out",
        "seeds": ["a", "b", "c"],
        "rounds": [
            {
                "title": "semi-finals",
                "matches": [
                    {"entrants": ["a"], "points": [0.0], "sets": 0, "over": True, "winner": "a", "benched": []},
                    {
                        "entrants": ["b", "c"],
                        "points": [2.0, 0.0],
                        "sets": 2,
                        "over": True,
                        "winner": "b",
                        "benched": [],
                    },
                ],
            },
            {
                "title": "final",
                "matches": [
                    {
                        "entrants": ["a", "b"],
                        "points": [2.0, 0.0],
                        "sets": 2,
                        "over": True,
                        "winner": "a",
                        "benched": [],
                    }
                ],
            },
        ],
        "standings": [],
    }


def test_a_swiss_as_data() -> None:
    of = event(["a@1", "b@2", "c@3"], kind="swiss", rounds=1)
    ledger = Ledger()
    ledger.play(Agenda([of], "shared").missing({})[:3], always_the_first)
    [found] = reports(Agenda([of], "shared"), ledger.scores)
    data = as_data(found)

    assert data["rounds"] == [
        {
            "title": "round 1",
            "matches": [
                {"entrants": ["a", "b"], "points": [1.0, 0.0], "sets": 1, "over": False, "winner": None, "benched": []},
                {"entrants": ["c"], "points": [0.0], "sets": 0, "over": True, "winner": None, "benched": []},
            ],
        }
    ]
    assert data["standings"] == [
        {"place": 1, "name": "c", "points": 1.0, "buchholz": 1.0},
        {"place": 2, "name": "a", "points": 1.0, "buchholz": 0.0},
        {"place": 3, "name": "b", "points": 0.0, "buchholz": 1.0},
    ]


def test_other_schedules_have_no_report() -> None:
    events = [event(4, kind=kind) for kind in ("round-robin", "gauntlet", "adaptive")]
    assert reports(Agenda(events, "shared"), {}) == []


def test_an_event_without_rounds_has_no_report() -> None:
    assert reports(Agenda([event(1, kind="swiss"), event(1, kind="knock-out")], "shared"), {}) == []
