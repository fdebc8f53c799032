"""A bot as the referee sees it: what is kept of its traffic."""

from __future__ import annotations

import sys

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from arena.protocol import LIMIT, Ask, BotFault, Game
from arena.table.connection import KEPT, PIECES, Connection, Traffic
from tests.arena.fakes import MemoryProcess, Wire


@given(st.lists(st.tuples(st.integers(0, 255), st.integers(0, KEPT + KEPT // 2)), max_size=8))
def test_the_last_bytes_of_a_game_are_kept_and_all_are_counted(pieces: list[tuple[int, int]]) -> None:
    traffic, everything = Traffic(), b""
    for byte, size in pieces:
        traffic.keep(bytes([byte]) * size)
        everything += bytes([byte]) * size
        assert traffic.kept() == everything[-KEPT:]
    assert traffic.total == len(everything)


def test_a_game_begins_with_what_every_game_begins_with() -> None:
    traffic = Traffic()
    traffic.keep(b"of a game before")
    traffic.begin(b"arena 1 line\n")
    traffic.keep(b"bye\n")
    assert (traffic.kept(), traffic.total) == (b"arena 1 line\nbye\n", 17)
    traffic.begin()
    assert (traffic.kept(), traffic.total) == (b"", 0)


@pytest.mark.parametrize("size", [*(pytest.param(size, marks=pytest.mark.slow) for size in (1, 3)), 30, 1000, 65536])
def test_what_is_kept_takes_little_memory_in_pieces_of_any_size(size: int) -> None:
    traffic = Traffic()
    for i in range(2 * max(PIECES, KEPT // size)):
        traffic.keep(bytes([i % 256]) * size)
        held = traffic._pieces
        assert len(held) <= PIECES
    assert sum(map(sys.getsizeof, held)) < 2 * KEPT + PIECES * sys.getsizeof(b"") + 2 * size


async def test_a_bot_that_ends_in_time_is_not_late_however_long_the_machine_takes_to_end_it(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire()
    process = MemoryProcess(wire)

    async def slowly() -> BotFault:
        await trio.sleep(1)
        return BotFault("CRASH", "exit 7")

    async def end() -> None:
        await trio.sleep(0.05)
        await wire.close()

    monkeypatch.setattr(process, "how_it_ended", slowly)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(end)
        with pytest.raises(BotFault, match="exit 7"):
            await Connection(process, LIMIT, 0).ask(b"ask 0 play AS\n", 1, 100, 100)


@pytest.mark.parametrize(
    ("wrote", "text"),
    [
        (b"Loading ...\nbot owl 1\n", "it writes 'Loading ...' before its greeting"),
        (b"ready\n", "it writes 'ready' before its greeting"),
        (b"\nbot owl 1\n", "it writes an empty line before its greeting"),
        (b"\xef\xbb\xbfbot owl 1\n", "it writes a byte order mark before its greeting"),
        (b"Gr\xfc\xdfe\n", r"it writes 'Gr\ufffd\ufffde' before its greeting"),
        (b"bot owl\n", "'bot owl' is not `bot NAME VERSION KEY=VALUE*`"),
        (b"bot owl 1\nready\n", "`answer` may not be said while idle: it was asked nothing"),
        (b"bot owl 1", "no greeting after 100 ms (limit 100 ms); it wrote 'bot owl 1', but no end of the line"),
        (b"", "no greeting after 100 ms (limit 100 ms); does it flush its output?"),
    ],
)
async def test_a_bot_that_does_not_greet_is_told_what_it_did_instead(
    autojump_clock: trio.testing.MockClock, wrote: bytes, text: str
) -> None:
    wire = Wire()
    if wrote:
        await wire.say(wrote)
    with pytest.raises(BotFault) as told:
        await Connection(MemoryProcess(wire), LIMIT, 0).greet(100)
    assert told.value.text == text


@pytest.mark.parametrize(
    ("codec", "wrote", "text"),
    [
        ("line", "pass", "it wrote 'pass', but no end of the line"),
        ("msgpack", "\0\0", "it wrote 2 bytes, but no end of the frame"),
    ],
)
async def test_an_answer_without_its_end_is_shown(
    codec: str, wrote: str, text: str, autojump_clock: trio.testing.MockClock
) -> None:
    wire = Wire()
    connection = Connection(MemoryProcess(wire), LIMIT, 0)
    await wire.say(f"bot owl 1 codec={codec}\n")
    await connection.greet(100)
    asked = connection.session.send(Game("G1", "kaiser", {"seat": "0", "seats": "4", "sides": "0,1,0,1"}))
    asked += connection.session.send(Ask(0, "bid", ("pass", "6")))
    await wire.say(wrote)
    with pytest.raises(BotFault) as told:
        await connection.ask(asked, 1, 100, 100)
    assert told.value.text == f"no answer after 100 ms (limit 100 ms); {text}"
