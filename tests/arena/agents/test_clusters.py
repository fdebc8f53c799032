"""Programs that start agents: what they say last is heard, and what they leave running is not waited for."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from arena.agents import clusters
from arena.agents.clusters import _Starter

FAILS = "echo no route to host >&2; exit 255"
TOLD = ["ssh a started no agent, or lost it: exit 255: no route to host"]


def told(script: str) -> list[str]:
    """Run a starter; return what people are told."""
    said: list[str] = []
    trio.run(_Starter("ssh a", ["sh", "-c", script], said.append).run)
    return said


@pytest.mark.slow
def test_last_words_that_are_read_late_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    start = trio.lowlevel.open_process

    async def slow(*words: Any, **options: Any) -> trio.Process:
        process = await start(*words, **options)
        assert process.stderr is not None
        receive = process.stderr.receive_some

        async def late() -> bytes | bytearray:
            await trio.sleep(0.2)
            return await receive()

        monkeypatch.setattr(process.stderr, "receive_some", late)
        return process

    monkeypatch.setattr(trio.lowlevel, "open_process", slow)
    assert told(FAILS) == TOLD


@pytest.mark.slow
def test_who_leaves_something_running_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "END", 0.2)
    assert told(f"sleep 5 & {FAILS}") == TOLD
