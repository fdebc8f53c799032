"""`arena serve` when its results cannot be read any more."""

from pathlib import Path

import pytest

from arena.app import live_ladder
from arena.cli import live
from arena.errors import UserError
from tests.arena.cli.test_season import play


def test_results_that_cannot_be_read_while_it_serves_are_an_error_of_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kaiser.db"
    play(path)

    def last(_: object) -> int:
        raise UserError("the results are damaged")

    monkeypatch.setattr(live_ladder.Ladder, "last", last)
    with pytest.raises(UserError, match="the results are damaged"):
        live.serve_ladder(str(path), 0, "127.0.0.1", None, None, hand_in=False, tv=False)
