"""A server that shows a ladder while it is played: the pages of the site, kept up to date, and a stream of what is new.

It only reads what is stored, and runs in its own process, so requests cannot slow a game down.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import trio
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from arena.agents.strangers import network_of
from arena.web.hand_in import HandIn
from arena.web.judging import Judging, Search, State
from arena.web.serving import EMPTY, LOOP, QUIET, STREAMS, Stream, Streams, event, number_in

LOOK: Final = 0.25
"""Seconds between two looks at whether something was stored."""
RATE: Final = 2.0
"""Seconds between two ratings at least."""
SHARE: Final = 5
"""So many times as long as a rating took is waited before the next, so that the games keep the cores."""
KEPT: Final = 1000
"""So many events are kept for streams that are slow, or come back."""
LISTED: Final = 50
"""So many games are in an answer of the API."""
PER_SECOND: Final = 10.0
"""Requests that an address may make in a second, on the average."""
AT_ONCE: Final = 60
"""Requests that it may make at once: a page, its files and what comes before."""
TV: Final = "tv.js"
"""The script that plays one game after the other."""
KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "gz": "application/gzip",
}
T = TypeVar("T")
_GAME: Final = re.compile(r"G[0-9A-Za-z]{1,15}")
SEARCHED: Final = {State.FOUND: 200, State.WAITS: 202, State.FULL: 503, State.FAILED: 500}
"""The status of the page of a game's costliest decisions."""
ALONE: Final = {"Content-Security-Policy": "sandbox; default-src 'none'"}
"""The policy of a text that a bot wrote."""
NO_GAME: Final = "there is no such game, no record was kept of it, or its season is still open"
"""What a reader is told who asks for a game that is not shown."""


class Source(Protocol):
    """Where a server gets what it shows. All but `version` are called in threads."""

    def version(self) -> int:
        """Return a number that changes whenever something is stored."""

    def render(self) -> Mapping[str, bytes]:
        """Return the files of the site, by path."""

    def state(self) -> dict[str, Any]:
        """Return how the run stands."""

    def games(self, after: int, before: int | None = None) -> Sequence[tuple[int, dict[str, Any]]]:
        """Return up to `LISTED` games with their numbers: the first after a number, or the last before one."""

    def last(self) -> int:
        """Return the number of the last result."""

    def game(self, id_: str, *, tv: bool) -> str | None:
        """Return the page of a game; None if there is none, or none that may be shown yet."""

    def may_be_shown(self, id_: str) -> bool:
        """Return whether a game is there, and everybody may see it."""

    def decisions(self, id_: str, search: Search) -> str:
        """Return the page of the costliest decisions of a game that may be shown, as far as the search for them is."""

    def newest(self) -> str | None:
        """Return the id of the newest game that may be shown; None if there is none."""

    def nothing_on_tv(self) -> str:
        """Return the page of TV while there is no such game."""

    def own(self, token: str) -> str | None:
        """Return the page of the author with a token; None if nobody has it."""

    def own_game(self, token: str, id_: str) -> str | None:
        """Return the page of a game for the author with a token: with what her bot wrote; None as for `game`."""

    def words(self, token: str, id_: str) -> bytes | None:
        """Return what the author's bot wrote to standard error in a game that it failed; None if that is not kept."""


class Told(NamedTuple):
    """An event that was sent.

    Args:
        kind: `standings`, `game`, `benched` or `run`.
        number: the number of the result, for a game.
        data: the event as a stream has it.
    """

    kind: str
    number: int
    data: bytes


@dataclass
class Live:
    """What a server shows now, and what it has told.

    Args:
        source: where it gets it.
        files: the files of the site, by path.
        streams: the open streams.
    """

    source: Source
    files: Mapping[str, bytes] = field(default_factory=dict)
    streams: Streams = field(default_factory=Streams)
    _told: deque[Told] = field(default_factory=lambda: deque(maxlen=KEPT))
    _count: int = 0
    """How many events were told so far."""
    _news: trio.Event = field(default_factory=trio.Event)
    _stale: trio.Event = field(default_factory=trio.Event)
    """Set when something was stored since the last rating began."""
    _last: int = 0
    """The number of the last result that was told."""

    def tell(self, kind: str, data: object, number: int = 0) -> None:
        """Send an event to all streams."""
        self._told.append(Told(kind, number, event(data, kind, number or None)))
        self._count += 1
        self._news.set()
        self._news = trio.Event()

    def close(self) -> None:
        """End all streams, then the server."""
        self.streams.closing.set()
        self._news.set()

    async def follow(self) -> None:
        """Look for what was stored, tell it, and rate again, until the server ends."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._rate)
            await self._look()

    async def _rate(self) -> None:
        """Rate again whenever something was stored. It may take long, and games are told meanwhile."""
        pause = RATE
        while True:
            await trio.sleep(pause)
            await self._stale.wait()
            self._stale = trio.Event()
            begun, last = trio.current_time(), self._last
            self.files = await _in_thread(self.source.render)
            self.tell("standings", {"results": last})
            pause = max(RATE, SHARE * (trio.current_time() - begun))

    async def _look(self) -> None:
        seen = self.source.version()
        self._last = await _in_thread(self.source.last)
        benched: set[str] = set()
        while True:
            await trio.sleep(LOOK)
            if (version := self.source.version()) != seen:
                seen = version
                while games := await _in_thread(self.source.games, self._last):
                    for number, game in games:
                        self.tell("game", game, number)
                        self._last = number
                self._stale.set()
                state = await _in_thread(self.source.state)
                self.tell("run", state)
                for name in [name for name in state["benched"] if name not in benched]:
                    benched.add(name)
                    self.tell("benched", {"name": name, "why": state["benched"][name]})

    async def pieces(self, after: int | None) -> AsyncGenerator[bytes]:
        """Yield events as they come.

        Args:
            after: the number of the last result that the page knows; None for a page that has just come.
        """
        yield b"retry: 2000\n\n"
        yield event(await _in_thread(self.source.state), "run")
        at = self._count
        if after is not None:
            for number, game in await _in_thread(self.source.games, after):
                yield event(game, "game", number)
            yield event({}, "standings")
        while not self.streams.closing.is_set():
            news = self._news
            fresh = min(self._count - at, len(self._told))
            if fresh:
                at = self._count
                for told in [*self._told][-fresh:]:
                    yield told.data
                continue
            with trio.move_on_after(QUIET) as late:
                await news.wait()
            if late.cancelled_caught:
                yield EMPTY


async def _in_thread(call: Callable[..., T], *given: object) -> T:
    """Call something in a thread. If the server ends meanwhile, it does not wait for it."""
    return await trio.to_thread.run_sync(call, *given, abandon_on_cancel=True)


class Allowance:
    """How many requests each address may still make.

    Args:
        clock: the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> bool:
        """Count a request; return whether it may be answered."""
        now = self._clock()
        left, then = self._left.get(address, (float(AT_ONCE), now))
        left = min(float(AT_ONCE), left + (now - then) * PER_SECOND)
        if len(self._left) > KEPT:
            self._left = {one: (n, t) for one, (n, t) in self._left.items() if n + (now - t) * PER_SECOND < AT_ONCE}
        self._left[address] = (left - 1 if left >= 1 else left, now)
        return left >= 1


def visitor(request: Request) -> str:
    """Return where a request comes from: an address, or an IPv6 network.

    A reverse proxy on this machine says for whom it asks; what others say of themselves is not believed.
    """
    peer = request.client.host if request.client else ""
    if peer in {LOOP, "::1"}:
        named = ",".join(request.headers.getlist("x-forwarded-for")).rpartition(",")[2]
        return network_of(named.strip()) or peer
    return network_of(peer)


def _allowed(answer: Callable[[Request], Any], allowance: Allowance) -> Callable[[Request], Any]:
    """Return an answer to requests that only an address with an allowance gets, and only about an id of a game."""

    async def answering(request: Request) -> Response:
        if not allowance.take(visitor(request)):
            return PlainTextResponse("too many requests", 429, {"Retry-After": "1"})
        id_ = request.path_params.get("id")
        if id_ is not None and not _GAME.fullmatch(id_):
            return PlainTextResponse("there is no such game", 404)
        found: Response = await answer(request)
        return found

    return answering


def _private(content: str | bytes | None, kind: str = "text/html", policy: Mapping[str, str] | None = None) -> Response:
    """Return what only its author may see, so that nothing keeps a copy; None is a page that is not there."""
    if content is None:
        return PlainTextResponse("there is no such page", 404)
    return Response(content, media_type=kind, headers={**(policy or {}), "Cache-Control": "no-store"})


async def _slash(request: Request) -> Response:
    return RedirectResponse(f"./{request.path_params['token']}/", 308)


async def _health(request: Request) -> Response:  # noqa: ARG001 - of the interface
    return PlainTextResponse("ok\n")


def application(live: Live, hand_in: HandIn | None = None, judging: Judging | None = None) -> Starlette:
    """Return the application of a server.

    Args:
        live: what it shows.
        hand_in: takes what people hand in; None if they cannot.
        judging: has games judged, while somebody runs its `work`; None if it does not.
    """
    allowance, source = Allowance(), live.source

    async def show(request: Request) -> Response:
        path = request.path_params.get("path", "") or "index.html"
        data = live.files.get(path)
        if data is None:
            return PlainTextResponse("there is no such page", 404)
        fixed = path.startswith("assets/")
        caching = "public, max-age=31536000, immutable" if fixed else "no-cache"
        kind = KINDS.get(path.rpartition(".")[2], "application/octet-stream")
        return Response(data, headers={"Cache-Control": caching, "Content-Type": kind})

    async def events(request: Request) -> Response:
        if live.streams.open >= STREAMS:
            return PlainTextResponse("too many streams", 503)
        number = number_in(request.headers.get("last-event-id", ""))
        return Stream(live.streams, lambda: live.pieces(number))

    async def games(request: Request) -> Response:
        before = number_in(asked) if (asked := request.query_params.get("before")) else source.last() + 1
        if before is None:
            return PlainTextResponse("before is the number of a result", 400)
        found = await _in_thread(source.games, 0, before)
        return JSONResponse([{"number": number, **game} for number, game in found])

    async def game(request: Request) -> Response:
        id_ = request.path_params["id"]
        text = await _in_thread(lambda: source.game(id_, tv="tv" in request.query_params))
        if text is None:
            return PlainTextResponse(NO_GAME, 404)
        return Response(text, media_type="text/html")

    async def decisions(request: Request) -> Response:
        id_ = request.path_params["id"]
        if judging is None or not await _in_thread(source.may_be_shown, id_):
            return PlainTextResponse("there is no such game, or its season is still open", 404)
        search = judging.of(id_)
        text = await _in_thread(source.decisions, id_, search)
        return Response(text, SEARCHED[search.state], headers={"Cache-Control": "no-cache"}, media_type="text/html")

    async def tv(request: Request) -> Response:  # noqa: ARG001 - of the interface
        id_ = await _in_thread(source.newest)
        if id_ is None:
            return Response(await _in_thread(source.nothing_on_tv), 404, media_type="text/html")
        return RedirectResponse(f"game/{id_}.html?tv=1", 302)

    async def own(request: Request) -> Response:
        return _private(await _in_thread(source.own, request.path_params["token"]))

    async def own_game(request: Request) -> Response:
        return _private(await _in_thread(source.own_game, request.path_params["token"], request.path_params["id"]))

    async def words(request: Request) -> Response:
        found = await _in_thread(source.words, request.path_params["token"], request.path_params["id"])
        return _private(found, "text/plain", ALONE)

    routes = {
        "/events": events,
        "/api/games": games,
        "/game/{id}.html": game,
        "/decisions/{id}.html": decisions,
        "/tv": tv,
        "/me/{token}": _slash,
        "/me/{token}/": own,
        "/me/{token}/index.html": own,
        "/me/{token}/{id}.html": own_game,
        "/me/{token}/{id}.txt": words,
        "/healthz": _health,
        "/{path:path}": show,
    }
    more = hand_in.routes() if hand_in else {}
    taking = [Route(path, _allowed(answer, allowance), methods=[way]) for path, (answer, way) in more.items()]
    return Starlette(routes=[*taking, *(Route(path, _allowed(answer, allowance)) for path, answer in routes.items())])
