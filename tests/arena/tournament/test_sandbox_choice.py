"""Which sandbox is chosen, and what is said of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.sandbox.levels import AUTO, Probed
from arena.settings.clock import ClockSettings
from arena.settings.limits import Level, SandboxLevel
from arena.settings.own import Own
from arena.store import Store
from arena.tournament import sandbox_choice
from arena.tournament.sandbox_choice import choose_sandbox, earlier_runs

OWL = Entrant("owl", "owl", "1", ("bot",), Path("/"), "1f")


@pytest.mark.parametrize(
    ("asked", "found", "said"),
    [
        (AUTO, "strict", []),
        (AUTO, "standard", [sandbox_choice.LESS]),
        ("standard", "standard", []),
    ],
)
def test_what_is_lost_against_the_best_level_is_said_unless_it_was_asked_for(
    asked: SandboxLevel, found: Level, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox_choice, "choose", lambda *_: Probed(found, ""))
    lines: list[str] = []
    choose_sandbox(asked, [OWL], say=lines.append, trust=False)
    assert lines == said


@pytest.mark.parametrize(
    ("own", "found", "problem"),
    [
        (
            Own(level="strict"),
            "standard",
            "owl is to be locked in at level strict, but this run has only level standard",
        ),
        (Own(network=("a:1",)), "basic", "owl is to reach a:1: level basic cannot open single ones"),
        (Own(devices=("/dev/no-such*",)), "strict", "there is no such device"),
        (Own(level="none", devices=("/dev/null",)), "strict", ""),
        (Own(level="basic"), "standard", ""),
    ],
)
def test_a_bot_gets_what_its_line_asks_for_or_nobody_plays(
    own: Own, found: Level, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox_choice, "choose", lambda *_: Probed(found, ""))
    owl = replace(OWL, own=own)
    if not problem:
        assert choose_sandbox(AUTO, [owl], say=print, trust=False).sandbox.level == found
        return
    with pytest.raises(UserError, match=problem):
        choose_sandbox(AUTO, [owl], say=print, trust=False)


def test_a_sample_bot_with_a_secret_gets_a_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_choice, "choose", lambda *_: Probed("strict", ""))
    sample = replace(OWL, given="sample:search")
    levels = [
        choose_sandbox(AUTO, [sample, replace(sample, own=own)], say=print, trust=False).sandbox.level
        for own in (Own(), Own(env={"A": "b"}), Own(network=("a:1",)), Own(clock=ClockSettings(move_ms=9)))
    ]
    assert levels == ["none", "strict", "strict", "none"]


def test_only_the_arena_that_has_the_results_for_itself_ends_what_an_earlier_one_left_behind(tmp_path: Path) -> None:
    """`arena plan` beside `arena run` ended all bots of the run, and removed the folder that they are started from."""
    path = tmp_path / "x.db"
    with Store.open(path, writing=True) as playing:
        playing.start_run("seed", {})
        with Store.open(path, writing=False) as beside:
            assert not earlier_runs(beside).key
        key = earlier_runs(playing).key
        assert key
    with Store.open(path, writing=True) as following:
        assert earlier_runs(following).key == key
