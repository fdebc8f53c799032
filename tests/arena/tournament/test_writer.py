"""Writing waits for a full disk and a locked database, holds up nothing, and gives up when it is told to."""

from collections.abc import Callable

import pytest
import trio
from trio.testing import MockClock

from arena.errors import UserError
from arena.store import TryAgain
from arena.tournament.events import Note, PlayEvent
from arena.tournament.writer import Writer

FULL = TryAgain("full", "make room", 74, patience=600)


class Listener:
    def __init__(self) -> None:
        self.heard: list[str] = []

    def __call__(self, event: PlayEvent) -> None:
        assert isinstance(event, Note)
        assert event.kind != "waiting" or event.text == "full"
        self.heard.append(event.kind)


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture(autouse=True)
def _no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that jumps does not wait for threads."""

    async def run(job: Callable[[], object], *, limiter: trio.CapacityLimiter) -> None:
        async with limiter:
            job()

    monkeypatch.setattr(trio.to_thread, "run_sync", run)


def after(tries: int, done: list[str], error: UserError = FULL) -> Callable[[], None]:
    """A write that fails so many times."""
    left = [tries]

    def job() -> None:
        if left[0]:
            left[0] -= 1
            raise error
        done.append("written")

    return job


@pytest.mark.parametrize(("tries", "heard"), [(0, []), (7, ["waiting", "going on"])])
async def test_a_write_is_repeated_until_it_succeeds(
    listener: Listener, autojump_clock: MockClock, tries: int, heard: list[str]
) -> None:
    done: list[str] = []
    await Writer(listener).write(after(tries, done))

    assert done == ["written"]
    assert listener.heard == heard


async def test_patience_ends(listener: Listener, autojump_clock: MockClock) -> None:
    with pytest.raises(TryAgain) as caught:
        await Writer(listener).write(after(10_000, []))

    assert caught.value is FULL
    assert 600 < trio.current_time() < 610


async def test_what_waiting_does_not_mend_is_not_repeated(listener: Listener, autojump_clock: MockClock) -> None:
    done: list[str] = []
    with pytest.raises(UserError, match="damaged"):
        await Writer(listener).write(after(1, done, UserError("damaged")))

    assert (done, listener.heard) == ([], [])


async def test_a_stop_ends_the_waiting_after_one_more_try(listener: Listener, autojump_clock: MockClock) -> None:
    writer = Writer(listener)
    tries = []

    def job() -> None:
        tries.append(trio.current_time())
        raise FULL

    async with trio.open_nursery() as nursery:

        @nursery.start_soon
        async def _() -> None:
            await trio.sleep(3.5)
            writer.hurry()

        with pytest.raises(TryAgain):
            await writer.write(job)

    assert tries == [0, 1, 2, 3, 3.5]


async def test_several_that_wait_are_told_of_once(listener: Listener, autojump_clock: MockClock) -> None:
    writer, done = Writer(listener), list[str]()
    async with trio.open_nursery() as nursery:
        for tries in (2, 5):
            nursery.start_soon(writer.write, after(tries, done))

    assert done == ["written"] * 2
    assert listener.heard == ["waiting", "going on"]


async def test_a_write_that_has_begun_is_not_cancelled(listener: Listener, autojump_clock: MockClock) -> None:
    done: list[str] = []
    with trio.move_on_after(2) as scope:
        await Writer(listener).write(after(5, done))
        await trio.sleep_forever()

    assert done == ["written"]
    assert scope.cancelled_caught
