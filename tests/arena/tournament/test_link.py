"""Links between processes of the arena, and what comes through them."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from arena.games import outside
from arena.games.catalogue import GAMES
from arena.games.kernel import Result
from arena.games.outside import Source
from arena.sandbox import Program, Sandbox
from arena.sandbox.bot_files import BotFiles
from arena.settings.clock import ClockSettings
from arena.settings.limits import Limits
from arena.table.outcome import Failure, Fault, Outcome, Use
from arena.table.reports import CrashedAfter, GameBegun, GameBroken, GameEnded, GameVoided, Report
from arena.tournament.link import Link
from arena.tournament.messages import (
    RoomSetup,
    WorkerJob,
    job_of,
    plain_job,
    plain_reports,
    plain_room,
    reports_of,
    room_of,
)
from arena.tournament.report_check import ReportCheck
from arena.tournament.values import MalformedError, pack, unpack

OUTCOME = Outcome(
    Result((1, 2), (52, -3), "target", (("games", "2"),)),
    (Fault(1, "CRASH", "exit 7"),),
    {0: Use(3, 12.5, 4, bank_ms=0.25, memory=1 << 40), 1: Use()},
    "kaiser\nP0 é\n",
    1.5,
    b"\0\1",
)
FAILURE = Failure(OUTCOME.faults[0], b"\xff", b"", b"x")
REPORTS: list[Report] = [
    GameBegun("G1"),
    GameEnded("G1", OUTCOME, (FAILURE,), ((0, b"words", b"\1\2"),)),
    GameBegun("G2"),
    CrashedAfter("G1", Fault(3, "CRASH", "exit 7"), b"words"),
    GameVoided("G2", "arena_lag: late", again=True, asked=3, busy=True),
    GameBegun("G2"),
    GameBroken("G2", "Traceback"),
]


def room(game: str = "kaiser") -> RoomSetup:
    preset, options = next(iter(GAMES[game].presets.items()))
    program = Program("one", ("python3", "bot.py"), Path("/a/b\udcff"), Limits(memory_mb=99), library=True)
    games = {"G1": "a set 1", "G2": "a set 2"}
    names = ("a", "b", "a", "b")
    return RoomSetup(
        game, preset, options, "seed", ClockSettings(move_ms=7), "forfeit", {0: program}, names, 2, games, {"a": 5}
    )


def links() -> tuple[Link, Link]:
    ours, theirs = trio.testing.memory_stream_pair()
    return Link(ours), Link(theirs)


async def test_messages_arrive_in_order_however_large() -> None:
    ours, theirs = links()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(theirs.send, "a", 1)
        nursery.start_soon(theirs.send, "b", b"x" * 3_000_000)
        received = [await ours.receive(), await ours.receive()]
    await theirs.close()

    assert sorted(received, key=str) == [("a", 1), ("b", b"x" * 3_000_000)]
    assert await ours.receive() is None
    assert not await ours.send("c")


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff",
        b"\0\0\0\1\xc1",  # no msgpack
        b"\0\0\0\1\x90",  # an empty list
        b"\0\0\0\2\x91\1",  # a number in the place of the word
        b"\0\0\0\1\1",
        b"\0\0\0\3\x91\xa1\xff",  # no UTF-8
        b"\0\0\x08\0" + b"\x91" * 2048,
        b"\0\0\0\3\x81\x80\1",  # a map as a key
    ],
)
async def test_what_is_no_message_is_an_error_of_one_kind(data: bytes) -> None:
    ours, theirs = links()
    await theirs.stream.send_all(data)
    with pytest.raises(MalformedError):
        await ours.receive()


def travelled(value: object) -> Any:
    return unpack(pack(value))


@pytest.mark.parametrize("game", GAMES)
async def test_a_room_arrives_as_it_was_sent(game: str) -> None:
    share = await Sandbox("none").share(0, 1)
    share = share._replace(placed={(Path("/a"), ("x", "y")): BotFiles(Path("/c"), {"x": "y"})}, shown=Path("/b"))
    job = WorkerJob(room(game), share, (0, 1))

    assert job_of(travelled(plain_job(job))) == job


def test_a_game_from_outside_travels_as_what_it_is_made_from(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(__file__).parents[3] / "docs/examples/games/minnow.py"
    source = Source("minnow", file.read_text(), "/of/the/owner/minnow.py", "# Minnow")
    monkeypatch.setattr(outside, "_ADDED", {})
    options = outside.add(source).options(target=3)
    sent = pack(plain_room(replace(room(), game="minnow", options=options, source=source)))
    outside._ADDED.clear()  # another process
    assert "minnow" not in GAMES
    arrived = room_of(unpack(sent))
    assert arrived.source == source
    assert arrived.game_setup("G1").game is GAMES["minnow"]
    assert arrived.options.words() == options.words()
    for wrong in (source._replace(text="x = 1 / 0"), source._replace(name="other"), source._replace(text="GAME = 1")):
        outside._ADDED.clear()
        with pytest.raises(MalformedError, match="minnow"):
            room_of(unpack(pack(plain_room(replace(room(), game="minnow", options=options, source=wrong)))))


def test_reports_arrive_as_they_were_sent() -> None:
    assert reports_of(travelled(plain_reports(REPORTS))) == REPORTS
    assert str(reports_of(travelled(plain_reports(REPORTS)))) == str(REPORTS), "whole numbers stay whole"


def spoiled(value: Any, other: object) -> list[Any]:
    """All values that differ from a plain one in one place."""
    found = [other]
    if isinstance(value, tuple):
        found += [(*value[:i], each, *value[i + 1 :]) for i, one in enumerate(value) for each in spoiled(one, other)]
        found += [value[:-1], (*value, 0)]
    if isinstance(value, dict):
        found += [value | {key: each} for key, one in value.items() for each in spoiled(one, other)]
    return found


@pytest.mark.parametrize("other", [math.nan, {}, {1: 2}, -(1 << 63) - 1 + (1 << 64), "\0", None, True, (), b"a\0"])
def test_no_value_of_another_type_gets_through(other: object) -> None:
    for plain in spoiled(travelled(plain_reports(REPORTS)), other):
        try:
            found = reports_of(plain)
        except MalformedError:
            continue
        assert travelled(plain_reports(found)) == plain, "what does get through is of the right type"


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner).map(tuple) | st.dictionaries(st.text() | st.integers(), inner),
)


@given(values)
def test_whatever_comes_is_a_room_and_reports_or_an_error_of_one_kind(value: object) -> None:
    for read in (room_of, reports_of, job_of):
        try:
            read(value)
        except MalformedError:
            continue


def outcome(**changes: Any) -> Outcome:
    return replace(OUTCOME, **changes)


LIES: list[tuple[str, list[Report]]] = [
    ("begins, which it was not given", [GameBegun("G9")]),
    ("begins, which .* has played", [GameBegun("G1"), GameEnded("G1", OUTCOME), GameBegun("G1")]),
    ("ends, which has not begun", [GameEnded("G1", OUTCOME)]),
    ("ends, which has not begun", [GameBegun("G1"), GameEnded("G1", OUTCOME), GameEnded("G1", OUTCOME)]),
    ("places of 3 sides", [GameBegun("G1"), GameEnded("G1", outcome(result=Result((1, 2, 3), (), "")))]),
    ("places of 2 sides", [GameBegun("G1"), GameEnded("G1", outcome(result=Result((0, 7), (), "")))]),
    ("scores of 1 sides", [GameBegun("G1"), GameEnded("G1", outcome(result=Result((1, 2), (5,), "")))]),
    (
        "extra: games is a number",
        [GameBegun("G1"), GameEnded("G1", outcome(result=Result((1, 2), (5, 1), "", (("games", "x"),))))],
    ),
    ("no seat 4", [GameBegun("G1"), GameEnded("G1", outcome(faults=(Fault(4, "CRASH", ""),)))]),
    ("no seat -1", [GameBegun("G1"), GameEnded("G1", outcome(uses={-1: Use()}))]),
    ("no seat 4", [GameBegun("G1"), GameEnded("G1", OUTCOME, (), ((4, b"words", b""),))]),
    ("a mark at byte 6 of 5", [GameBegun("G1"), GameEnded("G1", OUTCOME, (), ((0, b"words", b"\1\6"),))]),
    ("cut short", [GameBegun("G1"), GameEnded("G1", OUTCOME, (), ((0, b"words", b"\xff"),))]),
    ("no decision 4", [GameBegun("G1"), GameEnded("G1", OUTCOME, (), ((0, b"words", b"\0\0\4\5"),))]),
    ("no decision 1", [GameBegun("G1"), GameEnded("G1", OUTCOME, (FAILURE._replace(marks=b"\1\1"),))]),
    ("no result", [GameBegun("G1"), CrashedAfter("G1", Fault(0, "CRASH", ""), b"")]),
    ("no seat 9", [GameBegun("G1"), GameEnded("G1", OUTCOME), CrashedAfter("G1", Fault(9, "CRASH", ""), b"")]),
    ("no seat 9", [GameBegun("G1"), GameVoided("G1", "", again=False, asked=9)]),
]


@pytest.mark.parametrize(("words", "reports"), LIES)
def test_what_a_worker_was_not_given_to_play_it_cannot_report(words: str, reports: list[Report]) -> None:
    with pytest.raises(MalformedError, match=words):
        ReportCheck(room()).check(reports)


def test_true_reports_are_believed() -> None:
    claims = ReportCheck(room())
    claims.check(REPORTS[:3])

    assert [*claims.open] == ["G2"]
    claims.check(REPORTS[3:])
    assert not claims.open
