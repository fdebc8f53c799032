"""The process of a person's seat in a browser: `python -m arena.web.seat DOOR SETTINGS`. The arena starts it.

It serves one page, on this machine only unless a host is named, at an address that nobody can guess. The page gets
what the seat was told, as a stream of events, and posts answers. An answer counts for the open question only, so two
clicks, two tabs or a page that comes back from a dead network can do no harm.

When standard input ends, it ends; before that, a line of JSON may bring the replays of the finished games: pages, by
set and room.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import trio
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from arena.client.loop import write_all
from arena.seat import hindsight
from arena.seat.desk import CHUNK, CONTROL, REPORTS, Desk
from arena.seat.sitting import Closed, Refused, Sitting
from arena.web.page import asset, page
from arena.web.serving import (
    EMPTY,
    LOOP,
    QUIET,
    STREAMS,
    Guard,
    Stream,
    Streams,
    address_of,
    event,
    hosts_of,
    listening,
    serve,
)

LARGEST: Final = 4096
"""The most bytes of a body."""
TOKEN: Final = 24
"""The random bytes of the address."""
NOT_KEPT: Final = {"Cache-Control": "no-store", "Connection": "close"}
"""What every answer says: no copy is kept, and no connection, as the server would wait for it at the end."""
SCRIPTS: Final = ("cards.js", "table.js", "seat.js")
STYLES: Final = ("table.css", "seat.css")


class Live:
    """A seat with a page: its messages as they come, and the answers that are posted.

    Args:
        desk: the connections of the seat.

    Attributes:
        streams: the open streams; its event `closing` is set when everything is to end.
        replays: the replays of the finished games, as pages, by set and room; empty until they come.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.streams: Streams = Streams()
        self.replays: dict[str, str] = {}
        self._news = trio.Event()
        self._sat = trio.Event()
        """Set when a bot of the seat has knocked."""

    @property
    def messages(self) -> list[dict[str, Any]]:
        """All messages of the seat."""
        return self.desk.sitting.messages

    def tell(self) -> None:
        """Wake the streams: there are new messages."""
        self._news.set()
        self._news = trio.Event()

    async def watch_control(self, control: int) -> None:
        """Take what the arena sends on the control stream, until that ends."""
        buffer = b""
        while True:
            await trio.lowlevel.wait_readable(control)
            data = _read(control)
            if not data:
                break
            *lines, buffer = (buffer + data).split(b"\n")
            for line in lines:
                self.replays = json.loads(line)
                self.messages.append({"replays": list(self.replays)})
                self.tell()
        self.streams.closing.set()
        self.tell()

    async def watch_door(self) -> None:
        """Let in who knocks."""
        while True:
            await trio.lowlevel.wait_readable(self.desk.listener)
            if self.desk.source is not None:
                trio.lowlevel.notify_closing(self.desk.source)
            self.desk.open()
            self._sat.set()
            self.tell()

    async def watch_arena(self) -> None:
        """Read what the arena tells the seat."""
        while True:
            if (source := self.desk.source) is None:
                self._sat = trio.Event()
                await self._sat.wait()
                continue
            try:
                await trio.lowlevel.wait_readable(source)
            except trio.ClosedResourceError:  # another bot of the seat has knocked
                continue
            self.desk.read()
            self.tell()

    async def judge(self) -> None:
        """Say of each decision of a finished game what a search would have done, one message after the other."""
        judged = 0
        while True:
            news = self._news
            for game in self.desk.sitting.decisions[judged:]:
                judged += 1
                for number, decision in enumerate(game, 1):
                    try:
                        found = await trio.to_thread.run_sync(hindsight.judged, decision, abandon_on_cancel=True)
                    except Exception:  # noqa: BLE001 - games from outside may break in any way, or have no worlds
                        break
                    self.messages.append({"judged": found | {"done": number, "of": len(game)}})
                    self.tell()
            await news.wait()

    def first(self, last: str | None) -> int:
        """Return the number of the message that a stream begins with.

        Args:
            last: the number of the last one that the page has; None for a page that has none.
        """
        if last is not None and last.isdecimal() and int(last) < len(self.messages):
            return int(last) + 1
        games = [number for number, message in enumerate(self.messages) if "game" in message]
        return games[-1] if games else 0

    async def stream(self, begin: int) -> AsyncGenerator[bytes]:
        """Yield messages as server-sent events, from this number on; first, how many are there already."""
        yield event(len(self.messages), "there")
        at = begin
        while True:
            news, closing = self._news, self.streams.closing.is_set()
            if fresh := self.messages[at:]:
                yield b"".join(event(message, number=number) for number, message in enumerate(fresh, at))
                at += len(fresh)
            elif closing:
                yield event("", "end")
                return
            else:
                with trio.move_on_after(QUIET) as late:
                    await news.wait()
                if late.cancelled_caught:
                    yield EMPTY


def _read(descriptor: int) -> bytes:
    """Return what a readable descriptor has; b"" at its end."""
    return os.read(descriptor, CHUNK)


async def _body(request: Request) -> dict[str, Any] | Response:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return PlainTextResponse("only application/json", 415)
    data = b""
    async with aclosing(request.stream()) as pieces:
        async for piece in pieces:
            data += piece
            if len(data) > LARGEST:
                return PlainTextResponse("too much", 413)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return PlainTextResponse("no JSON", 400)
    if not isinstance(found, dict) or type(found.get("n")) is not int:
        return PlainTextResponse("n is missing", 400)
    return found


def _app(live: Live) -> Starlette:
    """Return the application: the page, its assets, the stream, answers, hints, and the replay at the end."""
    sitting = live.desk.sitting
    files = {asset(name).path: asset(name) for name in ("arena.css", *STYLES, *SCRIPTS)}
    kinds = {"js": "text/javascript", "css": "text/css"}

    async def show(request: Request) -> Response:  # noqa: ARG001 - of the interface
        return HTMLResponse(
            page(
                "seat.html.j2",
                title="A seat at the table",
                scripts=SCRIPTS,
                styles=STYLES,
                settings={"hints": live.desk.hints},
            )
        )

    async def give(request: Request) -> Response:
        found = files.get(f"assets/{request.path_params['name']}")
        if found is None:
            return PlainTextResponse("there is no such file", 404)
        return Response(found.data, media_type=kinds[found.path.rpartition(".")[2]])

    async def events(request: Request) -> Response:
        if live.streams.open >= STREAMS:
            return PlainTextResponse("too many streams", 503)
        return Stream(live.streams, partial(live.stream, live.first(request.headers.get("last-event-id"))))

    async def answer(request: Request) -> Response:
        given = await _body(request)
        if isinstance(given, Response):
            return given
        word, say = given.get("word"), given.get("say", "")
        try:
            if given.get("undo") is True:
                sitting.undo(given["n"])
            elif isinstance(word, str) and isinstance(say, str):
                live.desk.send(sitting.choose(given["n"], word, say))
            else:
                return PlainTextResponse("a word is missing", 400)
        except Closed as error:
            return PlainTextResponse(str(error), 409)
        except Refused as error:
            return PlainTextResponse(str(error), 400)
        live.tell()
        return JSONResponse({"taken": given["n"]})

    async def hint(request: Request) -> Response:
        given = await _body(request)
        if isinstance(given, Response):
            return given
        if sitting.question is None or given["n"] != sitting.number:
            return PlainTextResponse("this question is not open any more", 409)
        word = await trio.to_thread.run_sync(live.desk.hint, abandon_on_cancel=True)
        return JSONResponse({"word": word if word in _known(sitting, given["n"]) else None})

    async def replay(request: Request) -> Response:
        found = live.replays.get(request.path_params["place"])
        if found is None:
            return PlainTextResponse("there is no such game, or it is not over", 404)
        return HTMLResponse(found, headers={"Content-Security-Policy": "frame-ancestors 'none'"})

    return Starlette(
        routes=[
            Route("/", show),
            Route("/assets/{name}", give),
            Route("/events", events),
            Route("/answer", answer, methods=["POST"]),
            Route("/hint", hint, methods=["POST"]),
            Route("/replay/{place}", replay),
        ]
    )


def _known(sitting: Sitting, number: int) -> list[str]:
    """Return the words that a hint may be at a question; none if it is not open any more."""
    if sitting.question is None or number != sitting.number:
        return []
    return [*sitting.question.legal, *sitting.picked]


async def run(
    door: Path, names: Sequence[str], control: int = CONTROL, reports: int = REPORTS, host: str = LOOP
) -> None:
    """Serve the page of a seat until the control stream ends.

    Args:
        door: the path of the socket at which streams are handed in.
        names: of the players by seat.
        control: the descriptor of the control stream.
        reports: the descriptor for lines to the arena.
        host: the address to listen at.
    """
    desk = Desk(door, Sitting(names))
    live = Live(desk)
    token = secrets.token_urlsafe(TOKEN)
    with closing(desk), listening(host, 0) as listener:
        port = listener.getsockname()[1]
        guarded = Guard(_app(live), token, hosts_of(host, port), NOT_KEPT, alone=True)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(live.watch_control, control)
            nursery.start_soon(live.watch_door)
            nursery.start_soon(live.watch_arena)
            nursery.start_soon(live.judge)
            write_all(reports, f"ready\nat {address_of(host, port)}{token}/\n".encode())
            await serve(guarded, listener, live.streams.closed)
            nursery.cancel_scope.cancel()


def main(door: str, settings: str) -> None:
    """Serve the page of a seat.

    Args:
        door: the path of the socket at which streams are handed in.
        settings: JSON: `names` of the players by seat; `host` is the address to listen at.
    """
    given = json.loads(settings)
    trio.run(partial(run, Path(door), given["names"], host=given["host"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
