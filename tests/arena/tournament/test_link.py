"""Lines between processes of the arena."""

import socket
from types import SimpleNamespace

import pytest
import trio

from arena.tournament import link
from arena.tournament.link import KEY, Address, Link, Listener, call


async def called(listener: Listener) -> tuple[Link, Link]:
    """Both ends of a link."""
    found: list[Link] = []

    async def accept() -> None:
        found.append(await listener.accept())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(accept)
        caller = await call(listener.address)
    return found[0], caller


async def test_messages_arrive_in_order_however_large() -> None:
    messages = [{"a": 1}, b"x" * 3_000_000, ("last",)]
    with Listener() as listener:
        ours, theirs = await called(listener)

        async def send() -> None:
            for message in messages:
                assert await theirs.send(message)
            theirs.close()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(send)
            received = [await ours.receive() for _ in range(4)]
    ours.close()

    assert received == [*messages, None]


async def test_who_hangs_up_is_missed_by_both_sides() -> None:
    with Listener() as listener:
        ours, theirs = await called(listener)
    theirs.close()

    assert await ours.receive() is None
    assert not all([await ours.send(b"x" * 100_000) for _ in range(10)])
    ours.close()


async def test_a_caller_without_the_key_is_not_heard_and_holds_up_nobody() -> None:
    with Listener() as listener:
        address = listener.address
        silent = socket.socket(address.family)
        silent.connect(address.where)
        wrong = await call(Address(address.family, address.where, b"?" * KEY))
        ours, theirs = await called(listener)
        await theirs.send("it is me")

        assert await ours.receive() == "it is me"
        assert await wrong.receive() is None
        silent.close()
        for each in (ours, theirs, wrong):
            each.close()


async def test_nobody_there_is_an_error_and_no_wait() -> None:
    with Listener() as listener:
        address = listener.address
    with pytest.raises(OSError, match="refused"):
        await call(address)


def test_an_address_does_not_show_its_key() -> None:
    assert "secret" not in str(Address(1, "here", b"secret"))


async def test_a_call_in_the_moment_when_nobody_waits_any_more_leaves_nothing_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def heard(*_: object) -> bool:
        scope.cancel()
        return True

    monkeypatch.setattr(link, "hmac", SimpleNamespace(compare_digest=heard))
    with Listener() as listener:
        theirs = await call(listener.address)
        with trio.CancelScope() as scope:
            await listener.accept()

        assert scope.cancelled_caught
        assert await theirs.receive() is None
        theirs.close()
