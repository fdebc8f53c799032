"""The costliest decisions of a game, judged when a reader of a served ladder asks for them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import trio
from starlette.types import ASGIApp

from arena.app.judge_job import judged
from arena.web import judging
from arena.web.contents import file_of
from arena.web.judging import Judging
from arena.web.live import application
from tests.arena.cli.test_season import BOTS
from tests.arena.web.test_live import ask, closed, newest, running, shown

__all__ = ["closed", "running"]
ONE = {"word": "KS", "best": "<b>", "regrets": [1.5, 2.5], "agree": False, "deal": 1, "card": 7, "bot": BOTS[0].id}
REST = {
    "at": 9,
    "kind": "play",
    "role": "-",
    "contract": "-",
    "true_regret": 3.0,
    "diagram": "",
    "packs": "",
    "contest": "",
}


def app_of(path: Path, job: str) -> ASGIApp:
    """The application of a ladder whose games are judged by a script."""
    return application(shown(path)[0], None, Judging(["sh", "-c", f"echo once >> {path}.times; {job}", "job"]))


def times(path: Path) -> int:
    said = Path(f"{path}.times")
    return len(said.read_text().splitlines()) if said.exists() else 0


async def test_the_costliest_decisions_of_a_game_are_judged_once_and_lead_into_it(closed: Path) -> None:
    id_ = newest(closed)
    told = json.dumps([{**ONE, **REST, "game": id_}])
    app = app_of(closed, f"echo '{told}'")
    for _ in range(2):
        answer = await ask(app, f"/decisions/{id_}.html")
        text = answer.body.decode()
        assert answer.status == 200
        assert "&lt;b&gt;" in text
        assert "+2.0" in text
        assert [text.count(f'<h2 id="{file_of(bot.id)}">') for bot in BOTS] == [1, 1]
        assert f"../game/{id_}.html#deal=1&amp;card=7" in text
    assert times(closed) == 1
    assert f"../decisions/{id_}.html" in (await ask(app, f"/game/{id_}.html")).body.decode()


async def test_no_game_of_an_open_season_is_judged(running: Path) -> None:
    answer = await ask(app_of(running, "echo []"), f"/decisions/{newest(running)}.html")
    assert answer.status == 404
    assert times(running) == 0


async def test_what_fails_or_takes_too_long_is_told(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "SECONDS", 0.2)
    for job in ("exit 1", "sleep 60"):
        with trio.fail_after(20):
            answer = await ask(app_of(closed, job), f"/decisions/{newest(closed)}.html")
        assert answer.status == 503
        assert "arena review" in answer.body.decode()


@pytest.mark.slow
async def test_the_job_judges_a_stored_game(closed: Path) -> None:
    id_ = newest(closed)
    command = [sys.executable, "-m", "arena.app.judge_job", str(closed)]
    found = await Judging(command).of(id_)
    assert found
    assert found == json.loads(json.dumps([one._asdict() for one in judged(str(closed), id_)]))
    assert {one["game"] for one in found} == {id_}
