"""Which level is chosen, and the message if none works."""

import pytest

from arena.errors import UserError
from arena.sandbox import bubblewrap
from arena.sandbox.levels import Probed, choose, probe
from arena.settings.limits import LEVELS, Level


def machine(*works: Level) -> object:
    """Return a stand-in for `probe` on a machine where these levels work."""
    return lambda level: Probed(level, "" if level in works else f"{level} is missing here")


@pytest.mark.parametrize("works", [("strict", "standard", "basic"), ("standard", "basic"), ("basic",)])
def test_auto_is_the_best_there_is(works: tuple[Level, ...]) -> None:
    assert choose("auto", (), machine(*works)).level == works[0]  # type: ignore[arg-type]


def test_without_any_level_bots_are_refused_and_the_ways_out_named() -> None:
    with pytest.raises(UserError) as refusal:
        choose("auto", (), machine())  # type: ignore[arg-type]

    assert [f"{level} is missing here" in refusal.value.message for level in LEVELS] == [False, True, True, True]
    assert "--trust-bots" in refusal.value.hint
    assert "arena doctor" in refusal.value.hint


@pytest.mark.slow
@pytest.mark.parametrize("asked", ["strict", "standard", "basic"])
def test_a_level_that_was_asked_for_is_given_or_refused(asked: Level) -> None:
    assert choose(asked, ("strict",), machine(asked)).level == asked  # type: ignore[arg-type]
    with pytest.raises(UserError, match=f"level {asked} does not work on this machine: {asked} is missing here"):
        choose(asked, (), machine(*{*LEVELS} - {asked}))  # type: ignore[arg-type]


def test_results_of_a_better_level_are_not_mixed_with_lesser_ones_unless_told() -> None:
    with pytest.raises(UserError) as refusal:
        choose("auto", ("none", "strict"), machine("standard", "basic"))  # type: ignore[arg-type]

    assert "were played at sandbox level strict; here only standard works" in refusal.value.message
    assert "strict is missing here" in refusal.value.message
    assert "--sandbox standard" in refusal.value.hint
    assert choose("auto", ("standard", "basic"), machine("strict")).level == "strict"  # type: ignore[arg-type]


def test_a_missing_bubblewrap_names_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "version", lambda: None)

    for level in ("strict", "standard"):
        assert probe(level).problem == "bubblewrap is not installed (apt install bubblewrap)"


def test_an_old_bubblewrap_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "version", lambda: (0, 6, 1))

    assert probe("standard").problem == "bubblewrap 0.6.1 is too old: 0.8 is needed"
