"""A file of gzip in parts: any program reads it, and parts of an older file are kept only as they were."""

import gzip
import json
from functools import partial
from io import BytesIO

import pytest

from arena.web.packing import packing

PARTS = {f"part {number}": f"{number} and more\n".encode() * number for number in range(1, 40)}


def packed(parts: dict[str, bytes], old: bytes = b"", told: object = None) -> tuple[bytes, object, list[str]]:
    """The file, what it tells of its parts, and the parts that were made anew."""
    file, made = BytesIO(), []

    def making(key: str) -> bytes:
        made.append(key)
        return parts[key]

    with packing(file, BytesIO(old), told) as new:
        for key, data in parts.items():
            assert new.write(key, partial(making, key)) == data
    return file.getvalue(), json.loads(json.dumps(new.parts)), made


def test_any_program_reads_the_file() -> None:
    for parts in (PARTS, {}, {"empty": b""}):
        data, *_ = packed(parts)
        assert gzip.decompress(data) == b"".join(parts.values())


def test_parts_that_did_not_change_are_taken_from_the_older_file() -> None:
    old, told, made = packed({key: data for key, data in PARTS.items() if key not in {"part 7", "part 39"}})
    assert len(made) == 37
    again, _, made = packed(PARTS, old, told)
    assert made == ["part 7", "part 39"]
    assert again == packed(PARTS)[0], "the file is the same as one that is made anew"


@pytest.mark.parametrize("told", [None, 3, ["a"], [["part 1", -1, 5, 7]], [["part 1", "4", 5, 7]]])
def test_what_is_told_may_be_anything(told: object) -> None:
    old, *_ = packed(PARTS)
    again, _, made = packed(PARTS, old, told)
    assert (again, made) == (old, [*PARTS])


@pytest.mark.slow
def test_an_older_file_that_is_damaged_is_not_used() -> None:
    old, told, _ = packed(PARTS)
    for at in range(10, len(old), 7):
        damaged = old[:at] + bytes([old[at] ^ 0x55]) + old[at + 1 :]
        assert packed(PARTS, damaged, told)[0] == old
    assert packed(PARTS, old[:100], told)[0] == old
