"""Play in a thread of its own: so the library works in any thread, and beside an event loop that runs already."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, wait
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

import trio

from arena.errors import UserError
from arena.tournament.stops import StopButton

E = TypeVar("E")
R = TypeVar("R")


class Stopped(Exception):  # noqa: N818 - named after what happened
    """Play was stopped before its end, because its caller asked for it."""


def waited(job: Callable[[StopButton], R]) -> R:
    """Do a job in a thread of its own, and wait for it. Ctrl-C presses its button, and the job ends as that asks.

    Args:
        job: is given the button. It may raise `Stopped` after that was pressed.

    Returns:
        What the job returns.

    Raises:
        KeyboardInterrupt: after Ctrl-C, when the job has ended.
    """
    __tracebackhide__ = True
    button, done = StopButton(), Future[R]()
    try:
        _begin(job, button, done)
        wait([done])
    except KeyboardInterrupt:
        button.press()
        _see_through(done, button)
        raise
    try:
        return _result(done)
    finally:
        del done  # or an exception would hold itself


def told(job: Callable[[StopButton, Callable[[E], None]], R]) -> Generator[E, None, R]:
    """Do a job in a thread of its own, and yield what it tells, one after another.

    If the caller wants no more (it closes this generator, or Ctrl-C comes while it waits), the button is pressed, and
    this returns when the job has ended as that asks. Ctrl-C presses it again.

    Args:
        job: is given the button, and what it tells things to. It may raise `Stopped` after the button was pressed.

    Returns:
        What the job returns.
    """
    button, done, queue = StopButton(), Future[R](), SimpleQueue[tuple[E] | None]()

    def tell(thing: E) -> None:
        queue.put((thing,))

    done.add_done_callback(lambda _: queue.put(None))
    try:
        _begin(lambda pressed: job(pressed, tell), button, done)
        while (found := queue.get()) is not None:
            yield found[0]
    except BaseException:
        button.press()
        _see_through(done, button)
        raise
    return _result(done)


def _result(done: Future[R]) -> R:
    """Return the result of a job.

    What its caller can mend comes without the way that it took through the arena, and an error of what it tells things
    to comes as it was raised, without the group that an event loop makes of it.
    """
    __tracebackhide__ = True
    try:
        return done.result()
    except UserError as error:
        raise error.with_traceback(None) from None
    except BaseExceptionGroup as group:
        inside = [*_errors(group)]
        found = inside[0] if len({(type(error), str(error)) for error in inside}) == 1 else group  # two rooms may tell
        raise found from found.__cause__


def _errors(error: BaseException) -> Iterator[BaseException]:
    """Yield the errors in a group, and in its groups."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _errors(inner)
    else:
        yield error


def _see_through(done: Future[R], button: StopButton) -> None:
    """Wait until a job has ended; Ctrl-C presses its button. A job that has not begun never will."""
    if done.cancel():
        return
    while True:
        try:
            wait([done])
        except KeyboardInterrupt:
            button.press()
        else:
            return


async def awaited(job: Callable[[StopButton], R]) -> R:
    """Do a job in a thread of its own, and await it, under trio or asyncio.

    If this is cancelled, the button is pressed, and the job ends as that asks before the cancellation goes on.

    Args:
        job: is given the button. It may raise `Stopped` after that was pressed.

    Returns:
        What the job returns.
    """
    button, done = StopButton(), Future[R]()
    _begin(job, button, done)
    if trio.lowlevel.in_trio_run():
        return await _in_trio(done, button)
    future = asyncio.wrap_future(done)
    try:
        await asyncio.wait([future])
    except asyncio.CancelledError:
        button.press()
        while not future.done():
            with suppress(asyncio.CancelledError):  # a task may be cancelled again while its games end
                await asyncio.wait([future])
        raise
    finally:
        if future.done():
            future.exception()  # asyncio need not say that nobody asked for it
    return _result(done)


async def _in_trio(done: Future[R], button: StopButton) -> R:
    token, over = trio.lowlevel.current_trio_token(), trio.Event()

    def tell(_: object) -> None:
        with suppress(trio.RunFinishedError):
            token.run_sync_soon(over.set)

    done.add_done_callback(tell)
    try:
        await over.wait()
    except BaseException:
        button.press()
        with trio.CancelScope(shield=True):
            await over.wait()
        raise
    return _result(done)


def _begin(job: Callable[[StopButton], R], button: StopButton, done: Future[R]) -> None:
    """Begin a job in a new thread, which settles `done`. Ctrl-C may break this off before or after the job began."""

    def work() -> None:
        if not done.set_running_or_notify_cancel():
            return
        try:
            done.set_result(job(button))
        except BaseException as error:  # noqa: BLE001 - it is raised where somebody waits
            done.set_exception(error)

    Thread(target=work, name="arena", daemon=True).start()
