"""`arena run --forever`: what ends a league, what it waits for, and what it tries again."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.app.forever import LOOK
from arena.cli import play
from arena.cli.play import AGAIN, Asked
from arena.errors import UserError

GOOD = 'games = ["kaiser"]\nbots = ["sample:random", "sample:sensible"]\n'
ASKED = Asked(
    None, None, pin=False, trust_bots=False, retry_builds=False, pardons=(), until=None, hours=None, forever=True
)
ALONE = {"listen": None, "key_file": None, "on": None, "agents": None, "agent_rooms": None, "agent_command": ""}


class Stopped(BaseException):
    """Somebody has stopped the league."""


def slept(monkeypatch: pytest.MonkeyPatch, ladder: Path, first: Callable[[], None], save_after: int) -> list[float]:
    """Run a league and return how long it slept each time, until it played again.

    Args:
        monkeypatch: of the test.
        ladder: the ladder file.
        first: what becomes of its first play.
        save_after: the number of the sleep during which somebody saves a good ladder file; 0 for never.
    """
    sleeps: list[float] = []
    plays = iter([first])

    def played(*_: object) -> bool:
        step = next(plays, None)
        if step is None:
            raise Stopped
        step()
        return True

    def sleep(seconds: float) -> None:
        sleeps.append(seconds)
        assert len(sleeps) < 100, "it waits for ever"
        if len(sleeps) == save_after:
            ladder.write_text(GOOD + "sets = 3\n")

    ladder.write_text(GOOD)
    monkeypatch.setattr(play, "_play", played)
    monkeypatch.setattr("time.sleep", sleep)
    with pytest.raises(Stopped):
        play.run(ladder, ASKED, **ALONE)
    return sleeps


def test_a_ladder_file_with_an_error_is_told_and_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ladder = tmp_path / "league.toml"

    def spoiled() -> None:
        ladder.write_text(GOOD + "sets = =\n")

    assert slept(monkeypatch, ladder, spoiled, 3) == [LOOK] * 4

    told = capsys.readouterr().err
    assert "league.toml:3: Invalid value" in told
    assert "Waiting for what is handed in" in told


@pytest.mark.parametrize(
    ("status", "save_after", "looks"), [(os.EX_TEMPFAIL, 0, 12), (os.EX_IOERR, 0, 12), (os.EX_DATAERR, 20, 21)]
)
def test_what_passes_by_itself_is_tried_again_after_a_minute(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, status: int, save_after: int, looks: int
) -> None:
    """Nobody has to hand in anything before a league goes on whose disk was full, or which another arena kept out."""

    def failed() -> None:
        raise UserError("it cannot go on", exit_status=status)

    sleeps = slept(monkeypatch, tmp_path / "league.toml", failed, save_after)

    assert sleeps == [LOOK] * looks
    assert AGAIN == 12 * LOOK
