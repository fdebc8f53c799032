"""A league: a ladder that is played for ever. It notices what was handed in, and stops what is played to take it in."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from glob import glob
from itertools import islice
from pathlib import Path
from signal import Signals
from typing import Final, TypeAlias

import trio

from arena.errors import UserError
from arena.settings.ladder import LadderFile
from arena.tournament.events import Note
from arena.tournament.stops import NEWS, Stops

LOOK: Final = 5.0
"""Seconds between two looks at what was handed in."""
MOST: Final = 50_000
"""So many files are looked at."""
ENDLESS: Final = 1_000_000_000
"""The sets of an adaptive schedule that never stops."""
PASSING: Final = {os.EX_IOERR, os.EX_TEMPFAIL}
"""The exit statuses of errors that no hand-in mends and that may pass by themselves: a full disk, a database that
another program holds, games that were void too often."""
AGAIN: Final = 60.0
"""Seconds after which a league tries again after such an error."""

Seen: TypeAlias = frozenset[tuple[str, int, int, int]]
"""Files, each with its time, its size and its permissions: a program that is made executable can play."""


class News:
    """Tells whether something was handed in since it was made: a file of a bot, or the ladder file, has changed.

    Copying takes a while, so a change is told only when two looks in a row saw the same.

    Args:
        file: the ladder.
    """

    def __init__(self, file: LadderFile) -> None:
        base = file.path.parent
        self._patterns = [line.bot for line in file.lines]
        self._base, self._file = base, file.path
        self._begun = self._last = self._look()

    def __call__(self) -> bool:
        """Return whether there are news."""
        before, self._last = self._last, self._look()
        return self._last == before and self._last != self._begun

    def _look(self) -> Seen:
        return frozenset(islice(self._files(), MOST))

    def _files(self) -> Iterator[tuple[str, int, int, int]]:
        """Yield the files with their times, sizes and permissions."""
        roots = [self._file]
        for pattern in self._patterns:
            plain = self._base / pattern
            named = [plain.name] if plain.exists() else glob(plain.name, root_dir=plain.parent)  # noqa: PTH207 - no **
            roots += [plain.parent / name for name in named]
        for root in roots:
            folders = ((Path(at), ["", *sorted(names)]) for at, _, names in os.walk(root))
            for folder, names in folders if root.is_dir() else [(root.parent, [root.name])]:
                for path in (folder / name for name in names):
                    try:
                        about = path.lstat()
                    except OSError:
                        continue
                    yield str(path), about.st_mtime_ns, about.st_size, about.st_mode


def unless(news: Callable[[], bool], others: Stops) -> Stops:
    """Return what asks for a stop when there are news, and whenever others do."""

    async def heeded(
        stop: Callable[[int], None],
        end: Callable[[], None],
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        async with trio.open_nursery() as nursery:
            await nursery.start(others, stop, end)
            task_status.started()
            while not await trio.to_thread.run_sync(news):  # noqa: ASYNC110 - no event tells of files
                await trio.sleep(LOOK)
            stop(NEWS)

    return heeded


def endless(file: LadderFile) -> LadderFile:
    """Return a ladder whose adaptive schedule never stops, if it has one and says no number of sets."""
    if file.schedule.kind != "adaptive" or file.schedule.total:
        return file
    return replace(file, schedule=file.schedule.model_copy(update={"total": ENDLESS}))


def go_on(
    file: LadderFile,
    read: Callable[[], LadderFile],
    play: Callable[[Stops], Signals | None],
    stops: Stops,
    tell: Callable[[Note], None],
) -> Signals:
    """Play a ladder again whenever something was handed in, until something asks for a stop, and return what did.

    An error ends no league: the next change is waited for, or `AGAIN` seconds if it may pass by itself.

    Args:
        file: the ladder.
        read: reads its file again, which may have changed.
        play: plays the missing games, and returns what stopped it early, or None.
        stops: what may ask for a stop.
        tell: is told of errors, and of what is waited for.
    """
    while True:
        news, passes = News(file), False
        try:
            file = read()
            news = News(file)
            if stopped := play(unless(news, stops)):
                if stopped is NEWS:
                    continue
                return stopped
        except UserError as error:
            tell(Note(str(error), error.hint, kind="warning"))
            passes = error.exit_status in PASSING
        tell(Note(f"Trying again in {AGAIN:.0f} s" if passes else "Waiting for what is handed in"))
        if stopped := trio.run(_waited, news, stops, round(AGAIN / LOOK) if passes else None):
            return stopped


async def _waited(news: News, stops: Stops, looks: int | None) -> Signals | None:
    """Wait for news, or for so many looks; return what asked for a stop meanwhile."""
    found: list[int] = []
    async with trio.open_nursery() as nursery:

        def stop(number: int) -> None:
            found.append(number)
            nursery.cancel_scope.cancel()

        await nursery.start(stops, stop, nursery.cancel_scope.cancel)
        while looks != 0 and not await trio.to_thread.run_sync(news):
            await trio.sleep(LOOK)
            looks = looks and looks - 1
        nursery.cancel_scope.cancel()
    return Signals(found[0]) if found else None
