"""`arena run --forever`: what it prints while it waits, and how it ends."""

import os
from pathlib import Path
from signal import SIGTERM, Signals

import pytest

from arena.app.events import Note
from arena.app.ladder import Ladder
from arena.cli import play
from arena.cli.play import Asked
from arena.tournament.stops import TIME_IS_UP

ASKED = Asked(
    None, None, pin=False, trust_bots=False, retry_builds=False, pardons=(), until=None, hours=None, forever=True
)
ALONE = {"listen": None, "key_file": None, "on": None, "agents": None, "agent_rooms": None, "agent_command": ""}


@pytest.mark.parametrize(("stop", "status", "says"), [(TIME_IS_UP, 0, "The time is up."), (SIGTERM, 143, "Stopped.")])
def test_a_league_says_what_it_waits_for_and_how_it_ended(
    stop: Signals,
    status: int,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "league.toml").write_text('games = ["kaiser"]\nbots = ["sample:random", "sample:sensible"]\n')

    def go_on(_: Ladder, *given: object) -> Signals:
        tell = given[-1]
        assert callable(tell)
        tell(Note("league.toml:3: Invalid value", "mend it", kind="warning"))
        tell(Note("Waiting for what is handed in"))
        return stop

    monkeypatch.setattr(Ladder, "go_on", go_on)
    with pytest.raises(SystemExit) as ended:
        play.run(tmp_path / "league.toml", ASKED, **ALONE)
    assert (ended.value.code or os.EX_OK) == status
    told = capsys.readouterr().err
    assert "arena: league.toml:3: Invalid value\n  mend it" in told
    assert "\nWaiting for what is handed in; Ctrl-C ends it.\n" in told
    assert told.endswith(f"{says}\n")
