"""Every sampler that is broken on purpose is refused, in every game; and no game is refused without that."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arena.games.catalogue import GAMES
from arena.games.laws import check_worlds_uniform
from tests.games.about import about
from tests.games.laws.sabotage import SABOTAGE
from tests.games.laws.table import LAWS, changes_nothing, lines, nothing_to_break, played, refused_by, trial

CASES = [(name, sabotage) for name in GAMES for sabotage in SABOTAGE]
LONG = 300
"""So many deals of a trial are left to the sweeps."""
LISTED = [name for name, game in GAMES.items() if next(iter(game.presets)) not in about(game).not_listed]
"""Games whose first preset leaves few enough deals to list."""


def cases() -> Iterator[object]:
    for name, sabotage in CASES:
        how = trial(name, sabotage)
        marks = [pytest.mark.thorough] if how and how.deals >= LONG else []
        yield pytest.param(name, sabotage, id=f"{name}:{sabotage}", marks=marks)


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(("name", "sabotage"), list(cases()))
def test_the_suite_refuses_what_is_broken(name: str, sabotage: str) -> None:
    """Where a game has nothing that could be broken, the same deals are drawn as before."""
    if nothing_to_break(name, sabotage):
        assert changes_nothing(name, sabotage)
    else:
        assert refused_by(name, sabotage) == played(name, sabotage)[1].law


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sabotage"), CASES, ids=[f"{name}:{each}" for name, each in CASES])
def test_an_honest_game_passes_the_same_trial_if_shortened(name: str, sabotage: str) -> None:
    if not nothing_to_break(name, sabotage):
        o, how = played(name, sabotage)
        LAWS[how.law](GAMES[name], o, how._replace(deals=min(how.deals, 10)))


@pytest.mark.slow
@pytest.mark.parametrize("name", LISTED)
def test_where_deals_can_be_listed_they_are_held_against_the_list(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    preset, o = next(iter(GAMES[name].presets.items()))
    draws, moments = about(GAMES[name]).draws.get(preset, (200, 1))
    broken = SABOTAGE["without shuffles"](GAMES[name], monkeypatch)
    with pytest.raises(AssertionError, match="worlds were drawn 0 to"):
        check_worlds_uniform(broken, o, 1, draws=draws, moments=moments)


def test_a_sampler_that_draws_other_worlds_changes_something() -> None:
    assert not changes_nothing("ecarte", "always the same")
    assert not changes_nothing("kaiser", "without shuffles")


def test_the_table_has_a_line_for_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.games.laws.table.refused_by", lambda name, _: None if name == "ecarte" else "law")
    head, rule, *rest = lines()
    assert head == "| game | without shuffles | without voids | discards never drawn | always the same |"
    assert rule == "|---|---|---|---|---|"
    assert len(rest) == len(GAMES)
    assert "| kaiser | law | law | changes nothing | law |" in rest
    assert "| ecarte | NOT CAUGHT | NOT CAUGHT | NOT CAUGHT | NOT CAUGHT |" in rest
