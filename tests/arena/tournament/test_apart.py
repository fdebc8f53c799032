"""Play in a thread of its own: waited for by a thread or by an event loop, stopped by Ctrl-C or by a cancellation."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from threading import Event, Thread, current_thread, get_ident, main_thread

import pytest
import trio
from trio.lowlevel import TrioToken

from arena.errors import UserError
from arena.tournament.apart import Stopped, awaited, waited
from arena.tournament.stops import StopButton

SECONDS = 20


def until_stopped(begun: Callable[[], object], said: list[str]) -> Callable[[StopButton], None]:
    """Return a job that runs a tournament's loop until it is stopped; `begun` is called in it."""

    def job(button: StopButton) -> None:
        async def loop() -> None:
            with trio.fail_after(SECONDS):
                async with trio.open_nursery() as nursery:

                    def stop(number: int) -> None:
                        said.append(signal.Signals(number).name)
                        nursery.cancel_scope.cancel()

                    await nursery.start(button.heed, stop, lambda: None)
                    begun()

        trio.run(loop)
        said.append("ended")
        raise Stopped

    return job


def test_a_job_has_a_thread_of_its_own_and_returns_what_it_returns() -> None:
    assert waited(lambda _: current_thread().name) == "arena"
    assert waited(lambda _: get_ident()) != get_ident()


def test_what_a_job_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        waited(lambda _: 1 // 0)


async def _awaiting(job: Callable[[], Awaitable[None]]) -> None:
    await awaited(lambda _: trio.run(job))


PLAYS: tuple[Callable[[Callable[[], Awaitable[None]]], None], ...] = (
    lambda job: waited(lambda _: trio.run(job)),
    lambda job: asyncio.run(_awaiting(job)),
    lambda job: trio.run(_awaiting, job),
)


@pytest.mark.parametrize("raised", [KeyError("x"), UserError("x")])
def test_what_is_raised_inside_an_event_loop_is_raised_by_itself(raised: Exception) -> None:
    async def fail() -> None:
        raise raised

    async def within() -> None:
        async with trio.open_nursery() as nursery, trio.open_nursery():
            for _ in range(2):
                nursery.start_soon(fail)
            await trio.sleep_forever()

    for play in PLAYS:
        with pytest.raises(type(raised)) as found:
            play(within)
        assert found.value is raised


def test_ctrl_c_stops_the_job_and_is_raised_when_it_has_ended() -> None:
    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        waited(until_stopped(lambda: signal.pthread_kill(main_thread().ident or 0, signal.SIGINT), said))
    assert said == ["SIGINT", "ended"]


@pytest.mark.parametrize("before", [True, False])
def test_ctrl_c_while_the_job_begins_leaves_no_job_behind(before: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    start = Thread.start

    def broken_off(thread: Thread) -> None:
        monkeypatch.setattr(Thread, "start", start)
        if not before:
            start(thread)
        raise KeyboardInterrupt

    monkeypatch.setattr(Thread, "start", broken_off)
    with pytest.raises(KeyboardInterrupt):
        waited(until_stopped(lambda: None, said))
    assert said == ([] if before else ["SIGINT", "ended"])


def test_the_second_press_ends_what_runs_at_once_and_presses_before_the_loop_count() -> None:
    button, said = StopButton(), list[str]()
    button.press()

    async def loop() -> None:
        with trio.fail_after(SECONDS):
            async with trio.open_nursery() as nursery:

                def end() -> None:
                    said.append("end")
                    nursery.cancel_scope.cancel()

                def stop(number: int) -> None:
                    said.append(signal.Signals(number).name)
                    Thread(target=button.press).start()

                await nursery.start(button.heed, stop, end)

    trio.run(loop)
    button.press()  # nobody hears it any more
    assert said == ["SIGINT", "end"]


def in_trio(job: Callable[[], Awaitable[object]]) -> object:
    """Run a job under trio."""

    async def run() -> object:
        return await job()

    return trio.run(run)


def in_asyncio(job: Callable[[], Awaitable[object]]) -> object:
    """Run a job under asyncio."""

    async def run() -> object:
        return await job()

    return asyncio.run(run())


LOOPS = pytest.mark.parametrize("loop", [in_trio, in_asyncio])


@LOOPS
def test_a_loop_that_runs_already_may_wait_or_await(loop: Callable[[Callable[[], Awaitable[object]]], object]) -> None:
    async def both() -> tuple[int, int]:
        return waited(lambda _: 1), await awaited(lambda _: 2)

    async def failing() -> object:
        return await awaited(lambda _: 1 // 0)

    assert loop(both) == (1, 2)
    with pytest.raises(ZeroDivisionError):
        loop(failing)


def test_other_tasks_of_trio_go_on_meanwhile() -> None:
    async def main() -> str:
        heard = Event()
        async with trio.open_nursery() as nursery:

            async def other() -> None:
                heard.set()

            nursery.start_soon(other)
            return await awaited(lambda _: str(heard.wait(SECONDS)))

    assert trio.run(main) == "True"


def test_other_tasks_of_asyncio_go_on_meanwhile() -> None:
    async def main() -> bool:
        heard = Event()

        async def other() -> None:
            heard.set()

        task = asyncio.create_task(other())
        found = await awaited(lambda _: heard.wait(SECONDS))
        await task
        return found

    assert asyncio.run(main())


def test_a_cancelled_scope_of_trio_stops_the_job_and_waits_for_its_end() -> None:
    said: list[str] = []

    async def main() -> bool:
        with trio.CancelScope() as scope:
            token: TrioToken = trio.lowlevel.current_trio_token()
            await awaited(until_stopped(lambda: token.run_sync_soon(scope.cancel), said))
        return scope.cancelled_caught

    assert trio.run(main)
    assert said == ["SIGINT", "ended"]


def test_a_cancelled_task_of_asyncio_stops_the_job_and_waits_for_its_end() -> None:
    said: list[str] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()

        async def play() -> None:
            await awaited(until_stopped(lambda: loop.call_soon_threadsafe(task.cancel), said))

        task = asyncio.create_task(play())
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert said == ["SIGINT", "ended"]


def test_a_task_that_is_cancelled_again_waits_for_the_end_all_the_same() -> None:
    begun, may_end = Event(), Event()

    def job(_: StopButton) -> None:
        begun.set()
        may_end.wait(SECONDS)

    async def main() -> None:
        task = asyncio.ensure_future(awaited(job))
        await asyncio.to_thread(begun.wait, SECONDS)
        for _ in range(3):
            task.cancel()
            await asyncio.sleep(0.001)
        assert not task.done()
        may_end.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
