"""Options: what goes together, what `auto` stands for, and the presets."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.american_five_hundred import GAME, PRESETS
from arena.games.american_five_hundred.bidding import Options
from arena.games.kernel.options import OptionError, choose, spec
from arena.games.kernel.position import play_game
from tests.games.situations import at_the_end, shuffles


@pytest.mark.rule("AF-24", "AF-40", "AF-R17")
@pytest.mark.parametrize(
    ("chosen", "granola", "slam"),
    [
        ({}, "on", "on"),
        ({"nullo": "off"}, "off", "on"),
        ({"nullo": "off", "granola": "off"}, "off", "on"),
        ({"granola": "off", "auction": "rounds"}, "off", "off"),
        ({"auction": "rounds", "slam_bonus": "on"}, "on", "on"),
        ({"slam_bonus": "off"}, "on", "off"),
    ],
)
def test_auto_stands_for_what_goes_with_nullo_and_the_auction(
    chosen: dict[str, object], granola: str, slam: str
) -> None:
    in_force = choose(Options(), chosen).in_force()
    assert (in_force["granola"], in_force["slam_bonus"]) == (granola, slam)
    assert "auto" not in in_force.values()


@pytest.mark.rule("AF-24")
def test_granola_without_nullo_is_refused_with_a_way_out() -> None:
    with pytest.raises(OptionError) as refused:
        choose(Options(), {"granola": "on", "nullo": "off"})
    assert str(refused.value) == "granola: 'on' needs nullo to be bid before it; set nullo=on or granola=auto"


@pytest.mark.rule("AF-6", "AF-43", "AF-44", "AF-45")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", 505),
        ("target", 0),
        ("loss_floor", 0),
        ("loss_floor", -55),
        ("first_dealer", "P4"),
        ("first_dealer", 0),
        ("max_deals", 0),
        ("inkle", "two"),
    ],
)
def test_a_value_that_is_not_possible_is_refused(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=f"{name}: '{value}' is not possible"):
        choose(Options(), {name: value})


@pytest.mark.rule("AF-R1", "AF-R2")
def test_the_presets_differ_from_the_standard_game_in_one_thing_each() -> None:
    assert {
        "st-paul": Options(),
        "st-paul-no-nullo": replace(Options(), nullo=False),
        "st-paul-rounds": replace(Options(), auction="rounds"),
        "st-paul-capped": replace(Options(), defender_finish="capped"),
    } == PRESETS
    words = Options().words()
    assert (words["auction"], words["inkle"], words["special_no"]) == ("single", "one", "truthful")
    assert (words["target"], words["loss_floor"], words["first_dealer"], words["max_deals"]) == (
        "500",
        "-500",
        "draw",
        "200",
    )


@settings(max_examples=35)
@given(st.data())
def test_any_combination_is_played_or_refused_with_reasons(data: st.DataObject) -> None:
    chosen: dict[str, object] = {}
    for f in data.draw(st.lists(st.sampled_from(fields(Options)), max_size=6, unique_by=lambda f: f.name)):
        part = data.draw(st.sampled_from(spec(f).values or (True, False)))
        chosen[f.name] = data.draw(st.sampled_from(part)) if isinstance(part, range) else part
    if chosen.get("granola") == "on" and chosen.get("nullo") is False:
        with pytest.raises(OptionError, match="granola: 'on' needs nullo"):
            choose(Options(), chosen)
        return
    o = choose(Options(), {**chosen, "max_deals": 2})
    position = at_the_end(play_game(GAME, o, shuffles(1)), Random(data.draw(st.integers(0, 99))))
    assert position.result is not None
    assert choose(Options(), o.in_force()).in_force() == o.in_force()
