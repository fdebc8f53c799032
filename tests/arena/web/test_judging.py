"""The costliest decisions of a game, judged when a reader of a served ladder asks for them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from starlette.types import ASGIApp
from trio.testing import MockClock

from arena.app.judge_job import judged
from arena.web import judging
from arena.web.contents import file_of
from arena.web.jobs import Ended, run_job
from arena.web.judging import WAITING, Judging, Search, State
from arena.web.live import application
from tests.arena.cli.test_season import BOTS
from tests.arena.web.test_live import Answer, ask, closed, newest, running, shown

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


@asynccontextmanager
async def working(path: Path, job: str) -> AsyncIterator[ASGIApp]:
    """The application of a ladder whose games are judged by a script, and the task that has it do so."""
    told = Judging(["sh", "-c", f"echo once >> {path}.times; {job}", "job"])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(told.work)
        yield application(shown(path)[0], None, told)
        nursery.cancel_scope.cancel()


def times(path: Path) -> int:
    said = Path(f"{path}.times")
    return len(said.read_text().splitlines()) if said.exists() else 0


async def until(done: Callable[[], bool]) -> None:
    """Ask until something is so."""
    with trio.fail_after(60):
        while not done():  # noqa: ASYNC110 - as a page does
            await trio.sleep(0.01)


async def searched(app: ASGIApp, path: str) -> Answer:
    """Ask until a game is no longer searched."""
    with trio.fail_after(20):
        while (answer := await ask(app, path)).status == 202:  # noqa: ASYNC110 - as a page does
            await trio.sleep(0.02)
    return answer


async def test_the_costliest_decisions_of_a_game_are_judged_once_and_lead_into_it(closed: Path) -> None:
    id_ = newest(closed)
    told = json.dumps([{**ONE, **REST, "game": id_}])
    async with working(closed, f"echo '{told}'") as app:
        for _ in range(2):
            answer = await searched(app, f"/decisions/{id_}.html")
            text = answer.body.decode()
            assert answer.status == 200
            assert "&lt;b&gt;" in text
            assert "+2.0" in text
            assert [text.count(f'<h2 id="{file_of(bot.id)}">') for bot in BOTS] == [1, 1]
            assert f"../game/{id_}.html#deal=1&amp;card=7" in text
        assert times(closed) == 1
        assert f"../decisions/{id_}.html" in (await ask(app, f"/game/{id_}.html")).body.decode()


async def test_a_page_that_waits_comes_at_once_and_asks_again_also_without_script(closed: Path) -> None:
    async with working(closed, "sleep 60") as app:
        with trio.fail_after(10):
            answer = await ask(app, f"/decisions/{newest(closed)}.html")
        text = answer.body.decode()
        assert (answer.status, answer.headers["cache-control"]) == (202, "no-cache")
        assert "Searching for the decisions that cost the most; this page shows them in some seconds." in text
        assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in text
        script = re.search(r'src="\.\./(assets/decisions\.\w+\.js)"', text)
        assert script
        assert (await ask(app, f"/{script[1]}")).status == 200


async def test_no_game_of_an_open_season_is_judged(running: Path) -> None:
    async with working(running, "echo []") as app:
        assert (await ask(app, f"/decisions/{newest(running)}.html")).status == 404
        await trio.sleep(0.1)
    assert times(running) == 0


async def test_what_fails_or_takes_too_long_is_told_and_not_tried_again_at_once(
    closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "SECONDS", 0.2)
    for number, job in enumerate(("exit 1", "sleep 60")):
        async with working(closed, f"echo x >> {tmp_path}/{number}; {job}") as app:
            for _ in range(2):
                answer = await searched(app, f"/decisions/{newest(closed)}.html")
                assert answer.status == 500
                assert "arena review" in answer.body.decode()
        assert (tmp_path / str(number)).read_text() == "x\n"


async def test_a_program_that_cannot_be_started_is_a_failure_and_ends_no_server() -> None:
    judge = Judging(["/nothing/there"])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(judge.work)
        assert judge.of("G1") == Search(State.WAITS)
        await until(lambda: judge.of("G1") != Search(State.WAITS))
        assert judge.of("G1") == Search(State.FAILED)
        nursery.cancel_scope.cancel()


async def test_a_flood_of_requests_has_one_game_judged_at_a_time_and_each_once(tmp_path: Path) -> None:
    """Each process makes a folder, which can be made only once, and takes it away at its end."""
    job = f"mkdir {tmp_path}/one || echo two > {tmp_path}/two; echo $0 >> {tmp_path}/all; rmdir {tmp_path}/one; echo []"
    judge = Judging(["sh", "-c", job])
    asked = [f"G{number}" for number in range(3 * WAITING)]
    first = [judge.of(id_).state for _ in range(5) for id_ in asked]
    assert first == [*[State.WAITS] * WAITING, *[State.FULL] * 2 * WAITING] * 5
    async with trio.open_nursery() as nursery:
        nursery.start_soon(judge.work)
        await until(lambda: {judge.of(id_).state for id_ in asked} == {State.FOUND})
        nursery.cancel_scope.cancel()
    assert sorted((tmp_path / "all").read_text().split()) == sorted(asked)
    assert not (tmp_path / "two").exists()


async def test_a_game_that_failed_is_tried_again_later(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = iter((Ended(None), Ended(0, b"[]")))

    async def run(*_: object, **__: object) -> Ended:
        return next(ends)

    monkeypatch.setattr(judging, "run_job", run)
    judge = Judging(["job"])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(judge.work)
        found = []
        for _ in range(3):
            judge.of("G1")
            await trio.sleep(1)
            found.append(judge.of("G1").state)
            await trio.sleep(judging.AGAIN)
        nursery.cancel_scope.cancel()
    assert found == [State.FAILED, State.FOUND, State.FOUND]


@pytest.mark.slow
async def test_the_job_judges_a_stored_game(closed: Path) -> None:
    id_ = newest(closed)
    ended = await run_job([sys.executable, "-m", "arena.app.judge_job", str(closed), id_], 60.0, reading=True)
    found = json.loads(ended.said)
    assert found
    assert found == json.loads(json.dumps([one._asdict() for one in judged(str(closed), id_)]))
    assert {one["game"] for one in found} == {id_}
