"""Fillers: tables with more sides than there are entrants."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from arena.schedules.agenda import Agenda, agenda_of, fillers_of
from arena.schedules.rounds import Event
from arena.settings.schedule import Kind
from tests.arena.schedules.simulated import at_random, event, play_out

FILL = "filler@f"


def filled(count: int, sides: int, kind: Kind = "round-robin", sets: int = 2) -> Event:
    return event(count, sides=sides, sets=sets, kind=kind)._replace(fill=FILL)


@pytest.mark.parametrize("kind", ["round-robin", "gauntlet", "swiss", "adaptive"])
def test_three_bots_play_a_table_of_seven(kind: Kind) -> None:
    found = play_out(filled(3, 7, kind), at_random).played
    assert found
    for game in found:
        assert Counter(game.sides)[FILL] == 4
        assert len(set(game.sides)) == 4
    seats = Counter((game.pairing, game.set, side, one) for game in found for side, one in enumerate(game.sides))
    assert {count for (*_, one), count in seats.items() if one != FILL} == {1}


def test_a_new_bot_meets_a_small_field_with_fillers() -> None:
    of = filled(4, 7, "gauntlet")
    settings = of.settings.model_copy(update={"new": tuple(one.partition("@")[0] for one in of.entrants[:2])})
    games = Agenda([of._replace(settings=settings)], "shared").missing({})
    assert {Counter(game.sides)[FILL] for game in games} == {4}


@pytest.mark.parametrize("count", [0, 1])
def test_one_bot_has_nobody_to_be_compared_with(count: int) -> None:
    assert Agenda([filled(count, 7)], "shared").missing({}) == []


def test_with_enough_bots_nobody_fills_in() -> None:
    games = Agenda([filled(5, 4)], "shared").missing({})
    assert games == Agenda([filled(5, 4)._replace(fill="")], "shared").missing({})


def test_a_game_for_one_player_needs_no_fillers() -> None:
    games = Agenda([filled(3, 1)], "once").missing({})
    assert {len(game.sides) for game in games} == {1}
    assert FILL not in {one for game in games for one in game.sides}
    assert len({game.chance for game in games}) == 2


def test_nobody_meets_a_pack_twice_but_fillers() -> None:
    games = Agenda([filled(3, 7)], "once").missing({})
    met = Counter((one, game.chance) for game in games for one in game.sides if one != FILL)
    assert set(met.values()) == {1}


def test_points_of_a_match_leave_out_fillers() -> None:
    of = filled(3, 5, "swiss")
    ledger = play_out(of, at_random)
    agenda = Agenda([of], "shared")
    agenda.missing(ledger.scores)
    [part] = agenda.parts
    for each in part.rounds(ledger.scores):
        for match in each.matches:
            duels = [duel for rooms in match.sets for room in rooms for duel in room]
            assert duels
            assert FILL not in {one for duel in duels for one in (duel.first, duel.second)}


def test_a_stored_run_names_its_fillers() -> None:
    one = {"contest": "kaiser", "sides": 2, "sets": 1, "entrants": ["a@1", "b@2"], "fill": ""}
    words = {"schedule": "{}", "events": json.dumps([one, one | {"sides": 5, "fill": "filler@f"}])}
    assert fillers_of(words) == {"filler@f"}
    assert [part.event.fill for part in agenda_of(words, "seed").parts] == ["", "filler@f"]
    assert fillers_of({}) == set()
