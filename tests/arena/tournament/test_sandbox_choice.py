"""Which sandbox is chosen, and what is said of it."""

from pathlib import Path

import pytest

from arena.bots.entrants import Entrant
from arena.sandbox.levels import AUTO, Probed
from arena.settings.limits import Level, SandboxLevel
from arena.tournament import sandbox_choice
from arena.tournament.sandbox_choice import choose_sandbox

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
