"""Jobs beside the event loop."""

import threading

import pytest
import trio

from arena.threads import beside


async def test_a_job_is_done_in_another_thread() -> None:
    assert await beside(threading.get_ident, limiter=trio.CapacityLimiter(1)) != threading.get_ident()


async def test_a_job_is_done_here_where_there_is_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(trio.to_thread, "run_sync", refuse)

    assert await beside(threading.get_ident, limiter=trio.CapacityLimiter(1)) == threading.get_ident()


async def test_errors_of_the_job_are_its_own() -> None:
    def fail() -> None:
        raise RuntimeError("of the job")

    with pytest.raises(RuntimeError, match="of the job"):
        await beside(fail, limiter=trio.CapacityLimiter(1))
