"""Who may come in at the door, who may not, and what both are told."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from arena.agents import key as keys
from arena.agents.agent import Agent
from arena.agents.handshake import FORMAT, RefusedError, Terms, Trial, ask_for, ask_in, begin
from arena.agents.key import Key, read_key, read_or_make_key
from arena.errors import UserError
from arena.settings.clock import ClockSettings
from arena.settings.limits import Level, StagingLimits
from arena.table.reports import GameBegun, GameEnded
from arena.tournament.link import Link
from arena.tournament.messages import plain_reports
from arena.tournament.values import MalformedError
from tests.arena.agents.stage import KEY, Stage, about, outcome, stage

STANDARD = Terms("standard", (Path("/opt"),), True, StagingLimits(), ClockSettings(move_ms=7))


async def greeted(
    said: Any = None, key: Key = KEY, trial: Trial | None = None, terms: Terms = STANDARD
) -> tuple[object, object]:
    """What comes of a greeting, at the arena and at the agent: what it returns, or its error."""
    ours, theirs = (Link(stream) for stream in memory_stream_pair())
    came: dict[str, object] = {}

    async def arena() -> None:
        try:
            came["arena"] = await ask_in(ours, KEY, terms)
            await ours.send("begin", "one", 0)
        except (RefusedError, MalformedError, ConnectionError) as error:
            came["arena"] = error
        await ours.close()

    async def agent() -> None:
        try:
            came["agent"] = await ask_for(theirs, key, said or about())
            await begin(theirs, trial or Trial("standard", "", "standard (bubblewrap)"))
        except (RefusedError, MalformedError, ConnectionError) as error:
            came["agent"] = error
        await theirs.close()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(arena)
        nursery.start_soon(agent)
    return came["arena"], came["agent"]


@pytest.mark.slow
async def test_an_agent_with_the_key_the_code_and_the_sandbox_comes_in_and_learns_the_terms() -> None:
    guest, terms = await greeted()

    assert terms == STANDARD
    assert guest == (about(), Trial("standard", "", "standard (bubblewrap)"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"key": Key(b"other" * 7)}, "does not prove that it has the key"),
        ({"said": about(version="0.0.9")}, r"one: its arena is version 0\.0\.9 .*; install the same"),
        ({"said": about(code="beef")}, r"one: its arena is version .* \(code beef\), this one is"),
        ({"trial": Trial("basic", "", "basic (Landlock)")}, "one: its sandbox is weaker: basic, not standard"),
        ({"trial": Trial("standard", "no bubblewrap", "")}, "level standard does not work there: no bubblewrap"),
        ({"trial": Trial("none", "", "none")}, "one: its sandbox is weaker: none, not standard"),
    ],
)
async def test_who_may_not_come_in_is_told_why(changes: Any, words: str) -> None:
    at_arena, at_agent = await greeted(**changes)

    for error in (at_arena, at_agent):
        assert isinstance(error, RefusedError)
        with pytest.raises(RefusedError, match=words):
            raise error


@pytest.mark.parametrize(
    "said",
    [
        about("a b"),
        about(""),
        about("x" * 65),
        about(cores=()),
        about(places=0),
        about(places=65),
        about(yardstick=0),
        about(processor="x" * 201),
        ("one",),
    ],
)
@pytest.mark.slow
async def test_what_no_agent_says_of_itself_is_malformed(said: Any) -> None:
    error, _ = await greeted(said)

    assert isinstance(error, MalformedError)


async def spoken(*messages: Sequence[object]) -> tuple[list[Any], object]:
    """What an arena says to messages, and how it ends."""
    ours, theirs = (Link(stream) for stream in memory_stream_pair())
    heard: list[Any] = []
    ended: list[object] = []

    async def arena() -> None:
        try:
            ended.append(await ask_in(ours, KEY, STANDARD))
        except (RefusedError, MalformedError, ConnectionError) as error:
            ended.append(error)
        await ours.close()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(arena)
        for message in messages:
            heard.append(await theirs.receive())
            await theirs.send(*message)
        while (last := await theirs.receive()) is not None:
            heard.append(last)
    return heard, ended[0]


async def recorded() -> Sequence[object]:
    """The greeting of an honest agent, as somebody has overheard it."""
    ours, theirs = (Link(stream) for stream in memory_stream_pair())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ours.send, "arena", FORMAT, b"n" * 32)
        nursery.start_soon(ask_for, theirs, KEY, about())
        found = await ours.receive()
        assert found is not None
        nursery.cancel_scope.cancel()
    return found


async def test_a_greeting_that_is_replayed_is_refused() -> None:
    heard, ended = await spoken(await recorded())

    assert isinstance(ended, RefusedError)
    assert "perhaps its handshake is a copy of another one" in str(ended)
    assert [word for word, *_ in heard] == ["arena", "refused"]


async def test_the_proof_of_an_arena_does_not_pass_for_that_of_an_agent() -> None:
    proofs = {KEY.proof(role, b"a", b"b") for role in ("arena", "agent")}

    assert len(proofs) == 2


@pytest.mark.parametrize("message", [("hello",), ("agent",), ("agent", 9, b"", (), b""), ("beat",)])
async def test_who_greets_otherwise_is_no_agent(message: Sequence[object]) -> None:
    _, ended = await spoken(message)

    assert isinstance(ended, (MalformedError, RefusedError))


# TLS


async def shaken(one: Key, other: Key) -> list[object]:
    """What comes of both ends of a handshake of TLS: its version, or the error."""
    ours, theirs = memory_stream_pair()
    found: list[object] = []

    async def shake(stream: Any) -> None:
        try:
            await stream.do_handshake()
            await stream.send_all(b"x")
            await stream.receive_some()
            found.append(stream.version())
        except trio.BrokenResourceError as error:
            found.append(error)
        await trio.aclose_forcefully(stream)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(shake, one.stream(ours, "arena"))
        nursery.start_soon(shake, other.stream(theirs, "agent"))
    return found


async def test_both_ends_have_the_same_certificate() -> None:
    assert await shaken(KEY, KEY) == ["TLSv1.3", "TLSv1.3"]
    assert KEY._certificate() == Key(b"k" * 32)._certificate()


async def test_another_key_gets_no_further_than_the_handshake() -> None:
    found = await shaken(KEY, Key(b"x" * 32))

    assert all(isinstance(each, trio.BrokenResourceError) for each in found)


async def test_an_agent_with_another_key_is_told_so_and_so_are_people_at_the_arena(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with stage(monkeypatch, tmp_path) as on:
        on.nursery.start_soon(on.arena)
        await trio.sleep(1)
        stranger = Agent(Key(b"x" * 32), about(), False, on.said.append)
        with pytest.raises(UserError, match="has another key"):
            await stranger.work(on.dial)
        await trio.sleep(1)

        assert "agent refused: the TLS handshake failed: it has another key, or is not an agent" in on.said
        with trio.fail_after(100):
            await on.agent().work(on.dial)  # nobody else suffers


# Liars


async def lie(on: Stage, key: Key, name: str, *messages: Sequence[object]) -> Sequence[Any]:
    """Come in as an agent, say something, and return what the arena says at last."""
    stream = key.stream(await on.dial(), "agent")
    await stream.do_handshake()
    link = Link(stream)
    await ask_for(link, key, about(name))
    await begin(link, Trial("none", "", "none"))
    play = await link.receive()
    while play is not None and play[0] != "play":
        play = await link.receive()
    for message in messages:
        await link.send(*message)
    last: Sequence[Any] = ()
    while (message := await link.receive() or ()) and message[0] != "end":
        last = message
    return message or last


def reports(*found: Any) -> tuple[object, ...]:
    return ("said", 0, ("reports", plain_reports(found)))


LIES: list[tuple[str, Callable[[str], list[Sequence[object]]]]] = [
    ("begins, which it was not given", lambda _: [reports(GameBegun("G1234567890abcd"))]),
    ("ends, which has not begun", lambda game: [reports(GameEnded(game, outcome(game)))]),
    ("no reports|is not", lambda _: [("said", 0, ("reports", ((1, 2),)))]),
    ("not a message of an agent", lambda _: [("give", "me", "more")]),
    ("not a message of an agent", lambda _: [("said", 9, ("over",))]),
    ("copy of something else", lambda _: [("want", "0" * 64)]),
    ("more than 256 MiB of memory", lambda _: [("said", 0, [{}] * 5_000_000)]),
    ("no word of a worker", lambda _: [("said", 0, ("what",))]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("words", "lies"), LIES)
async def test_an_agent_that_lies_is_sent_away_and_nothing_of_it_is_kept(
    words: str,
    lies: Callable[[str], list[Sequence[object]]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    autojump_clock: MockClock,
) -> None:
    async with stage(monkeypatch, tmp_path) as on:
        came: list[Any] = []
        on.nursery.start_soon(run_arena, on, came)
        await trio.sleep(0.5)
        games = [game for game, *_ in on.expected()]
        last = await lie(on, KEY, "liar", *lies(str(games[0])))

        assert last[0] == "end"
        with pytest.raises(ValueError, match=words):
            raise ValueError(last[1])
        with pytest.raises(RefusedError, match=words):
            await lie(on, KEY, "liar")
        await on.agent("honest").work(on.dial)
        await trio.sleep(1)
        assert came == [on.expected()]
        assert any("agent liar has left" in text for text in on.said)


async def run_arena(on: Stage, came: list[Any]) -> None:
    came.append((await on.arena())[1])


# The key file


def test_a_key_file_is_made_once_and_read_by_its_owner_only(tmp_path: Path) -> None:
    path = str(tmp_path / "arena.key")
    made = read_or_make_key(path)

    assert read_or_make_key(path)._secret == read_key(path)._secret == made._secret
    assert os.stat(path).st_mode & 0o777 == 0o600  # noqa: PTH116 - as the system says
    Path(path).chmod(0o640)
    with pytest.raises(UserError, match="other users can read this key"):
        read_key(path)


@pytest.mark.parametrize(
    "text", ["", "x", "trickarena-key-1 abc=", "trickarena-key-1 YWJj", "trickarena-key-2 " + "A" * 44]
)
def test_another_file_is_no_key(text: str, tmp_path: Path) -> None:
    path = tmp_path / "k"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(UserError, match="this is no key of an arena"):
        read_key(str(path))


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cryptography", None)
    with pytest.raises(UserError, match="cryptography, which is not installed") as raised:
        Key(b"new" * 11).context("arena")
    assert raised.value.hint == "pip install cryptography, or install the arena with its extra `cluster`"


def test_a_key_is_never_printed() -> None:
    assert "kkk" not in f"{KEY!r} {vars(keys)['HEAD']}"


@pytest.mark.parametrize("level", ["strict", "standard", "basic"])
async def test_an_agent_tries_the_sandbox_of_the_tournament(level: Level) -> None:
    tried: list[Level] = []

    def trial(which: Level) -> Trial:
        tried.append(which)
        return Trial(which, "", which)

    agent = Agent(KEY, about(), False, print, tried=trial)

    assert await agent._try(STANDARD._replace(level=level, read=())) == Trial(level, "", level)
    assert tried == [level]
    assert "there is no folder /no/where" in (await agent._try(STANDARD._replace(read=(Path("/no/where"),)))).problem
    assert "--trust-bots" in (await agent._try(STANDARD._replace(level="none"))).problem
