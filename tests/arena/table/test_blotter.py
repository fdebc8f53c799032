"""Secrets that a bot writes, in one piece and in several."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.protocol import BotFault
from arena.table.blotter import Blotter
from arena.table.connection import Connection
from tests.arena.fakes import MemoryProcess, Wire

SECRET = b"sk-which-nobody-sees"
STARS = b"*" * len(SECRET)


def passed(*pieces: bytes, secrets: tuple[bytes, ...] = (SECRET,)) -> bytes:
    """What becomes of some writes in the end."""
    blotter = Blotter(secrets)
    return b"".join([*map(blotter.add, pieces), blotter.rest()])


@given(st.lists(st.integers(0, len(SECRET)), max_size=6))
@example([*range(len(SECRET) + 1)])
def test_a_secret_in_any_number_of_writes_is_blotted_out(cuts: list[int]) -> None:
    ends = sorted([0, len(SECRET), *cuts])
    writes = [SECRET[begin:end] for begin, end in pairwise(ends)]
    assert passed(b"key ", *writes, b", and so on") == b"key " + STARS + b", and so on"


@pytest.mark.parametrize("between", [b"\n", b" ", b"\r\n  "])
@pytest.mark.parametrize("at", range(1, len(SECRET)))
def test_of_a_secret_on_two_lines_less_than_half_is_seen(at: int, between: bytes) -> None:
    for writes in ([SECRET[:at] + between + SECRET[at:]], [SECRET[:at] + between, SECRET[at:] + b"\n"]):
        found = passed(*writes).strip()
        assert found.endswith(between + b"*" * (len(SECRET) - at))
        assert len(found.partition(between)[0].rstrip(b"*")) < len(SECRET) / 2


def test_half_of_a_secret_is_as_bad_as_all_of_it() -> None:
    assert passed(SECRET[:10] + b"!") == b"*" * 10 + b"!"
    assert passed(SECRET[:9] + b"!") == SECRET[:9] + b"!"
    assert passed(b"pass word", secrets=(b"password",)) == b"**** ****"
    assert passed(b"pass over", secrets=(b"password",)) == b"pass over"


@given(st.lists(st.text("sk-which nobody\n", max_size=30).map(str.encode)))
def test_all_else_comes_as_it_was_and_no_line_waits(writes: list[bytes]) -> None:
    blotter = Blotter([SECRET, b"another secret"])
    text = b""
    for number, write in enumerate(writes, 1):
        text += blotter.add(write)
        whole = b"".join(writes[:number])
        assert len(text) >= whole.rfind(b"\n") + 1
    text += blotter.rest()
    told = b"".join(writes)
    assert len(text) == len(told)
    assert all(new in {old, ord("*")} for new, old in zip(text, told, strict=True))
    if b"sk-which-n" not in b"".join(told.split()) and b"another" not in b"".join(told.split()):
        assert text == told


def test_a_bot_without_secrets_is_let_through() -> None:
    assert passed(b"a", b"b", secrets=()) == passed(b"a", b"b", secrets=(b" ",)) == b"ab"


async def test_an_answer_in_pieces_is_blotted_out_before_it_is_read() -> None:
    connection = Connection(MemoryProcess(Wire()))
    connection.blotter = Blotter([SECRET])
    heard = connection._hear
    assert heard(b"bot sk-whi") == []
    with pytest.raises(BotFault) as raised:
        heard(b"ch-nobody\n-sees 1\n")
    assert SECRET[:10].decode() not in str(raised.value)
    assert connection.received.kept() == b"bot ***************\n***** 1\n"
