"""Strangers who call in great number take no place of agents, and messages of agents no memory without bound."""

from __future__ import annotations

import resource
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgpack
import pytest
import trio
import trio.lowlevel
import trio.testing

from arena.agents import remote, strangers
from arena.agents.bot_transfer import Recipe
from arena.agents.key import Key
from arena.agents.remote import COPIES, HEAVIEST, RemoteHand, RemoteMachine
from arena.agents.server import AgentServer
from arena.agents.strangers import Strangers, address_of
from arena.settings.limits import StagingLimits
from arena.tournament.link import Link
from arena.tournament.values import MalformedError, pack, unpack, weight_of
from tests.arena.agents.stage import KEY, about
from tests.arena.agents.test_server import STANDARD


def descriptors() -> int:
    """How many are open."""
    return len([*Path("/proc/self/fd").iterdir()])


@pytest.fixture
def few_descriptors() -> Any:
    """The limit of most systems, whatever it is here."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


async def test_a_thousand_callers_that_say_nothing_hold_few_descriptors_and_a_caller_with_the_key_comes_in(
    few_descriptors: None, tmp_path: Path
) -> None:
    listening = socket.create_server(("127.0.0.1", 0), backlog=64)
    said: list[str] = []
    at = listening.getsockname()
    door: Any = AgentServer(KEY, listening, STANDARD, tmp_path, None, said.append)
    before = descriptors()
    silent: list[socket.socket] = []
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(door.serve, SimpleNamespace(entrants={}), None, None)
            for number in range(1100):
                caller = socket.create_connection(at)
                await trio.lowlevel.checkpoint()
                silent.append(caller)
                if len(silent) > 300:  # these have hung up by then, or the arena has
                    silent.pop(0).close()
                if number % 50 == 0:
                    await trio.sleep(0.01)
            await trio.sleep(0.05)
            held = descriptors() - before - len(silent)
            honest = KEY.stream(await trio.open_tcp_stream(*at), "agent")
            first = await Link(honest).receive()
            nursery.cancel_scope.cancel()
    for each in silent:
        each.close()
    await trio.aclose_forcefully(honest)

    assert held < strangers.MOST + 8
    assert first is not None
    assert first[0] == "arena"
    assert any("too many callers do not show the key" in text for text in said)
    assert len(said) <= 20


async def test_agents_from_elsewhere_keep_their_places() -> None:
    places, held = Strangers(4), dict[str, trio.CancelScope]()

    async def stand(name: str, address: str) -> None:
        with places.place(address) as held[name]:
            await trio.sleep_forever()

    async with trio.open_nursery() as nursery:
        for name, address in {"agent": "a", **{str(n): "flood" for n in range(9)}}.items():
            nursery.start_soon(stand, name, address)
            await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
        lost = [name for name, scope in held.items() if scope.cancelled_caught]

    assert lost == ["0", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("fe80::1%eth0", "fe80::"),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(peer: str, address: str) -> None:
    stream = trio.SocketStream.__new__(trio.SocketStream)
    stream.socket = SimpleNamespace(getpeername=lambda: (peer, 1))  # type: ignore[assignment] # no connection is needed

    assert address_of(stream) == address
    assert address_of(trio.testing.memory_stream_pair()[0]) == ""


def test_the_settings_of_tls_are_made_once() -> None:
    key = Key(b"q" * 32)

    assert key.context("arena") is key.context("arena") is not key.context("agent")


# What an agent with the key may send


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty maps", b"\xdd\x00\x80\x00\x00" + b"\x80" * (1 << 23)),
        ("maps of one entry", b"\xdd\x00\x80\x00\x00" + b"\x81\x01\x01" * (1 << 23)),
        ("lists in lists", b"\x91" * (1 << 23) + b"\x90"),
        ("short texts", b"\xdd\x00\x80\x00\x00" + b"\xa2ab" * (1 << 23)),
        ("wide text", b"\xdb\x05\x00\x00\x00" + "𝄞".encode() + b"a" * (0x05000000 - 4)),
    ],
)
def test_a_message_is_weighed_before_anything_is_made_of_it(name: str, data: bytes) -> None:
    with pytest.raises(MalformedError, match="more than 256 MiB of memory"):
        weight_of(data, HEAVIEST)


@pytest.mark.parametrize(
    "value",
    [
        (),
        ("reports", (1, -1, 200, 70_000, 1 << 40, -(1 << 40), 1.5, None, True, b"x" * 300, "y" * 40, "z" * 70_000)),
        {"a": {"b": (1, 2)}, "c": b"\xff" * 70_000},
        tuple(range(70_000)),
        {number: number for number in range(70_000)},
    ],
)
def test_the_weight_is_found_for_every_kind_of_value(value: object) -> None:
    data = pack(value)
    weight = weight_of(data, HEAVIEST)

    assert len(data) <= weight <= 400 * len(data)
    assert unpack(data) is not None


@pytest.mark.parametrize("size", [1, 2, 3, 4, 8, 16, 300, 70_000])
def test_an_extension_is_left_out_to_its_end(size: int) -> None:
    extension = msgpack.packb(msgpack.ExtType(1, b"\x80" * size))
    before, after = weight_of(extension, HEAVIEST), weight_of(b"\xa2ab", HEAVIEST)

    assert weight_of(b"\x92" + extension + b"\xa2ab", HEAVIEST) == weight_of(b"\x90", HEAVIEST) + before + after


async def test_messages_that_wait_to_be_read_are_weighed_together() -> None:
    machine = SimpleNamespace(waiting=0, gone=False)
    hands = [RemoteHand(machine, place) for place in range(2)]  # type: ignore[arg-type] # only its sum is used

    assert hands[0].hear(("over",), HEAVIEST - 10)
    assert not hands[1].hear(("over",), 11)
    assert await hands[0].receive() == ("over",)
    assert hands[1].hear(("over",), 11)
    assert machine.waiting == 11


async def test_an_agent_that_asks_for_more_copies_than_it_can_take_in_is_sent_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def for_ever(*_: object) -> None:
        await trio.sleep_forever()

    class Asking:
        weight, asked, send = 0, 0, for_ever

        async def receive(self) -> tuple[str, str]:
            await trio.lowlevel.checkpoint()
            self.asked += 1
            return "want", "digest"

    line: Any = Asking()
    monkeypatch.setattr(remote, "send_copy", for_ever)
    machine = RemoteMachine(line, about(), "one", {"key": Recipe("digest")}, tmp_path, StagingLimits(), print)
    async with trio.open_nursery() as nursery:
        with pytest.raises(MalformedError, match="more copies than it can take in"):
            await machine._listen(nursery)
        nursery.cancel_scope.cancel()

    assert line.asked == COPIES + 1
