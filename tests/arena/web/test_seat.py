"""The page of a person's seat, by HTTP: who may ask, what counts as an answer, and how it ends."""

import json
import os
import socket
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest

from arena.client import run as run_bot
from arena.web import serving
from tests.arena.seat.memory import Table
from tests.arena.seat.test_sitting import PRESETS
from tests.arena.web.seats import Page, Served, served


def play_through(game: str, preset: str = "") -> tuple[int, int]:
    """Play a game by HTTP, every answer sent twice; return how many answers were taken, and how many refused."""
    table = Table(game, preset)
    taken = refused = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "GRACE", 0.05)  # for connections that are open at the end: nobody needs them
        with served(table) as seat, seat.page.events() as events:
            for _, message in events:
                if "bye" in message:
                    break
                if "ask" in message:
                    ask = message["ask"]
                    word = table.rng.choice(ask["legal"])
                    assert seat.page.post("answer", {"n": ask["n"], "word": word}).status == 200
                    again = seat.page.post("answer", {"n": ask["n"], "word": word})
                    assert again.status == 409
                    taken, refused = taken + 1, refused + 1
    assert table.position.result is not None
    return taken, refused


@pytest.mark.slow
@pytest.mark.parametrize("game", ["kaiser", "two-hundred", "bridge-solitaire"])
def test_a_game_is_played_by_http(game: str) -> None:
    taken, refused = play_through(game, "kitty" if game == "two-hundred" else "")
    assert taken == refused > 8


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_is_played_by_http(game: str, preset: str) -> None:
    play_through(game, preset)


@pytest.fixture(scope="module")
def seat() -> Iterator[Served]:
    """A seat at the first question of a game."""
    with served(Table("kaiser", meek=True)) as found:
        yield found


def first_ask(page: Page) -> tuple[int, dict[str, Any]]:
    """The open question and the number of its message."""
    with page.events() as events:
        return next((number, message["ask"]) for number, message in events if "ask" in message)


def test_the_page_loads_only_what_is_its_own(seat: Served) -> None:
    reply = seat.page.get()
    assert reply.status == 200
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert reply.headers["x-content-type-options"] == "nosniff"
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    names = [part.split('"')[0] for part in reply.body.split("assets/")[1:]]
    assert len(names) == 6
    for name in names:
        assert seat.page.get(f"assets/{name}").headers["cache-control"] == "no-store"
    assert seat.page.get("assets/..%2fseat.py").status == 404
    assert seat.page.get("assets/page.py").status == 404


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {}, 404),
        ("", {}, 404),
        ("/wrong/", {}, 404),
        ("/wrong/events", {}, 404),
        ("//", {}, 404),
        ("{0}", {"Host": "evil.example"}, 421),
        ("{0}", {"Host": "127.0.0.1"}, 421),
        ("{0}", {"Host": "127.0.0.1:1"}, 421),
        ("{0}", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("{0}", {"Sec-Fetch-Site": "same-site"}, 403),
        ("{0}", {"Origin": "http://evil.example"}, 403),
        ("{0}", {"Origin": "null"}, 403),
        ("{0}events", {"Origin": "http://localhost:1"}, 403),
        ("{0}", {"Sec-Fetch-Site": "none"}, 200),
        ("{0}", {"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_only_the_page_itself_may_ask(seat: Served, path: str, headers: dict[str, str], status: int) -> None:
    reply = seat.page.ask("GET", path.format(seat.page.path) or "/x", headers=headers)
    assert reply.status == status
    assert reply.headers["content-security-policy"].startswith("default-src 'none'")


def test_a_token_that_is_nearly_right_is_wrong(seat: Served) -> None:
    for path in (seat.page.path[:-2] + "/", seat.page.path[:-1] + "x/", seat.page.path.lower() + "/", "/%20/"):
        assert seat.page.ask("GET", path).status == 404
    assert len(seat.page.path) > 30


def test_an_answer_needs_the_open_question_and_a_legal_word(seat: Served) -> None:
    _, ask = first_ask(seat.page)
    number = ask["n"]
    for value, status in (
        ({"n": number - 1, "word": "pass"}, 409),
        ({"n": number + 1, "word": "pass"}, 409),
        ({"n": number, "word": "PASS"}, 400),
        ({"n": number, "word": ["pass"]}, 400),
        ({"n": number, "word": "pass", "say": "psst"}, 400),
        ({"n": number, "undo": True}, 400),
        ({"n": number}, 400),
        ({"n": str(number), "word": "pass"}, 400),
        ({"n": True, "word": "pass"}, 400),
        ({"word": "pass"}, 400),
        ([number, "pass"], 400),
        ({"n": number, "word": "pass", "x": "y" * 4096}, 413),
    ):
        assert seat.page.post("answer", value).status == status, value
    plain = {"Content-Type": "text/plain"}
    assert seat.page.post("answer", {"n": number, "word": "pass"}, plain).status == 415
    evil = {"Origin": "http://evil.example"}
    assert seat.page.post("answer", {"n": number, "word": "pass"}, evil).status == 403
    assert seat.page.ask("POST", f"{seat.page.path}answer", b"{", {"Content-Type": "application/json"}).status == 400
    deep = b"[" * 4000
    assert seat.page.ask("POST", f"{seat.page.path}answer", deep, {"Content-Type": "application/json"}).status == 400
    assert seat.page.get("answer").status == 405
    assert first_ask(seat.page)[1]["n"] == number


def test_a_hint_is_for_the_open_question(seat: Served) -> None:
    _, ask = first_ask(seat.page)
    assert json.loads(seat.page.post("hint", {"n": ask["n"]}).body) == {"word": None}
    assert seat.page.post("hint", {"n": ask["n"] + 1}).status == 409


def test_a_page_that_comes_back_gets_what_it_missed(seat: Served) -> None:
    number, _ = first_ask(seat.page)
    with seat.page.events() as events:
        whole = [next(events) for _ in range(number + 1)]
    assert [at for at, _ in whole] == list(range(number + 1))
    assert "game" in whole[0][1]
    with seat.page.events(last=number - 2) as events:
        assert [next(events) for _ in range(2)] == whole[-2:]
    with seat.page.events(last=10_000) as events:
        assert next(events) == whole[0]
    with seat.page.events(last=number - 1) as one, seat.page.events(last=number - 1) as two:
        assert next(one) == next(two) == whole[-1]


@pytest.mark.slow
def test_streams_end_before_the_server_does() -> None:
    with served(Table("kaiser", meek=True)) as seat, seat.page.events() as one, seat.page.events() as two:
        assert "game" in next(one)[1]
        assert seat.page.get("replay/1.1").status == 404
        os.write(seat.control, json.dumps({"1.1": "<!doctype html><p>all hands"}).encode() + b"\n")
        assert any("replays" in message for _, message in two)
        replay = seat.page.get("replay/1.1")
        assert replay.body == "<!doctype html><p>all hands"
        assert replay.headers["content-security-policy"] == "frame-ancestors 'none'"
        seat.end()
        # Both end. The question may come after the replays on a busy machine.
        assert [message for _, message in one].count({"replays": ["1.1"]}) == 1
        assert not any("replays" in message for _, message in two)


def test_a_bot_that_hints_is_asked_what_the_person_is_asked() -> None:
    to_bot, from_bot = socket.socketpair()
    with to_bot, from_bot:
        ends = {"source": from_bot.fileno(), "sink": from_bot.fileno(), "tables": 3}
        bot = Thread(target=run_bot, args=(lambda t: t.legal[-1],), kwargs=ends)
        bot.start()
        with served(Table("kaiser", meek=True), (to_bot.fileno(), to_bot.fileno())) as seat:
            _, ask = first_ask(seat.page)
            assert '{"hints":true}' in seat.page.get().body
            assert json.loads(seat.page.post("hint", {"n": ask["n"]}).body) == {"word": ask["legal"][-1]}
            assert seat.page.post("answer", {"n": ask["n"], "word": "pass"}).status == 200
            assert seat.page.post("hint", {"n": ask["n"]}).status == 409
        to_bot.shutdown(socket.SHUT_RDWR)
        bot.join(5)
