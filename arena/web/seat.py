"""The process of a person's seat in a browser: `python -m arena.web.seat DOOR SETTINGS`. The arena starts it.

It serves one page, on this machine only, at an address that nobody can guess. The page gets what the seat was told, as
a stream of events, and posts answers. An answer counts for the open question only, so two clicks, two tabs or a page
that comes back from a dead network can do no harm.

When standard input ends, it ends; before that, a line of JSON may bring the `replay` of the finished games, as a page.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, closing
from functools import partial
from hmac import compare_digest
from pathlib import Path
from typing import Any, Final

import trio
from hypercorn.config import Config
from hypercorn.trio import serve
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.client.loop import write_all
from arena.seat.desk import CHUNK, CONTROL, REPORTS, Desk
from arena.seat.sitting import Closed, Refused, Sitting
from arena.web.page import HEADERS, asset, page

HOST: Final = "127.0.0.1"
LARGEST: Final = 4096
"""The most bytes of a body."""
STREAMS: Final = 100
"""The most streams at one time."""
QUIET: Final = 15.0
"""Seconds after which a stream without news sends an empty line, so that a dead connection is found."""
TOKEN: Final = 24
"""The random bytes of the address."""
GRACE: Final = 1.0
"""Seconds that open connections get to end."""
SCRIPTS: Final = ("table.js", "seat.js")
STYLES: Final = ("table.css", "seat.css")
OWN: Final = frozenset({"same-origin", "none"})
"""What a browser says of a request that this page or the person made (`Sec-Fetch-Site`)."""


class Live:
    """A seat with a page: its messages as they come, and the answers that are posted.

    Args:
        desk: the connections of the seat.

    Attributes:
        closing: set when everything is to end.
        replay: the replay of the finished games, as a page; None until it comes.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.closing = trio.Event()
        self.replay: str | None = None
        self.streams = 0
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
                self.replay = json.loads(line)["replay"]
                self.messages.append({"replay": True})
                self.tell()
        self.close()

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

    def close(self) -> None:
        """End all streams, then the server."""
        self.closing.set()
        self.tell()

    async def closed(self) -> None:
        """Wait until everything is to end and no stream is open any more."""
        await self.closing.wait()
        with trio.move_on_after(GRACE / 2):
            while self.streams:  # noqa: ASYNC110 - a handful of streams that end at once
                await trio.sleep(0.01)

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
        yield f"retry: 1000\nevent: there\ndata: {len(self.messages)}\n\n".encode()
        at = begin
        while True:
            news, closing = self._news, self.closing.is_set()
            if fresh := self.messages[at:]:
                text = (f"id: {number}\ndata: {_json(message)}\n\n" for number, message in enumerate(fresh, at))
                at += len(fresh)
                yield "".join(text).encode()
            elif closing:
                yield b"event: end\ndata: -\n\n"
                return
            else:
                with trio.move_on_after(QUIET) as late:
                    await news.wait()
                if late.cancelled_caught:
                    yield b":\n\n"


class Stream(Response):
    """The stream of a page, as an answer: it ends when the page goes away, or when the seat ends.

    Args:
        live: the seat.
        begin: the number of the first message.
    """

    def __init__(self, live: Live, begin: int) -> None:
        super().__init__(media_type="text/event-stream")
        self._live = live
        self._begin = begin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - of the interface
        """Send messages as they come."""
        headers = [header for header in self.raw_headers if header[0] != b"content-length"]
        self._live.streams += 1
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
            async with trio.open_nursery() as nursery, aclosing(self._live.stream(self._begin)) as pieces:
                nursery.start_soon(_gone, receive, nursery.cancel_scope)
                async for piece in pieces:
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                nursery.cancel_scope.cancel()
        finally:
            self._live.streams -= 1


async def _gone(receive: Receive, scope: trio.CancelScope) -> None:
    """Cancel a stream when its page has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()


def _read(descriptor: int) -> bytes:
    """Return what a readable descriptor has; b"" at its end."""
    return os.read(descriptor, CHUNK)


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


async def _body(request: Request) -> dict[str, Any] | Response:
    """Return the body of a request as an object; or what is wrong with it."""
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
                looks=[asset(style).path for style in STYLES],
                settings={"hints": live.desk.hints},
            )
        )

    async def give(request: Request) -> Response:
        found = files.get(f"assets/{request.path_params['name']}")
        if found is None:
            return PlainTextResponse("there is no such file", 404)
        return Response(found.data, media_type=kinds[found.path.rpartition(".")[2]])

    async def events(request: Request) -> Response:
        if live.streams >= STREAMS:
            return PlainTextResponse("too many streams", 503)
        return Stream(live, live.first(request.headers.get("last-event-id")))

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

    async def replay(request: Request) -> Response:  # noqa: ARG001 - of the interface
        if live.replay is None:
            return PlainTextResponse("the game is not over", 404)
        return HTMLResponse(live.replay, headers={"Content-Security-Policy": "frame-ancestors 'none'"})

    return Starlette(
        routes=[
            Route("/", show),
            Route("/assets/{name}", give),
            Route("/events", events),
            Route("/answer", answer, methods=["POST"]),
            Route("/hint", hint, methods=["POST"]),
            Route("/replay", replay),
        ]
    )


def _known(sitting: Sitting, number: int) -> list[str]:
    """Return the words that a hint may be at a question; none if it is not open any more."""
    if sitting.question is None or number != sitting.number:
        return []
    return [*sitting.question.legal, *sitting.picked]


class Guard:
    """Lets through only requests of this page: the right host, the right origin, the right token in the path.

    Args:
        app: the application behind it; it sees paths without the token.
        token: the token.
        port: the port that is listened at.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = {f"{HOST}:{port}".encode(), f"localhost:{port}".encode()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._guarded(scope)(scope, receive, _with_headers(send))

    def _guarded(self, scope: Scope) -> ASGIApp:
        """Return what answers a request: the application, or a refusal. The path loses its token."""
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value for name, value in headers if name == b"host"]
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return PlainTextResponse("this host is not served here", 421)
        sites = {value.decode("latin-1") for name, value in headers if name == b"sec-fetch-site"}
        origins = {value for name, value in headers if name == b"origin"}
        if not sites <= OWN or not origins <= {b"http://" + hosts[0]}:
            return PlainTextResponse("only this page may ask", 403)
        _, token, *rest = scope["path"].split("/", 2)
        if not compare_digest(token.encode(), self._token) or not rest:
            return PlainTextResponse("there is no such page", 404)
        scope["path"] = f"/{rest[0]}"
        scope["raw_path"] = scope["path"].encode()
        return self._app


def _with_headers(send: Send) -> Send:
    """Return a `send` that adds the headers that every answer has."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message["headers"]}
            more = {**HEADERS, "Cache-Control": "no-store"}
            fresh = [(name.lower().encode(), value.encode()) for name, value in more.items()]
            message["headers"] = [*message["headers"], *[each for each in fresh if each[0] not in given]]
        await send(message)

    return sending


async def run(door: Path, names: Sequence[str], control: int = CONTROL, reports: int = REPORTS) -> None:
    """Serve the page of a seat until the control stream ends.

    Args:
        door: the path of the socket at which streams are handed in.
        names: of the players by seat.
        control: the descriptor of the control stream.
        reports: the descriptor for lines to the arena.
    """
    desk = Desk(door, Sitting(names))
    live = Live(desk)
    token = secrets.token_urlsafe(TOKEN)
    with closing(desk), socket.create_server((HOST, 0), backlog=STREAMS) as listener:
        port = listener.getsockname()[1]
        config = Config()
        config.bind = [f"fd://{listener.detach()}"]
        config.graceful_timeout = GRACE
        config.errorlog = None
        app: Any = Guard(_app(live), token, port)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(live.watch_control, control)
            nursery.start_soon(live.watch_door)
            nursery.start_soon(live.watch_arena)
            write_all(reports, f"ready\nat http://{HOST}:{port}/{token}/\n".encode())
            await serve(app, config, shutdown_trigger=live.closed)
            nursery.cancel_scope.cancel()


def main(door: str, settings: str) -> None:
    """Serve the page of a seat.

    Args:
        door: the path of the socket at which streams are handed in.
        settings: JSON: `names` of the players by seat.
    """
    trio.run(partial(run, Path(door), json.loads(settings)["names"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
