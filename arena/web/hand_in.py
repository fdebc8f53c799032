"""Handing in at a page: bytes are taken to the inbox of a course, and a process of its own looks at them.

Nobody who does not know a word gets further than the word, and the server reads nothing of what it takes.
"""

from __future__ import annotations

import os
import shutil
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any, Final, Protocol

import trio
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from arena.settings.limits import TreeLimits
from arena.web.jobs import run_job
from arena.web.serving import number_in

OFTEN: Final = 12
"""So many times somebody may hand in within `HOUR`."""
HOUR: Final = 3600.0
AT_ONCE: Final = 8
"""So many people may send something at the same time."""
SLOW: Final = 300.0
"""Seconds in which what is sent must have come."""
LOOK: Final = 2.0
"""Seconds between two looks at the inbox."""
TRIES: Final = 3
"""How often something is looked at if the arena itself fails; while the disk is full, without an end."""
FULL: Final = "the disk of the server is full; tell your teacher"
"""What the arena fails at if the process that looks ends with `os.EX_TEMPFAIL`."""
WAIT: Final = 30.0
"""Seconds between two tries."""
SPARE: Final = 4
"""So many times as much as a submission may hold must be free on the disk."""


class Counter(Protocol):
    """The desk where people hand in; `arena.app.desk.Desk` says what each method does."""

    folder: Path
    limits: TreeLimits
    seconds: float

    def receive(self, place: str, kind: str, part: Path) -> None:
        """Let what has come be looked at."""

    def part(self, place: str) -> Path:
        """Return the path of a file for bytes that are still coming."""

    def queue(self) -> list[str]:
        """Return the places for which something waits, who came first first."""

    def is_waiting(self, place: str) -> bool:
        """Return whether something of somebody waits, or is looked at."""

    def done(self, place: str) -> None:
        """Forget the bytes of somebody: they were looked at."""

    def fail(self, place: str, why: str) -> None:
        """Say that something could not be looked at to the end."""

    def told(self, place: str) -> dict[str, Any]:
        """Return what a page says."""

    def zipped(self, place: str, version: str) -> bytes | None:
        """Return a version of somebody as a zip; None if there is none."""

    def take_back(self, place: str) -> bool:
        """Let the version before the newest play again; return whether there was one to take back."""

    def restore(self) -> None:
        """Put in order what a server left that was killed."""


class HandIn:
    """Takes what people send, and has it looked at, one after the other.

    Args:
        desk: where it is kept.
        place_of: returns the place of the author with a token; None if nobody has it.
        look: the command of the process that looks at something; the name of the place is appended.
    """

    def __init__(
        self,
        desk: Counter,
        place_of: Callable[[str], str | None],
        look: Sequence[str],
    ) -> None:
        desk.restore()  # before anything comes, or it would be taken for what a killed server left
        self._desk, self._place_of, self._look = desk, place_of, look
        self._most, self._seconds = desk.limits.megabytes << 20, desk.seconds
        self._coming: set[str] = set()
        self._before: dict[str, deque[float]] = {}

    def routes(self) -> Mapping[str, tuple[Callable[[Request], Awaitable[Response]], str]]:
        """Return path -> what answers, and the method."""
        return {
            "/me/{token}/hand-in": (self.take, "POST"),
            "/me/{token}/take-back": (self.take_back, "POST"),
            "/me/{token}/hand-in.json": (self.told, "GET"),
            "/me/{token}/version/{version}.zip": (self.version, "GET"),
        }

    async def take(self, request: Request) -> Response:
        """Take what somebody sends; her page says later what comes of it."""
        place = self._place_of(request.path_params["token"])
        if place is None:
            return PlainTextResponse("there is no such page", 404)
        if problem := self._problem(place, request.headers.get("content-length", "")):
            return problem
        self._coming.add(place)
        part = self._desk.part(place)
        try:
            with trio.move_on_after(SLOW) as slow:
                size = await self._write(request, part)
            if slow.cancelled_caught:
                return PlainTextResponse("it came too slowly; hand in again", 408)
            if size > self._most:
                return self._too_large()
            self._before.setdefault(place, deque(maxlen=OFTEN)).append(time.monotonic())
            self._desk.receive(place, request.headers.get("content-type", "")[:200], part)
        except OSError as error:
            said = f"the server cannot keep it ({error.strerror}); tell your teacher, and hand in again"
            return PlainTextResponse(said, 507)
        except ClientDisconnect:
            return PlainTextResponse("it did not come whole; hand in again", 400)
        finally:
            part.unlink(missing_ok=True)
            self._coming.discard(place)
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse(self._desk.told(place), 202)
        return RedirectResponse("./", 303)

    def _problem(self, place: str, length: str) -> Response | None:
        """Return why somebody cannot hand in now; None if she can."""
        if place in self._coming or self._desk.is_waiting(place):
            return PlainTextResponse("what you handed in before is still being looked at; wait for it", 409)
        times = self._before.get(place, deque())
        if len(times) == OFTEN and time.monotonic() - times[0] < HOUR:
            return PlainTextResponse(f"{OFTEN} times an hour are enough; try later", 429, {"Retry-After": "600"})
        if len(self._coming) >= AT_ONCE:
            return PlainTextResponse("many people hand in right now; try again in a minute", 503, {"Retry-After": "60"})
        if (number_in(length) or 0) > self._most:
            return self._too_large()
        if shutil.disk_usage(self._desk.folder).free < SPARE * self._most:
            return PlainTextResponse("the disk of the server is nearly full; tell your teacher", 507)
        return None

    def _too_large(self) -> Response:
        return PlainTextResponse(f"a submission may have {self._most >> 20} MiB; hand in less", 413)

    async def _write(self, request: Request, part: Path) -> int:
        """Write the bytes of a request, up to one more than is allowed; return how many came."""
        size = 0
        async with aclosing(request.stream()) as chunks:
            with part.open("wb") as file:
                async for chunk in chunks:
                    size += len(chunk)
                    if size > self._most:
                        break
                    file.write(chunk)
        return size

    async def take_back(self, request: Request) -> Response:
        """Let the version before the newest of somebody play again."""
        place = self._place_of(request.path_params["token"])
        if place is None:
            return PlainTextResponse("there is no such page", 404)
        if self._desk.is_waiting(place):
            return PlainTextResponse("what you handed in is still being looked at; wait for it", 409)
        await trio.to_thread.run_sync(self._desk.take_back, place)
        return RedirectResponse("./", 303)

    async def told(self, request: Request) -> Response:
        """Say what came of what somebody handed in."""
        place = self._place_of(request.path_params["token"])
        if place is None:
            return PlainTextResponse("there is no such page", 404)
        return JSONResponse(self._desk.told(place), headers={"Cache-Control": "no-store"})

    async def version(self, request: Request) -> Response:
        """Give somebody a version of her own."""
        place = self._place_of(request.path_params["token"])
        word = request.path_params["version"]
        data = None if place is None else await trio.to_thread.run_sync(self._desk.zipped, place, word)
        if data is None:
            return PlainTextResponse("there is no such page", 404)
        named = {"Content-Disposition": f'attachment; filename="{word}.zip"', "Cache-Control": "no-store"}
        return Response(data, headers=named, media_type="application/zip")

    async def work(self) -> None:
        """Look at what waits, also at what a server left that was stopped, until the server ends."""
        failed: dict[str, tuple[int, float]] = {}
        while True:
            now = trio.current_time()
            ready = [place for place in self._desk.queue() if failed.get(place, (0, 0.0))[1] <= now]
            for place in ready[:1]:
                if problem := await self._looked_at(place):
                    tries = failed.get(place, (0, 0.0))[0] + 1
                    failed[place] = tries, trio.current_time() + WAIT
                    if tries < TRIES or problem == FULL:
                        continue
                    self._desk.fail(place, problem)
                failed.pop(place, None)
                self._desk.done(place)
            if not ready:
                await trio.sleep(LOOK)

    async def _looked_at(self, place: str) -> str:
        """Have something looked at; return what the arena failed at, empty if there is an answer."""
        ended = await run_job([*self._look, place], self._seconds)
        if ended.status == os.EX_TEMPFAIL:
            return FULL
        if ended.status is None:
            self._desk.fail(place, f"It was not built and checked after {self._seconds:.0f} seconds.")
            return ""
        return "" if ended.status == 0 else "the arena failed at it; tell your teacher"
