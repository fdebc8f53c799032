"""Options: what goes together, what `auto` stands for, and the presets."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.five_hundred import GAME
from arena.games.five_hundred.options import NEEDS, PRESETS, Options
from arena.games.kernel.options import OptionError, choose, spec
from arena.games.kernel.position import play_game
from tests.games.situations import at_the_end, shuffles


@pytest.mark.rule("FH-1", "FH-27", "FH-28", "FH-36", "FH-38", "FH-52", "FH-53", "FH-77", "FH-82", "FH-R2", "FH-R28")
@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({}, "on single off off free on wins"),
        ({"players": 2}, "on single off off free on wins"),
        ({"players": 2, "two_player": "short"}, "off single off off free on wins"),
        ({"players": 4}, "on rounds on on restricted on capped"),
        ({"players": 5}, "on single off off free on wins"),
        ({"joker": "off"}, "off single off off free on wins"),
        ({"players": 4, "slam_bonus": "auto"}, "on rounds on on restricted off capped"),
        ({"slam_bonus": "auto"}, "on single off off free on wins"),
        (
            {"players": 4, "auction": "single", "misere": "off", "nt_joker": "free", "defender_finish": "wins"},
            "on single off on free on wins",
        ),
    ],
)
def test_auto_stands_for_what_goes_with_the_players(chosen: dict[str, object], told: str) -> None:
    names = ("joker", "auction", "misere", "open_misere", "nt_joker", "slam_bonus", "defender_finish")
    in_force = choose(Options(), chosen).in_force()
    assert " ".join(in_force[name] for name in names) == told
    assert "auto" not in in_force.values()


@pytest.mark.rule("FH-5", "FH-12", "FH-13", "FH-29", "FH-35", "FH-36", "FH-38", "FH-42", "FH-46", "FH-63")
@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        ({"two_player": "short"}, "two_player: 'short' needs two players; set players=2 or two_player=dummy"),
        (
            {"players": 2, "two_player": "short", "joker": "on"},
            "joker: 'on' needs more than 24 cards; set two_player=dummy or joker=auto",
        ),
        ({"nullo": True, "players": 4}, "nullo: 'on' needs two or three players; set players=2 or 3 or nullo=off"),
        ({"misere": "on"}, "misere: 'on' needs four players; set players=4 or misere=auto"),
        (
            {"open_misere": "on", "players": 5},
            "open_misere: 'on' needs four players; set players=4 or open_misere=auto",
        ),
        (
            {"passed_deal": "play", "players": 4},
            ("passed_deal: 'play' needs players without fixed partners; set players=2, 3 or 5 or passed_deal=throw_in"),
        ),
        (
            {"partner_6_7": "either"},
            "partner_6_7: 'either' needs five players; set players=5 or partner_6_7=called_card",
        ),
        ({"five_alone": True, "players": 4}, "five_alone: 'on' needs five players; set players=5 or five_alone=off"),
        (
            {"first_dealer": "P3"},
            "first_dealer: there is no seat P3 with players=3; take P0 to P2 or first_dealer=draw",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_way_out(chosen: dict[str, object], problem: str) -> None:
    with pytest.raises(OptionError) as refused:
        choose(Options(), chosen)
    assert list(map(str, refused.value.problems)) == [problem]


@pytest.mark.parametrize(
    "chosen",
    [
        {"players": 2, "two_player": "short", "joker": "off"},
        {"misere": "off", "open_misere": "off"},
        {"players": 2, "nullo": "on"},
        {"players": 5, "passed_deal": "play"},
        {"joker": "off", "nt_joker": "restricted"},
        {"players": 4, "first_dealer": "P3"},
        {"target": 30, "loss_floor": "none"},
        {"loss_floor": -10},
    ],
)
def test_what_can_be_played_is_not_refused(chosen: dict[str, object]) -> None:
    assert choose(Options(), chosen) != Options()


@pytest.mark.parametrize(("name", "value"), [("target", 505), ("target", 0), ("loss_floor", 0), ("loss_floor", -55)])
def test_scores_are_multiples_of_ten(name: str, value: int) -> None:
    with pytest.raises(OptionError, match=f"{name}: '{value}' is not possible"):
        choose(Options(), {name: value})


@pytest.mark.rule("FH-R1", "FH-R15", "FH-R36")
def test_there_are_sixteen_presets() -> None:
    assert len(PRESETS) == 16
    assert PRESETS["standard"] == Options()
    assert PRESETS["nullo"] == replace(Options(), nullo=True)
    in_force = PRESETS["australian-one-round"].in_force()
    assert (in_force["auction"], in_force["slam_bonus"], in_force["defender_finish"]) == (
        "single",
        "on",
        "must_contract",
    )
    in_force = PRESETS["australian-rounds"].in_force()
    assert (in_force["auction"], in_force["slam_bonus"], in_force["defender_finish"]) == (
        "rounds",
        "off",
        "must_contract",
    )


def test_every_need_is_about_options_that_exist() -> None:
    known = {f.name for f in fields(Options)}
    assert {name for need in NEEDS for name in need.names} <= known


@settings(max_examples=35)
@given(st.data())
def test_any_combination_is_played_or_refused_with_reasons(data: st.DataObject) -> None:
    chosen: dict[str, object] = {"players": data.draw(st.integers(2, 5))}
    others = [f for f in fields(Options) if f.name != "players"]
    for f in data.draw(st.lists(st.sampled_from(others), max_size=6, unique_by=lambda f: f.name)):
        part = data.draw(st.sampled_from(spec(f).values or (True, False)))
        chosen[f.name] = data.draw(st.sampled_from(part)) if isinstance(part, range) else part
    try:
        o = choose(Options(), {**chosen, "max_deals": 2})
    except OptionError as refused:
        named = {name for problem in refused.problems for name in problem.names}
        assert named <= {f.name for f in fields(Options)}
        return
    position = at_the_end(play_game(GAME, o, shuffles(1)), Random(data.draw(st.integers(0, 99))))
    assert position.result is not None
    assert choose(Options(), o.in_force()).in_force() == o.in_force()
