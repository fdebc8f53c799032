"""What every server of pages shares: who may ask, streams of events, and a start and an end without surprises."""

from __future__ import annotations

import json
import logging
import os
import resource
import socket
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from contextlib import aclosing, contextmanager, suppress
from functools import partial
from hmac import compare_digest
from math import inf
from typing import Any, Final

import trio
from hypercorn.app_wrappers import ASGIWrapper
from hypercorn.config import Config
from hypercorn.trio.tcp_server import TCPServer
from hypercorn.trio.worker_context import WorkerContext
from hypercorn.typing import ConnectionState
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.errors import UserError
from arena.web.page import HEADERS

LOOP: Final = "127.0.0.1"
"""The address that only this machine reaches."""
CONNECTIONS: Final = 65_536
"""So many connections may be open at one time, as far as the system allows it; idle ones end after some seconds."""
STREAMS: Final = 100
"""The most streams at one time."""
QUIET: Final = 15.0
"""Seconds after which a stream without news sends an empty line, so that a dead connection is found."""
GRACE: Final = 0.5
"""Seconds that open connections get to end."""
DIGITS: Final = 16
"""A number that a visitor sends has fewer digits."""
OWN: Final = frozenset({b"same-origin", b"none"})
"""What a browser says of a request that a page of ours or the person made (`Sec-Fetch-Site`)."""


def event(data: object, kind: str = "", number: int | None = None) -> bytes:
    """Return a server-sent event.

    Args:
        data: sent as JSON.
        kind: the name of the event; empty for a plain message.
        number: its id, from which a page that was cut off goes on.
    """
    head = (f"id: {number}\n" if number is not None else "") + (f"event: {kind}\n" if kind else "")
    return f"{head}data: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


EMPTY: Final = b":\n\n"
"""A line of a stream that says nothing."""


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """Listen at an address.

    Args:
        host: the address.
        port: the port; 0 takes a free one.

    Raises:
        UserError: it cannot be listened at.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        hint = "name an address of this machine as --host" if port == 0 else "choose another --port; 0 takes a free one"
        raise UserError(f"{host}:{port}: {os.strerror(error.errno or 0)}", hint) from error
    with listener:
        yield listener


def is_loop(host: str) -> bool:
    """Return whether only this machine reaches an address."""
    return host in {LOOP, "localhost", "::1"}


def hosts_of(host: str, port: int) -> list[str]:
    """Return the names by which a browser of this machine may ask; none if others may ask too."""
    return [f"{name}:{port}" for name in (LOOP, "localhost", "[::1]")] if is_loop(host) else []


def address_of(host: str, port: int) -> str:
    """Return the beginning of the addresses of a server's pages, with a slash at its end."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def number_in(text: str) -> int | None:
    """Return the number that a visitor sends; None if the text is none, or has more digits than any of ours."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < DIGITS else None


class Streams:
    """The open streams of a server.

    Attributes:
        open: how many there are.
        closing: set when all are to end.
    """

    def __init__(self) -> None:
        self.open = 0
        self.closing: trio.Event = trio.Event()

    async def closed(self) -> None:
        """Wait until everything is to end, and no stream is open any more or the time for that is up."""
        await self.closing.wait()
        with trio.move_on_after(GRACE / 2):
            while self.open:  # noqa: ASYNC110 - a handful of streams that end at once
                await trio.sleep(0.01)


class Stream(Response):
    """A stream of events as an answer: it ends when the page goes away, or with its pieces.

    Args:
        streams: the streams of the server.
        pieces: the bytes to send, as they come.
    """

    def __init__(self, streams: Streams, pieces: Callable[[], AsyncGenerator[bytes]]) -> None:
        super().__init__(media_type="text/event-stream")
        self._streams = streams
        self._pieces = pieces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the pieces."""
        headers = [header for header in self.raw_headers if header[0] != b"content-length"]
        self._streams.open += 1
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
            if scope["method"] == "HEAD":  # it wants no events, and would hold a place for ever
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                return
            async with trio.open_nursery() as nursery, aclosing(self._pieces()) as pieces:
                nursery.start_soon(_gone, receive, nursery.cancel_scope)
                async for piece in pieces:
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                nursery.cancel_scope.cancel()
        finally:
            self._streams.open -= 1


async def _gone(receive: Receive, scope: trio.CancelScope) -> None:
    """Cancel a stream when its page has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()


def allow_many_connections() -> None:
    """Raise the limit of open files to `CONNECTIONS`, as far as the system allows it, and keep the log short beyond."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < CONNECTIONS:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(CONNECTIONS, hard) if hard >= 0 else CONNECTIONS, hard))
    logging.getLogger("trio.serve_listeners").addFilter(Tersely())


class Tersely(logging.Filter):
    """Lets a server that can open no more connections say so in one line a minute, not in a traceback every 100 ms."""

    def __init__(self) -> None:
        super().__init__()
        self._said = -inf

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to print a record of the listener; it is made short."""
        if time.monotonic() < self._said + 60:
            return False
        self._said = time.monotonic()
        record.msg = "no more connections can be opened now (ulimit -n); visitors wait until others end"
        record.args = ()
        record.exc_info = None
        return True


class Guard:
    """Lets through only requests that may be answered: the right host, a page of ours, the right token in the path.

    Args:
        app: the application behind it; it sees paths without the token.
        token: the token; empty if requests need none.
        hosts: the names and ports by which the server may be asked; empty for any, as on a machine with many names.
        headers: what every answer has, besides those of all pages.
        alone: whether no other page may even link here.
    """

    def __init__(
        self, app: ASGIApp, token: str, hosts: Iterable[str], headers: dict[str, str], *, alone: bool = False
    ) -> None:
        self._alone = alone
        self._app = app
        self._token = token.encode()
        self._hosts = {host.encode() for host in hosts}
        self._headers = [(name.lower().encode(), value.encode()) for name, value in {**HEADERS, **headers}.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http":
            await self._guarded(scope)(scope, receive, self._with_headers(send))
        else:
            await send({"type": "websocket.close"})  # there are no WebSockets here: that is answered with 403

    def _guarded(self, scope: Scope) -> ASGIApp:
        """Return what answers a request: the application, or a refusal. The path loses its token."""
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value for name, value in headers if name == b"host"]
        if len(hosts) != 1 or (self._hosts and hosts[0] not in self._hosts):
            return PlainTextResponse("this host is not served here", 421)
        origins = {value for name, value in headers if name == b"origin"}
        sites = {value for name, value in headers if name == b"sec-fetch-site"}
        if not sites <= OWN and (self._alone or scope["method"] != "GET"):
            return PlainTextResponse("only this page may ask", 403)
        own = sites and sites <= OWN  # behind a proxy, Host is not what the browser has asked for
        if not own and not origins <= {b"http://" + hosts[0], b"https://" + hosts[0]}:
            return PlainTextResponse("only this page may ask", 403)
        if self._token:
            _, token, *rest = scope["path"].split("/", 2)
            if not compare_digest(token.encode(), self._token) or not rest:
                return PlainTextResponse("there is no such page", 404)
            scope["path"] = f"/{rest[0]}"
            scope["raw_path"] = scope["path"].encode()
        return self._app

    def _with_headers(self, send: Send) -> Send:
        """Return a `send` that adds the headers that every answer has."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                fresh = [each for each in self._headers if each[0] not in given]
                message["headers"] = [*message["headers"], *fresh]
            await send(message)

        return sending


class _Connection(TCPServer):
    """A connection that stays at HTTP/1.1: no browser speaks HTTP/2 without TLS, and some of it never ends."""

    async def _read_data(self) -> None:
        self.protocol.protocol._check_protocol = _no_other  # type: ignore[method-assign, union-attr] # noqa: SLF001
        await super()._read_data()


async def _no_other(_: object) -> None:
    """Change to no other protocol, whatever a request asks for."""


async def serve(app: ASGIApp, listener: socket.socket, closed: Callable[[], Awaitable[Any]]) -> None:
    """Answer requests until a function returns; open connections then get `GRACE` seconds.

    Hypercorn answers on each connection, but the connections are ours: what goes wrong on one ends no other, and at the
    end they are closed, since what it sends to somebody who reads nothing cannot be cancelled.

    Args:
        app: the application.
        listener: the socket that is listened at; it is closed at the end.
        closed: waits until everything is to end.
    """
    config, context, connections = Config(), WorkerContext(None), set[trio.SocketStream]()
    config.errorlog = None

    async def connected(stream: trio.SocketStream) -> None:
        connections.add(stream)
        with suppress(Exception):  # a visitor can make Hypercorn fail, with half a WebSocket for example
            await _Connection(ASGIWrapper(app), config, context, ConnectionState({}), stream)  # type: ignore[arg-type]
        connections.discard(stream)

    accepting = trio.SocketListener(trio.socket.from_stdlib_socket(listener))
    async with trio.open_nursery() as answering:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(trio.serve_listeners, connected, [accepting], handler_nursery=answering))
            await closed()
            nursery.cancel_scope.cancel()
        await context.terminated.set()
        with trio.move_on_after(GRACE):
            while connections:  # noqa: ASYNC110 - they end at once
                await trio.sleep(0.01)
        for stream in connections:
            with suppress(OSError):
                stream.socket.shutdown(socket.SHUT_RDWR)
        answering.cancel_scope.cancel()
