"""Stops: what asks the arena to stop. The first time lets running games end, the second time ends them at once.

Commands heed signals. The library installs no signal handlers: its caller has a button.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from types import FrameType
from typing import Protocol

import trio

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that ask an arena to stop: Ctrl-C, a service manager, a terminal that was closed."""
LOOK = 30.0
"""Seconds after which the time of day is looked at again: a machine may have slept, and clocks are set."""
SAME = 0.2
"""Seconds within which a repeated signal counts as the same one: terminals and wrappers pass one on more than once."""
STUCK = 2.0
"""Seconds after which a signal that was not heard lets the next one end everything at once."""


class Stops(Protocol):
    """What may ask for a stop: it runs beside the games until it is cancelled."""

    async def __call__(
        self,
        stop: Callable[[int], None],
        end: Callable[[], None],
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Wait for stops."""


async def heed(
    stop: Callable[[int], None], end: Callable[[], None], task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    """Wait for the signals `STOPS`, as `Stops`. This is for commands, and for the main thread."""
    heeded = [number for number in STOPS if number is not signal.SIGHUP or not _nohup()]
    begun: float | None = None
    unheard: list[float] = []
    with trio.open_signal_receiver(*heeded) as signals:
        _break_off(heeded, unheard)
        task_status.started()
        async for number in signals:
            unheard.clear()
            if begun is None:
                begun = trio.current_time()
                stop(number)
            elif trio.current_time() - begun > SAME:
                end()


def _break_off(numbers: Iterable[int], unheard: list[float]) -> None:
    """Let a signal raise KeyboardInterrupt if one before it was not heard: then something does not let the loop go on.

    The rules of a game from outside may never end. Whoever receives the signals puts back what was done with them.

    Args:
        numbers: the signals; they are received already.
        unheard: when signals came that were not heard yet.
    """

    def came(receive: Callable[[int, FrameType | None], object], number: int, frame: FrameType | None) -> None:
        if unheard and time.monotonic() - unheard[0] > STUCK:
            raise KeyboardInterrupt
        unheard.append(time.monotonic())
        receive(number, frame)

    for number in numbers:
        receive = signal.getsignal(number)
        assert callable(receive)
        signal.signal(number, partial(came, receive))


NEWS = signal.SIGUSR1
"""What a run was stopped by because something was handed in: it ends when its running games have."""
TIME_IS_UP = signal.SIGALRM
"""What a run was stopped by whose time was up."""


def until(moment: datetime, others: Stops | None) -> Stops:
    """Return what asks for a stop at a moment, and whenever others do.

    Args:
        moment: by the clock of the machine, which may sleep meanwhile; without a time zone it is local time.
        others: what else may ask for a stop; None if nothing does.
    """
    due = moment.astimezone(UTC)

    async def heeded(
        stop: Callable[[int], None],
        end: Callable[[], None],
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        async with trio.open_nursery() as nursery:
            if others is not None:
                await nursery.start(others, stop, end)
            task_status.started()
            while (left := (due - datetime.now(UTC)).total_seconds()) > 0:  # noqa: ASYNC110 - no event tells the time
                await trio.sleep(min(left, LOOK))
            stop(TIME_IS_UP)

    return heeded


def _nohup() -> bool:
    """Return whether the arena was started with `nohup`, so that it outlives its terminal."""
    return signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


class StopButton:
    """Asks for a stop from any thread. Its presses count for every run that heeds it, also for those that begin later.

    It stands for Ctrl-C: a run that it stopped returns `signal.SIGINT`.
    """

    def __init__(self) -> None:
        self._presses = 0
        self._token: trio.lowlevel.TrioToken | None = None
        self._pressed = trio.Event()

    def press(self) -> None:
        """Ask for a stop."""
        self._presses += 1
        if self._token is not None:
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._ring)

    def end(self) -> None:
        """Ask to end everything at once."""
        self.press()
        self.press()

    def _ring(self) -> None:
        """Wake the run that heeds this button now."""
        self._pressed.set()

    async def heed(
        self,
        stop: Callable[[int], None],
        end: Callable[[], None],
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Wait for presses, as `Stops`."""
        self._token = trio.lowlevel.current_trio_token()
        task_status.started()
        told = 0
        while True:
            self._pressed = trio.Event()
            if told == self._presses:
                await self._pressed.wait()
            elif told:
                told += 1
                end()
            else:
                told += 1
                stop(signal.SIGINT)
