"""Reports on regression tests, for people and for programs, and the gauntlet against a field."""

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.ratings import Interval
from arena.ratings.pairs import difference_interval, mean_interval
from arena.regression.export import junit_error, to_json, to_junit, write
from arena.regression.field import AgainstField, FieldResult
from arena.regression.gate import Gate, Kind, Question, gate_of
from arena.regression.head_to_head import HeadToHead
from arena.regression.report import RegressionReport
from arena.table.outcome import Fault
from tests.arena.head_to_head import NEW, OLD, contest, drawn, ended, entrant, games


def report(lead: float, sets: int = 200, question: Question | None = None) -> RegressionReport:
    gate, planned = gate_of(contest(sets), [NEW, OLD], question or Question("sprt", 0, 100), "seed")
    for result in drawn(planned, lead):
        gate.take(result)
    return RegressionReport("kaiser:standard", "seed", NEW, OLD, gate, "arena regress new old")


def test_it_says_the_verdict_the_numbers_and_how_to_repeat_it() -> None:
    headline, new, old, evidence, *rest = str(report(6.0)).splitlines()

    assert headline == "better: new against old at kaiser:standard"
    assert (new, old) == ("new: new, new, content newnewne", "old: old, old, content oldoldol")
    assert evidence.startswith("LLR of the scores +")
    assert evidence.endswith("bounds -2.94 and +2.94 for +0 and +100 Elo, alpha 0.05, beta 0.05")
    heads = ["deals by score", "score ", "margin ", "duplicate deals", "corrected for stopping", "faults", "ms per"]
    assert [head for head in heads if any(line.startswith(head) for line in rest)] == heads
    assert "faults: new none; old none" in rest
    assert "ms per decision: new 0.50; old 2.00" in rest
    assert rest[-1] == "again: arena regress new old"


def test_the_correction_is_in_the_unit_of_the_test() -> None:
    [elo] = [line for line in str(report(6.0)).splitlines() if "corrected" in line]
    [points] = [
        line for line in str(report(6.0, question=Question("margin", 0, 100))).splitlines() if "corrected" in line
    ]
    assert elo.endswith(")")
    assert " Elo (" in elo
    assert " points a game (" in points


def test_a_lead_in_boards_is_not_taken_for_one_in_games() -> None:
    """Beside the Elo of the games stood the corrected Elo of the boards, as if it were that lead corrected."""
    text = str(report(6.0, question=Question("boards", 0, 100)))
    assert "for +0 and +100 Elo of boards, alpha" in text
    assert re.search(r"corrected for stopping .* Elo of boards", text)
    assert " Elo of boards" not in str(report(6.0))


@pytest.mark.parametrize("kind", ["sprt", "boards", "margin", "evalue", "margin-sprt"])
def test_only_the_lead_that_is_corrected_for_stopping_has_an_interval(kind: Kind) -> None:
    """Of equals that stop at H1, each had an LOS over 97.5 %; plain intervals held 90 %."""
    found = report(6.0, question=Question(kind, 0, 100))
    text = str(found)
    assert "LOS" not in text
    assert [line for line in text.splitlines() if " to " in line] == [
        line for line in text.splitlines() if line.startswith("corrected for stopping")
    ]
    assert [plot.key for plot in found.plots()] == ["evidence", "deals", "margins"]
    assert "95 %" not in "".join(plot.about for plot in found.plots())


def test_an_exaggerated_lead_is_corrected_downwards() -> None:
    lead = report(6.0).elo

    assert lead is not None
    naive, corrected = lead
    assert naive.value is not None
    assert corrected.value is not None
    assert 0 < corrected.value < naive.value


def test_undecided_and_identical_say_how_many_sets() -> None:
    undecided = report(0.5, sets=3)
    same = gate_of(contest(20), [NEW, replace(OLD, digest=NEW.digest)], Question(), "seed")
    for game in same[1]:
        same[0].take(ended(game, 9 if game.room else -9))
    identical = RegressionReport("kaiser:standard", "seed", NEW, replace(OLD, digest=NEW.digest), same[0], "")

    assert undecided.headline == "undecided: 3 sets of kaiser:standard: too few to tell how new compares with old"
    assert identical.headline == "identical: new and old did the same on all 10 deals of kaiser:standard"
    assert "the two bots have the same files: any difference is chance" in str(identical)
    assert "corrected" not in str(identical)


def test_before_the_first_set_there_is_nothing_to_say() -> None:
    gate, _ = gate_of(contest(3), [NEW, OLD], Question(), "seed")
    found = RegressionReport("kaiser:standard", "seed", NEW, OLD, gate, "again")

    assert found.headline.startswith("undecided: 0 sets")
    assert "ms per decision: new ?; old ?" in str(found)
    assert json.loads(to_json(found))["compared"] is None


def test_numbers_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(UserError, match="elo0 must be below elo1"):
        gate_of(contest(3), [NEW, OLD], Question("sprt", 10, 10), "seed")


def test_a_bot_that_does_not_play_the_game_is_refused() -> None:
    with pytest.raises(UserError, match="old does not play kaiser"):
        gate_of(contest(3), [NEW, replace(OLD, games=("two-hundred",))], Question(), "seed")


def test_it_says_what_a_test_on_margins_takes_for_granted() -> None:
    texts = {kind: str(report(6.0, question=Question(kind, 0, 100))) for kind in ("sprt", "margin", "margin-sprt")}

    assert "by 104 points at most, and a fault by so many" in texts["margin"]
    assert "may pass a bot that fails now and then" in texts["margin-sprt"]
    assert "at most, and" not in texts["sprt"]


@pytest.mark.parametrize("kind", ["sprt", "margin", "evalue", "margin-sprt"])
@pytest.mark.parametrize("lead", [6.0, -6.0, 0.0])
def test_the_json_has_all_of_it(kind: Kind, lead: float) -> None:
    found = report(lead, question=Question(kind, 0, 100))
    data = json.loads(to_json(found))

    assert data["verdict"] == found.gate.finding
    assert data["status"] == found.status
    assert data["test"]["kind"] == kind
    assert data["sets"] == data["compared"]["deals"]
    assert data["new"] == {
        "name": "new",
        "given": "new",
        "digest": NEW.digest,
        "faults": {},
        "first_fault": None,
        "decisions": data["sets"] * 40,
        "ms_per_decision": 0.5,
    }
    assert data["lead"]["naive"]["low"] < data["lead"]["naive"]["value"] < data["lead"]["naive"]["high"]
    assert set(data["compared"]["elo"]) == {"value", "low", "high"}
    assert data["field"] is None


@pytest.mark.parametrize(("lead", "failures"), [(6.0, 0), (-6.0, 1)])
def test_the_xml_has_a_failure_for_every_case_that_did_not_pass(lead: float, failures: int) -> None:
    suite = ET.fromstring(to_junit(report(lead)))[0]

    assert suite.get("failures") == str(failures) == str(len(suite.findall("testcase/failure")))
    assert suite.get("tests") == "1"
    assert "LLR" in (suite.findtext("testcase/system-out") or "")


def test_what_cannot_stand_in_xml_is_escaped() -> None:
    error = UserError("no bot \x1b[31m <&>", "name another")
    case = ET.fromstring(junit_error("kaiser", error))[0][0]

    assert case.findtext("error") == "no bot \\x1b[31m <&>\nname another"


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"none/x\.xml: No such file or directory"):
        write(tmp_path / "none" / "x.xml", "")


def test_faults_of_both_are_told() -> None:
    planned = games(1)
    gate = Gate(HeadToHead(planned, NEW.id, OLD.id), Question(), 2)
    for game in planned:
        gate.take(ended(game, None, Fault(game.sides.index(OLD.id), "TIMEOUT", "late")))
    found = RegressionReport("kaiser:standard", "seed", NEW, OLD, gate, "")

    assert "faults: new none; old TIMEOUT in 2 games" in str(found)


# The field


def gauntlet(new: float, old: float, field: list[Entrant], sets: int = 60) -> FieldResult:
    found = AgainstField(contest(sets), [NEW, OLD], field, "seed")
    for game in found.games:
        one = next(bot for bot in field if bot.id in game.sides)
        lead = new if NEW.id in game.sides else old
        side = 1 - game.sides.index(one.id)
        points = tuple(round(lead * (1 + game.set % 3)) if i == side else 10 for i in range(2))
        places = tuple(1 + (points[i] < points[1 - i]) for i in range(2))
        result = ended(game._replace(sides=(NEW.id, OLD.id)), 0)
        found.take(result._replace(game=game, result=result.result._replace(scores=points, places=places)))
    return found.result()


def test_a_field_is_played_on_the_same_deals() -> None:
    field = [entrant("jay"), entrant("owl")]
    found = AgainstField(contest(3), [NEW, OLD], field, "seed")

    assert len(found.games) == 2 * 2 * 3 * 2
    assert len({game.id for game in found.games}) == len(found.games)
    assert len({game.chance for game in found.games}) == 3


def test_the_difference_is_paired_by_deal_over_the_whole_field() -> None:
    found = gauntlet(new=4.0, old=8.0, field=[entrant("jay"), entrant("owl")])

    assert found.deals == 60
    assert [one.name for one in found.against] == ["jay", "owl"]
    assert found.score.value == pytest.approx(found.against[0].new - found.against[0].old)
    assert found.margin is not None
    assert found.margin.value == pytest.approx(-8.0)
    assert found.worse


def test_a_rare_great_gain_that_did_not_come_is_no_proof_of_being_worse() -> None:
    """Differences of -0.25 in a tenth of 50 deals: one gain of 1 in 40 deals would make up for all of them."""
    differences = np.array([0.0] * 45 + [-0.25] * 5)
    by_student, found = mean_interval(differences), difference_interval(differences)

    assert by_student.high is not None
    assert found.high is not None
    assert by_student.high < 0.0 < found.high
    assert difference_interval(np.full(20, -0.1)).high is None


def test_who_does_better_against_the_field_is_not_worse() -> None:
    assert not gauntlet(new=8.0, old=4.0, field=[entrant("jay")]).worse
    same = gauntlet(new=8.0, old=8.0, field=[entrant("jay")])
    assert same.score == Interval(0.0, None, None)
    assert not same.worse


def test_a_bot_that_is_worse_against_the_field_fails_although_it_is_better() -> None:
    found = replace(report(6.0), field=gauntlet(new=4.0, old=8.0, field=[entrant("jay")]))
    text, suite = str(found), ET.fromstring(to_junit(found))[0]

    assert found.status == 1
    assert text.startswith("worse against the field; better: new against old")
    assert "against the field, 60 deals each, new minus old:" in text
    assert [case.find("failure") is None for case in suite] == [True, False]
    assert json.loads(to_json(found))["field"]["worse"]
