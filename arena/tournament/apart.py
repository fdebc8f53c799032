"""Play in a thread of its own: so the library works in any thread, and beside an event loop that runs already."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from threading import Thread
from typing import TypeVar

import trio

from arena.tournament.stops import StopButton

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
    button = StopButton()
    done = _begun(job, button)
    interrupted = False
    while True:
        try:
            wait([done])
            break
        except KeyboardInterrupt:
            interrupted = True
            button.press()
    if interrupted:
        raise KeyboardInterrupt
    try:
        return done.result()
    finally:
        del done  # or an exception would hold itself


async def awaited(job: Callable[[StopButton], R]) -> R:
    """Do a job in a thread of its own, and await it, under trio or asyncio.

    If this is cancelled, the button is pressed, and the job ends as that asks before the cancellation goes on.

    Args:
        job: is given the button. It may raise `Stopped` after that was pressed.

    Returns:
        What the job returns.
    """
    button = StopButton()
    done = _begun(job, button)
    if trio.lowlevel.in_trio_run():
        return await _in_trio(done, button)
    future = asyncio.wrap_future(done)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        button.press()
        await asyncio.wait([future])
        future.exception()  # it is known: the job was stopped
        raise


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
    return done.result()


def _begun(job: Callable[[StopButton], R], button: StopButton) -> Future[R]:
    """Begin a job in a new thread."""
    done: Future[R] = Future()

    def work() -> None:
        try:
            done.set_result(job(button))
        except BaseException as error:  # noqa: BLE001 - it is raised where somebody waits
            done.set_exception(error)

    Thread(target=work, name="arena", daemon=True).start()
    return done
