import json
from fractions import Fraction

import pytest

from arena.schedules.agenda import Agenda
from arena.schedules.drawing import Line, bracket
from arena.schedules.report import as_data, number, reports, verdict
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


def test_a_knock_out_has_its_bracket_and_says_who_won() -> None:
    of = event(["a@1", "b@2", "c@3"], kind="knock-out")
    [found] = reports(Agenda([of], "shared"), play_out(of, always_the_first).scores)
    assert verdict(found) == "a has won the knock-out."
    assert bracket(found) == [
        (
            "semi-finals",
            [
                ([Line(1, "a", "", won=True), Line()], "bye"),
                ([Line(2, "b", "2", won=True), Line(3, "c", "0")], ""),
            ],
        ),
        ("final", [([Line(1, "a", "2", won=True), Line(2, "b", "0")], "")]),
    ]
    first = {title: matches for title, matches in found.rounds.items() if title != "final"}
    begun = found._replace(rounds=first)
    assert verdict(begun) == "Being played: semi-finals."
    assert bracket(begun)[1:] == [("final", [([Line(), Line()], "")])]


def test_a_swiss_says_who_won_or_leads() -> None:
    of = event(["a@1", "b@2", "c@3", "d@4"], kind="swiss", rounds=2)
    [found] = reports(Agenda([of], "shared"), play_out(of, always_the_first).scores)
    assert verdict(found) == "a has won after 2 rounds."
    begun = found._replace(rounds={"round 1": found.rounds["round 1"]})
    assert verdict(begun) == "a leads: round 1 of 2 is being played."
    shared = found._replace(standings=[row._replace(place=1) for row in found.standings[:2]])
    assert verdict(shared) == "a and b share the first place after 2 rounds."
