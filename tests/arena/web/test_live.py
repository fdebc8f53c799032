"""The server of a ladder: what it shows, to whom, and what it tells while games are stored."""

from __future__ import annotations

import base64
import errno
import json
import logging
import re
import resource
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.lowlevel
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message
from trio.testing import MockClock

from arena.app.live_ladder import Ladder
from arena.results.roster import Known, as_words
from arena.store import Store
from arena.web import live as server
from arena.web import serving
from arena.web.judging import Judging, Search
from arena.web.live import Allowance, Live, application, visitor
from arena.web.serving import QUIET, Guard, allow_many_connections
from tests.arena.cli.test_season import play, secret, tell_secrets
from tests.arena.store.examples import FORFEIT, ONE, PLAYED, TWO, begun
from tests.arena.stored import in_order

TOKEN = "a-word-of-some-length"


class Answer:
    """What a request got."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
        else:
            self.body += message.get("body", b"")


async def ask(app: ASGIApp, path: str, query: str = "", method: str = "GET", **headers: str) -> Answer:
    answer = Answer()
    given = {"host": "127.0.0.1:80"} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
    }

    async def receive() -> Message:
        await trio.sleep_forever()
        raise AssertionError

    await app(scope, receive, answer.take)
    return answer


OPEN = ExitStack()
"""The stores of a test."""


@pytest.fixture(autouse=True)
def _nothing_stays_open() -> Iterator[None]:
    yield
    OPEN.close()


def reader(path: Path) -> Store:
    """Stored results, which are closed at the end of the test."""
    return OPEN.enter_context(Store.open(path, writing=False))


def shown(path: Path, tokens: Mapping[str, str] | None = None) -> tuple[Live, ASGIApp]:
    """A server of stored results, and its application."""
    live = Live(Ladder(str(path), reader(path), tokens or {}))
    live.files = live.source.render()
    return live, application(live)


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder whose packs may be known."""
    path = tmp_path_factory.mktemp("live") / "kaiser.db"
    play(path, reproducible=True)
    return path


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder whose season is open."""
    path = tmp_path_factory.mktemp("live") / "open.db"
    play(path)
    return path


def newest(path: Path) -> str:
    with Store.open(path, writing=False) as store:
        return in_order(store)[-1].game.id


async def test_pages_of_the_site_their_files_and_data_are_served(closed: Path) -> None:
    _, app = shown(closed)
    index = await ask(app, "/")

    assert (index.status, index.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"assets/live." in index.body
    for path in ("/games.html", "/pairs.html", "/api/ladder.json"):
        assert (await ask(app, path)).status == 200
    script = next(name for name in shown(closed)[0].files if name.startswith("assets/live."))
    assert "immutable" in (await ask(app, f"/{script}")).headers["cache-control"]
    for path in ("/nothing", "/../secret", "/assets/", "/game/x.html", "/game/Gnothing.html", "/me/x/", "/me/x/G1.txt"):
        assert (await ask(app, path)).status == 404, path
    assert (await ask(app, "/healthz")).body == b"ok\n"
    assert (await ask(app, "/", method="POST")).status == 405


def top_of(page: bytes) -> list[str]:
    """What stands on top of a page: what the site is called, and what the links say."""
    header = page.decode().partition("<header")[2].partition("</header>")[0]
    return [*re.findall(r'<a class="home"[^>]*><bdi>(.*)</bdi>', header), *re.findall(r"<li><a[^>]*>(.*)</a>", header)]


async def test_every_page_has_the_same_links_on_top(closed: Path, running: Path) -> None:
    id_ = newest(closed)
    live, _ = shown(closed, {TOKEN: "aa"})
    app = application(live, None, Judging(["true"]))
    first = top_of((await ask(app, "/")).body)
    assert first == ["kaiser", "Ladder", "Who beats whom", "Games", "TV"]
    for path in ("/games.html", f"/game/{id_}.html", f"/game/{id_}.html?tv=1", f"/decisions/{id_}.html"):
        assert top_of((await ask(app, *path.split("?"))).body) == first, path
    assert (await ask(app, f"/me/{TOKEN}")).headers["location"] == f"./{TOKEN}/"
    for path in (f"/me/{TOKEN}/", f"/me/{TOKEN}/index.html", f"/me/{TOKEN}/{id_}.html"):
        assert top_of((await ask(app, path)).body) == [first[0], "Your games", *first[1:]], path
    nothing = (await ask(shown(running)[1], "/tv")).body
    assert top_of(nothing) == ["open", *first[1:]]
    assert nothing.count(b'aria-current="page"') == 1


async def test_games_come_in_pages_by_the_numbers_of_their_results(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.app.live_ladder.LISTED", 3)
    _, app = shown(closed)
    last = json.loads((await ask(app, "/api/games")).body)
    before = json.loads((await ask(app, "/api/games", f"before={last[0]['number']}")).body)

    assert [game["number"] for game in last] == [
        last[0]["number"],
        *range(last[0]["number"] + 1, last[-1]["number"] + 1),
    ]
    assert before[-1]["number"] == last[0]["number"] - 1
    assert last[-1]["id"] == newest(closed)
    assert (await ask(app, "/api/games", "before=x")).status == 400


async def test_a_game_is_shown_and_tv_leads_to_the_newest_one(closed: Path) -> None:
    _, app = shown(closed)
    id_ = newest(closed)
    tv = await ask(app, "/tv")
    game = await ask(app, f"/game/{id_}.html", "tv=1")

    assert (tv.status, tv.headers["location"]) == (302, f"game/{id_}.html?tv=1")
    assert game.status == 200
    assert b"assets/tv." in game.body
    assert b"assets/tv." not in (await ask(app, f"/game/{id_}.html")).body


async def test_a_page_is_what_is_stored_now_however_early_it_was_asked_for(
    closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "half.db"
    with Store.open(closed, writing=False) as store:
        last = in_order(store)[-1].game
        [other, *_] = [game.id for game in store.set_of(last) if game.id != last.id]
    with closing(sqlite3.connect(closed)) as database:
        database.execute("VACUUM INTO ?", (str(path),))
    half = OPEN.enter_context(closing(sqlite3.connect(path)))
    [number] = half.execute("SELECT number FROM games WHERE id = ?", (last.id,)).fetchone()
    for table in ("results", "records"):
        half.execute(f"CREATE TABLE kept_{table} AS SELECT * FROM {table} WHERE game = ?", (number,))
        half.execute(f"DELETE FROM {table} WHERE game = ?", (number,))
    half.commit()
    _, app = shown(path)

    async def page(id_: str) -> tuple[int, bytes]:
        answer = await ask(app, f"/game/{id_}.html")
        return answer.status, answer.body

    alone = await page(other)
    assert alone[0] == 200
    assert (await page(last.id))[0] == 404

    for table in ("results", "records"):
        half.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}")
    half.commit()
    both, played = await page(other), await page(last.id)
    assert both != alone
    assert (both[0], played[0]) == (200, 200)

    monkeypatch.setattr("arena.app.live_ladder.game_page", pytest.fail)
    assert (await page(other), await page(last.id)) == (both, played)


async def test_so_many_pages_are_kept_and_no_more(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.app.live_ladder.PAGES", 2)
    with Store.open(closed, writing=False) as store:
        ids = [played.game.id for played in in_order(store)][:3]
        ladder = Ladder(str(closed), store, {})
        pages = {id_: ladder.game(id_, tv=False) for id_ in (*ids, ids[1])}
        with monkeypatch.context() as patch:
            patch.setattr("arena.app.live_ladder.game_page", lambda *_, **__: "made anew")
            assert [ladder.game(id_, tv=False) for id_ in (ids[2], ids[1], ids[0])] == [
                pages[ids[2]],
                pages[ids[1]],
                "made anew",
            ]


async def test_no_game_of_an_open_season_is_shown(running: Path) -> None:
    _, app = shown(running)

    tv = await ask(app, "/tv")
    assert tv.status == 404
    assert b'<a href="index.html">Ladder</a>' in tv.body, "no dead end"
    assert b"assets/tv." in tv.body, "it waits for the first game"
    assert (await ask(app, f"/game/{newest(running)}.html")).status == 404
    assert (await ask(app, "/")).status == 200


SEASON = """
games = ["kaiser max_deals=1"]
bots = ["sample:random"]
deals = "fresh"
tv = "{tv}"
"""


async def test_if_the_owner_wants_games_of_an_open_season_are_shown_whose_packs_nobody_plays_again(
    tmp_path: Path,
) -> None:
    play(tmp_path / "fresh.db", deals="fresh", left_out=1)
    file = tmp_path / "fresh.toml"
    with Store.open(tmp_path / "fresh.db", writing=False) as store:
        *_, last, half = [played.game for played in in_order(store)]
        secrets = [text.encode() for text in (store.season().key, store.season().secret) if text]
    assert last.set < half.set, "the other room of the last set is still to be played"
    for tv, status in (("delayed", 302), ("closed", 404)):
        file.write_text(SEASON.format(tv=tv))
        ladder = Ladder(str(file), reader(tmp_path / "fresh.db"), {})
        app = application(Live(ladder))
        at = await ask(app, "/tv")
        assert at.status == status
        assert (await ask(app, f"/game/{half.id}.html")).status == 404
        game = await ask(app, f"/game/{last.id}.html")
        assert game.status == {302: 200, 404: 404}[status]
        if game.status == 200:
            assert at.headers["location"] == f"game/{last.id}.html?tv=1"
            [packed] = re.findall(rb"data-packed>([^<]*)<", game.body)
            film = zlib.decompress(base64.b64decode(packed))
            assert last.id.encode() in film
            assert not [secret for secret in secrets if secret in film + game.body]


async def test_packs_that_all_share_are_never_shown_early(tmp_path: Path) -> None:
    play(tmp_path / "fresh.db")
    (tmp_path / "fresh.toml").write_text(SEASON.format(tv="delayed"))
    app = application(Live(Ladder(str(tmp_path / "fresh.toml"), reader(tmp_path / "fresh.db"), {})))
    assert (await ask(app, "/tv")).status == 404


async def test_an_author_is_led_to_the_game_that_her_bot_lost_last(closed: Path) -> None:
    page = Ladder(str(closed), reader(closed), {TOKEN: "aa"}).own(TOKEN)
    with Store.open(closed, writing=False) as store:
        lost = [
            played.game.id
            for played in in_order(store)
            if played.result.places[[side.startswith("aa@") for side in played.game.sides].index(True)] == 2
        ]
    assert page
    assert f'Lost last: <a href="{lost[-1]}.html">' in page


async def test_an_author_sees_her_own_games_and_the_last_words_of_her_bot_alone(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", PLAYED, FORFEIT)
    with Store.open(path, writing=False) as store:
        [failure] = store.failures(TWO.id)
    guilty = failure.fault.seat
    ladder = Ladder(str(path), reader(path), {TOKEN: "ann"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.results.authors.seats_of", lambda _: [0] * (guilty + 1))
        mine = TWO.sides[0].startswith("ann")
        page, words = ladder.own(TOKEN), ladder.words(TOKEN, TWO.id)
        assert page is not None
        assert ONE.id in page
        assert (words is not None) == mine
        assert ladder.own("another-word-of-that-length") is None
        assert ladder.words("another-word-of-that-length", TWO.id) is None
        assert ladder.words(TOKEN, "G0") is None
        other = Ladder(str(path), reader(path), {TOKEN: "bob"})
        assert (other.words(TOKEN, TWO.id) is not None) == (not mine)


async def test_an_author_is_told_why_her_submission_was_refused(tmp_path: Path) -> None:
    """The served page says what `arena report` says (D64)."""
    path = begun(tmp_path / "toy.db", PLAYED, FORFEIT)
    zoe = Known("in/zoe", submitted=True, state="refused", why="SyntaxError <b>\x1b[2J")
    with Store.open(path, writing=True) as store:
        store.start_run("seed", as_words([zoe, Known("in/ann", name="ann")]))
        store.end_run()
    ladder = Ladder(str(path), reader(path), {TOKEN: "in/zoe", TOKEN[::-1]: "ann"})
    page, other = ladder.own(TOKEN), ladder.own(TOKEN[::-1])
    assert page is not None
    assert other is not None
    assert "Your last submission was refused" in page
    assert "SyntaxError &lt;b&gt;\\x1b[2J" in page
    assert "refused" not in other


@pytest.fixture
def told(closed: Path, tmp_path: Path) -> Path:
    """The same with what every bot wrote to standard error at its second decision and after it."""
    path = tmp_path / "kaiser.db"
    shutil.copy(closed, path)
    return tell_secrets(path)


@pytest.mark.slow
async def test_the_replays_of_an_author_have_what_her_bot_wrote_and_no_other_page_has(told: Path) -> None:
    tokens = {TOKEN: "aa", TOKEN[::-1]: "bb"}
    live, app = shown(told, tokens)
    with Store.open(told, writing=False) as store:
        games = {row.game.id: row.game for row in store.results()}
    for id_, game in games.items():
        for token, bot in tokens.items():
            own = await ask(app, f"/me/{token}/{id_}.html")
            assert b"In a terminal: " not in own.body, "the command needs the results"
            mine = [seat for seat in range(4) if game.sides[seat % 2].startswith(f"{bot}@")]
            assert (own.status, own.headers["cache-control"]) == (200, "no-store")
            assert len(mine) == 2
            assert {seat for seat in range(4) if secret(id_, seat).encode() in own.body} == {*mine}
            found = re.findall(rb'data-seat="(\d)" data-step="\d+">\nthe secret of seat (\d)', own.body)
            assert found == [(b"%d" % seat, b"%d" % seat) for seat in mine]
            assert f'href="{id_}.html"'.encode() in (await ask(app, f"/me/{token}/")).body
        for page in (f"/game/{id_}.html", f"/game/{id_}.html?tv=1", *(f"/me/{token}/" for token in tokens)):
            assert b"the secret of" not in (await ask(app, *page.split("?"))).body
        assert (await ask(app, f"/me/another-word-of-that-length/{id_}.html")).status == 404
        assert (await ask(app, f"/me/{TOKEN}/{id_[:-1]}.html")).status == 404
    assert not [name for name, data in live.files.items() if b"the secret of" in data]


async def test_not_even_an_author_sees_a_game_of_an_open_season(running: Path) -> None:
    _, app = shown(running, {TOKEN: "aa"})
    assert (await ask(app, f"/me/{TOKEN}/")).status == 200
    assert (await ask(app, f"/me/{TOKEN}/{newest(running)}.html")).status == 404


class Stored:
    """Results that a test adds to."""

    def __init__(self) -> None:
        self.count = 0

    def version(self) -> int:
        return self.count

    def render(self) -> Mapping[str, bytes]:
        return {"index.html": str(self.count).encode()}

    def state(self) -> dict[str, Any]:
        return {"done": self.count, "benched": {"owl": "it crashed"} if self.count > 2 else {}}

    def last(self) -> int:
        return self.count

    def games(self, after: int, before: int | None = None) -> Sequence[tuple[int, dict[str, Any]]]:
        return [(number, {"id": f"G{number}"}) for number in range(after + 1, self.count + 1)]

    def game(self, id_: str, *, tv: bool) -> str | None:
        return None

    def may_be_shown(self, id_: str) -> bool:
        return False

    def decisions(self, id_: str, search: Search) -> str:
        return ""

    def nothing_on_tv(self) -> str:
        return ""

    newest = own = own_game = words = lambda *_: None


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> MockClock:
    """A clock that jumps when nothing is left to do; threads would be left alone by it."""

    async def here(call: Callable[..., object], *given: object, abandon_on_cancel: bool) -> object:
        assert abandon_on_cancel, "what takes long must not keep the server from ending"
        return call(*given)

    monkeypatch.setattr("trio.to_thread.run_sync", here)
    return MockClock(autojump_threshold=0)


async def test_a_stream_tells_of_games_of_the_run_and_of_standings_and_ends_with_the_server(clock: MockClock) -> None:
    stored = Stored()
    live = Live(stored)
    told: list[str] = []

    async def listen(after: int | None) -> None:
        async for piece in live.pieces(after):
            told.extend(line for line in piece.decode().splitlines() if line.startswith(("event", "id")))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(live.follow)
        nursery.start_soon(listen, None)
        await trio.sleep(1)
        stored.count = 2
        await trio.sleep(0.5)
        assert told == ["event: run", "id: 1", "event: game", "id: 2", "event: game", "event: run"]
        await trio.sleep(5)
        assert told[6:] == ["event: standings"]
        assert live.files == {"index.html": b"2"}
        stored.count = 3
        await trio.sleep(0.5)
        assert told[7:] == ["id: 3", "event: game", "event: run", "event: benched", "event: standings"]
        del told[:]
        nursery.start_soon(listen, 1)
        await trio.sleep(0.1)
        assert told == ["event: run", "id: 2", "event: game", "id: 3", "event: game", "event: standings"]
        live.close()
        await trio.sleep(0.1)
        nursery.cancel_scope.cancel()
    assert live.streams.closing.is_set()


async def test_a_quiet_stream_says_nothing_now_and_then(clock: MockClock) -> None:
    live = Live(Stored())
    pieces = live.pieces(None)
    found = [await anext(pieces) for _ in range(4)]
    await pieces.aclose()
    assert found[2:] == [b":\n\n", b":\n\n"]
    assert trio.current_time() >= 2 * QUIET


async def test_who_asks_for_the_head_of_a_stream_alone_holds_no_place(closed: Path) -> None:
    live, app = shown(closed)
    with trio.fail_after(10):
        answer = await ask(app, "/events", method="HEAD")
    assert (answer.status, answer.body, live.streams.open) == (200, b"", 0)


def test_a_database_that_was_rebuilt_meanwhile_is_followed_too(closed: Path, tmp_path: Path) -> None:
    """A server beside `arena verify --rebuild` went on looking at the broken file: its ladder never changed again."""
    path, new = tmp_path / "kaiser.db", tmp_path / "new.db"
    shutil.copy(closed, path)
    shutil.copy(closed, new)
    with closing(Ladder(str(path), reader(path), {})) as ladder:
        before = ladder.version()
        assert ladder.version() == before
        path.rename(tmp_path / "kaiser.db.broken-1")
        assert ladder.version() == before, "they are exchanged just now"
        new.rename(path)
        exchanged = ladder.version()
        assert exchanged != before
        with closing(sqlite3.connect(path)) as database:
            database.execute("UPDATE runs SET ended = ''")
            database.commit()
        assert ladder.version() not in {before, exchanged}


def test_an_address_may_ask_so_often_and_no_more() -> None:
    now = 0.0
    allowance = Allowance(lambda: now)
    assert [allowance.take("a") for _ in range(server.AT_ONCE + 2)] == [True] * server.AT_ONCE + [False] * 2
    assert allowance.take("b")
    now = 1.0
    assert [allowance.take("a") for _ in range(12)] == [True] * 10 + [False] * 2


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.7", [], "192.0.2.7"),
        ("192.0.2.7", ["198.51.100.1"], "192.0.2.7"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("::1", ["10.0.0.1, 198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["198.51.100.1", "198.51.100.2"], "198.51.100.2"),
        ("127.0.0.1", ["unknown"], "127.0.0.1"),
        ("2001:db8::1", [], "2001:db8::"),
        ("127.0.0.1", ["2001:db8:0:0:ffff::1"], "2001:db8::"),
    ],
)
def test_visitors_behind_a_proxy_on_this_machine_are_told_apart(peer: str, forwarded: list[str], address: str) -> None:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    assert visitor(Request({"type": "http", "client": (peer, 1), "headers": headers})) == address


async def test_a_server_without_descriptors_says_so_once(
    autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    """It printed a traceback every 100 ms."""

    class Full(trio.abc.Listener[trio.SocketStream]):
        calls = 0

        async def accept(self) -> trio.SocketStream:
            self.calls += 1
            raise OSError(errno.EMFILE, "Too many open files")

        async def aclose(self) -> None:
            await trio.lowlevel.checkpoint()

    full, before, logger = Full(), resource.getrlimit(resource.RLIMIT_NOFILE), logging.getLogger("trio.serve_listeners")
    try:
        allow_many_connections()
        assert before[0] <= resource.getrlimit(resource.RLIMIT_NOFILE)[0] <= before[1]
        with trio.move_on_after(10):
            await trio.serve_listeners(trio.aclose_forcefully, [full])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        logger.filters.clear()

    assert full.calls > 50
    assert [(each.getMessage(), each.exc_info) for each in caplog.records] == [
        ("no more connections can be opened now (ulimit -n); visitors wait until others end", None)
    ]


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/word/healthz", {}, 200),
        ("/healthz", {}, 404),
        ("/wore/healthz", {}, 404),
        ("/word", {}, 404),
        ("/word/healthz", {"host": "evil.example"}, 421),
        ("/word/healthz", {"origin": "http://evil.example"}, 403),
        ("/word/healthz", {"origin": "https://course.example", "sec-fetch-site": "cross-site"}, 403),
        ("/word/healthz", {"origin": "https://course.example", "sec-fetch-site": "same-origin"}, 200),  # behind a proxy
    ],
)
async def test_only_who_may_ask_gets_an_answer(closed: Path, path: str, headers: dict[str, str], status: int) -> None:
    _, app = shown(closed)
    answer = await ask(Guard(app, "word", ["127.0.0.1:80"], {}), path, **headers)

    assert answer.status == status
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_who_asks_for_a_websocket_is_refused(closed: Path) -> None:
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    await Guard(shown(closed)[1], "", [], {})({"type": "websocket"}, trio.sleep_forever, send)
    assert said == [{"type": "websocket.close"}]


async def test_no_visitor_ends_the_server_nor_keeps_it_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a WebSocket ended it with a traceback, and who asked for much and read nothing kept it for ever."""
    monkeypatch.setattr(serving, "GRACE", 0.01)
    ask_for_one, other = "GET / HTTP/1.1\r\nHost: x\r\n", "Connection: Upgrade\r\nUpgrade: "
    half = f"{ask_for_one}{other}websocket\r\nSec-WebSocket-Version: 13\r\n\r\n??"
    answers, closed = [], trio.Event()
    app = Guard(PlainTextResponse("x" * 10_000_000), "", [], {})
    with trio.fail_after(10), serving.listening(serving.LOOP, 0) as listener:
        address = listener.getsockname()
        async with AsyncExitStack() as visitors, trio.open_nursery() as nursery:
            nursery.start_soon(serving.serve, app, listener, closed.wait)
            for said in (
                half,
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                f"{ask_for_one}{other}h2c\r\n\r\n",
                f"{ask_for_one}\r\n",
            ):
                visitor = await visitors.enter_async_context(await trio.open_tcp_stream(*address))
                await visitor.send_all(said.encode())
                answers.append((await visitor.receive_some(12))[-3:])
            closed.set()
    assert answers == [b"400", b"421", b"200", b"200"]
